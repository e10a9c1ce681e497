"""What was learned of single words, those of attributes and those of texts.

``postContent``, ``post-content`` and ``POST_CONTENT`` in a class, id, role or itemprop are the same two words. A
vocabulary knows some thousand words with a weight each, counted on labelled pages of many sites: ``copyright`` is
hardly ever main text, in an attribute or in a text. A language that the vocabulary does not know gets weight 0.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.columns import KINDS
from maintext.algorithms.learned.loops.lexicon import look_up
from maintext.algorithms.learned.loops.state import IS_COMPILED, Known, Words
from maintext.algorithms.learned.names import hash_word, vocabulary_slots

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Words with what was learned of them."""

    words: tuple[str, ...]
    weight: Floats
    """How much likelier than others what a word stands on is main text, as a difference of log-odds."""
    kinds: Floats
    """A row a word, a column a kind of page: how much likelier a page with the word is of that kind."""

    def __post_init__(self) -> None:
        """Check what the loops rely on."""
        if self.weight.shape != (len(self.words),) or self.kinds.shape != (len(self.words), len(KINDS)):
            raise ValueError("not one weight for each word and kind")

    @cached_property
    def slots(self) -> NDArray[Any]:
        """The hash table in which words are looked up."""
        slots = vocabulary_slots([hash_word(word) for word in self.words])
        return slots if IS_COMPILED else slots.astype(object)

    def known(self, words: Words) -> Known:
        """Those of some words that the vocabulary has."""
        known = Known(words.count)
        look_up(words, self.slots, known)
        return known
