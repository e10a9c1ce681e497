"""Which attributes of a Document become columns of a row."""

import dataclasses
import inspect
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Any, Final, Literal, TypeAlias

from maintext.document import Chunk, Document
from maintext.errors import OptionError
from maintext.support.cached_property import cached_property

Kind: TypeAlias = Literal["text", "number", "data", "chunks"]

DEFAULT_FIELDS: Final = ("title", "author", "date", "language", "page_type", "confidence", "text", "reason")
_ALWAYS: Final = frozenset({"url", "error"})
"""In every row, whichever fields are requested."""
_LIMITS_HIT: Final = "limits_hit"
_KINDS: Final[dict[str, Kind]] = {
    "str": "text",
    "str | None": "text",
    "datetime.datetime | None": "text",
    "float": "number",
    "float | None": "number",
}


@cache
def field_kinds() -> dict[str, Kind]:
    """Return the kind of each attribute of a Document, by name; "data" is anything but text, numbers and chunks."""
    named = {part.name: str(inspect.formatannotation(part.type)) for part in dataclasses.fields(Document)}
    for name, part in chain.from_iterable(vars(part_of).items() for part_of in Document.__mro__):
        if isinstance(part, cached_property):
            named[name] = inspect.formatannotation(inspect.signature(part.make).return_annotation)
    named[_LIMITS_HIT] = "tuple[str, ...]"
    kinds: dict[str, Kind] = {
        name: _KINDS.get(annotation, "data")
        for name, annotation in named.items()
        if not name.startswith("_") and name not in _ALWAYS
    }
    return {**kinds, "chunks": "chunks"}


def checked_fields(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names without repeats.

    Raises:
        OptionError: a Document has no such attribute.
    """
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in field_kinds():
            raise OptionError(f"a document has no field {name!r}; it has {', '.join(field_kinds())}")
    return chosen


def fields_of(document: Document, names: Iterable[str]) -> dict[str, Any]:
    """Return attributes of a document by name, ready for JSON."""
    values = {name: _plain(document, name) for name in names}
    if _LIMITS_HIT in values:
        values[_LIMITS_HIT] = list(document.limits_hit)  # also those of the fields after it
    return values


def _plain(document: Document, name: str) -> Any:
    """Return an attribute as plain values; data has the form that the document's own JSON has."""
    if name == "chunks":
        return [_chunk(chunk) for chunk in document.chunks()]
    value = getattr(document, name)
    if isinstance(value, datetime):
        return value.isoformat()
    if field_kinds()[name] != "data":
        return value
    return value.to_dict() if hasattr(value, "to_dict") else document.to_dict()[name]


def _chunk(chunk: Chunk) -> dict[str, Any]:
    """Return a chunk as plain values, its range of bytes as two numbers."""
    start, stop = chunk.span or (None, None)
    values = {**chunk.to_dict(), "headings": list(chunk.headings), "byte_start": start, "byte_stop": stop}
    del values["span"]
    return values
