"""Link density.

R. Gunasundari, S. Karthikeyan, "A study of content extraction from web pages based on links".

The search goes down from the root, level by level. A basic node may contain the content, a precise node is content. A
basic node that is also precise is selected as a whole; otherwise the search continues in its children (steps 3 and 4).
The precise siblings of a selected node are selected too, even if they are too short to be basic (step 5).

Our choices where the paper says nothing:

- LTD is link characters / all characters, LA the ``<a>`` below, LAD the ``<a>`` below / the elements below, NTL all
  characters. Below means all descendants; a node without any has an LAD of 0. Only visible characters count. Elements
  without text, and script, style, form, marquee and meta, are removed first (step 2) and count nowhere.
- The paper prints LA = 10 for basic nodes too, but its own example accepts ``<body>`` with many more links. So LA is
  not a condition for basic nodes by default; ``basic_la=10`` adds it.
- Text directly in a basic node that is not precise is lost, as in the paper's algorithm.
- The paper has no score. Ours is a row's share of the page's characters outside links, and for the page the sum over
  the selected rows.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from maintext.algorithms._methods import LinkSearch, TagKind
from maintext.algorithms.quantities import kinds_of_tags
from maintext.errors import check_fields
from maintext.selection import Column, Ready, Selection, nothing
from maintext.table import PageTable

_KINDS: Final = kinds_of_tags(
    {
        TagKind.LINK: frozenset({"a"}),
        TagKind.REMOVED: frozenset({"script", "style", "form", "marquee", "meta"}),
    }
)


@dataclass(frozen=True, slots=True)
class LinkDensity:
    """The paper's thresholds, which it says to adjust to the site."""

    name: ClassVar[str] = "link-density"
    ltd: float = 0.4
    ntl: int = 100
    lad: float = 0.5
    basic_la: int | None = None
    precise_ltd: float = 0.1
    precise_la: int = 10
    precise_ntl: int = 50
    precise_lad: float = 0.1

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type."""
        check_fields(self)

    def select(self, table: PageTable) -> Selection:
        """All precise nodes that can be reached from the root through basic nodes."""
        counted, counts, figures, judgements, taken, keep = LinkSearch(table, _KINDS).found(self)
        ntl, _, _, la, *_ = counts.T
        ltd, lad, share = figures.T
        basic, precise = judgements.T
        quantities: dict[str, Column] = {
            "LTD": ltd,
            "LA": la,
            "LAD": lad,
            "NTL": ntl,
            "basic": basic,
            "precise": precise,
            "score": share,
        }
        rows = np.flatnonzero(taken)
        if not len(rows):
            reason = (
                "no precise node is reached through basic ones: the text is too scattered among links"
                if basic[1:].any()
                else "the page is not suitable for this method: no basic node"
            )
            return nothing(table, reason, 0.0, counted, quantities)
        return Selection(keep, float(share[rows].sum()), "", Ready(rows, counted, quantities))
