"""From records to rows, in workers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from maintext.batch.record import MOST_BYTES, Record
from maintext.errors import PageError
from maintext.fields import fields_of
from maintext.many import RawPage, bundle_weight, document_maker, told
from maintext.options import EVERYTHING, Options
from maintext.selection import Method
from maintext.workers import Crew, Failed

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


def rows(records: Iterable[Record], wanted: Wanted, workers: int, seconds: float) -> Iterator[tuple[Record, Row]]:
    """Each record with its row, in order."""
    crew = Crew(row_maker, (wanted,), workers, seconds, _weight)
    for record, answer in crew.answers(records):
        yield record, empty_row(record, wanted.fields, answer.error) if isinstance(answer, Failed) else answer


def row_maker(wanted: Wanted) -> Callable[[Record], Row]:
    """A function that gives the row of a record, come what may; made once in each worker."""
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


def _weight(record: Record) -> float:
    return bundle_weight(len(record.html) if isinstance(record.html, str | bytes) else 0)
