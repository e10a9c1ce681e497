"""How much of each block a person marked as main text, by aligning the page's words with the person's."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from maintext.support.extras import needed
from maintext.words import words


def marked_shares(blocks: Sequence[str], text: str) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """For each block the share of its words that are in the person's text, in the same order, and its words.

    The longest common subsequence uses every word of the person's text once, so that a word which a menu has in common
    with the article by chance is not marked.
    """
    lcs = needed("rapidfuzz.distance", extra="train", user="training the learned method").LCSseq
    found = [words(block) for block in blocks]
    lengths = np.array([len(block) for block in found], dtype=np.int64)
    page = [word for block in found for word in block]
    common = np.zeros(len(page), dtype=np.float64)
    for operation in lcs.opcodes(page, words(text)):
        if operation.tag == "equal":
            common[operation.src_start : operation.src_end] = 1
    owner = np.repeat(np.arange(len(found)), lengths)
    return np.bincount(owner, weights=common, minlength=len(found)) / np.maximum(1, lengths), lengths
