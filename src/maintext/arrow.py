"""Pages in Arrow tables: the one function that all engines call (extra ``batch``).

    import maintext.arrow
    rows = maintext.arrow.extract_batch(batch, html="html", url="url", fields=("title", "text"))

A column of the input that is named like one of the output is replaced; the pages themselves are left out.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

try:
    import pyarrow as pa
except ImportError as error:
    raise ImportError("maintext.arrow needs pyarrow: pip install 'maintext[batch]'") from error

from maintext.algorithms import method_named
from maintext.batch.record import page_record
from maintext.batch.rows import row_maker
from maintext.errors import DataError
from maintext.extraction import DEFAULT_METHOD
from maintext.fields import DEFAULT_FIELDS, checked_fields, field_kinds
from maintext.selection import Method

_TYPES: Final = {"text": pa.string(), "number": pa.float64(), "data": pa.string()}


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
    return pa.schema([*_kept(schema, html, url, fields), *schema_of((*checked_fields(fields), "error"))])


def extract_batch(
    batch: pa.RecordBatch,
    html: str = "html",
    url: str | None = "url",
    fields: Iterable[str] = DEFAULT_FIELDS,
    method: str | Method = DEFAULT_METHOD,
) -> pa.RecordBatch:
    """The columns of a batch without the pages, and with the fields of their documents and the ``error``.

    Args:
        batch: what has the pages.
        html: the column with the pages, text or binary; a row without one has an error.
        url: the column that says where they are from, if there is one.
        fields: parts of a Document; what is neither text nor number becomes JSON.
        method: a name from ``maintext.methods()`` or a method with options of your own.
    """
    names = checked_fields(fields)
    if html not in batch.schema.names:
        raise DataError(f"there is no column {html!r}; there are {', '.join(batch.schema.names)}")
    row_of = row_maker(method_named(method), names)
    urls = batch.column(url).to_pylist() if url in batch.schema.names else [None] * batch.num_rows
    found = [
        row_of(page_record("", where, page.as_py(), html)) for page, where in zip(batch.column(html), urls, strict=True)
    ]
    columns = [batch.column(field.name) for field in _kept(batch.schema, html, url, names)]
    columns += [_column([row[name] for row in found], name) for name in (*names, "error")]
    return pa.RecordBatch.from_arrays(columns, schema=output_schema(batch.schema, html, url, names))


def _kept(schema: pa.Schema, html: str, url: str | None, fields: Iterable[str]) -> list[pa.Field]:
    made = {html, "error", *fields} - {url}
    return [field for field in schema if field.name not in made]


def _column(values: list[Any], name: str) -> pa.Array:
    kind = field_kinds().get(name, "text")
    if kind == "data":
        values = [None if value is None else json.dumps(value, ensure_ascii=False) for value in values]
    if kind != "number":
        values = [value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for value in values]
    return pa.array(values, _TYPES[kind])
