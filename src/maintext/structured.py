"""Linked data (JSON-LD) in a page's scripts."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from maintext import tags
from maintext.table import PageTable

_MIME_TYPE = "application/ld+json"


def linked_data_values(table: PageTable, names: tuple[str, ...]) -> Iterator[str]:
    """The values of the given names anywhere in the page's JSON-LD, all of the first name before the second."""
    objects = [item for content in _contents(table) for item in _objects(content)]
    for name in names:
        yield from (value for item in objects if isinstance(value := item.get(name), str))


def _contents(table: PageTable) -> Iterator[Any]:
    for row in np.flatnonzero(table.tag == tags.code_of("script")).tolist():
        if table.attributes(row).get("type", "").lower().startswith(_MIME_TYPE):
            try:
                yield json.loads(table.inner_markup(row), strict=False)
            except (ValueError, RecursionError):
                continue


def _objects(content: Any) -> Iterator[dict[str, Any]]:
    """All objects in a JSON value, from the outside in."""
    waiting = [content]
    for value in waiting:
        if isinstance(value, dict):
            yield value
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
