"""What was learned of single words, those in attributes and those in texts.

``postContent``, ``post-content`` and ``POST_CONTENT`` in a class, id, role or itemprop are the same two words. A
vocabulary has some thousand words with a weight each, counted on labelled pages of many sites: ``copyright`` is hardly
ever main text, in an attribute or in a text. Words of a language that the vocabulary does not know have weight 0.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned._words import WordTable
from maintext.algorithms.learned.features import KINDS
from maintext.support.cached_property import cached_property

Floats = NDArray[np.float32]
MAX_WORDS: Final = 1 << 17
MAX_WEIGHT: Final = 1e6
"""Weights are smaller than this, so that their sums are finite."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Words with what was learned of them."""

    words: tuple[str, ...]
    weight: Floats
    """How much likelier than elsewhere text is main text where a word appears, as a difference of log-odds."""
    kinds: Floats
    """One row per word, one column per kind of page: how much likelier a page with the word is of that kind."""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` unless the numbers are what the engine relies on."""
        if any(numbers.dtype != np.float32 for numbers in (self.weight, self.kinds)):
            raise ValueError("weights of words have the wrong type")
        if self.weight.shape != (len(self.words),) or self.kinds.shape != (len(self.words), len(KINDS)):
            raise ValueError("not one weight for each word and kind")
        if len(self.words) > MAX_WORDS:
            raise ValueError(f"a vocabulary has at most {MAX_WORDS} words")
        if not all(np.abs(numbers).max(initial=0) < MAX_WEIGHT for numbers in (self.weight, self.kinds)):
            raise ValueError(f"a word has a weight that is not a number below {MAX_WEIGHT:g}")
        _ = self.table  # checks that words can be told apart

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the words and their weights alone."""
        return {name: value for name, value in self.__dict__.items() if name != "table"}

    @cached_property
    def table(self) -> WordTable:
        """The vocabulary as the engine reads it."""
        return WordTable(self.words, self.weight, self.kinds)
