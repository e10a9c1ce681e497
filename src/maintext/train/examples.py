"""Labelled pages as training examples: the evidence of every block and how much of it a person marked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.columns import KINDS
from maintext.algorithms.learned.evidence import Evidence, evidence_of
from maintext.algorithms.learned.loops.state import Words
from maintext.data import LabelledPage
from maintext.read import page_table
from maintext.table import Ints, Mask
from maintext.train.block_labels import marked_shares
from maintext.train.folds import fold_of, site_of
from maintext.words import overlap
from maintext.words import words as words_of

Floats = NDArray[np.float64]
Spelling = dict[int, str]
"""The words that hashes stand for."""

MOST_BLOCKS: Final = 60
"""About so many blocks of a page are trained on: the weighty ones, and of the others a sample that stands for all."""


_MATCHED: Final = 0.5
_DOUBTED: Final = 0.3
"""The weight of a page of whose label less than that share is found on it."""


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """One labelled page."""

    source: str
    page: LabelledPage
    site: str
    fold: int
    kind: int | None
    evidence: Evidence
    texts: tuple[str, ...]
    share: Floats
    """How much of each block is main text."""
    weight: Floats
    """What a block matters: its part of the page's main text, so that every page counts about the same."""
    main_below: Floats
    weight_below: Floats
    """By row: the weight of the main text, and of all text, in its subtree."""
    sample: Ints
    """The blocks to train on."""
    sample_weight: Floats
    spelling: Spelling
    """Of the words of all examples."""
    trust: float
    """How far the label can be believed: not at all if it is empty, little if most of it is not on the page."""

    def f1(self, chosen: Mask) -> float:
        """The F1 of the words of some blocks."""
        text = "\n".join(text for text, taken in zip(self.texts, chosen.tolist(), strict=True) if taken)
        return overlap(text, self.page.text)[2]


def examples_of(pages: Iterable[tuple[str, LabelledPage]], folds: int) -> Iterator[Example]:
    """Read pages; each comes with the name of the data it is from."""
    spelling: Spelling = {}
    for source, page in pages:
        yield _example(source, page, folds, spelling)


def _example(source: str, page: LabelledPage, folds: int, spelling: Spelling) -> Example:
    table = page_table(page.html)
    evidence = evidence_of(table)
    blocks = evidence.blocks
    _spell(evidence.names, table.source, spelling)
    _spell(evidence.words, table.encoded, spelling)
    texts = tuple(blocks.texts(table))
    share, words = marked_shares(texts, page.text)
    weight = words / (max(1.0, float((share * words).sum())) + 0.3 * float(words.sum()) + 20)
    at_owner = (np.bincount(blocks.owner, weights=column, minlength=len(table)) for column in (weight * share, weight))
    main_below, weight_below = (np.append(0.0, np.cumsum(column)) for column in at_owner)
    end, start = table.end, np.arange(len(table))
    sample, sample_weight = _sampled(weight, page.id)
    return Example(
        source=source,
        page=page,
        site=site_of(page),
        fold=fold_of(page, folds),
        kind=KINDS.index(page.type) if page.type in KINDS else None,
        evidence=replace(evidence, table=replace(table, source=b"", encoded=b"")),
        texts=texts,
        share=share,
        weight=weight,
        main_below=main_below[end] - main_below[start],
        weight_below=weight_below[end] - weight_below[start],
        sample=sample,
        sample_weight=sample_weight,
        spelling=spelling,
        trust=_trust(float((share * words).sum()), len(words_of(page.text))),
    )


def _trust(found: float, wanted: int) -> float:
    if not wanted:
        return 0.0
    return 1.0 if found >= _MATCHED * wanted else _DOUBTED


def _spell(words: Words, text: bytes, spelling: Spelling) -> None:
    """Note how words are spelled whose hash is new."""
    keys, first = np.unique(words.key_array[: words.count], return_index=True)
    for key, at in zip(keys.tolist(), first.tolist(), strict=True):
        if key not in spelling:
            spelling[key] = text[words.start_array[at] : words.stop_array[at]].decode("utf-8", "replace").lower()


def _sampled(weight: Floats, seed: str) -> tuple[Ints, Floats]:
    """Blocks drawn by their weight, each counting for those that were not drawn."""
    if len(weight) <= MOST_BLOCKS:
        return np.arange(len(weight)), weight
    wanted = weight + 0.002
    low, high = 0.0, 1e9
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if np.minimum(1, middle * wanted).sum() > MOST_BLOCKS else (middle, high)
    chance = np.minimum(1, low * wanted)
    random = np.random.default_rng(list(seed.encode()))
    drawn = np.flatnonzero(random.random(len(weight)) < chance)
    return drawn, weight[drawn] / chance[drawn]
