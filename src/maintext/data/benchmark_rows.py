"""Rows of WebMainBench, whose fields have names of their own."""

from collections.abc import Mapping
from typing import Any, Final

_LABELS: Final = ("groundtruth_content", "convert_main_content", "content")
"""The main text as Markdown: what people wrote, what a program made of the marked elements, and an older name."""
_OWN: Final = frozenset({"track_id", "groundtruth_content", "convert_main_content"})
"""A row with one of these fields is from WebMainBench."""


def is_benchmark_row(row: Mapping[str, Any]) -> bool:
    """Whether a row of JSON has the fields of WebMainBench."""
    return not _OWN.isdisjoint(row)


def common_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a row under the names that the other layouts use; ``is_markdown`` says what the text is.

    Raises:
        KeyError: the row has no name or no label.
    """
    label = next((name for name in _LABELS if row.get(name) is not None), _LABELS[0])
    facts = row.get("meta")
    facts = facts if isinstance(facts, dict) else {}
    return {
        "id": row["track_id"] if "track_id" in row else row["id"],
        "html": row["html"],
        "text": row[label],
        "url": row.get("url"),
        "language": row.get("language") or facts.get("language"),
        "is_markdown": True,
    }
