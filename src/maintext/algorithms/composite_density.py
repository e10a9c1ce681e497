"""Composite text density (CETD).

F. Sun, D. Song, L. Liao, "DOM based content extraction via text density", 2011.

An element has a density (CTD) and a density sum: the densities of its children and of its own texts. The element with
the largest density sum, M, has most of the main text. The smallest density on the way from M up to the body is the
threshold. From the body down, every element at or above the threshold contributes the element with the largest density
sum in it, whole; below an element under the threshold nothing more is looked for.

Our choices where the paper says nothing:

- C counts characters that are not white space. Only visible elements of the body count as tags.
- T and LT count the elements below. Links are ``a``, ``button`` and ``select``, with everything in them.
- A quantity that is 0 counts as 1, also C - LC and the LC of the body: on a page without links r would be 0 and the
  base of the logarithm 1.
- Of equal density sums the first element in the document wins, which is the outermost.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

import numpy as np

from maintext.algorithms.quantities import Floats, best_of_subtree, shown_rows, sum_by_owner, sum_of_children
from maintext.errors import check_fields
from maintext.selection import Ready, Selection, nothing
from maintext.table import Ints, Mask, PageTable

_LINKS: Final = frozenset({"a", "button", "select"})


@dataclass(frozen=True, slots=True)
class CompositeDensity:
    """CTD = C/T * ln(C*T / (LC*LT)) / ln ln(C*LC/(C - LC) + r*C + e), with r = LC/C of the body."""

    name: ClassVar[str] = "composite-density"
    density: Literal["composite", "plain"] = "composite"
    """``plain`` is the paper's simpler density, C/T."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a density that does not exist."""
        check_fields(self)

    def select(self, table: PageTable) -> Selection:
        """The elements with the largest density sums in the elements at or above the threshold."""
        shown = shown_rows(table)
        is_link = table.inside(table.has_tag(_LINKS))
        own = np.where(shown, table.characters, 0)
        c = table.subtree(own)
        body = int(np.argmax(shown)) if shown.any() else 0
        if not shown.any() or not c[body]:
            return nothing(table, "the page has no text")
        lc = table.subtree(own * is_link)
        t = table.below(shown)
        lt = table.below(shown & is_link)
        r = max(1, int(lc[body])) / int(c[body])
        ctd = np.where(shown, self._densities(c, lc, t, lt, r), 0.0)
        density_sum = np.where(shown, sum_of_children(table, ctd) + _own_densities(table, r), 0.0)

        best = best_of_subtree(table, density_sum)
        m = int(best[body])
        threshold = _least_on_the_way_up(table, ctd, m, body)
        reached = shown & (table.coverage(shown & (ctd < threshold)) == 0)
        taken = np.zeros(len(table), dtype=bool)
        taken[best[reached]] = True
        depth = table.coverage(taken)
        keep = shown & (depth > 0)
        quantities = {"C": c, "T": t, "LC": lc, "LT": lt, "CTD": ctd, "score": density_sum}
        details = Ready(np.flatnonzero(taken & (depth == 1)), shown, quantities)
        return Selection(keep[table.segment_owner], float(density_sum[m]), "", details)

    def _densities(self, c: Ints, lc: Ints, t: Ints, lt: Ints, r: float) -> Floats:
        c1, lc1, t1, lt1, unlinked = (np.maximum(1, column).astype(np.float64) for column in (c, lc, t, lt, c - lc))
        if self.density == "plain":
            return np.where(c > 0, c1 / t1, 0.0)
        return c1 / t1 * np.log(c1 * t1 / (lc1 * lt1)) / np.log(np.log(c1 * lc1 / unlinked + r * c1 + np.e))


def _own_densities(table: PageTable, r: float) -> Floats:
    """For each row the sum over its own texts of L characters: L * ln(L) / ln ln(r*L + e)."""
    length = np.maximum(1, table.segment_characters)
    return sum_by_owner(table, length * np.log(length) / np.log(np.log(r * length + np.e)))


def _least_on_the_way_up(table: PageTable, value: Floats, row: int, top: int) -> float:
    is_around: Mask = (np.arange(len(table)) <= row) & (table.end > row)
    is_around[:top] = False
    return float(value[is_around].min())
