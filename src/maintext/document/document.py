"""The answer to a page: its main text and what is known about it."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from maintext.blocks import Block
from maintext.document.passage import Passage
from maintext.document.plain_text import text_of
from maintext.document.source_html import as_source
from maintext.errors import check_choice
from maintext.formats import to_html, to_markdown, to_records, to_tei
from maintext.metadata import Fact, Facts, Metadata, Page
from maintext.selection import Selection
from maintext.support.cached_property import cached_property
from maintext.table import PageTable

FORMATS: Final = ("text", "markdown", "html", "json", "xml")
"""What a document can be written as."""


class View(NamedTuple):
    """A page and what was selected on it: all that a Document is made from."""

    table: PageTable
    selection: Selection
    passage: Passage
    fetched: datetime | None = None
    """When the page was fetched, if that is known."""


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """What ``maintext.extract`` gives back. Its parts are made when they are first asked for.

    An empty document has an empty ``text`` and a ``reason``. Documents can be pickled, which makes all parts, and are
    equal if all their parts are.
    """

    url: str | None
    method: str
    score: float
    reason: str
    _view: View
    error: str = ""
    """What went wrong, in a document of ``maintext.extract_many`` whose page could not be worked on."""

    @cached_property
    def text(self) -> str:
        """The main text, a line a paragraph."""
        return self._view.passage.text()

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The main text as typed records, with its headings, lists, tables, code, quotes and images."""
        return self._view.passage.blocks(self._page.base)

    @cached_property
    def markdown(self) -> str:
        """The main text as Markdown: CommonMark with the tables of GitHub's dialect."""
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
        """All parts as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def formatted(self, form: str) -> str:
        """The document in one of the formats: text, markdown, html, json or xml."""
        check_choice("format", form, FORMATS)
        return str(getattr(self, form))

    @cached_property
    def source(self) -> str:
        """Where the text was found: ``page``, or what had to be used instead of what the page shows."""
        return self._view.passage.source

    @cached_property
    def source_html(self) -> str:
        """The page's own markup of the main text."""
        return as_source(self._view.table, self._view.selection)

    @cached_property
    def title(self) -> str | None:
        """The headline."""
        return self._facts.title.value if self._facts.title else None

    @cached_property
    def author(self) -> str | None:
        """Who wrote it; several names are joined by commas."""
        return self._facts.author.value if self._facts.author else None

    @cached_property
    def date(self) -> str | None:
        """The day of publication, with the time where it is given, as ISO 8601."""
        return self._facts.date.value if self._facts.date else None

    @cached_property
    def language(self) -> str | None:
        """The language, as a tag such as ``en`` or ``zh-CN``."""
        return self._facts.language.value if self._facts.language else None

    @cached_property
    def metadata(self) -> Metadata:
        """All that is known of the page, each fact with the signal it came from."""
        return self._facts.all()

    @cached_property
    def _facts(self) -> Facts:
        kind = self._view.selection.page_type
        return Facts(self._page, Fact(kind, "method") if kind else None)

    @cached_property
    def _page(self) -> Page:
        return Page(self._view.table, self.url or "", self._view.fetched)

    @cached_property
    def page_type(self) -> str | None:
        """The kind of page: article, forum, product, collection, listing, documentation or service."""
        return self._view.selection.page_type or None

    @cached_property
    def page_type_probability(self) -> float | None:
        """How probable that kind is."""
        return self._view.selection.page_type_probability if self.page_type else None

    @cached_property
    def confidence(self) -> float | None:
        """The probability that the text is right: that nine tenths of it are wanted, and of what is wanted in it."""
        return self._view.selection.confidence

    @cached_property
    def comments(self) -> str | None:
        """The readers' comments below an article, where they were asked for."""
        comments = self._view.selection.comments
        return None if comments is None else text_of(self._view.table, comments)

    def to_dict(self) -> dict[str, Any]:
        """All parts by name, in a fixed order, ready for JSON."""
        return {
            "url": self.url,
            "title": self.title,
            "author": self.author,
            "date": self.date,
            "language": self.language,
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
        }

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the finished parts, not the page."""
        return {**self.to_dict(), "metadata": self.metadata, "blocks": self.blocks, "error": self.error}

    def __eq__(self, other: object) -> bool:
        """Equal if all parts are."""
        return isinstance(other, Document) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        """Equal documents have equal texts."""
        return hash((self.url, self.method, self.text))

    def __repr__(self) -> str:
        """A line for people who look at it."""
        what = f"{len(self.text)} characters" if self.text else f"empty: {self.reason}"
        return f"<Document {self.title!r} by {self.method}, {what}>"
