"""Text density.

H. Hong, S. Ding, A. Huang, Z. Guo, "Text extraction method based on text and symbol density", 2019.

The element with the highest score (eq. 2) is the main text. ``<body>`` is the root. Elements without visible text
(scripts, styles, frames) are removed first and count nowhere.

Our choices where the paper says nothing:

- T counts characters that are not white space, so indentation is not text.
- TG and LTG count the elements below the node, without the node itself.
- Eq. 1 is undefined if the node contains no elements other than links (TG = LTG), as in a paragraph of plain text. TD
  then has a denominator of 1, but such a node is not a candidate: the paper looks for the element around the
  paragraphs, and a single long paragraph would win. With ``leaves=True`` they are candidates. The body always is.
- SD is the standard deviation of TD over all elements of the page. It is the same for all elements and must not change
  their order, but the logarithm of an SD below 1 is negative and would reverse it. So SD is at least ``sd_floor``, e by
  default, whose logarithm is 1. ``log`` without a base is the natural logarithm.
- Of equal scores the first element in the document wins, which is the outermost.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.errors import check_fields, check_range
from maintext.selection import Column, Selection, best_row
from maintext.table import Mask, PageTable


@dataclass(frozen=True, slots=True)
class TextDensity:
    """Score = ln(SD) * TD * log10(PNum + 2)   (eq. 2)."""

    name: ClassVar[str] = "text-density"
    sd_floor: float = math.e
    leaves: bool = False

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type, or a floor whose logarithm is not positive."""
        check_fields(self)
        check_range("sd_floor", self.sd_floor, above=1)

    def select(self, table: PageTable) -> Selection:
        """The element with the highest text density score."""
        candidates, quantities = densities(table, self.sd_floor, self.leaves)
        return best_row(table, candidates, quantities)


def densities(table: PageTable, sd_floor: float, leaves: bool) -> tuple[Mask, dict[str, Column]]:
    """The candidates, and the quantities of eq. 1 and 2 for every row."""
    shown = table.in_body & table.rendered
    t = table.subtree(table.characters)
    lt = table.subtree(table.characters * table.in_link)
    tg = table.below(shown)
    ltg = table.below(shown & table.is_link)
    p_num = table.below(shown & table.is_paragraph)
    td = (t - lt) / np.maximum(1, tg - ltg)
    sd = float(np.std(td[shown])) if shown.any() else 0.0
    score = math.log(max(sd, sd_floor)) * td * np.log10(p_num + 2)
    is_root = np.arange(len(table)) == np.argmax(shown)
    candidates = shown & (leaves | is_root | (tg > ltg))
    return candidates, {"T": t, "LT": lt, "TG": tg, "LTG": ltg, "TD": td, "PNum": p_num, "score": score}
