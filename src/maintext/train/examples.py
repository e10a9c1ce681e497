"""Labelled pages as training examples: the blocks of each page, and how much of each block a person marked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned._words import FoundWords
from maintext.algorithms.learned.engine import Blocks, Numbers
from maintext.algorithms.learned.features import KINDS
from maintext.algorithms.learned.vocabulary import Vocabulary
from maintext.data import LabelledPage
from maintext.read import page_table
from maintext.table import Ints, Mask, PageTable
from maintext.train.block_labels import marked_shares
from maintext.train.copies import Weights
from maintext.train.folds import fold_of, site_of
from maintext.words import overlap
from maintext.words import words as words_of

Floats = NDArray[np.float64]
Spelling = dict[int, str]
"""Words by their hashes."""

SAMPLE_SIZE: Final = 60
"""About how many blocks of a page are trained on: the heaviest ones, and a sample that represents the others."""

_MATCHED: Final = 0.5
_DOUBTED: Final = 0.3
"""The weight of a page on which less than that share of the label is found."""


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """One labelled page."""

    dataset: str
    page: LabelledPage
    """Without its markup, which the table has."""
    site: str
    fold: int
    kind: int | None
    table: PageTable
    blocks: Blocks
    names: FoundWords
    """Words of attributes, and the numbers of the values that have them."""
    attribute_values: Numbers
    """Rows x 3: the numbers of the values of each row, -1 for none."""
    words: FoundWords
    """The first words of all blocks, and the blocks that have them."""
    texts: tuple[str, ...]
    share: Floats
    """How much of each block is main text."""
    weight: Floats
    """How much a block counts: its part of the page's main text, so that all pages count about the same."""
    main_below: Floats
    weight_below: Floats
    """By row: the weight of the main text, and of all text, in its subtree."""
    sample: Ints
    """The blocks to train on."""
    sample_weight: Floats
    spelling: Spelling
    """Of the words of all examples."""
    weights: Weights
    trust: float
    """How far the label can be trusted: not at all if it is empty, little if most of it is not on the page."""

    def engine(self, names: Vocabulary, words: Vocabulary) -> Engine:
        """An engine with the page and two vocabularies.

        It is loaded again for each stage: to keep the engines of all pages would take several times the memory.
        """
        engine = Engine()
        engine.load(self.table, names, words)
        return engine

    def f1(self, chosen: Mask) -> float:
        """The F1 of the words of some blocks."""
        text = "\n".join(text for text, taken in zip(self.texts, chosen.tolist(), strict=True) if taken)
        return overlap(text, self.page.text)[2]


def examples_of(pages: Iterable[tuple[str, LabelledPage, Weights]], folds: int) -> Iterator[Example]:
    """Read pages; each comes with the name of its data set and with how much it counts."""
    spelling: Spelling = {}
    for dataset, page, weights in pages:
        yield _example(dataset, page, weights, folds, spelling)


def _example(dataset: str, page: LabelledPage, weights: Weights, folds: int, spelling: Spelling) -> Example:
    table = page_table(page.html)
    engine = Engine()
    engine.load(table)
    blocks, names, words_found = engine.blocks(), engine.found_names(), engine.found_words()
    _spell(names, table.source, spelling)
    _spell(words_found, table.encoded, spelling)
    texts = tuple(blocks.texts(table))
    share, words = marked_shares(texts, page.text)
    weight = words / (max(1.0, float((share * words).sum())) + 0.3 * float(words.sum()) + 20)
    at_owner = (np.bincount(blocks.owner, weights=column, minlength=len(table)) for column in (weight * share, weight))
    main_below, weight_below = (np.append(0.0, np.cumsum(column)) for column in at_owner)
    end, start = table.end, np.arange(len(table))
    sample, sample_weight = _sampled(weight, page.id)
    return Example(
        dataset=dataset,
        page=replace(page, html=b""),
        site=site_of(page),
        fold=fold_of(page, folds),
        kind=KINDS.index(page.type) if page.type in KINDS else None,
        table=table,
        blocks=blocks,
        names=names,
        attribute_values=engine.attribute_values(),
        words=words_found,
        texts=texts,
        share=share,
        weight=weight,
        main_below=main_below[end] - main_below[start],
        weight_below=weight_below[end] - weight_below[start],
        sample=sample,
        sample_weight=sample_weight,
        spelling=spelling,
        weights=weights,
        trust=_trust(float((share * words).sum()), len(words_of(page.text))),
    )


def _trust(found: float, wanted: int) -> float:
    if not wanted:
        return 0.0
    return 1.0 if found >= _MATCHED * wanted else _DOUBTED


def _spell(words: FoundWords, text: bytes, spelling: Spelling) -> None:
    """Add the spelling of words whose hash is new."""
    keys, first = np.unique(words.key, return_index=True)
    for key, at in zip(keys.tolist(), first.tolist(), strict=True):
        if key not in spelling:
            spelling[key] = text[words.start[at] : words.stop[at]].decode("utf-8", "replace").lower()


def _sampled(weight: Floats, seed: str) -> tuple[Ints, Floats]:
    """Blocks drawn by their weight, each counting for those that were not drawn."""
    if len(weight) <= SAMPLE_SIZE:
        return np.arange(len(weight)), weight
    wanted = weight + 0.002
    low, high = 0.0, 1e9
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if np.minimum(1, middle * wanted).sum() > SAMPLE_SIZE else (middle, high)
    chance = np.minimum(1, low * wanted)
    random = np.random.default_rng(list(seed.encode()))
    drawn = np.flatnonzero(random.random(len(weight)) < chance)
    return drawn, weight[drawn] / chance[drawn]
