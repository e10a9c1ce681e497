"""What was learned of single words, those of attributes and those of texts.

``postContent``, ``post-content`` and ``POST_CONTENT`` in a class, id, role or itemprop are the same two words. A
vocabulary knows some thousand words with a weight each, counted on labelled pages of many sites: ``copyright`` is
hardly ever main text, in an attribute or in a text. A language that the vocabulary does not know gets weight 0.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.loops.page import look_up
from maintext.algorithms.learned.loops.state import Words
from maintext.algorithms.learned.names import hash_word, slots_of, table_size

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Words with what was learned of them."""

    words: tuple[str, ...]
    weight: Floats
    """How much likelier than others what a word stands on is main text, as a difference of log-odds."""
    kinds: Floats
    """A row a word, a column a kind of page: how much likelier a page with the word is of that kind."""

    @cached_property
    def _keys(self) -> NDArray[np.uint64]:
        return np.array([hash_word(word) for word in self.words], dtype=np.uint64)

    @cached_property
    def _slots(self) -> NDArray[np.intc]:
        return slots_of(self._keys.tolist(), table_size(len(self.words)))

    def places(self, words: Words) -> NDArray[np.intc]:
        """Where some words stand in the vocabulary, -1 where they do not."""
        places = np.empty(words.count, dtype=np.intc)
        look_up(words, self._slots, self._keys, places)
        return places
