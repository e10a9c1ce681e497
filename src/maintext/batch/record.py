"""What comes in: a record of an input, which will be a row of the output."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

MOST_BYTES: Final = 50_000_000
"""A page beyond this size is no page that anybody reads; it gets a row that says so."""


@dataclass(frozen=True, slots=True)
class Record:
    """A page of an input, or what is known of one that cannot be read."""

    id: str
    url: str | None = None
    html: str | bytes | Path | None = None
    """The page, or the file that it is in; None for one that is still to be fetched."""
    charset: str | None = None
    fetched: datetime | None = None
    error: str = ""
    """Why there is no page."""
    place: int = 0
    """Up to which byte the input has been read, to tell how much is left."""


@dataclass(frozen=True, slots=True)
class Border:
    """Where a record of a file begins, and a piece of the file begins or ends."""

    place: int


def page_record(identifier: str, url: object, html: object, column: str, place: int = 0) -> Record:
    """The record of a row, whose values may be anything."""
    address = as_text(url)
    if not isinstance(html, str | bytes):
        return Record(identifier, address, error=f"there is no page in {column!r}", place=place)
    return Record(identifier, address, html, place=place)


def as_text(value: object) -> str | None:
    """A name or an address as text that any file can hold."""
    return None if value is None else str(value).encode("utf-8", "replace").decode()


@dataclass(frozen=True, slots=True)
class Columns:
    """What the fields of JSON lines and the columns of Parquet files are called."""

    html: str = "html"
    url: str = "url"
    id: str = "id"


Reader: TypeAlias = Callable[[Path, Columns], Iterator[Record]]
