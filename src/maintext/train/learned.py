"""Fit the learned method.

Each stage is trained on the results of the stages before it for pages they have not seen: the pages are split into
folds by site, and each fold is judged by models of the others. So a later stage learns how far an earlier one can be
trusted on a new site, not on one that it knows by heart.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.engine import Floats, Matrix, has_main_text
from maintext.algorithms.learned.features import CONFIDENCE, FIRST, KIND_FEATURES, KINDS, SECOND
from maintext.algorithms.learned.forest import Forest
from maintext.algorithms.learned.model import LearnedModel
from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.train.boosting import Lesson, Settings, fit_forest
from maintext.train.examples import Example, examples_of
from maintext.train.word_counts import vocabularies_of

FOLDS: Final = 5
GOOD: Final = 0.9
"""An answer with at least this F1 is good; the confidence is the probability of that."""

_FIRST: Final = Settings(trees=120, leaves=16, learning_rate=0.12, min_rows=40, smoothing=5)
_KIND: Final = Settings(trees=100, leaves=4, learning_rate=0.08, min_rows=10, smoothing=5)
_SECOND: Final = Settings(trees=80, leaves=16, learning_rate=0.1, min_rows=40, smoothing=5)
_CONFIDENCE: Final = Settings(trees=60, leaves=5, learning_rate=0.07, min_rows=25, smoothing=5)

_MAX_FACTOR: Final = 2.0
"""A page of a smaller data set counts at most this many times as much as one of the largest set."""
_COPY: Final = 0.1
"""The weight of a page that is repeated with some features left out."""
_OF_LANGUAGE: Final = frozenset({"main mean word", *(f"words say {kind}" for kind in KINDS)})
"""Features that are 0 for a language that the vocabulary does not know."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Tested:
    """The answer of a model that was trained without the page's site."""

    dataset: str
    page: LabelledPage
    text: str
    f1: float
    kind: str
    has_main_text: float
    """The probability that the page has one running text."""
    confidence: float


def train_learned(pages: Iterable[tuple[str, LabelledPage]], progress: Progress = lambda stage: None) -> LearnedModel:
    """Fit a model to labelled pages; each page comes with the name of its data set."""
    return _fitted(_read(pages, progress, FOLDS), progress)


def cross_validate_learned(
    pages: Iterable[tuple[str, LabelledPage]],
    folds: int,
    progress: Progress = lambda stage: None,
    trained: Callable[[str], bool] = lambda dataset: True,
) -> Iterator[Tested]:
    """Answer each page by a model that was trained without any page of its site.

    Data sets for which ``trained`` is false are answered too, by the same models, but nothing is fitted to them.
    """
    examples = _read(pages, progress, folds)
    for fold in range(folds):
        part = [example for example in examples if example.fold != fold and trained(example.dataset)]
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
    engine = example.engine(model.names, model.words)
    first = engine.first_stage(model.first)
    kinds = engine.kinds(model.kind, first)
    probability = engine.second_stage(model.second, first, kinds)
    chosen = engine.choose(probability, kinds).chosen
    return Tested(
        dataset=example.dataset,
        page=example.page,
        text="\n".join(text for text, taken in zip(example.texts, chosen.tolist(), strict=True) if taken),
        f1=example.f1(chosen),
        kind=KINDS[int(np.argmax(kinds))],
        has_main_text=has_main_text(kinds),
        confidence=engine.confidence(model.confidence, probability, kinds) if len(example.blocks) else 0.0,
    )


def _fitted(examples: Sequence[Example], progress: Progress) -> LearnedModel:
    examples = [example for example in examples if len(example.blocks)]
    folds = sorted({example.fold for example in examples})
    if len(folds) < 2 or not any(example.kind is not None for example in examples):
        raise DataError("too little to learn from: pages of several sites with a text and a type are needed")
    progress("counting words")
    vocabularies = vocabularies_of(examples)
    elsewhere = {fold: vocabularies_of([each for each in examples if each.fold != fold]) for fold in folds}

    def engine(number: int) -> Engine:
        """The engine of an example, with the words of other folds."""
        return examples[number].engine(*elsewhere[examples[number].fold])

    numbers = range(len(examples))
    progress("first stage")
    rows = [engine(number).first_features()[:, examples[number].sample] for number in numbers]
    first, first_unseen = _fit_and_judge(
        examples, rows, _fit_blocks(FIRST, _FIRST), lambda forest, number: engine(number).first_stage(forest)
    )

    progress("kind of page")
    pages = [engine(number).kind_features(first_unseen[number]) for number in numbers]
    kind, kinds_unseen = _fit_and_judge(
        examples, pages, _fit_kinds, lambda forest, number: engine(number).kinds(forest, first_unseen[number])
    )

    progress("second stage")
    earlier = list(zip(first_unseen, kinds_unseen, strict=True))
    rows = [engine(number).second_features(*earlier[number])[:, examples[number].sample] for number in numbers]
    second, second_unseen = _fit_and_judge(
        examples,
        rows,
        _fit_blocks(SECOND, _SECOND),
        lambda forest, number: engine(number).second_stage(forest, *earlier[number]),
    )

    progress("confidence")
    confidence = _fit_confidence(examples, map(engine, numbers), second_unseen, kinds_unseen)
    return LearnedModel(*vocabularies, first, kind, second, confidence, _trained_on(examples))


Fit = Callable[[Sequence[Example], Sequence[Matrix]], Forest]


def _fit_and_judge(
    examples: Sequence[Example], rows: Sequence[Matrix], fit: Fit, judge: Callable[[Forest, int], Floats]
) -> tuple[Forest, list[Floats]]:
    """A forest of all examples, and the results of forests of the other folds for each example."""
    unseen: dict[int, Floats] = {}
    for fold in sorted({example.fold for example in examples}):
        others = [number for number, example in enumerate(examples) if example.fold != fold]
        forest = fit([examples[number] for number in others], [rows[number] for number in others])
        unseen |= {number: judge(forest, number) for number, example in enumerate(examples) if example.fold == fold}
    return fit(examples, rows), [unseen[number] for number in range(len(examples))]


def _fit_blocks(names: tuple[str, ...], settings: Settings) -> Fit:
    def fit(examples: Sequence[Example], rows: Sequence[Matrix]) -> Forest:
        size = _trained_on(examples)
        factor = {dataset: min(_MAX_FACTOR, max(size.values()) / count) for dataset, count in size.items()}
        lesson = Lesson(
            names,
            np.hstack(rows).T,
            np.concatenate([example.share[example.sample] for example in examples]),
            np.concatenate([factor[each.dataset] * each.trust * each.sample_weight for each in examples]),
        )
        return fit_forest(lesson, settings)

    return fit


def _fit_kinds(examples: Sequence[Example], pages: Sequence[Floats]) -> Forest:
    """Fit the kind of page, also to pages of an unknown language and without names, with little weight.

    Few of the labelled pages are not in English, and few are so old that they have no classes.
    """
    known = [(example.kind, page) for example, page in zip(examples, pages, strict=True) if example.kind is not None]
    rows = np.stack([page for _, page in known])
    speechless = np.where([name in _OF_LANGUAGE for name in KIND_FEATURES], np.float32(0), rows)
    nameless = np.where([name.startswith("names say") for name in KIND_FEATURES], np.float32(0), speechless)
    labels = np.array([kind for kind, _ in known] * 3)
    lesson = Lesson(
        KIND_FEATURES, np.vstack([rows, speechless, nameless]), labels, np.repeat((1.0, _COPY, _COPY), len(known))
    )
    return fit_forest(lesson, _KIND, classes=len(KINDS))


def _fit_confidence(
    examples: Sequence[Example], engines: Iterable[Engine], probabilities: Sequence[Floats], kinds: Sequence[Floats]
) -> Forest:
    rows, good = [], []
    for example, engine, probability, of_page in zip(examples, engines, probabilities, kinds, strict=True):
        rows.append(engine.confidence_features(probability, of_page))
        good.append(example.f1(engine.choose(probability, of_page).chosen) >= GOOD)
    lesson = Lesson(CONFIDENCE, np.stack(rows), np.array(good, dtype=np.float64), np.ones(len(good)))
    return fit_forest(lesson, _CONFIDENCE)


def _trained_on(examples: Sequence[Example]) -> dict[str, int]:
    datasets = [example.dataset for example in examples]
    return {dataset: datasets.count(dataset) for dataset in dict.fromkeys(datasets)}
