"""The learned method as a selection on the page table."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Literal

import numpy as np

from maintext.algorithms.learned.answer import Answer, judged, segments_of
from maintext.algorithms.learned.evidence import Evidence, evidence_of
from maintext.algorithms.learned.model import LearnedModel, shipped_model
from maintext.algorithms.learned.reading import Reading, read_with
from maintext.algorithms.p_value import PValue
from maintext.errors import check_fields
from maintext.selection import Column, Selection, nothing
from maintext.table import Ints, Mask, PageTable

BETAS: Final = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}
"""How many times as much recall counts as precision, by what is favoured."""
MOST_BLOCKS: Final = 20_000
"""No page of the development sets has half as many. Beyond, the element with the best P value is taken: time and memory
must not grow with some hundred features for each of a million blocks."""
_REASONS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Learned:
    """Two stages of boosted trees on the blocks of a page."""

    name: ClassVar[str] = "learned"
    favor: Literal["precision", "balanced", "recall"] = "balanced"
    """What to favour where a block is doubtful."""
    comments: bool = False
    """Also find readers' comments below an article; they are never part of its text."""
    model: LearnedModel | None = None
    """The shipped model if none is given."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value that cannot be meant."""
        check_fields(self)

    def select(self, table: PageTable) -> Selection:
        """The blocks that promise the best F score."""
        model = self.model or shipped_model()
        answer = judged(model, table, MOST_BLOCKS, BETAS[self.favor])
        if not answer.blocks:
            return nothing(table, "the page has no text")
        if answer.blocks > MOST_BLOCKS:
            return PValue().select(table)
        details = _Details(model, table, answer)
        return Selection(
            answer.keep,
            answer.score,
            "" if answer.score else "no block of the page is likely to be main text",
            details,
            answer.kind,
            answer.kind_probability,
            answer.readable,
            answer.confidence,
            details.comments() if self.comments else None,
        )


class _Details:
    """What is shown of each row, made anew when it is asked for: few ask."""

    def __init__(self, model: LearnedModel, table: PageTable, answer: Answer) -> None:
        self._model, self._table, self._answer = model, table, answer

    @cached_property
    def rows(self) -> Ints:
        """The innermost elements around the chosen blocks."""
        return self._answer.rows

    @cached_property
    def candidates(self) -> Mask:
        """The same of all blocks."""
        marked = np.zeros(len(self._table), dtype=np.bool_)
        marked[self._answer.candidates] = True
        return marked

    @cached_property
    def _evidence(self) -> Evidence:
        return evidence_of(self._table)

    @cached_property
    def _reading(self) -> Reading:
        return read_with(self._model, self._evidence)

    @cached_property
    def quantities(self) -> Mapping[str, Column]:
        """The characters of each row's blocks, and the probability of the likeliest of them."""
        blocks, rows = self._evidence.blocks, len(self._table)
        score = np.zeros(rows)
        np.maximum.at(score, blocks.row, self._reading.probability)
        return {"characters": np.bincount(blocks.row, weights=blocks.characters, minlength=rows), "score": score}

    def comments(self) -> Mask:
        """Segments of prose that are not kept and stand where the page's author put comments."""
        evidence = self._evidence
        column = evidence.column
        is_prose = (column("link share") < 0.5) & (column("in form") == 0) & (column("in button") == 0)
        return segments_of(evidence, evidence.in_comments & is_prose) & ~self._answer.keep

    def because(self, row: int) -> str:
        """The features that moved a row's most probable block most, strongest first, with their values."""
        blocks = np.flatnonzero(self._evidence.blocks.row == row)
        if not len(blocks):
            return ""
        trees = self._model.second
        features = self._evidence.features[:, blocks[np.argmax(self._reading.probability[blocks])]]
        moved = trees.contributions(features)
        strongest = np.argsort(-np.abs(moved), kind="stable")[:_REASONS_SHOWN]
        return ", ".join(f"{trees.features[each]} {features[each]:.3g} ({moved[each]:+.2f})" for each in strongest)
