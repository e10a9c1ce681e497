"""The answer to a page: its main text and what is known about it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from maintext import metadata, render
from maintext.selection import Selection
from maintext.table import PageTable


@dataclass(frozen=True)
class View:
    """A page and what was selected on it: all that a Document is made from."""

    table: PageTable
    selection: Selection


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

    @cached_property
    def text(self) -> str:
        """The main text, a line a paragraph."""
        return render.as_text(self._view.table, self._view.selection)

    @cached_property
    def source_html(self) -> str:
        """The page's own markup of the main text."""
        return render.as_source(self._view.table, self._view.selection)

    @cached_property
    def title(self) -> str | None:
        """The headline."""
        return metadata.title(self._view.table)

    @cached_property
    def date(self) -> str | None:
        """The day of publication, with the time where it is given, as ISO 8601."""
        return metadata.date(self._view.table, self._view.selection, self.url)

    def to_dict(self) -> dict[str, Any]:
        """All parts by name, in a fixed order, ready for JSON."""
        return {
            "url": self.url,
            "title": self.title,
            "date": self.date,
            "text": self.text,
            "source_html": self.source_html,
            "method": self.method,
            "score": self.score,
            "reason": self.reason,
        }

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the finished parts, not the page."""
        return self.to_dict()

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
