"""A record of an input, which becomes a row of the output."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

MOST_BYTES: Final = 50_000_000
"""The largest page that is extracted. A larger one gets a row with an error."""


@dataclass(frozen=True, slots=True)
class Record:
    """A page of an input, or the error that replaces it."""

    id: str
    url: str | None = None
    html: str | bytes | Path | None = None
    """The page, or the file that contains it; None if it is still to be fetched."""
    charset: str | None = None
    fetched: datetime | None = None
    kind: str | None = None
    """The kind of page, if it is known."""
    error: str = ""
    """Why there is no page."""
    offset: int = 0
    """How many bytes of the input have been read, for the progress bar."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """The offset where a record starts and a piece of the file starts or ends."""

    offset: int


def page_record(identifier: str, url: object, html: object, column: str, offset: int = 0) -> Record:
    """Return the record of a row, whose values may have any type."""
    address = as_text(url)
    if not isinstance(html, str | bytes):
        return Record(identifier, address, error=f"there is no page in {column!r}", offset=offset)
    return Record(identifier, address, html, offset=offset)


def as_text(value: object) -> str | None:
    """Return an id or URL as text that can be encoded as UTF-8."""
    return None if value is None else str(value).encode("utf-8", "replace").decode()


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the fields of JSON lines and the columns of Parquet files."""

    html: str = "html"
    url: str = "url"
    id: str = "id"
    kind: str | None = None
    """Of the kind of page; None to find out the kind of each page."""

    def kind_in(self, row: Mapping[str, object]) -> str | None:
        """The kind of page that a row names, if any."""
        return None if self.kind is None else as_text(row.get(self.kind)) or None


Reader: TypeAlias = Callable[[Path, Columns], Iterator[Record]]
