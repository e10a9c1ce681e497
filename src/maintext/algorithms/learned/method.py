"""The learned method as a selection on the page table."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

import numpy as np

from maintext.algorithms.learned.blocks import blocks_of
from maintext.algorithms.learned.choice import whole_choice
from maintext.algorithms.learned.evidence import Evidence, evidence_of
from maintext.algorithms.learned.kind import HAS_MAIN_TEXT, KINDS
from maintext.algorithms.learned.model import LearnedModel, shipped_model
from maintext.algorithms.learned.reading import Reading, confidence_of, read_with
from maintext.algorithms.p_value import PValue
from maintext.errors import check_choice
from maintext.selection import Selection, nothing
from maintext.table import Mask, PageTable

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
        """Refuse what cannot be favoured."""
        check_choice("favor", self.favor, tuple(BETAS))

    def select(self, table: PageTable) -> Selection:
        """The blocks that promise the best F score."""
        blocks = blocks_of(table)
        if not len(blocks):
            return nothing(table, "the page has no text")
        if len(blocks) > MOST_BLOCKS:
            return PValue().select(table)
        evidence = evidence_of(table, blocks)
        model = self.model or shipped_model()
        reading = read_with(model, evidence)
        chosen = whole_choice(evidence, reading.probability, reading.is_forum, BETAS[self.favor])
        kind = int(np.argmax(reading.kinds))

        candidates = np.zeros(len(table), dtype=bool)
        candidates[blocks.row] = True
        score = np.zeros(len(table))
        np.maximum.at(score, blocks.row, reading.probability)
        characters = np.bincount(blocks.row, weights=blocks.characters, minlength=len(table))
        weight = evidence.words[chosen]
        return Selection(
            rows=np.unique(blocks.row[chosen]),
            keep=segments_of(evidence, chosen),
            score=float((reading.probability[chosen] * weight).sum() / weight.sum()) if chosen.any() else 0.0,
            reason="" if chosen.any() else "no block of the page is likely to be main text",
            candidates=candidates,
            quantities={"characters": characters, "score": score},
            page_type=KINDS[kind],
            page_type_probability=float(reading.kinds[kind]),
            has_main_text=float(sum(reading.kinds[KINDS.index(each)] for each in HAS_MAIN_TEXT))
            if chosen.any()
            else 0.0,
            confidence=confidence_of(model, evidence, reading),
            comments=segments_of(evidence, _discussion(evidence, chosen)) if self.comments else None,
            because=lambda row: _because(model, evidence, reading, row),
        )


def segments_of(evidence: Evidence, chosen: Mask) -> Mask:
    """The segments of some blocks."""
    segments: Mask = np.append(chosen, False)[evidence.blocks.of_segment]
    return segments


def _discussion(evidence: Evidence, chosen: Mask) -> Mask:
    """Blocks of prose that were not chosen and stand where the page's author put comments."""
    column = evidence.of_blocks
    is_prose = (column["link share"] < 0.5) & (column["in form"] == 0) & (column["in button"] == 0)
    comments: Mask = evidence.in_comments & is_prose & ~chosen
    return comments


def _because(model: LearnedModel, evidence: Evidence, reading: Reading, row: int) -> str:
    """The features that moved a row's most probable block most, strongest first, with their values."""
    blocks = np.flatnonzero(evidence.blocks.row == row)
    if not len(blocks):
        return ""
    block = blocks[[int(np.argmax(reading.probability[blocks]))]]
    moved = model.second.contributions(reading.rows[block])[0]
    strongest = np.argsort(-np.abs(moved), kind="stable")[:_REASONS_SHOWN]
    return ", ".join(
        f"{model.second.features[each]} {reading.rows[block[0], each]:.3g} ({moved[each]:+.2f})" for each in strongest
    )
