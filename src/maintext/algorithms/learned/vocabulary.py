"""What was learned of single words, those in attributes and those in texts.

``postContent``, ``post-content`` and ``POST_CONTENT`` in a class, id, role or itemprop are the same two words. A
vocabulary has some thousand words with a weight each, counted on labelled pages of many sites: ``copyright`` is hardly
ever main text, in an attribute or in a text. Words of a language that the vocabulary does not know have weight 0.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned._words import WordTable
from maintext.algorithms.learned.features import KINDS

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Words with what was learned of them."""

    words: tuple[str, ...]
    weight: Floats
    """How much likelier than elsewhere text is main text where a word appears, as a difference of log-odds."""
    kinds: Floats
    """One row per word, one column per kind of page: how much likelier a page with the word is of that kind."""

    def __post_init__(self) -> None:
        """Check what the engine relies on."""
        if self.weight.shape != (len(self.words),) or self.kinds.shape != (len(self.words), len(KINDS)):
            raise ValueError("not one weight for each word and kind")

    @cached_property
    def table(self) -> WordTable:
        """The vocabulary as the engine reads it."""
        return WordTable(self.words, self.weight, self.kinds)
