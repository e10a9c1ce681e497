"""Pages in Arrow tables: the one function that all engines call (extra ``batch``).

>>> import maintext.arrow, pyarrow as pa
>>> batch = pa.RecordBatch.from_pydict({"html": ["<title>Rain</title><p>It rained all day."], "crawl": ["2024-05"]})
>>> maintext.arrow.extract_batch(batch, fields=["title", "text"]).to_pylist()
[{'crawl': '2024-05', 'title': 'Rain', 'text': 'It rained all day.', 'error': None}]
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

try:
    import pyarrow as pa
except ImportError as error:
    raise ImportError("maintext.arrow needs pyarrow: pip install 'maintext[batch]'") from error

from maintext.algorithms import method_named
from maintext.batch.fields import DEFAULT_FIELDS, checked_fields, field_kinds
from maintext.batch.inputs import all_records, inputs_at
from maintext.batch.record import Columns, Record, page_record
from maintext.batch.rows import Wanted, row_maker
from maintext.errors import DataError
from maintext.extraction import DEFAULT_METHOD
from maintext.options import EVERYTHING, Options
from maintext.selection import Method

_TYPES: Final = {"text": pa.string(), "number": pa.float64(), "data": pa.string()}
_KNOWN: Final = ("charset", "fetched", "error")
"""What a column of pages may have next to it."""
PAGE_SCHEMA: Final = pa.schema(
    [
        ("id", pa.string()),
        ("url", pa.string()),
        ("html", pa.binary()),
        ("charset", pa.string()),
        ("fetched", pa.timestamp("us", "UTC")),
        ("error", pa.string()),
    ]
)
"""The columns of ``page_batches``."""


def schema_of(names: Iterable[str]) -> pa.Schema:
    """The columns of some fields: numbers as such, data as JSON, all else as text."""
    return pa.schema([(name, _TYPES[field_kinds().get(name, "text")]) for name in names])


def table_of(rows: Sequence[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    """Rows as a table."""
    return pa.table([_column([row[name] for row in rows], name) for name in schema.names], schema=schema)


def output_schema(
    schema: pa.Schema, html: str = "html", url: str | None = "url", fields: Iterable[str] = DEFAULT_FIELDS
) -> pa.Schema:
    """The schema of what ``extract_batch`` makes of batches with a schema; engines want to know it before."""
    names = checked_fields(fields)
    return pa.schema([*(schema.field(name) for name in kept_columns(schema.names, html, url, names)), *_made(names)])


def kept_columns(names: Iterable[str], html: str, url: str | None, fields: Iterable[str]) -> list[str]:
    """Columns of the input that are in the output: not the pages, and none whose name is needed."""
    replaced = {html, "error", *_KNOWN, *fields} - {url}
    return [name for name in names if name not in replaced]


def extract_batch(  # noqa: PLR0913 (all but the batch have defaults)
    batch: pa.RecordBatch,
    html: str = "html",
    url: str | None = "url",
    fields: Iterable[str] = DEFAULT_FIELDS,
    method: str | Method = DEFAULT_METHOD,
    *,
    options: Options = EVERYTHING,
) -> pa.RecordBatch:
    """The columns of a batch without the pages, and with the fields of their documents and the ``error``.

    The columns ``charset``, ``fetched`` and ``error`` of ``page_batches`` are made use of where they are there.

    Args:
        batch: what has the pages.
        html: the column with the pages, text or binary; a row without one has an error.
        url: the column that says where they are from, if there is one.
        fields: parts of a Document; what is neither text nor number becomes JSON.
        method: a name from ``maintext.methods()`` or a method with options of your own.
        options: what of the main text is wanted.
    """
    names = checked_fields(fields)
    if html not in batch.schema.names:
        raise DataError(f"there is no column {html!r}; there are {', '.join(batch.schema.names)}")
    row_of = row_maker(Wanted(method_named(method), names, options))
    known = {name: batch.column(name) for name in (html, url or "", *_KNOWN) if name in batch.schema.names}
    pages = ({name: column[n].as_py() for name, column in known.items()} for n in range(batch.num_rows))
    rows = [row_of(_record(page, html, url)) for page in pages]
    kept = [batch.column(name) for name in kept_columns(batch.schema.names, html, url, names)]
    made = [_column([row[name] for row in rows], name) for name in (*names, "error")]
    return pa.RecordBatch.from_arrays([*kept, *made], schema=output_schema(batch.schema, html, url, names))


def extract_table(table: pa.Table, **options: Any) -> pa.Table:
    """The same for a whole table, a batch of it at a time; the options are those of ``extract_batch``."""
    where = {name: value for name, value in options.items() if name not in {"method", "options"}}
    batches = [extract_batch(batch, **options) for batch in table.to_batches()]
    return pa.Table.from_batches(batches, output_schema(table.schema, **where))


def page_batches(paths: Iterable[str | Path], rows: int = 64) -> Iterator[pa.RecordBatch]:
    """The pages of anything that ``maintext batch`` reads, some at a time, for engines to share out."""
    records = all_records(inputs_at([Path(path) for path in paths]), Columns())
    while group := list(islice(records, rows)):
        found = [{name: getattr(record, name) for name in PAGE_SCHEMA.names} for record in group]
        yield pa.RecordBatch.from_pylist([{**row, "html": _bytes_of(row["html"])} for row in found], PAGE_SCHEMA)


def _record(values: dict[str, Any], html: str, url: str | None) -> Record:
    record = page_record("", values.get(url or ""), values[html], html)
    if values.get("error"):
        return replace(record, error=values["error"])
    return replace(record, charset=values.get("charset"), fetched=values.get("fetched"))


def _bytes_of(page: str | bytes | Path | None) -> bytes | None:
    if isinstance(page, Path):
        return page.read_bytes()
    return page.encode("utf-8", "replace") if isinstance(page, str) else page


def _made(names: Sequence[str]) -> pa.Schema:
    return schema_of((*names, "error"))


def _column(values: list[Any], name: str) -> pa.Array:
    kind = field_kinds().get(name, "text")
    if kind == "data":
        values = [None if value is None else json.dumps(value, ensure_ascii=False) for value in values]
    try:
        return pa.array(values, _TYPES[kind])
    except UnicodeEncodeError:
        return pa.array([value and value.encode("utf-8", "replace").decode() for value in values], _TYPES[kind])
