"""Parts of a text as users get them: chunks, citations, and what fits into a budget."""

from dataclasses import dataclass
from typing import Any

from maintext.blocks.records import Span


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__slots__}


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a range of the text is in the page."""

    text: str
    start: int
    stop: int
    """The text is ``Document.text[start:stop]``."""
    span: Span | None
    """The range of bytes in the page as it was given, or in UTF-8 if it was given as ``str``. None if the text is not
    in the page's markup."""
    path: str
    """A CSS path to the smallest element around the range."""
    xpath: str
    """The same as an XPath."""
    anchor: str
    """The id of the nearest element that has one, at the range or before it."""
    fragment: str
    """A text fragment, ``#:~:text=...``, which browsers scroll to and highlight."""
    link: str
    """The address of the page with the fragment; the fragment alone if the address is not known."""

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, ready for JSON."""
        return _fields(self)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of the text for a model."""

    text: str
    markdown: str
    """The blocks of the text as Markdown. A part of a table has the heading rows of the table."""
    headings: tuple[str, ...]
    """The headings that it is under, the headline of the page first."""
    start: int
    stop: int
    """The text is ``Document.text[start:stop]``. With an overlap it begins before the end of the chunk before."""
    tokens: int
    """The number of tokens of the text."""
    link: str
    """The address of the page with a text fragment, which browsers scroll to and highlight."""
    span: Span | None = None
    """The range of bytes in the page, as in a ``Citation``."""
    path: str = ""
    """A CSS path to the smallest element around it."""
    xpath: str = ""
    """The same as an XPath."""
    anchor: str = ""
    """The id of the nearest element that has one, at its start or before it."""

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, ready for JSON."""
        return _fields(self)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of the text that did not fit."""

    headings: tuple[str, ...]
    """The headings that it is under."""
    tokens: int
    is_whole: bool
    """Whether nothing under these headings did fit."""

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, ready for JSON."""
        return _fields(self)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The beginning of a text that fits into a budget: the headline, the lead, then the sections in order."""

    text: str
    markdown: str
    tokens: int
    left_out: tuple[LeftOut, ...]
    """What did not fit, section by section; empty if all did."""

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, ready for JSON."""
        return {**_fields(self), "left_out": [part.to_dict() for part in self.left_out]}
