"""The result of an extraction: the main text of a page and its metadata."""

from dataclasses import dataclass
from html import escape
from typing import Any, Final

from maintext.blocks import Block, Gathered, Heading, ThreadPost, blocks_of, placed_blocks_of, posts_of
from maintext.blocks.post_records import text_of_posts
from maintext.document._plain_text import fingerprint_of
from maintext.document.captions import with_captions
from maintext.document.divided_text import DividedText
from maintext.document.fact_values import written
from maintext.document.headings import without_headline_block
from maintext.document.hidden import without_hidden
from maintext.document.hidden_records import HiddenText, hidden_texts
from maintext.document.invisible_characters import without_invisible, without_tags
from maintext.document.marked_page import marked_page
from maintext.document.page_places import has_place, with_given_spans, without_spans
from maintext.document.parts import limits_hit, limits_of, part
from maintext.document.plain_text import text_of
from maintext.document.source_html import as_source
from maintext.document.stated_facts import StatedFacts
from maintext.document.view import View
from maintext.errors import check_choice
from maintext.formats import to_html, to_line, to_markdown, to_records, to_tei
from maintext.metadata import base_address
from maintext.support.budget import hit, max_characters, shortened
from maintext.support.cached_property import cached_property
from maintext.table import Mask, PageTable

FORMATS: Final = ("text", "markdown", "html", "json", "xml")
"""The formats that a document can be written in."""
_COMPUTED: Final = ("published", "modified", "metadata", "blocks", "posts", "comment_blocks", "comment_posts", "hidden")
"""Parts that are pickled as they are, not as in ``to_dict``."""
_LARGE: Final = (
    *("source_html", "hidden", "comment_posts", "posts", "comments", "blocks", "metadata", "text"),
    *("description", "excerpt", "title", "author", "image", "url"),
)
"""Parts that JSON leaves empty to keep the limit of the output, the first ones first."""


@dataclass(frozen=True, eq=False, repr=False)
class Document(DividedText, StatedFacts):
    """The main text of a page, in several formats, and its metadata. Each part is computed on first access.

    A document without text is false, and its ``reason`` says why there is none. Documents can be pickled, which
    computes all parts. Two documents are equal if all their parts are.
    """

    url: str | None
    method: str
    score: float
    reason: str
    _view: View
    error: str = ""
    """Set by ``maintext.extract_many`` if extracting from the page failed: a one-line message."""

    @property
    def limits_hit(self) -> tuple[str, ...]:
        """The limits that ``extract`` and the parts used so far have reached: seconds, bytes, elements or output."""
        return limits_hit(self)

    @part("")
    def text(self) -> str:
        """The main text, one paragraph per line."""
        passage = self._view.passage
        if self._has_bylines:
            return shortened(text_of_posts(without_headline_block(self._blocks, passage.options)))
        return shortened(passage.text(lambda: self.title or ""))

    @part("")
    def fingerprint(self) -> str:
        """A number of 64 bits as 16 hexadecimal digits: in few bits different for similar texts. Empty without text."""
        return fingerprint_of(self.text)

    @part(())
    def blocks(self) -> tuple[Block, ...]:
        """The main text as typed records, with its headings, lists, tables, code, quotes and images."""
        passage = self._view.passage
        if not has_place(passage):
            return without_spans(self._blocks)
        return with_given_spans(self._blocks, passage.table.source, self._view.given)

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        """The blocks with their spans in the page's UTF-8. Formats do not need them in the page as it was given."""
        if "blocks" in self.__dict__:
            return self.blocks
        return self._view.passage.with_headline(self._placed_blocks[0], lambda: self.title or "")

    @cached_property
    def _placed_blocks(self) -> tuple[tuple[Block, ...], list[tuple[int, int, tuple[int, ...]]]]:
        return placed_blocks_of(self._gathered)

    @part(())
    def posts(self) -> tuple[ThreadPost, ...]:
        """The posts of a forum, or a question and its answers, in page order; empty for other pages."""
        return posts_of(self._blocks)

    @part(())
    def comment_blocks(self) -> tuple[Block, ...]:
        """Readers' comments as typed records, if requested with ``comments=True``. A thread has posts instead."""
        found = self._shown_comments() if "_view" in self.__dict__ else None
        if found is None or len(self.posts) > 1:
            return ()
        (table, comments), options = found, self._view.passage.options
        table = without_tags(table) if self._drops_hidden else table
        blocks = blocks_of(Gathered(table, comments, options, base_address(table, self.url or ""), is_forum=True))
        blocks = with_given_spans(blocks, table.source, self._view.given)
        return tuple(block for block in blocks if block.within or not isinstance(block, Heading))

    @part(())
    def comment_posts(self) -> tuple[ThreadPost, ...]:
        """Readers' comments with their authors, times and replies, if requested with ``comments=True``."""
        return posts_of(self.comment_blocks)

    @part("")
    def markdown(self) -> str:
        """The main text as Markdown: CommonMark with GitHub's tables. Requested comments are a section at its end."""
        if "_view" in self.__dict__ and self._view.passage.options.whole:
            return self.whole or ""
        comments = to_markdown(self.comment_blocks)
        return _joined(to_markdown(self._blocks), "\n\n", comments and f"## Comments\n\n{comments}")

    @part(None)
    def whole(self) -> str | None:
        """Everything visible as Markdown, with comments around the main text. None if the page is gone (pickles)."""
        if "_view" not in self.__dict__:
            return None
        return marked_page(self._view, base_address(self._view.table, self.url or ""))

    @part("")
    def html(self) -> str:
        """The main text as clean HTML, safe to embed. Requested comments are a ``<section>`` at its end."""
        comments = to_html(self.comment_blocks)
        section = comments and f'<section class="comments">\n{comments}\n</section>'
        return _joined(to_html(self._blocks), "\n", section)

    @part("")
    def xml(self) -> str:
        """The main text and the metadata as TEI. Requested comments are a division at its end."""
        facts = {name: fact.value for name, fact in self.metadata.items()}
        return to_tei(self._blocks, {**facts, "url": self.url or facts.get("url", "")}, self.comment_blocks)

    @part("")
    def json(self) -> str:
        """``to_dict()`` as one line of JSON. If it exceeds the limit of the output, large parts are left empty."""
        values = self.to_dict()
        line = to_line(values)
        for name in _LARGE:
            if len(line) <= max_characters():
                break
            hit("output")
            values[name] = type(values[name])() if values[name] is not None else None
            line = to_line(values)
        return line

    def formatted(self, form: str) -> str:
        """The document in a format: text, markdown, html, json or xml, with requested comments after the main text."""
        check_choice("format", form, FORMATS)
        if form == "text" and self.comments:
            return self._text_with_comments
        return str(getattr(self, form))

    @part("")
    def _text_with_comments(self) -> str:
        return _joined(self.text, "\n\n", text_of_posts(self.comment_blocks))

    @cached_property
    def source(self) -> str:
        """Where the text was found.

        ``page``, ``noscript``, ``hidden container``, ``json-ld``, ``script data`` or ``markdown``: what the page shows;
        the text for browsers without scripts; a container that a script would show; the ``articleBody`` of the linked
        data; other data for scripts; and a page that the server sent as Markdown.
        """
        return self._view.passage.source

    @part("")
    def source_html(self) -> str:
        """The page's own markup of the main text. Of a text in the page's data it is the markup in the data."""
        table, selection, passage = self._view[:3]
        if passage.is_data:
            return passage.table.source.decode("utf-8", "replace")
        keep = selection.keep if passage.selected is None else passage.selected
        if self._drops_hidden:
            return shortened(as_source(without_tags(table), selection, without_hidden(table, keep).keep))
        return shortened(as_source(table, selection, keep))

    @part(())
    def hidden(self) -> tuple[HiddenText, ...]:
        """The text that the page does not show, each with the sign. It is left out, unless ``Options(hidden="keep")``.

        Also listed is hidden text that the method had not chosen, if it is between the chosen text.
        """
        if "_view" not in self.__dict__:
            return ()
        passage = self._view.passage
        is_page = passage.text_source in ("page", "noscript", "markdown")
        return hidden_texts(self._view.table, self._view.selection.keep) if is_page else ()

    @cached_property
    def _gathered(self) -> Gathered:
        return with_captions(self._view.passage.gathered(base_address(self._view.table, self.url or "")))

    @cached_property
    def page_type(self) -> str | None:
        """The kind of page: article, forum, product, collection, listing, documentation or service."""
        return self._view.selection.page_type or None

    @cached_property
    def page_type_probability(self) -> float | None:
        """The probability of that kind."""
        return self._view.selection.page_type_probability if self.page_type else None

    @cached_property
    def confidence(self) -> float | None:
        """Estimated probability that the text has an F1 of at least 0.9 against what a person would keep."""
        return self._view.selection.confidence

    @part(None)
    def comments(self) -> str | None:
        """Readers' comments below an article, if requested with ``comments=True``."""
        found = self._shown_comments()
        return None if found is None else shortened(text_of(*found))

    def _shown_comments(self) -> tuple[PageTable, Mask] | None:
        """The table and the segments of readers' comments, without hidden text."""
        table, comments = self._view.table, self._view.selection.comments
        if comments is None or not self._drops_hidden:
            return None if comments is None else (table, comments)
        shown = without_hidden(table, comments).keep
        return without_invisible(table, shown).table, shown

    def to_dict(self) -> dict[str, Any]:
        """All parts by name, in a fixed order, ready for JSON; dates are strings in ISO 8601.

        If there is a time limit for all of them, the text comes first.
        """
        self.text  # noqa: B018
        return {
            "url": self.url,
            "title": self.title,
            "author": self.author,
            "date": self.date,
            "published": written(self.published),
            "modified": written(self.modified),
            "language": self.language,
            "site": self.site,
            "description": self.description,
            "image": self.image,
            "paywalled": self.paywalled,
            "excerpt": self.excerpt,
            "metadata": self.metadata.to_dict(),
            "page_type": self.page_type,
            "page_type_probability": self.page_type_probability,
            "confidence": self.confidence,
            "text": self.text,
            "source": self.source,
            "hidden": [each.to_dict() for each in self.hidden],
            "blocks": to_records(self.blocks),
            "posts": [post.to_dict() for post in self.posts],
            "comments": self.comments,
            "comment_posts": [post.to_dict() for post in self.comment_posts],
            "source_html": self.source_html,
            "method": self.method,
            "score": self.score,
            "reason": self.reason,
            "limits_hit": list(self.limits_hit),
            "error": self.error,
        }

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the computed parts, not the page."""
        computed = {name: getattr(self, name) for name in (*_COMPUTED, "_layout")}
        if self._view.passage.options.whole if "_view" in self.__dict__ else "whole" in self.__dict__:
            computed |= {"whole": self.whole, "markdown": self.markdown}
        return {**self.to_dict(), **computed, "_limits": limits_of(self), "_hits": set(self.limits_hit)}

    def __eq__(self, other: object) -> bool:
        """Whether all parts are equal."""
        return isinstance(other, Document) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        """Equal documents have equal texts."""
        return hash((self.url, self.method, self.text))

    def __bool__(self) -> bool:
        """Whether there is a main text."""
        return bool(self.text)

    def __repr__(self) -> str:
        """One line: title, method and length."""
        what = f"{len(self.text)} characters" if self.text else f"empty: {self.reason}"
        return f"<Document {self.title!r} by {self.method}, {what}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the facts, and the main text as clean HTML."""
        facts = (self.author, self.date, self.site)
        head = f"<p><strong>{escape(self.title or '')}</strong><br>{escape(' · '.join(filter(None, facts)))}</p>\n"
        return head + (self.html if self else f"<p><em>{escape(self._why_empty)}</em></p>")

    def _repr_markdown_(self) -> str:
        """What a notebook without HTML shows: the main text as Markdown."""
        return self.markdown if self else f"*{self._why_empty}*"

    @property
    def _why_empty(self) -> str:
        return f"no main text: {self.reason}"


def _joined(text: str, between: str, comments: str) -> str:
    """The main text and the comments in a format, without the comments if they exceed the limit of the output."""
    if comments and len(text) + len(between) + len(comments) > max_characters():
        hit("output")
        return text
    return f"{text}{between}{comments}" if text and comments else text or comments
