"""Text and punctuation density of divs.

J. Xie, "Webpage intelligent parsing algorithm based on text and symbol density", 2022.

Only ``<div>`` elements are candidates. The one with the highest DS (eq. 3) is the main text.

The paper says that NPC and NPD are the length and the number of the ``<p>`` elements below. Taken literally, eq. 1 and
2 subtract the paragraphs from the text and leave nothing of an article. The formulas are those of Hong et al. 2019 with
other names, and there links are subtracted. So the default uses links in eq. 1 and 2, and paragraphs in the logarithm
of eq. 3. ``reading="printed"`` uses the formulas as printed.

Our choices where the paper says nothing:

- NC counts visible characters. ``taken`` is the number of elements that eq. 1 subtracts: the links below the div, or
  the paragraphs in the printed reading.
- The denominator of eq. 1 as printed is at least 1, since each ``<p>`` below is one of the elements below.
- ln(DP) counts as 0 if DP is below 1: such a div has hardly any text.
- Of equal scores the first div in the document wins, which is the outermost.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.errors import check_fields
from maintext.selection import Selection, best_row, nothing
from maintext.table import PageTable, tags


@dataclass(frozen=True, slots=True)
class DivDensity:
    """DS = DT * log10(NPD + 2) * ln(DP)   (eq. 3)."""

    name: ClassVar[str] = "div-density"
    reading: Literal["links", "printed"] = "links"

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a reading that does not exist."""
        check_fields(self)

    def select(self, table: PageTable) -> Selection:
        """The div with the highest density score."""
        shown = table.in_body & table.rendered
        candidates = shown & (table.tag == tags.code_of("div"))
        if not candidates.any():
            return nothing(table, "the page has no div, and only divs compete in this method")
        if self.reading == "links":
            taken, inside_taken = table.is_link, table.in_link
        else:
            taken, inside_taken = table.is_paragraph, table.inside(table.is_paragraph)
        nc = table.subtree(table.characters)
        npc = table.subtree(table.characters * inside_taken)
        nd = table.below(shown)
        taken_below = table.below(shown & taken)
        npd = table.below(shown & table.is_paragraph)
        np_ = table.subtree(table.punctuation)
        dt = (nc - npc) / (nd + 1 - taken_below)
        dp = (nc - npc) / (np_ + 1)
        ds = dt * np.log10(npd + 2) * np.log(np.maximum(dp, 1))
        quantities = {
            "NC": nc,
            "NPC": npc,
            "ND": nd,
            "taken": taken_below,
            "NPD": npd,
            "NP": np_,
            "DT": dt,
            "DP": dp,
            "score": ds,
        }
        return best_row(table, candidates, quantities)
