"""Text density.

H. Hong, S. Ding, A. Huang, Z. Guo, "Text extraction method based on text and symbol density", 2019.

The element with the highest score (eq. 2) is the main text. ``<body>`` is the root. Elements without visible text
(scripts, styles, frames) are removed first and count nowhere.

As in Algorithm 1 of the paper, a node is one of its own tags: itself in TG, an ``<a>`` in its own LTG, a ``<p>`` in its
own PNum. ``count_self=False`` counts only what is below the node.

Our choices where the paper says nothing:

- T counts visible characters: white space, zero-width characters and soft hyphens are not text.
- ``link``, ``meta`` and ``embed`` in the body show no text. They are not tags.
- A leaf, which is an element with nothing but links below it, is not a candidate: the paper looks for the element
  around the paragraphs, and a single long paragraph would win. With ``leaves=True`` leaves are candidates. The body
  always is. The denominator of eq. 1 is at least 1; it would be 0 in a link.
- SD is the standard deviation of TD over all elements of the page, the same for all of them: eq. 2 writes SD without
  the index i that the other quantities have. It must not change the order of the elements, but the logarithm of an SD
  below 1 is negative and would reverse it. So SD is at least ``sd_floor``, e by default, whose logarithm is 1. ``log``
  without a base is the natural logarithm.
- Of equal scores the first element in the document wins, which is the outermost.
"""

import math
from dataclasses import dataclass
from typing import ClassVar, Final

from maintext.algorithms._methods import TagKind, text_densities
from maintext.algorithms.quantities import kinds_of_tags
from maintext.errors import check_fields, check_range
from maintext.selection import Column, Selection, best_row
from maintext.table import Mask, PageTable

_KINDS: Final = kinds_of_tags(
    {
        TagKind.LINK: frozenset({"a"}),
        TagKind.PARAGRAPH: frozenset({"p"}),
        TagKind.REMOVED: frozenset({"link", "meta", "embed"}),
    }
)


@dataclass(frozen=True, slots=True)
class TextDensity:
    """Score = ln(SD) * TD * log10(PNum + 2)   (eq. 2)."""

    name: ClassVar[str] = "text-density"
    sd_floor: float = math.e
    leaves: bool = False
    count_self: bool = True

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type, or a floor whose logarithm is not positive."""
        check_fields(self)
        check_range("sd_floor", self.sd_floor, above=1)

    def select(self, table: PageTable) -> Selection:
        """The element with the highest text density score."""
        candidates, quantities, _ = densities(table, self)
        return best_row(table, candidates, quantities)


def densities(table: PageTable, options: TextDensity) -> tuple[Mask, dict[str, Column], dict[str, Column]]:
    """The candidates, the quantities of eq. 1 and 2 for every row, and those of eq. 4 and 5."""
    candidates, counts, figures = text_densities(table, _KINDS, options.count_self, options.leaves, options.sd_floor)
    t, lt, tg, ltg, p_num, sb = counts.T
    td, score, sbd, symbol_score = figures.T
    text = {"T": t, "LT": lt, "TG": tg, "LTG": ltg, "TD": td, "PNum": p_num, "score": score}
    return candidates, text, {"Sb": sb, "SbD": sbd, "score": symbol_score}
