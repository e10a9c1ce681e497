"""The learned method as a selection on the page table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.choice import has_main_text, whole_choice
from maintext.algorithms.learned.columns import KINDS
from maintext.algorithms.learned.evidence import Evidence, evidence_of, survey_of
from maintext.algorithms.learned.model import LearnedModel, shipped_model
from maintext.algorithms.learned.reading import Reading, confidence_of, read_with
from maintext.algorithms.p_value import PValue
from maintext.errors import check_choice
from maintext.selection import Column, Selection, nothing
from maintext.table import Mask, PageTable

BETAS: Final = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}
"""How many times as much recall counts as precision, by what is favoured."""
MOST_BLOCKS: Final = 20_000
"""No page of the development sets has half as many. Beyond, the element with the best P value is taken: time and memory
must not grow with some hundred features for each of a million blocks."""
_REASONS_SHOWN: Final = 5
_LINKED: Final = 0.9
"""A block with this share of its characters in links is a link."""


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
        rows, survey = survey_of(table)
        if not survey.count:
            return nothing(table, "the page has no text")
        if survey.count > MOST_BLOCKS:
            return PValue().select(table)
        evidence = evidence_of(table, (rows, survey))
        blocks = evidence.blocks
        model = self.model or shipped_model()
        reading = read_with(model, evidence)
        chosen = whole_choice(evidence, reading.probability, reading.kinds, BETAS[self.favor])
        kind = int(reading.kinds.argmax())
        is_chosen = bool(chosen.any())
        weight = blocks.words * chosen
        return Selection(
            rows=np.flatnonzero(_marked(table, blocks.row[chosen])),
            keep=segments_of(evidence, chosen),
            score=float(reading.probability @ weight) / float(weight.sum()) if is_chosen else 0.0,
            reason="" if is_chosen else "no block of the page is likely to be main text",
            candidates=_marked(table, blocks.row),
            quantities=_Quantities(evidence, reading),
            page_type=KINDS[kind],
            page_type_probability=float(reading.kinds[kind]),
            has_main_text=has_main_text(reading.kinds) if _is_running(evidence, chosen) else 0.0,
            confidence=lambda: confidence_of(model, evidence, reading),
            comments=segments_of(evidence, _discussion(evidence, chosen)) if self.comments else None,
            because=lambda row: _because(model, evidence, reading, row),
        )


class _Quantities(Mapping[str, Column]):
    """What is shown of each row, made when it is asked for: few ask."""

    def __init__(self, evidence: Evidence, reading: Reading) -> None:
        self._evidence, self._reading = evidence, reading

    def __getitem__(self, name: str) -> Column:
        """A column with a number a row."""
        blocks, rows = self._evidence.blocks, len(self._evidence.table)
        if name == "characters":
            return np.bincount(blocks.row, weights=blocks.characters, minlength=rows)
        if name != "score":
            raise KeyError(name)
        score = np.zeros(rows)
        np.maximum.at(score, blocks.row, self._reading.probability)
        return score

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(("characters", "score"))

    def __len__(self) -> int:
        """How many there are."""
        return 2


def _is_running(evidence: Evidence, chosen: Mask) -> bool:
    """Whether some of the chosen text is not in links: only such a text can be read from beginning to end."""
    return bool((evidence.column("link share")[chosen] < _LINKED).any())


def _marked(table: PageTable, rows: NDArray[np.intc]) -> Mask:
    marked = np.zeros(len(table), dtype=bool)
    marked[rows] = True
    return marked


def segments_of(evidence: Evidence, chosen: Mask) -> Mask:
    """The segments of some blocks."""
    segments: Mask = np.append(chosen, False)[evidence.blocks.of_segment]
    return segments


def _discussion(evidence: Evidence, chosen: Mask) -> Mask:
    """Blocks of prose that were not chosen and stand where the page's author put comments."""
    column = evidence.column
    is_prose = (column("link share") < 0.5) & (column("in form") == 0) & (column("in button") == 0)
    comments: Mask = evidence.in_comments & is_prose & ~chosen
    return comments


def _because(model: LearnedModel, evidence: Evidence, reading: Reading, row: int) -> str:
    """The features that moved a row's most probable block most, strongest first, with their values."""
    blocks = np.flatnonzero(evidence.blocks.row == row)
    if not len(blocks):
        return ""
    features = evidence.features[:, blocks[np.argmax(reading.probability[blocks])]]
    moved = model.second.contributions(features)
    strongest = np.argsort(-np.abs(moved), kind="stable")[:_REASONS_SHOWN]
    return ", ".join(f"{model.second.features[each]} {features[each]:.3g} ({moved[each]:+.2f})" for each in strongest)
