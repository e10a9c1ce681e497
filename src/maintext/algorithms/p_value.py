"""P value.

Q. Lv, S. Cao, Y. Wang, Q. Yin, X. Zheng, "An algorithm to extract and judge the main text based on the law of total
probability", 2017.

The element with the highest P (eq. 1) is the main text, and that P is the probability that the page has one.

Read into the paper where it is silent:

- Text lengths count characters that are not white space, so that indentation is no text; a tag counts as it stands.
- l_s is the length of the element's own tags, of the tags below it and of its text, as they are after step 1: without
  the removed elements, comments, and the attributes id, class and style.
- Links and ``<br>`` do not compete: a link has no valid text, a line break no text at all.
- Among equal values the first element in the document, which is the outermost, wins.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from maintext.packed import WIDTH, continues, ends_with, words_at
from maintext.selection import Selection, best_row
from maintext.table import Ints, Mask, PageTable

HAS_MAIN_TEXT: Final = 0.5
"""A page has a main text if its P value is not below this."""
_REMOVED: Final = frozenset(
    "script noscript style embed label form input iframe head meta link object aside channel img".split()
)
_NO_CONTENT: Final = frozenset({"a", "br"})
_DROPPED_ATTRIBUTES: Final = (b' id="', b' class="', b' style="')


@dataclass(frozen=True, slots=True)
class PValue:
    """P = (l_t / l_s) * (l_vt / L_VT)   (eq. 1)."""

    name: ClassVar[str] = "p-value"

    def select(self, table: PageTable) -> Selection:
        """The element with the highest P value."""
        removed = ~table.rendered | table.inside(table.has_tag(_REMOVED))
        characters = np.where(removed, 0, table.characters)
        l_t = table.subtree(characters)
        l_s = l_t + table.subtree(tag_lengths(table, removed))
        l_vt = table.subtree(characters * ~table.in_link)
        page_l_vt = int(l_vt[0]) if len(table) else 0
        p = (l_t / np.maximum(1, l_s)) * (l_vt / max(1, page_l_vt))
        candidates = ~removed & ~table.has_tag(_NO_CONTENT)
        quantities = {"l_t": l_t, "l_s": l_s, "l_vt": l_vt, "score": p}
        reason = "no text outside links is left once forms, asides and the like are taken out"
        return best_row(table, candidates, quantities, removed, reason)


def tag_lengths(table: PageTable, removed: Mask) -> Ints:
    """Characters of each element's start and end tag, without its id, class and style; 0 for removed elements."""
    data = np.frombuffer(table.source, dtype=np.uint8)
    rows = np.flatnonzero(~removed)
    in_tag = _in_start_tags(table, rows)
    start, stop = _dropped_attributes(data, in_tag)
    bytes_in_tags = table.open_end - table.open_start + table.close_end - table.close_start
    lengths = np.where(removed, 0, bytes_in_tags) - _by_row(table, start, stop - start)
    if not table.source.isascii():
        goes_on = np.flatnonzero(continues(data) & in_tag)
        counted = goes_on[_outside(goes_on, start, stop)]
        lengths -= _by_row(table, counted, np.ones(len(counted)))
    return lengths


def _in_start_tags(table: PageTable, rows: Ints) -> Mask:
    """Which bytes of the page stand in the start tags of the given rows."""
    borders = np.zeros(2 * len(rows) + 2, dtype=np.int64)
    borders[1:-1:2], borders[2:-1:2], borders[-1] = table.open_start[rows], table.open_end[rows], len(table.source)
    in_tag = np.zeros(len(borders) - 1, dtype=bool)
    in_tag[1::2] = True
    return np.repeat(in_tag, borders[1:] - borders[:-1])


def _dropped_attributes(data: NDArray[np.uint8], in_tag: Mask) -> tuple[Ints, Ints]:
    """Where id, class and style attributes stand, each from the space before it on.

    In well-formed markup an attribute is a space, a name, ``="``, a value without quotation marks, and another mark.
    """
    quotes = np.flatnonzero((data == ord('"')) & in_tag)
    opening = np.flatnonzero(data[quotes - 1] == ord("="))
    value = quotes[opening]
    before = words_at(data, value + 1 - WIDTH)
    length = np.zeros(len(value), dtype=np.int64)
    for name in _DROPPED_ATTRIBUTES:
        length[ends_with(before, name)] = len(name)
    found = np.flatnonzero(length)
    return value[found] + 1 - length[found], quotes[opening[found] + 1] + 1


def _outside(places: Ints, start: Ints, stop: Ints) -> Mask:
    """Which places lie in none of the spans."""
    outside: Mask = np.searchsorted(start, places, side="right") == np.searchsorted(stop, places, side="right")
    return outside


def _by_row(table: PageTable, places: Ints, counts: NDArray[np.generic]) -> Ints:
    """Sums of the counts by the start tag that each place stands in."""
    rows = np.searchsorted(table.open_start, places, side="right") - 1
    return np.bincount(rows, weights=counts, minlength=len(table)).astype(np.int64)
