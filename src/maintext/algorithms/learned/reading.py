"""A page through the model: first stage, kind of page, second stage, and how sure the whole is."""

from dataclasses import dataclass
from math import log1p
from typing import Final

import numpy as np

from maintext.algorithms.learned.choice import best_cut, has_main_text
from maintext.algorithms.learned.columns import FIRST, KINDS
from maintext.algorithms.learned.evidence import Evidence, Matrix, fill_vocabulary
from maintext.algorithms.learned.forest import Forest
from maintext.algorithms.learned.kind import FAINT, kind_features
from maintext.algorithms.learned.loops import context
from maintext.algorithms.learned.model import LearnedModel
from maintext.algorithms.learned.vocabulary import Floats

STEPS: Final = ((16, -2.0), (30, -2.5), (60, -3.0))
"""After so many trees of the first stage, blocks of which they say less than this are given up: half of all blocks,
and none of a hundred thousand is one that all trees would make more probable than one in five."""
DIM: Final = 0.01
"""How probable such a block is taken to be."""


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """What the model makes of a page."""

    probability: Floats
    """That a block is main text."""
    kinds: Floats
    """The probability of each kind of page."""


def read_with(model: LearnedModel, evidence: Evidence) -> Reading:
    """Judge every block of a page."""
    if not len(evidence.blocks):
        return Reading(np.zeros(0, dtype=np.float32), np.zeros(len(KINDS), dtype=np.float32))
    said = fill_vocabulary(evidence, model.names, model.words)
    first = first_stage(model.first, evidence.features[: len(FIRST)])
    kinds = model.kind.probabilities(kind_features(evidence, said, first))[:, 0]
    fill_context(evidence, first, kinds)
    return Reading(both_stages(first, model.second.probability(evidence.features)), kinds)


def first_stage(forest: Forest, features: Matrix) -> Floats:
    """The probability of each block by the first stage."""
    is_dim = np.zeros(features.shape[1], dtype=bool)
    for trees, least in STEPS:
        is_dim |= forest.raw(features, trees)[0] < least
    return np.where(is_dim, np.float32(DIM), forest.probability(features))


def both_stages(first: Floats, second: Floats) -> Floats:
    """The probability of each block: what is faint in the first stage is not looked at again."""
    return np.where(first < FAINT, first, second)


def fill_context(evidence: Evidence, first: Floats, kinds: Floats) -> None:
    """Fill in the features of the second stage: what the first found around each block."""
    blocks = evidence.blocks
    cut = best_cut(evidence, first)
    mass, characters = float(first @ blocks.characters), float(blocks.characters.sum())
    count = len(blocks)
    outline = context.Outline()
    outline.of_page_array[:] = (
        *(mass / max(1.0, characters), log1p(mass), first.max(), cut.lowest, cut.expected_f1),
        *kinds.tolist(),
    )
    sums = np.empty((len(evidence.table), 4), dtype=np.float32)
    groups = np.empty((count, 4), dtype=np.float32)
    until = np.empty((count + 1, 2), dtype=np.float32)
    rows, survey, filled = evidence.rows, evidence.survey, evidence.features
    context.begin(rows, survey, first, sums, groups, until, outline)
    context.fill(rows, survey, first, sums, groups, until, outline, 0.0, 0, count, filled)
    context.fill_page(outline, count, filled)


def confidence_of(model: LearnedModel, evidence: Evidence, reading: Reading) -> float:
    """The probability that the main text has an F1 of 0.9 or more."""
    if not len(evidence.blocks):
        return 0.0
    return float(model.confidence.probability(confidence_features(evidence, reading))[0])


def confidence_features(evidence: Evidence, reading: Reading) -> Matrix:
    """One column with what tells how good the choice will be."""
    probability, words = reading.probability, evidence.blocks.words.astype(np.float32)
    cut = best_cut(evidence, probability, has_main_text(reading.kinds))
    doubtful = (probability > 0.2) & (probability < 0.8)
    mass = probability * words
    main, found = float(words[cut.blocks].sum()), float(mass[cut.blocks].sum())
    values = [
        cut.expected_f1,
        found / max(1e-9, main),
        cut.lowest,
        float(words[doubtful].sum()) / max(1.0, main),
        1 - found / max(1e-9, float(mass.sum())),
        log1p(main),
        main / max(1.0, float(words.sum())),
        float(cut.count),
        *reading.kinds.tolist(),
    ]
    return np.array(values, dtype=np.float32)[:, None]
