"""Pages in Arrow tables: the function that all engines call (extra ``batch``).

>>> import maintext.arrow, pyarrow as pa
>>> batch = pa.RecordBatch.from_pydict({"html": ["<title>Rain</title><p>It rained all day."], "crawl": ["2024-05"]})
>>> maintext.arrow.extract_batch(batch, fields=["title", "text"]).to_pylist()
[{'crawl': '2024-05', 'title': 'Rain', 'text': 'It rained all day.', 'error': None}]
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

try:
    import pyarrow as pa
except ImportError as error:
    raise ImportError("maintext.arrow needs pyarrow. Install it with: pip install 'maintext[batch]'") from error

from maintext.algorithms import method_named
from maintext.batch.arrow_rows import column_of, schema_of
from maintext.batch.fields import DEFAULT_FIELDS, checked_fields
from maintext.batch.inputs import all_records, inputs_at
from maintext.batch.record import Columns, Record, page_record
from maintext.batch.rows import RowSpec, row_maker
from maintext.errors import DataError
from maintext.extraction import DEFAULT_METHOD
from maintext.options import EVERYTHING, Options
from maintext.selection import Method

_KNOWN: Final = ("charset", "fetched", "error")
"""Columns that are used if they are next to a column of pages."""
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


def output_schema(
    schema: pa.Schema, html: str = "html", url: str | None = "url", fields: Iterable[str] = DEFAULT_FIELDS
) -> pa.Schema:
    """The schema that ``extract_batch`` returns for batches of a schema; engines need it before the first batch."""
    names = checked_fields(fields)
    return pa.schema([*(schema.field(name) for name in kept_columns(schema.names, html, url, names)), *_made(names)])


def kept_columns(names: Iterable[str], html: str, url: str | None, fields: Iterable[str]) -> list[str]:
    """The columns of the input that are in the output: all except the pages and those that a field replaces."""
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
    sites: str | Path | None = None,
) -> pa.RecordBatch:
    """Replace the pages of a batch by fields of their documents, and add a column ``error``.

    The columns ``charset``, ``fetched`` and ``error`` of ``page_batches`` are used if the batch has them.

    Args:
        batch: the pages.
        html: the column with the pages, text or binary. A row without a page gets an error.
        url: the column with the addresses of the pages, if there is one.
        fields: parts of a Document. A part that is neither text nor a number is written as JSON.
        method: a name from ``maintext.methods()``, or a method with options.
        options: which parts of the main text to keep.
        sites: a file of sites, by ``maintext site learn`` or by ``learn_sites`` of an engine.
    """
    names = checked_fields(fields)
    if html not in batch.schema.names:
        raise DataError(f"there is no column {html!r}; the columns are {', '.join(batch.schema.names)}")
    row_of = row_maker(RowSpec(method_named(method), names, options, () if sites is None else (Path(sites),)))
    known = {name: batch.column(name) for name in (html, url or "", *_KNOWN) if name in batch.schema.names}
    pages = ({name: column[n].as_py() for name, column in known.items()} for n in range(batch.num_rows))
    rows = [row_of(_record(page, html, url)) for page in pages]
    kept = [batch.column(name) for name in kept_columns(batch.schema.names, html, url, names)]
    made = [column_of([row[name] for row in rows], name) for name in (*names, "error")]
    return pa.RecordBatch.from_arrays([*kept, *made], schema=output_schema(batch.schema, html, url, names))


def extract_table(table: pa.Table, **options: Any) -> pa.Table:
    """Like ``extract_batch``, for a whole table and with the same options; works on one batch at a time."""
    where = {name: value for name, value in options.items() if name not in {"method", "options", "sites"}}
    batches = [extract_batch(batch, **options) for batch in table.to_batches()]
    return pa.Table.from_batches(batches, output_schema(table.schema, **where))


def page_batches(paths: Iterable[str | Path], rows: int = 64) -> Iterator[pa.RecordBatch]:
    """Batches of the pages in all files that ``maintext batch`` reads, for engines to distribute."""
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
