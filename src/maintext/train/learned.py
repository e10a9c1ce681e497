"""Fit the learned method.

Each stage is trained on what the stages before it say of pages they have not seen: the pages are parted into folds by
site, and every fold is judged by models of the others. So a later stage learns how far an earlier one can be trusted
on a new site, not on one that it knows by heart.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from maintext.algorithms.learned.choice import has_main_text, whole_choice
from maintext.algorithms.learned.columns import CONFIDENCE, FIRST, KINDS, SECOND
from maintext.algorithms.learned.evidence import Matrix, fill_vocabulary
from maintext.algorithms.learned.forest import Forest
from maintext.algorithms.learned.kind import KIND_FEATURES, kind_features
from maintext.algorithms.learned.model import LearnedModel
from maintext.algorithms.learned.reading import (
    Reading,
    both_stages,
    confidence_features,
    confidence_of,
    fill_context,
    first_stage,
    read_with,
)
from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.train.boosting import Lesson, Settings, fit_forest
from maintext.train.examples import Example, examples_of
from maintext.train.word_counts import vocabularies_of

FOLDS: Final = 5
GOOD: Final = 0.9
"""The F1 from which an answer is good; the confidence is the probability of that."""

_FIRST: Final = Settings(trees=120, leaves=16, learning_rate=0.12, least_rows=40, smoothing=5)
_KIND: Final = Settings(trees=100, leaves=4, learning_rate=0.08, least_rows=10, smoothing=5)
_SECOND: Final = Settings(trees=80, leaves=16, learning_rate=0.1, least_rows=40, smoothing=5)
_CONFIDENCE: Final = Settings(trees=60, leaves=5, learning_rate=0.07, least_rows=25, smoothing=5)

_MOST_FACTOR: Final = 2.0
"""A page of a smaller set of pages counts so many times at most what one of the largest set does."""
_COPY: Final = 0.1
"""The weight of a page that is shown again with something left out."""
_OF_LANGUAGE: Final = frozenset({"main mean word", *(f"words say {kind}" for kind in KINDS)})
"""Features that are 0 for a language that the vocabulary does not know."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Tested:
    """A page as a model answered it that was trained without its site."""

    source: str
    page: LabelledPage
    text: str
    f1: float
    kind: str
    has_main_text: float
    """The probability that the page has one running text."""
    confidence: float


def train_learned(pages: Iterable[tuple[str, LabelledPage]], progress: Progress = lambda stage: None) -> LearnedModel:
    """Fit a model to labelled pages; each page comes with the name of the data it is from."""
    return _fitted(_read(pages, progress, FOLDS), progress)


def cross_validate_learned(
    pages: Iterable[tuple[str, LabelledPage]],
    folds: int,
    progress: Progress = lambda stage: None,
    trained: Callable[[str], bool] = lambda source: True,
) -> Iterator[Tested]:
    """Answer every page by a model that was trained without any page of its site.

    Sets of which ``trained`` says no are answered too, by the same models, but nothing is fitted to them.
    """
    examples = _read(pages, progress, folds)
    for fold in range(folds):
        part = [example for example in examples if example.fold != fold and trained(example.source)]
        model = _fitted(part, partial(_say, progress, f"part {fold + 1} of {folds}"))
        for example in examples:
            if example.fold == fold:
                yield _tested(model, example)


def _say(progress: Progress, part: str, stage: str) -> None:
    progress(f"{part}: {stage}")


def _read(pages: Iterable[tuple[str, LabelledPage]], progress: Progress, folds: int) -> list[Example]:
    examples = []
    for example in examples_of(pages, folds):
        examples.append(example)
        if len(examples) % 10 == 0:
            progress(f"reading, page {len(examples)}")
    return examples


def _tested(model: LearnedModel, example: Example) -> Tested:
    reading = read_with(model, example.evidence)
    chosen = whole_choice(example.evidence, reading.probability, reading.kinds)
    return Tested(
        source=example.source,
        page=example.page,
        text="\n".join(text for text, taken in zip(example.texts, chosen.tolist(), strict=True) if taken),
        f1=example.f1(chosen),
        kind=KINDS[int(np.argmax(reading.kinds))],
        has_main_text=has_main_text(reading.kinds),
        confidence=confidence_of(model, example.evidence, reading),
    )


def _fitted(examples: Sequence[Example], progress: Progress) -> LearnedModel:
    examples = [example for example in examples if len(example.evidence.blocks)]
    folds = sorted({example.fold for example in examples})
    if len(folds) < 2 or not any(example.kind is not None for example in examples):
        raise DataError("too little to learn from: pages of several sites with a text and a type are needed")
    progress("counting words")
    vocabularies = vocabularies_of(examples)
    elsewhere = {fold: vocabularies_of([each for each in examples if each.fold != fold]) for fold in folds}
    said = [fill_vocabulary(each.evidence, *elsewhere[each.fold]) for each in examples]

    progress("first stage")
    first_rows = [each.evidence.features[: len(FIRST)] for each in examples]
    first, first_unseen = _fit_and_judge(examples, first_rows, _fit_blocks(FIRST, _FIRST), first_stage)

    progress("kind of page")
    pages = [
        kind_features(each.evidence, words, probability)
        for each, words, probability in zip(examples, said, first_unseen, strict=True)
    ]
    kind, kinds_unseen = _fit_and_judge(examples, pages, _fit_kinds, Forest.probabilities)

    progress("second stage")
    for each, probability, kinds in zip(examples, first_unseen, kinds_unseen, strict=True):
        fill_context(each.evidence, probability, kinds[:, 0])
    second_rows = [each.evidence.features for each in examples]
    second, second_unseen = _fit_and_judge(examples, second_rows, _fit_blocks(SECOND, _SECOND), Forest.probability)

    progress("confidence")
    readings = [
        Reading(both_stages(early, late), kinds[:, 0])
        for early, late, kinds in zip(first_unseen, second_unseen, kinds_unseen, strict=True)
    ]
    confidence = _fit_confidence(examples, readings)
    return LearnedModel(*vocabularies, first, kind, second, confidence, _trained_on(examples))


Fit = Callable[[Sequence[Example], Sequence[Matrix]], Forest]


def _fit_and_judge(
    examples: Sequence[Example], rows: Sequence[Matrix], fit: Fit, judge: Callable[[Forest, Matrix], Matrix]
) -> tuple[Forest, list[Matrix]]:
    """A forest of all examples, and what forests of the other folds say of each example."""
    unseen: dict[int, Matrix] = {}
    for fold in sorted({example.fold for example in examples}):
        others = [number for number, example in enumerate(examples) if example.fold != fold]
        forest = fit([examples[number] for number in others], [rows[number] for number in others])
        unseen |= {
            number: judge(forest, rows[number]) for number, example in enumerate(examples) if example.fold == fold
        }
    return fit(examples, rows), [unseen[number] for number in range(len(examples))]


def _fit_blocks(names: tuple[str, ...], settings: Settings) -> Fit:
    def fit(examples: Sequence[Example], rows: Sequence[Matrix]) -> Forest:
        size = _trained_on(examples)
        factor = {source: min(_MOST_FACTOR, max(size.values()) / count) for source, count in size.items()}
        lesson = Lesson(
            names,
            np.hstack([row[:, example.sample] for example, row in zip(examples, rows, strict=True)]).T,
            np.concatenate([example.share[example.sample] for example in examples]),
            np.concatenate([factor[each.source] * each.trust * each.sample_weight for each in examples]),
        )
        return fit_forest(lesson, settings)

    return fit


def _fit_kinds(examples: Sequence[Example], pages: Sequence[Matrix]) -> Forest:
    """Every page is shown as it is, and with little weight as if its language were unknown and as if it named no part.

    Few of the labelled pages are not in English, and few are so old that they have no classes.
    """
    known = [(example.kind, page) for example, page in zip(examples, pages, strict=True) if example.kind is not None]
    rows = np.hstack([page for _, page in known]).T
    speechless = np.where([name in _OF_LANGUAGE for name in KIND_FEATURES], np.float32(0), rows)
    nameless = np.where([name.startswith("names say") for name in KIND_FEATURES], np.float32(0), speechless)
    labels = np.array([kind for kind, _ in known] * 3)
    lesson = Lesson(
        KIND_FEATURES, np.vstack([rows, speechless, nameless]), labels, np.repeat((1.0, _COPY, _COPY), len(known))
    )
    return fit_forest(lesson, _KIND, classes=len(KINDS))


def _fit_confidence(examples: Sequence[Example], readings: Sequence[Reading]) -> Forest:
    rows = np.hstack(
        [confidence_features(each.evidence, reading) for each, reading in zip(examples, readings, strict=True)]
    ).T
    good = [
        example.f1(whole_choice(example.evidence, reading.probability, reading.kinds)) >= GOOD
        for example, reading in zip(examples, readings, strict=True)
    ]
    lesson = Lesson(CONFIDENCE, rows, np.array(good, dtype=np.float64), np.ones(len(good)))
    return fit_forest(lesson, _CONFIDENCE)


def _trained_on(examples: Sequence[Example]) -> dict[str, int]:
    sources = [example.source for example in examples]
    return {source: sources.count(source) for source in dict.fromkeys(sources)}
