"""Turn records into rows, in workers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from maintext.batch.fields import fields_of
from maintext.batch.files import size_of
from maintext.batch.record import MOST_BYTES, Boundary, Record
from maintext.errors import PageError
from maintext.options import EVERYTHING, Options
from maintext.parallel.pages import RawPage, document_maker, one_line_error
from maintext.parallel.pool import WorkerPool
from maintext.selection import Method
from maintext.sites.store import SiteLookup

Row: TypeAlias = dict[str, Any]


def row_names(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of the output."""
    return ("id", "url", *fields, "error")


@dataclass(frozen=True, slots=True)
class RowSpec:
    """How to make a row: the method, its options and the fields of the document."""

    method: Method
    fields: tuple[str, ...]
    options: Options = EVERYTHING
    sites: tuple[Path, ...] = ()
    """Files of sites, in which those of the pages are looked up."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The row of a record, with figures for the progress bar."""

    row: Row
    offset: int
    """The offset of the record."""
    size: int
    """The size of the page, in bytes."""


def row_pool(spec: RowSpec, workers: int, seconds: float) -> WorkerPool:
    """Return a pool of workers that make rows of records."""
    return WorkerPool(answer_maker, (spec,), workers, seconds, on_lost=partial(lost_answer, spec.fields))


def answer_maker(spec: RowSpec) -> Callable[[Record | Boundary], Answer | Boundary]:
    """Return a function that answers each item of a task. Each worker calls this once."""
    return partial(answered, row_maker(spec))


def answered(row_of: Callable[[Record], Row], item: Record | Boundary) -> Answer | Boundary:
    """Return the answer to a record; boundaries are passed through."""
    return item if isinstance(item, Boundary) else Answer(row_of(item), item.offset, _size(item))


def lost_answer(fields: Sequence[str], item: Record | Boundary, error: str) -> Answer | Boundary:
    """Return the answer to a record whose worker was lost."""
    return answered(partial(empty_row, fields=fields, error=error), item)


def row_maker(spec: RowSpec) -> Callable[[Record], Row]:
    """Return a function that makes the row of a record and never raises."""
    fields = spec.fields
    lookup = [SiteLookup(spec.sites).site_of] if spec.sites else []
    document_of = document_maker(spec.method, spec.options, *lookup)

    def row(record: Record) -> Row:
        if record.error:
            return empty_row(record, fields, record.error)
        try:
            page = RawPage(page_of(record), record.url, record.charset, record.fetched, record.kind)
            document = document_of(page)
            if not document.error:
                return {**empty_row(record, fields), **fields_of(document, fields)}
            return empty_row(record, fields, document.error)
        except Exception as error:
            return empty_row(record, fields, one_line_error(error))

    return row


def empty_row(record: Record, fields: Sequence[str], error: str | None = None) -> Row:
    """Return a row whose fields are None."""
    return {"id": record.id, "url": record.url, **dict.fromkeys(fields), "error": error}


def page_of(record: Record) -> str | bytes:
    """The page of a record, read from its file if it is in one.

    Raises:
        PageError: the page is too large.
    """
    if isinstance(record.html, Path):
        with record.html.open("rb") as file:
            page: str | bytes = file.read(MOST_BYTES + 1)
    else:
        page = record.html or b""
    if len(page) > MOST_BYTES:
        raise PageError(f"the page has more than {MOST_BYTES} bytes")
    return page


def _size(record: Record) -> int:
    if isinstance(record.html, Path):
        return size_of(record.html)
    return len(record.html or b"")
