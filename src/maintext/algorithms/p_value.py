"""P value.

Q. Lv, S. Cao, Y. Wang, Q. Yin, X. Zheng, "An algorithm to extract and judge the main text based on the law of total
probability", 2017.

The element with the highest P (eq. 1) is the main text, and that P is the probability that the page has one.

The two programs that the authors published also drop elements without text, with all that is in them, before they
compute P; the paper does not mention it. The first one (``empty="drop"``) spares only ``br``. The later one
(``empty="drop-outside"``) also spares ``img``, ``p`` and ``div``, and everything in them. ``empty="keep"`` is the paper
as printed. The default is best for both tasks, see docs/research/methods/p-value.md.

Our choices where the paper says nothing:

- Text lengths count visible characters, so indentation is not text. Tags count with their spaces.
- l_s is the length of the element's own tags, of the tags below it and of its text after step 1: without the removed
  elements, comments, and the attributes id, class and style.
- Links and ``<br>`` are not candidates: a link has no valid text, a line break no text at all.
- Of equal values the first element in the document wins, which is the outermost.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from maintext.algorithms._methods import Empty, TagKind, p_values
from maintext.algorithms.quantities import kinds_of_tags
from maintext.errors import check_fields
from maintext.selection import Selection, best_row
from maintext.table import PageTable, tags

HAS_MAIN_TEXT: Final = 0.5
"""A page has a main text if its P value is at least this."""
_REMOVED: Final = frozenset(
    "script noscript style embed label form input iframe head meta link object aside channel img".split()
)
_NO_CONTENT: Final = frozenset({"a", "br"})
_EMPTY: Final = {"keep": Empty.KEEP, "drop": Empty.DROP, "drop-outside": Empty.DROP_OUTSIDE}
_KINDS: Final = {
    empty: kinds_of_tags(
        {
            TagKind.LINK: frozenset({"a"}),
            TagKind.REMOVED: _REMOVED,
            TagKind.CANDIDATE: frozenset(tags.NAMES) - _NO_CONTENT,
            TagKind.SPARED: frozenset(spared.split()),
        }
    )
    for empty, spared in (("keep", ""), ("drop", "br"), ("drop-outside", "br img p div"))
}
"""What each tag is, by what happens to elements without text."""


@dataclass(frozen=True, slots=True)
class PValue:
    """P = (l_t / l_s) * (l_vt / L_VT)   (eq. 1)."""

    name: ClassVar[str] = "p-value"
    empty: Literal["drop", "drop-outside", "keep"] = "drop"

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value that does not exist."""
        check_fields(self)

    def select(self, table: PageTable) -> Selection:
        """The element with the highest P value."""
        candidates, left, counts, lengths, p = p_values(table, _KINDS[self.empty], _EMPTY[self.empty])
        l_s, l_vt = lengths.T
        quantities = {"l_t": counts[:, 0], "l_s": l_s, "l_vt": l_vt, "score": p}
        reason = "no text outside links is left once forms, asides and the like are taken out"
        selection = best_row(table, candidates, quantities, ~left, reason)
        return selection._replace(has_main_text=selection.score)
