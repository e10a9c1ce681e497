"""A page through the model: first stage, kind of page, second stage, and how sure the whole is."""

from dataclasses import dataclass

import numpy as np

from maintext.algorithms.learned.choice import best_choice, expected_f1
from maintext.algorithms.learned.context import context_features
from maintext.algorithms.learned.evidence import Evidence
from maintext.algorithms.learned.forest import Matrix, matrix, row
from maintext.algorithms.learned.kind import KINDS, kind_features
from maintext.algorithms.learned.model import LearnedModel
from maintext.algorithms.learned.wording import Features, Floats, Vocabulary, vocabulary_features
from maintext.table import Mask


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """What the model makes of a page."""

    rows: Matrix
    """The features of the second stage, a row a block."""
    probability: Floats
    """That a block is main text."""
    kinds: Floats
    """The probability of each kind of page."""

    @property
    def is_forum(self) -> bool:
        """Whether the page most probably is a thread of posts."""
        return KINDS[int(np.argmax(self.kinds))] == "forum"


def read_with(model: LearnedModel, evidence: Evidence) -> Reading:
    """Judge every block of a page."""
    if not len(evidence.blocks):
        return Reading(np.zeros((0, 0)), np.zeros(0), np.zeros(len(KINDS)))
    vocabularies = (model.names, model.words)
    columns = first_columns(evidence, vocabularies)
    first = model.first.probability(matrix(columns))
    kinds = model.kind.probabilities(row(kind_features(evidence, columns, vocabularies, first)))[0]
    rows = matrix(second_columns(evidence, columns, first, kinds))
    return Reading(rows, model.second.probability(rows), kinds)


def confidence_of(model: LearnedModel, evidence: Evidence, reading: Reading) -> float:
    """The probability that the main text has an F1 of 0.9 or more."""
    if not len(evidence.blocks):
        return 0.0
    return float(model.confidence.probability(row(confidence_columns(evidence, reading)))[0])


def first_columns(evidence: Evidence, vocabularies: tuple[Vocabulary, Vocabulary]) -> Features:
    """The features of the first stage."""
    said = vocabulary_features(evidence.table, evidence.blocks, evidence.wording, *vocabularies)
    return evidence.of_blocks | said


def second_columns(evidence: Evidence, columns: Features, first: Floats, kinds: Floats) -> Features:
    """The features of the second stage: those of the first and what it found around a block."""
    return columns | context_features(evidence, first, kinds)


def confidence_columns(evidence: Evidence, reading: Reading) -> dict[str, float]:
    """What tells how good the choice will be."""
    probability, words = reading.probability, evidence.words
    chosen = best_choice(probability, words)
    doubtful = (probability > 0.2) & (probability < 0.8)
    mass = probability * words
    return {
        "expected F1": expected_f1(probability, words, chosen),
        "mean chosen p": _mean(probability, words, chosen),
        "lowest chosen p": float(probability[chosen].min()) if chosen.any() else 0.0,
        "doubtful share": float(words[doubtful].sum()) / max(1.0, float(words[chosen].sum())),
        "left out": float(mass[~chosen].sum()) / max(1e-9, float(mass.sum())),
        "main words": float(np.log1p(words[chosen].sum())),
        "main share": float(words[chosen].sum()) / max(1.0, float(words.sum())),
        "main blocks": float(np.count_nonzero(chosen)),
        **{f"p of {kind}": float(value) for kind, value in zip(KINDS, reading.kinds, strict=True)},
    }


def _mean(column: Floats, weight: Floats, where: Mask) -> float:
    return float((column * weight)[where].sum()) / max(1e-9, float(weight[where].sum()))
