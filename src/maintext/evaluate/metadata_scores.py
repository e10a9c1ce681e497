"""Measure how often extractors find the right title, authors and date."""

import logging
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from maintext.data import LabelledPage
from maintext.evaluate.metadata_answers import Answer, extractor_of, fields_of, is_right, known_fields
from maintext.parallel.pool import Failed, WorkerPool


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """Which labelled fields of a page an extractor found right, and the processor time it took."""

    right: dict[str, bool]
    seconds: float
    failed: bool = False


def answer_scorer(name: str) -> Callable[[LabelledPage], AnswerScore]:
    """Return a function that scores an extractor on a page. Each worker calls this once."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    find = extractor_of(name)

    def score(page: LabelledPage) -> AnswerScore:
        html = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "replace")
        start = time.process_time()
        try:
            answer, failed = find(html, page.url), False
        except Exception:
            answer, failed = Answer(), True
        return scored_answer(page, answer, time.process_time() - start, failed=failed)

    return score


def scored_answer(page: LabelledPage, answer: Answer, seconds: float, *, failed: bool = False) -> AnswerScore:
    """Compare an answer with the labels of the page."""
    right = {field: is_right(field, getattr(answer, field), getattr(page, field)) for field in known_fields(page)}
    return AnswerScore(right, seconds, failed)


def metadata_figures(
    name: str, sets: Sequence[tuple[str, Sequence[LabelledPage]]], workers: int, seconds: float
) -> Iterator[dict[str, Any]]:
    """Yield for each labelled set the share of right answers by field, over the pages where the field is labelled."""
    tasks = [(data, page) for data, pages in sets for page in pages if known_fields(page)]
    scores: dict[str, list[AnswerScore]] = defaultdict(list)
    answers = WorkerPool(answer_scorer, (name,), workers, seconds).answers(page for _, page in tasks)
    for (data, _), (page, answer) in zip(tasks, answers, strict=True):
        lost = isinstance(answer, Failed)
        scores[data].append(scored_answer(page, Answer(), seconds, failed=True) if lost else answer)
    for data, found in scores.items():
        known = {field: [score.right[field] for score in found if field in score.right] for field in fields_of(name)}
        yield {
            "system": name,
            "set": data,
            "pages": {field: len(answers) for field, answers in known.items()},
            "right": {field: sum(answers) / len(answers) for field, answers in known.items() if answers},
            "ms": 1e3 * sum(score.seconds for score in found) / len(found),
            "failures": sum(score.failed for score in found),
        }
