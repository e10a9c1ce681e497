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

from maintext.algorithms._methods import DensitySums, TagKind
from maintext.algorithms.quantities import kinds_of_tags
from maintext.errors import check_fields
from maintext.selection import Ready, Selection, nothing
from maintext.table import PageTable

_KINDS: Final = kinds_of_tags({TagKind.LINK: frozenset({"a", "button", "select"})})


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
        sums = DensitySums(table, _KINDS)
        shown, counts, ctd, density_sum, taken, keep, score = sums.found(self.density == "plain")
        if keep is None:
            return nothing(table, "the page has no text")
        c, lc, t, lt, *_ = counts.T
        quantities = {"C": c, "T": t, "LC": lc, "LT": lt, "CTD": ctd, "score": density_sum}
        return Selection(keep, score, "", Ready(np.flatnonzero(taken), shown, quantities))
