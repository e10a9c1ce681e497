"""What the learned method answers to a page: by machine code in one go, or step by step where there is none."""

import threading
from typing import Any, Final, NamedTuple

import numpy as np

from maintext.algorithms.learned.choice import has_main_text, whole_choice
from maintext.algorithms.learned.columns import KINDS, LINKED
from maintext.algorithms.learned.evidence import Evidence, evidence_of, survey_of
from maintext.algorithms.learned.model import LearnedModel
from maintext.algorithms.learned.reading import confidence_of, read_with
from maintext.compiled import compiled
from maintext.table import Mask, PageTable

_LOOPS: Final = "maintext.algorithms.learned.loops"
_NONE: Any = np.zeros(0)
_spare = threading.local()


class Answer(NamedTuple):
    """Which blocks were chosen; of a page without blocks, or with too many, only their number."""

    blocks: int
    keep: Mask = _NONE
    """The segments of the chosen blocks."""
    rows: Mask = _NONE
    """The innermost block elements or cells around the chosen blocks."""
    candidates: Mask = _NONE
    """The same of all blocks."""
    score: float = 0.0
    """The mean probability of the words that were chosen, 0 if none were."""
    kind: str = ""
    """The most probable kind of page."""
    kind_probability: float = 0.0
    readable: float = 0.0
    """The probability that the page has one text to read from beginning to end."""
    confidence: float = 0.0
    """The probability that the choice is good."""


def judged(model: LearnedModel, table: PageTable, most: int, beta: float) -> Answer:
    """The answer to a page, unless it has more than so many blocks; the higher beta is, the more recall counts."""
    judge = compiled(f"{_LOOPS}.judge", "judge")
    if judge is None:
        return step_by_step(model, table, most, beta)
    desk = getattr(_spare, "desk", None) or compiled(f"{_LOOPS}.desk", "Desk")()  # type: ignore[misc]
    _spare.desk = None
    blocks = judge(desk, model.machine, table, most, beta**2)
    answer = _on(desk, blocks, table) if 0 < blocks <= most else Answer(blocks)
    if desk.release():
        _spare.desk = desk
    return answer


def _on(desk: Any, blocks: int, table: PageTable) -> Answer:
    """The answer that was left on a desk."""
    keep = np.empty(table.of_segments.shape[1] - 1, dtype=bool)
    rows, candidates = np.zeros(len(table), dtype=bool), np.zeros(len(table), dtype=bool)
    mark = compiled(f"{_LOOPS}.judge", "mark")
    mark(desk, keep.view(np.uint8), rows.view(np.uint8), candidates.view(np.uint8))  # type: ignore[misc]
    kind = KINDS[desk.kind]
    return Answer(
        blocks, keep, rows, candidates, desk.score, kind, desk.kind_probability, desk.readable, desk.confidence
    )


def step_by_step(model: LearnedModel, table: PageTable, most: int, beta: float) -> Answer:
    """The same answer by the steps that training takes."""
    surveyed = survey_of(table)
    count: int = surveyed[1].count
    if not 0 < count <= most:
        return Answer(count)
    evidence = evidence_of(table, surveyed)
    reading = read_with(model, evidence)
    chosen = whole_choice(evidence, reading.probability, reading.kinds, beta)
    weight = evidence.blocks.words * chosen
    marks = np.zeros((2, len(table)), dtype=bool)
    marks[0, evidence.blocks.row[chosen]] = True
    marks[1, evidence.blocks.row] = True
    is_running = bool((evidence.column("link share")[chosen] < LINKED).any())
    return Answer(
        blocks=count,
        keep=segments_of(evidence, chosen),
        rows=marks[0],
        candidates=marks[1],
        score=float(reading.probability @ weight) / float(weight.sum()) if chosen.any() else 0.0,
        kind=KINDS[int(reading.kinds.argmax())],
        kind_probability=float(reading.kinds.max()),
        readable=has_main_text(reading.kinds) if is_running else 0.0,
        confidence=confidence_of(model, evidence, reading),
    )


def segments_of(evidence: Evidence, chosen: Mask) -> Mask:
    """The segments of some blocks."""
    segments: Mask = np.append(chosen, False)[evidence.blocks.of_segment]
    return segments
