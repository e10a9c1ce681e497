"""Rows as Arrow tables (extra ``batch``)."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

import pyarrow as pa

from maintext.batch.fields import field_kinds

CHUNK: Final = pa.struct(
    [
        ("text", pa.string()),
        ("markdown", pa.string()),
        ("headings", pa.list_(pa.string())),
        ("start", pa.int64()),
        ("stop", pa.int64()),
        ("tokens", pa.int64()),
        ("link", pa.string()),
        ("path", pa.string()),
        ("xpath", pa.string()),
        ("anchor", pa.string()),
        ("byte_start", pa.int64()),
        ("byte_stop", pa.int64()),
    ]
)
"""A chunk of the text, see ``Document.chunks``."""
_TYPES: Final = {"text": pa.string(), "number": pa.float64(), "data": pa.string(), "chunks": pa.list_(CHUNK)}


def schema_of(names: Iterable[str]) -> pa.Schema:
    """The schema of some fields: numbers as floats, chunks as lists of structs, data as JSON."""
    return pa.schema([(name, _TYPES[field_kinds().get(name, "text")]) for name in names])


def table_of(rows: Sequence[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    """The rows as a table."""
    return pa.table([column_of([row[name] for row in rows], name) for name in schema.names], schema=schema)


def column_of(values: list[Any], name: str) -> pa.Array:
    """The values of one field as an array. Lone surrogates, which Arrow cannot store, are replaced."""
    kind = field_kinds().get(name, "text")
    if kind == "data":
        values = [None if value is None else json.dumps(value, ensure_ascii=False) for value in values]
    try:
        return pa.array(values, _TYPES[kind])
    except UnicodeEncodeError:
        return pa.array([value and value.encode("utf-8", "replace").decode() for value in values], _TYPES[kind])
