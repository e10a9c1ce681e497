"""From records to rows, in workers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from maintext.batch.fields import fields_of
from maintext.batch.record import MOST_BYTES, Border, Record
from maintext.errors import PageError
from maintext.options import EVERYTHING, Options
from maintext.parallel.pages import RawPage, document_maker, told
from maintext.parallel.pool import Crew
from maintext.selection import Method

Row: TypeAlias = dict[str, Any]


def row_names(fields: Sequence[str]) -> tuple[str, ...]:
    """The columns of the output."""
    return ("id", "url", *fields, "error")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a row is made of."""

    method: Method
    fields: tuple[str, ...]
    options: Options = EVERYTHING


@dataclass(frozen=True, slots=True)
class Answer:
    """The row of a record, and what else is told of it."""

    row: Row
    place: int
    """That of the record."""
    size: int
    """Of the page, in bytes."""


def row_crew(wanted: Wanted, workers: int, seconds: float) -> Crew:
    """Workers that answer to the records of a load."""
    return Crew(answer_maker, (wanted,), workers, seconds, excuse=partial(excused, wanted.fields))


def answer_maker(wanted: Wanted) -> Callable[[Record | Border], Answer | Border]:
    """A function that answers to what a load has; made once in each worker."""
    return partial(answered, row_maker(wanted))


def answered(row_of: Callable[[Record], Row], task: Record | Border) -> Answer | Border:
    """The answer to a record by its row; borders pass."""
    return task if isinstance(task, Border) else Answer(row_of(task), task.place, _size(task))


def excused(fields: Sequence[str], task: Record | Border, error: str) -> Answer | Border:
    """The answer to a record that cost its worker."""
    return answered(partial(empty_row, fields=fields, error=error), task)


def row_maker(wanted: Wanted) -> Callable[[Record], Row]:
    """A function that gives the row of a record, come what may."""
    document_of, fields = document_maker(wanted.method, wanted.options), wanted.fields

    def row(record: Record) -> Row:
        if record.error:
            return empty_row(record, fields, record.error)
        try:
            page = RawPage(_content(record), record.url, record.charset, record.fetched)
            document = document_of(page)
            if not document.error:
                return {**empty_row(record, fields), **fields_of(document, fields)}
            return empty_row(record, fields, document.error)
        except Exception as error:
            return empty_row(record, fields, told(error))

    return row


def empty_row(record: Record, fields: Sequence[str], error: str | None = None) -> Row:
    """The row of a record of which nothing is known yet, or never will be."""
    return {"id": record.id, "url": record.url, **dict.fromkeys(fields), "error": error}


def _content(record: Record) -> str | bytes:
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
        return record.html.stat().st_size if record.html.exists() else 0
    return len(record.html or b"")
