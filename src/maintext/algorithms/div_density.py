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
from typing import ClassVar, Final, Literal

from maintext.algorithms._methods import TagKind, div_densities
from maintext.algorithms.quantities import kinds_of_tags
from maintext.errors import check_fields
from maintext.selection import Selection, best_row, nothing
from maintext.table import PageTable

_KINDS: Final = {
    reading: kinds_of_tags(
        {
            TagKind.LINK: frozenset({taken}),
            TagKind.PARAGRAPH: frozenset({"p"}),
            TagKind.CANDIDATE: frozenset({"div"}),
        }
    )
    for reading, taken in (("links", "a"), ("printed", "p"))
}
"""By reading what each tag is. What eq. 1 and 2 take out counts as links."""


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
        candidates, counts, figures = div_densities(table, _KINDS[self.reading])
        if not candidates.any():
            return nothing(table, "the page has no div, and only divs compete in this method")
        nc, npc, nd, taken, npd, np_ = counts.T
        dt, dp, ds = figures.T
        quantities = {
            "NC": nc,
            "NPC": npc,
            "ND": nd,
            "taken": taken,
            "NPD": npd,
            "NP": np_,
            "DT": dt,
            "DP": dp,
            "score": ds,
        }
        return best_row(table, candidates, quantities)
