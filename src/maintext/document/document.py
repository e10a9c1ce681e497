"""The result of an extraction: the main text of a page and its metadata."""

import json
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any, Final, NamedTuple

from maintext.blocks import Block
from maintext.document.passage import Passage
from maintext.document.plain_text import text_of
from maintext.document.source_html import as_source
from maintext.errors import check_choice
from maintext.formats import to_html, to_markdown, to_records, to_tei
from maintext.metadata import Fact, Facts, Metadata, base_address
from maintext.selection import Selection
from maintext.support.cached_property import cached_property
from maintext.table import PageTable

FORMATS: Final = ("text", "markdown", "html", "json", "xml")
"""The formats that a document can be written in."""
_EXCERPT_LENGTH: Final = 200
_LATEST_CUT: Final = 40
"""A longer word at the end of an excerpt is cut in two, as in scripts that have no spaces between words."""


class View(NamedTuple):
    """A page and the selected part of it: everything that a Document is made from."""

    table: PageTable
    selection: Selection
    passage: Passage
    fetched: datetime | None = None
    """When the page was fetched, if known."""


@dataclass(frozen=True, eq=False, repr=False)
class Document:
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

    @cached_property
    def text(self) -> str:
        """The main text, one paragraph per line."""
        return self._view.passage.text()

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The main text as typed records, with its headings, lists, tables, code, quotes and images."""
        return self._view.passage.blocks(base_address(self._view.table, self.url or ""))

    @cached_property
    def markdown(self) -> str:
        """The main text as Markdown: CommonMark with GitHub's tables."""
        return to_markdown(self.blocks)

    @cached_property
    def html(self) -> str:
        """The main text as clean HTML, safe to embed."""
        return to_html(self.blocks)

    @cached_property
    def xml(self) -> str:
        """The main text and the metadata as TEI."""
        facts = {name: fact.value for name, fact in self.metadata.items()}
        return to_tei(self.blocks, {**facts, "url": self.url or facts.get("url", "")})

    @cached_property
    def json(self) -> str:
        """``to_dict()`` as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def formatted(self, form: str) -> str:
        """The document in a format: text, markdown, html, json or xml."""
        check_choice("format", form, FORMATS)
        return str(getattr(self, form))

    @cached_property
    def source(self) -> str:
        """Where the text was found: ``page``, or ``noscript``, ``hidden container`` or ``json-ld``."""
        return self._view.passage.source

    @cached_property
    def source_html(self) -> str:
        """The page's own markup of the main text."""
        return as_source(self._view.table, self._view.selection)

    @cached_property
    def title(self) -> str | None:
        """The headline."""
        return self._value("title")

    @cached_property
    def author(self) -> str | None:
        """The author; several names are joined by commas."""
        return self._value("author")

    @cached_property
    def date(self) -> str | None:
        """The date of publication in ISO 8601, with the time if the page has one. See also ``published``."""
        return self._value("date")

    @cached_property
    def published(self) -> datetime | None:
        """When the page was published.

        The time zone is set only if the page has one. A date without a time is midnight, without a time zone.
        """
        return _moment(self.date)

    @cached_property
    def modified(self) -> datetime | None:
        """When the page was last modified, like ``published``."""
        return _moment(self._value("modified"))

    @cached_property
    def language(self) -> str | None:
        """The language, as a tag such as ``en`` or ``zh-CN``."""
        return self._value("language")

    @cached_property
    def site(self) -> str | None:
        """The name of the site."""
        return self._value("site")

    @cached_property
    def description(self) -> str | None:
        """The page's own description of itself."""
        return self._value("description")

    @cached_property
    def image(self) -> str | None:
        """The address of the image that represents the page."""
        return self._value("image")

    @cached_property
    def excerpt(self) -> str:
        """The description or, without one, the beginning of the text: up to 200 characters, cut between words."""
        lines = (line for line in self.text[: 10 * _EXCERPT_LENGTH].split("\n") if line != self.title)
        return _shortened(self.description or " ".join(lines))

    @cached_property
    def metadata(self) -> Metadata:
        """All facts about the page, each with where it was found."""
        return self._facts.all()

    def _value(self, field: str) -> str | None:
        """The value of a fact. A document from a pickle has its facts in ``metadata``, and no page."""
        fact = self.metadata.get(field) if "metadata" in self.__dict__ else getattr(self._facts, field)
        return fact.value if fact else None

    @cached_property
    def _facts(self) -> Facts:
        kind = self._view.selection.page_type
        return Facts(self._view.table, self.url or "", self._view.fetched, Fact(kind, "method") if kind else None)

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

    @cached_property
    def comments(self) -> str | None:
        """Readers' comments below an article, if requested with ``comments=True``."""
        comments = self._view.selection.comments
        return None if comments is None else text_of(self._view.table, comments)

    def to_dict(self) -> dict[str, Any]:
        """All parts by name, in a fixed order, ready for JSON; dates are strings in ISO 8601."""
        return {
            "url": self.url,
            "title": self.title,
            "author": self.author,
            "date": self.date,
            "published": _written(self.published),
            "modified": _written(self.modified),
            "language": self.language,
            "site": self.site,
            "description": self.description,
            "image": self.image,
            "excerpt": self.excerpt,
            "metadata": self.metadata.to_dict(),
            "page_type": self.page_type,
            "page_type_probability": self.page_type_probability,
            "confidence": self.confidence,
            "text": self.text,
            "source": self.source,
            "blocks": to_records(self.blocks),
            "comments": self.comments,
            "source_html": self.source_html,
            "method": self.method,
            "score": self.score,
            "reason": self.reason,
            "error": self.error,
        }

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the computed parts, not the page."""
        computed = {name: getattr(self, name) for name in ("published", "modified", "metadata", "blocks")}
        return {**self.to_dict(), **computed}

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


def _moment(written: str | None) -> datetime | None:
    """A date in ISO 8601 as a datetime; an impossible time zone is left out."""
    if written is None:
        return None
    try:
        return datetime.fromisoformat(written)
    except ValueError:
        return datetime.fromisoformat(written[: len("2000-01-01T00:00:00")])


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _shortened(text: str) -> str:
    """The beginning of a text on one line, up to ``_EXCERPT_LENGTH`` characters."""
    line = " ".join(text[: 5 * _EXCERPT_LENGTH].split())
    if len(line) <= _EXCERPT_LENGTH:
        return line
    cut = line.rfind(" ", _EXCERPT_LENGTH - _LATEST_CUT, _EXCERPT_LENGTH)
    return f"{line[: cut if cut > 0 else _EXCERPT_LENGTH - 1].rstrip(' ,;:–—-')}…"
