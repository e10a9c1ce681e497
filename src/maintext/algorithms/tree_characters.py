"""Characters along the tree.

C. Sun, Y. Guan, "A statistical approach for content extraction from Web page", Journal of Chinese Information
Processing, 2004.

The search starts at the body and goes down: to the child with the most characters, as long as that child has at least
``share`` of the characters of its parent. Where no child has, the text is spread over the children, and the element
that was reached is the main text.

Our choices where the paper says nothing:

- Characters are those that are not white space, in any script; the paper counts Chinese ones. Those in links do not
  count: menus are full of them. ``links=True`` counts them.
- The share is 0.6. Between 0.5 and 0.7 it makes little difference.
- Of equal children the first one is taken.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.algorithms.quantities import Floats, shown_rows
from maintext.errors import OptionError, check_fields
from maintext.selection import Column, Ready, Selection, nothing
from maintext.table import Ints, PageTable


@dataclass(frozen=True, slots=True)
class TreeCharacters:
    """Go down while N(child) / N(parent) >= share, N being the characters in an element."""

    name: ClassVar[str] = "tree-characters"
    share: float = 0.6
    links: bool = False
    """Whether characters in links count."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type, or a share that is not between 0 and 1."""
        check_fields(self)
        if not 0 < self.share <= 1:
            raise OptionError(f"share must be above 0 and at most 1, not {self.share!r}")

    def select(self, table: PageTable) -> Selection:
        """The element in which the text spreads over the children."""
        shown = shown_rows(table)
        counted = shown if self.links else shown & ~table.in_link
        n = table.subtree(np.where(counted, table.characters, 0))
        body = int(np.argmax(shown)) if shown.any() else 0
        if not shown.any() or not n[body]:
            return nothing(table, "the page has no text outside links" if shown.any() else "the page has no text")
        share = _shares(table, n)
        reached = self._reached(table, n, share, body)
        keep = np.zeros(len(table), dtype=bool)
        keep[reached : table.end[reached]] = True
        keep &= shown
        quantities: dict[str, Column] = {"N": n, "share": share, "score": n / int(n[body])}
        details = Ready(np.array([reached]), shown & (n > 0), quantities)
        return Selection(keep[table.segment_owner], float(n[reached] / n[body]), "", details)

    def _reached(self, table: PageTable, n: Ints, share: Floats, body: int) -> int:
        """The last element on the way down."""
        rows = np.flatnonzero((n > 0) & (share >= self.share))[1:]
        rows = rows[np.lexsort((-rows, n[rows]))]
        largest_child = np.full(len(table), -1)
        # Of several rows the last one stays: the largest child, of equal ones the first on the page.
        largest_child[table.parent[rows]] = rows
        row = body
        while largest_child[row] >= 0:
            row = int(largest_child[row])
        return row


def _shares(table: PageTable, n: Ints) -> Floats:
    """The part of its parent's characters that each row has; 1 for the root."""
    above = np.append(n[:1], n[table.parent[1:]])
    return n / np.maximum(1, above)
