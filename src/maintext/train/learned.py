"""Fit the learned method.

Each stage is trained on the results of the stages before it for pages they have not seen: the pages are split into
folds by site, and each fold is judged by models of the others. So a later stage learns how far an earlier one can be
trusted on a new site, not on one that it knows by heart.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
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
from maintext.train.copies import LIGHT, Weights, copies_of
from maintext.train.examples import Example, examples_of
from maintext.train.word_counts import vocabularies_of

FOLDS: Final = 5
GOOD: Final = 0.9
"""An answer with at least this F1 is good; the confidence is the probability of that."""

_FIRST: Final = Settings(trees=240, leaves=16, learning_rate=0.08, min_rows=40, smoothing=5)
_KIND: Final = Settings(trees=100, leaves=4, learning_rate=0.08, min_rows=10, smoothing=5)
_SECOND: Final = Settings(trees=160, leaves=16, learning_rate=0.07, min_rows=40, smoothing=5)
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


@dataclass(frozen=True, eq=False, slots=True)
class Fitted:
    """A model, and answers for pages."""

    model: LearnedModel
    answers: tuple[Tested, ...]
    """For each page that was trained on, the answer of forests of the other folds; for other pages, of the model."""


def train_learned(
    pages: Iterable[tuple[str, LabelledPage]], progress: Progress = lambda stage: None, light: Collection[str] = ()
) -> LearnedModel:
    """Fit a model to labelled pages; each page comes with the name of its data set.

    Pages of the ``light`` sets count a quarter: they teach long texts or another genre, but there are many of one kind.
    """
    return fit_learned(pages, progress, light=light).model


def fit_learned(
    pages: Iterable[tuple[str, LabelledPage]],
    progress: Progress = lambda stage: None,
    trained: Callable[[str], bool] = lambda dataset: True,
    light: Collection[str] = (),
) -> Fitted:
    """Fit a model, and answer each page by forests that saw no page of its domain.

    This costs nothing more, for the later stages are trained on such answers anyway. Unlike in a cross-validation, the
    forests of a later stage learn from what the earlier ones say of other folds, and these had seen the page's fold.
    """
    examples = _read(pages, progress, FOLDS, light, trained)
    fitted = _fitted([example for example in examples if trained(example.dataset)], progress)
    rest = (each for each in examples if not trained(each.dataset) or not (len(each.blocks) or each.weights.is_copy))
    return Fitted(fitted.model, (*fitted.answers, *(_tested(fitted.model, example) for example in rest)))


def cross_validate_learned(
    pages: Iterable[tuple[str, LabelledPage]],
    folds: int,
    progress: Progress = lambda stage: None,
    trained: Callable[[str], bool] = lambda dataset: True,
    light: Collection[str] = (),
) -> Iterator[Tested]:
    """Answer each page by a model that was trained without any page of its site.

    Data sets for which ``trained`` is false are answered too, by the same models, but nothing is fitted to them.
    """
    examples = _read(pages, progress, folds, light, trained)
    for fold in range(folds):
        part = [example for example in examples if example.fold != fold and trained(example.dataset)]
        model = _fitted(part, partial(_say, progress, f"part {fold + 1} of {folds}")).model
        for example in examples:
            if example.fold == fold and not example.weights.is_copy:
                yield _tested(model, example)


def _say(progress: Progress, part: str, stage: str) -> None:
    progress(f"{part}: {stage}")


def _read(
    pages: Iterable[tuple[str, LabelledPage]],
    progress: Progress,
    folds: int,
    light: Collection[str],
    trained: Callable[[str], bool] = lambda dataset: True,
) -> list[Example]:
    """The pages as examples, and changed copies of those that are trained on with full weight."""
    given = list(pages)
    copied = [(dataset, page) for dataset, page in given if trained(dataset) and dataset not in light]
    weighted = ((dataset, page, LIGHT if dataset in light else Weights()) for dataset, page in given)
    examples = []
    for example in examples_of(chain(weighted, copies_of(copied, folds)), folds):
        examples.append(example)
        if len(examples) % 10 == 0:
            progress(f"reading, page {len(examples)}")
    return examples


def _tested(model: LearnedModel, example: Example) -> Tested:
    if not len(example.blocks):
        return Tested(example.dataset, example.page, "", example.f1(np.zeros(0, dtype=np.bool_)), "", 0.0, 0.0)
    engine = example.engine(model.names, model.words)
    first = engine.first_stage(model.first)
    kinds = engine.kinds(model.kind, first)
    probability = engine.second_stage(model.second, first, kinds)
    confidence = engine.confidence(model.confidence, probability, kinds)
    return _answer(example, engine, probability, kinds, confidence)


def _answer(example: Example, engine: Engine, probability: Floats, kinds: Floats, confidence: float) -> Tested:
    chosen = engine.choose(probability, kinds).chosen
    return Tested(
        dataset=example.dataset,
        page=example.page,
        text="\n".join(text for text, taken in zip(example.texts, chosen.tolist(), strict=True) if taken),
        f1=example.f1(chosen),
        kind=KINDS[int(np.argmax(kinds))],
        has_main_text=has_main_text(kinds),
        confidence=confidence,
    )


def _fitted(examples: Sequence[Example], progress: Progress) -> Fitted:
    examples = [example for example in examples if len(example.blocks)]
    folds = sorted({example.fold for example in examples})
    if len(folds) < 2 or not any(example.kind is not None for example in examples):
        raise DataError("too little to learn from: pages of several sites with a text and a type are needed")
    progress("counting words")
    counted = [example for example in examples if example.weights.is_counted]
    vocabularies = vocabularies_of(counted)
    elsewhere = {fold: vocabularies_of([each for each in counted if each.fold != fold]) for fold in folds}

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
    real = [number for number in numbers if not examples[number].weights.is_copy]
    answers = [_answer(examples[at], engine(at), second_unseen[at], kinds_unseen[at], 0.0) for at in real]
    pages = [engine(at).confidence_features(second_unseen[at], kinds_unseen[at]) for at in real]
    confidence, sure = _fit_and_judge(
        [examples[at] for at in real],
        pages,
        _fit_confidence(answers),
        lambda forest, at: _probability(forest, pages[at]),
    )
    return Fitted(
        LearnedModel(*vocabularies, first, kind, second, confidence, _trained_on(examples)),
        tuple(replace(answer, confidence=float(each)) for answer, each in zip(answers, sure, strict=True)),
    )


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
        factor = _factors(examples)
        lesson = Lesson(
            names,
            np.hstack(rows).T,
            np.concatenate([example.share[example.sample] for example in examples]),
            np.concatenate(
                [
                    factor.get(each.dataset, 1.0) * each.weights.blocks * each.trust * each.sample_weight
                    for each in examples
                ]
            ),
        )
        return fit_forest(lesson, settings)

    return fit


def _factors(examples: Sequence[Example]) -> dict[str, float]:
    """How much a page of each set counts: pages of small sets more. Sets with less weight are not among them."""
    size = Counter(example.dataset for example in examples if example.weights.is_counted)
    return {dataset: min(_MAX_FACTOR, max(size.values()) / count) for dataset, count in size.items()}


def _fit_kinds(examples: Sequence[Example], pages: Sequence[Floats]) -> Forest:
    """Fit the kind of page, also to pages of an unknown language and without names, with little weight.

    Few of the labelled pages are not in English, and few are so old that they have no classes.
    """
    known = [(example, page) for example, page in zip(examples, pages, strict=True) if example.kind is not None]
    rows = np.stack([page for _, page in known])
    speechless = np.where([name in _OF_LANGUAGE for name in KIND_FEATURES], np.float32(0), rows)
    nameless = np.where([name.startswith("names say") for name in KIND_FEATURES], np.float32(0), speechless)
    labels = np.array([example.kind for example, _ in known] * 3)
    weights = np.outer((1.0, _COPY, _COPY), [example.weights.kind for example, _ in known]).ravel()
    lesson = Lesson(KIND_FEATURES, np.vstack([rows, speechless, nameless]), labels, weights)
    return fit_forest(lesson, _KIND, classes=len(KINDS))


def _fit_confidence(answers: Sequence[Tested]) -> Fit:
    """Fit whether the answers, which know their pages, are good."""
    is_good = {id(answer.page): answer.f1 >= GOOD for answer in answers}

    def fit(examples: Sequence[Example], rows: Sequence[Matrix]) -> Forest:
        good = np.array([is_good[id(example.page)] for example in examples], dtype=np.float64)
        return fit_forest(Lesson(CONFIDENCE, np.stack(rows), good, np.ones(len(good))), _CONFIDENCE)

    return fit


def _probability(forest: Forest, case: Floats) -> Floats:
    probability: Floats = 1 / (1 + np.exp(-forest.sums(case)[0]))
    return probability


def _trained_on(examples: Sequence[Example]) -> dict[str, int]:
    datasets = [example.dataset for example in examples if not example.weights.is_copy]
    return {dataset: datasets.count(dataset) for dataset in dict.fromkeys(datasets)}
