"""Which blocks to take, given how probable each is: those that promise the best F score, not those above a half.

If every block were main text or not for itself, the expected F1 would be highest when a block is taken whose
probability is above half of the F1 that can be expected: where little is certain more is taken, and where the text is
plain a doubtful block is left out. But the blocks of a list of teasers stand or fall together. So a cut is also judged
as if the truth were another cut, each as likely as the next; the more a page is one to read from beginning to end, the
more that counts.

Then the choice is made whole: a table row is taken or left as one, a small table of which a part was taken is taken
whole where that is likely right, and a heading between two blocks that were taken is taken too. Readers want no half
rows, no tables without their end, no sections without their headings, and no long text twice. Comments are left out but
in a forum, where the posts are the text.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.columns import KINDS
from maintext.algorithms.learned.evidence import Evidence
from maintext.algorithms.learned.loops import choose
from maintext.algorithms.learned.vocabulary import Floats
from maintext.table import Mask

HAS_MAIN_TEXT: Final = ("article", "documentation", "forum")
"""Kinds of page that have a text to read from beginning to end: an article, a manual, a thread of posts."""
LEAST: Final = (0.2, 0.3)
"""Blocks less probable than this are never taken: a page of nothing else has no main text. The second holds for pages
that are more likely than not to have a text to read from beginning to end."""
CUTS: Final = 50
READ_THROUGH_AT: Final = np.array([KINDS.index(kind) for kind in HAS_MAIN_TEXT], dtype=np.intc)
FORUM: Final = KINDS.index("forum")


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """The most probable blocks, so many that the F score to expect is highest."""

    order: NDArray[np.intc]
    """The blocks from the most to the least probable."""
    count: int
    """How many of them to take."""
    expected_f1: float
    lowest: float
    """The lowest probability among them, 1 if there are none."""

    @property
    def blocks(self) -> NDArray[np.intc]:
        """The blocks to take."""
        return self.order[: self.count]


def has_main_text(kinds: Floats) -> float:
    """How probable it is that a page has a text to read from beginning to end, from the probabilities of its kinds."""
    return float(kinds[READ_THROUGH_AT].sum())


def best_cut(evidence: Evidence, probability: Floats, unity: float = 0.0, beta: float = 1.0) -> Cut:
    """The choice with the highest expected F score.

    Args:
        evidence: the page.
        probability: that a block is main text.
        unity: how far blocks stand or fall together, from 0 to 1.
        beta: above 1 favours recall, below 1 precision.
    """
    order = np.argsort(-probability, kind="stable").astype(np.intc)
    sums = np.empty((len(order) + 1, 2), dtype=np.float32)
    answer = np.empty(2, dtype=np.float32)
    least = LEAST[unity > 0.5]
    truths = np.empty((2, CUTS + 1), dtype=np.float32)
    count = choose.best_cut(
        evidence.survey, probability, order, len(order), unity, beta**2, least, sums, truths, answer
    )
    return Cut(order, count, float(answer[0]), float(answer[1]))


def whole_choice(evidence: Evidence, probability: Floats, kinds: Floats, beta: float = 1.0) -> Mask:
    """The best choice, with whole table rows and with the headings inside it, without comments below an article."""
    readable = has_main_text(kinds)
    cut = best_cut(evidence, probability, readable, beta)
    chosen: NDArray[np.uint8] = np.empty(len(probability), dtype=np.uint8)
    is_forum = int(kinds.argmax()) == FORUM
    choose.choose(
        evidence.rows,
        evidence.survey,
        evidence.kept,
        probability,
        cut.order,
        cut.count,
        is_forum,
        readable > 0.5,
        chosen,
    )
    return chosen.astype(bool)
