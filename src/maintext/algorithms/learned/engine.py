"""The records that the engine returns, and the constants that its steps read.

Which blocks to take, given how probable each is: those with the highest expected F score, not those above a half. If
every block were main text or not independently of the others, the expected F1 would be highest when a block is taken
whose probability is above half of the expected F1: where little is certain more is taken, and where the text is plain
a doubtful block is left out. But the blocks of a list of teasers are main text all together or not at all. So a cut is
also scored as if the truth were another cut, all cuts being equally likely; the more a page is one to read from
beginning to end, the more that counts.

Then the choice is completed: a table row is taken or left as one, a small table of which a part was taken is taken
whole where that is likely right, or not clearly wrong if it has headers, and a heading between two blocks that were
taken is taken too. Readers do not want half rows, tables without their end, sections without their headings, or a long
text twice. Comments are left out except in a forum, where the posts are the text.
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.features import KINDS
from maintext.table import Ints, Mask, PageTable

Numbers = NDArray[np.intc]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float32]

FIRST_WORDS: Final = 12
"""How many words of a block are looked up, the first ones: more of them would not help."""
LINKED: Final = 0.9
"""A block with this share of its characters in links counts as a link."""
GIVE_UP_STEPS: Final = ((16, -2.0), (30, -2.5), (60, -3.0))
"""After this many trees of the first stage, blocks with a lower sum are given up: half of all blocks, and none of a
hundred thousand is one that all trees would make more probable than one in five."""
GIVEN_UP: Final = 0.01
"""The probability of a block that was given up."""
UNLIKELY: Final = 0.04
"""Blocks less probable than this in the first stage are not looked at again: most of them, and hardly any of them is
main text."""
VOCABULARY_SCALE: Final = 10.0
"""What the vocabularies say of the kind of page is divided by this."""
MIN_COMMON: Final = 0.65
"""If a smaller share of a page's words is common, the vocabulary has seen articles and little else in its language."""
HAS_MAIN_TEXT: Final = ("article", "documentation", "forum")
"""Kinds of page that have a text to read from beginning to end: an article, a manual, a thread of posts."""
MIN_PROBABILITY: Final = (0.2, 0.3)
"""Blocks less probable than this are never taken. The second holds for pages that are more likely than not to have a
text to read from beginning to end."""
SAID: Final = 100.0
"""``Answer.forum_names`` of a page that declares itself a forum."""
RECURRING: Final = 10.0
"""How much the log-odds of a text that all of many other pages of a site have are lowered in articles, forums and
listings. This and the next three were chosen by hand on 656 labelled pages of sites with two or more."""
RECURRING_ELSEWHERE: Final = 1.0
"""The same on other kinds of page."""
UNIQUE: Final = 1.0
"""How much the log-odds of a text that no other page has are raised in places where texts differ, or lowered if it is a
link."""
DOUBT: Final = 3.0
"""One other page counts a quarter as much as very many, two count four sevenths, three three quarters: the square of
their number, divided by itself and this."""
CUTS: Final = 50
"""How many cuts are considered as the truth."""

_NONE: Any = np.zeros(0)


class Answer(NamedTuple):
    """Which blocks were chosen; of a page without blocks, or with too many, only their number."""

    blocks: int
    keep: Mask = _NONE
    """The segments of the chosen blocks."""
    block_rows: bytes = b""
    """The innermost block element or cell around each block, four bytes per number."""
    block_chosen: bytes = b""
    """Whether each block was chosen, one byte per block, not 0 if it was."""
    score: float = 0.0
    """The mean probability of the words that were chosen, 0 if none were."""
    kind: str = ""
    """The most probable kind of page."""
    kind_probability: float = 0.0
    readable: float = 0.0
    """The probability that the page has one text to read from beginning to end."""
    confidence: float = 0.0
    """The probability that the choice is good."""
    forum_names: float = 0.0
    """How much more the names in attributes say forum than article; large if the page declares itself a forum."""
    forum_weight: float = 1.0
    """What the probability of a forum was multiplied by."""
    kinds: tuple[float, ...] = ()
    """The probability of each kind of page, without what words say if the vocabulary hardly knows their language."""
    knows_language: bool = True
    """Whether it does."""

    @property
    def candidates(self) -> Ints:
        """The innermost block elements or cells around all blocks, in document order."""
        return np.unique(np.frombuffer(self.block_rows, dtype=np.intc)).astype(np.int64)

    @property
    def rows(self) -> Ints:
        """The innermost block elements or cells around the chosen blocks, in document order."""
        chosen = np.frombuffer(self.block_chosen, dtype=np.uint8) > 0
        return np.unique(np.frombuffer(self.block_rows, dtype=np.intc)[chosen]).astype(np.int64)


@dataclass(frozen=True, eq=False, slots=True)
class Blocks:
    """The blocks of a page in document order: pieces of text without a block tag inside, such as paragraphs or cells.

    The learned method decides block by block. A block knows its segments, so that the decision can be applied to the
    page.
    """

    of_segment: Numbers
    """The block of each segment of the table, -1 for white space between blocks."""
    first: Numbers
    last: Numbers
    """The first and the last segment of each block."""
    owner: Numbers
    """The row that contains the block's first text."""
    row: Numbers
    """The innermost block element or cell around that text."""
    characters: Numbers
    """Visible characters."""
    words: Numbers
    """Words, counting each Chinese, Japanese or Korean character as one."""
    around: Numbers
    """LEVELS x blocks: the rows around a block from the inside out, each with more text than the one before. The last
    one repeats where there are fewer."""

    def __len__(self) -> int:
        """The number of blocks."""
        return len(self.first)

    def texts(self, table: PageTable) -> list[str]:
        """The text of each block."""
        place = table.segment_place
        spans = zip(place[self.first].tolist(), place[self.last + 1].tolist(), strict=True)
        return [table.encoded[start:stop].decode() for start, stop in spans]

    def segments(self, chosen: Mask) -> Mask:
        """The segments of some blocks."""
        segments: Mask = np.append(chosen, False)[self.of_segment]
        return segments


@dataclass(frozen=True, eq=False, slots=True)
class Choice:
    """The blocks to take."""

    chosen: Mask
    """Whether each block is taken, once table rows, tables and headings were completed."""
    cut: int
    """How many of the most probable blocks were taken before that."""
    expected_f1: float
    """The expected F1 of these."""
    lowest: float
    """The lowest probability among these, 1 if there are none."""


def has_main_text(kinds: Floats) -> float:
    """The probability that a page has a text to read from beginning to end, given those of its kinds."""
    return float(sum(kinds[KINDS.index(kind)] for kind in HAS_MAIN_TEXT))
