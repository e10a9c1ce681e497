"""The long forms of abbreviations, from the ``title`` of ``abbr``."""

import re
from collections.abc import Iterator
from typing import Final

from maintext.table import PageTable

_SHORT: Final = re.compile(r"[^\W\d_][\w.&/-]{1,11}")
_MAX_EXPANSION: Final = 80
_NEAR: Final = 200
"""Bytes around an abbreviation in which the page may have written the long form itself."""


def expansions(table: PageTable, rows: list[int]) -> Iterator[tuple[int, str]]:
    """The rows of the first occurrence of each abbreviation that the page explains, with its long form."""
    explained: set[str] = set()
    for row in sorted(rows):
        expansion = " ".join(table.attribute(row, "title").split())
        if not expansion or len(expansion) > _MAX_EXPANSION:
            continue
        text = table.text_of(row)
        if text not in explained and _is_expansion(text, expansion):
            explained.add(text)
            if expansion.casefold() not in _text_around(table, row):
                yield row, expansion


def _is_expansion(text: str, expansion: str) -> bool:
    """Whether a title is the long form of a text: longer, and with the letters of the text in their order.

    Titles of ``abbr`` also hold dates and explanations.
    """
    if not _SHORT.fullmatch(text) or len(expansion) < len(text) + 2:
        return False
    letters = iter(expansion.casefold())
    return expansion[0].casefold() == text[0].casefold() and all(
        letter in letters for letter in text.casefold() if letter.isalpha()
    )


def _text_around(table: PageTable, row: int) -> str:
    start = int(table.segment_place[table.segment_start[row]])
    stop = int(table.segment_place[table.segment_stop[row]])
    around = table.encoded[max(start - _NEAR, 0) : stop + _NEAR]
    return " ".join(around.decode("utf-8", "ignore").split()).casefold()
