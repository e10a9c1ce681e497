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
from maintext.support.buffer import borrow, give_back
from maintext.table import Ints, Mask, PageTable

_LOOPS: Final = "maintext.algorithms.learned.loops"
_NONE: Any = np.zeros(0)
_spare = threading.local()


class Answer(NamedTuple):
    """Which blocks were chosen; of a page without blocks, or with too many, only their number."""

    blocks: int
    keep: Mask = _NONE
    """The segments of the chosen blocks."""
    block_rows: bytes = b""
    """The innermost block element or cell around each block, in numbers of four bytes."""
    block_chosen: bytes = b""
    """Whether each block was chosen, 1 or 0."""
    score: float = 0.0
    """The mean probability of the words that were chosen, 0 if none were."""
    kind: str = ""
    """The most probable kind of page."""
    kind_probability: float = 0.0
    readable: float = 0.0
    """The probability that the page has one text to read from beginning to end."""
    confidence: float = 0.0
    """The probability that the choice is good."""

    @property
    def candidates(self) -> Ints:
        """The innermost block elements or cells around all blocks, in document order."""
        return np.unique(np.frombuffer(self.block_rows, dtype=np.intc)).astype(np.int64)

    @property
    def rows(self) -> Ints:
        """The same around the chosen blocks."""
        chosen = np.frombuffer(self.block_chosen, dtype=np.bool_)
        return np.unique(np.frombuffer(self.block_rows, dtype=np.intc)[chosen]).astype(np.int64)


def judged(model: LearnedModel, table: PageTable, most: int, beta: float) -> Answer:
    """The answer to a page, unless it has more than so many blocks; the higher beta is, the more recall counts."""
    judge = compiled(f"{_LOOPS}.judge", "judge")
    if judge is None:
        return step_by_step(model, table, most, beta)
    desk = getattr(_spare, "desk", None) or compiled(f"{_LOOPS}.desk", "Desk")()  # type: ignore[misc]
    _spare.desk = None
    keep = np.empty(table.segment_columns.shape[1] - 1, dtype=np.bool_)
    block = borrow()
    blocks = judge(desk, model.machine, table, block, most, beta**2, keep)
    answer = _on(desk, blocks, keep) if 0 < blocks <= most else Answer(blocks)
    give_back(block)
    if desk.release():
        _spare.desk = desk
    return answer


def _on(desk: Any, blocks: int, keep: Mask) -> Answer:
    """The answer that was left on a desk."""
    return Answer(
        blocks,
        keep,
        desk.block_rows(),
        desk.block_chosen(),
        desk.score,
        KINDS[desk.kind],
        desk.kind_probability,
        desk.readable,
        desk.confidence,
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
    is_running = bool((evidence.column("link share")[chosen] < LINKED).any())
    return Answer(
        blocks=count,
        keep=segments_of(evidence, chosen),
        block_rows=evidence.blocks.row.tobytes(),
        block_chosen=chosen.tobytes(),
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
