"""The learned method as a selection on the page table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

import numpy as np

from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.engine import Answer, Blocks, Floats, Matrix
from maintext.algorithms.learned.features import KINDS, SECOND, Kind
from maintext.algorithms.learned.model import LearnedModel, shipped_model
from maintext.algorithms.learned.page_kind import page_kind
from maintext.algorithms.learned.posts import MIN_NAMES, WITHOUT_POSTS, has_posts
from maintext.algorithms.p_value import PValue
from maintext.algorithms.recurrence import Recurrence
from maintext.errors import check_fields
from maintext.selection import Column, Selection, nothing
from maintext.support.buffer import borrow, give_back, keep, kept
from maintext.support.cached_property import cached_property
from maintext.table import Ints, Mask, PageTable

BETAS: Final = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}
"""How many times as much recall counts as precision, by the value of ``favor``."""
MAX_BLOCKS: Final = 20_000
"""No page of the development sets has half as many. On larger pages the element with the best P value is taken: time
and memory must not grow with some hundred features for each of a million blocks."""
_REASONS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Learned:
    """Two stages of boosted trees on the blocks of a page."""

    name: ClassVar[str] = "learned"
    favor: Literal["precision", "balanced", "recall"] = "balanced"
    """Whether to favour precision or recall where a block is doubtful."""
    comments: bool = False
    """Also find readers' comments below an article; they are never part of its text."""
    model: LearnedModel | None = None
    """The shipped model if none is given."""
    kind: Kind | None = None
    """The kind of page, if it is known: whoever reads news knows that all pages are articles."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value that cannot be meant."""
        check_fields(self)

    def select(self, table: PageTable) -> Selection:
        """The blocks with the best expected F score."""
        return self.select_in_site(table, None)

    def select_in_site(self, table: PageTable, recurrence: Recurrence | None) -> Selection:
        """The blocks with the best expected F score, given what other pages of the site say of them."""
        model = self.model or shipped_model()
        answer = answer_of(model, table, MAX_BLOCKS, BETAS[self.favor], recurrence, self.kind)
        if not answer.blocks:
            return nothing(table, "the page has no text")
        if answer.blocks > MAX_BLOCKS:
            return PValue().select(table)
        found, probability = page_kind(table, answer) if self.kind is None else (answer.kind, answer.kind_probability)
        details = _Details(model, table, answer, recurrence, self.kind)
        return Selection(
            answer.keep,
            answer.score,
            "" if answer.score else "no block of the page is likely to be main text",
            details,
            found,
            probability,
            answer.readable,
            answer.confidence,
            details.comments() if self.comments else None,
        )


def answer_of(  # noqa: PLR0913, PLR0917 (the last two have defaults)
    model: LearnedModel,
    table: PageTable,
    max_blocks: int,
    beta: float,
    recurrence: Recurrence | None = None,
    kind: Kind | None = None,
) -> Answer:
    """The engine's answer for a page, unless the page has too many blocks.

    A page that nothing but the forest of kinds takes for a forum is judged again as a page that hardly is one, unless
    the caller knows its kind.

    Each thread keeps an engine for its next page. While it is in use no other code can take it, not even code that
    interrupts this thread.
    """
    engine = kept("engine", Engine)
    buffer = borrow()
    answer = engine.run(table, model, beta, max_blocks, buffer, recurrence=recurrence, kind=kind)
    if kind is None and answer.kind == "forum" and answer.forum_names < MIN_NAMES and not has_posts(table):
        answer = engine.run(table, model, beta, max_blocks, buffer, WITHOUT_POSTS, recurrence)
        answer = answer._replace(forum_weight=WITHOUT_POSTS)
    give_back(buffer)
    if engine.release():
        keep("engine", engine)
    return answer


@dataclass(frozen=True, eq=False, slots=True)
class _Steps:
    """The results of the single steps on a page."""

    blocks: Blocks
    probability: Floats
    features: Matrix
    """One row per feature of the second stage, one column per block."""

    def column(self, name: str) -> Floats:
        """A feature of all blocks."""
        values: Floats = self.features[SECOND.index(name)]
        return values


class _Details:
    """What is shown of each row, computed on first access: it is rarely needed."""

    def __init__(
        self,
        model: LearnedModel,
        table: PageTable,
        answer: Answer,
        recurrence: Recurrence | None = None,
        kind: Kind | None = None,
    ) -> None:
        self._model, self._table, self._answer = model, table, answer
        self._recurrence, self._kind = recurrence, kind

    @cached_property
    def rows(self) -> Ints:
        """The innermost elements around the chosen blocks."""
        return self._answer.rows

    @cached_property
    def candidates(self) -> Mask:
        """The innermost elements around all blocks."""
        marked = np.zeros(len(self._table), dtype=np.bool_)
        marked[self._answer.candidates] = True
        return marked

    @cached_property
    def _steps(self) -> _Steps:
        engine, model = Engine(), self._model
        engine.load(self._table, model.names, model.words)
        first = engine.first_stage(model.first)
        kinds = engine.kinds(model.kind, first, self._answer.forum_weight)
        if self._kind is not None:
            kinds = np.array([kind == self._kind for kind in KINDS], dtype=np.float32)
        features = engine.second_features(first, kinds)
        probability = engine.second_stage(model.second, first, kinds)
        if self._recurrence is not None:
            probability = engine.weighed(probability, kinds, self._recurrence)
        return _Steps(engine.blocks(), probability, features)

    @cached_property
    def quantities(self) -> Mapping[str, Column]:
        """The characters of each row's blocks, and the probability of the most probable of them."""
        blocks, rows = self._steps.blocks, len(self._table)
        score = np.zeros(rows)
        np.maximum.at(score, blocks.row, self._steps.probability)
        return {"characters": np.bincount(blocks.row, weights=blocks.characters, minlength=rows), "score": score}

    def comments(self) -> Mask:
        """Segments of prose that are not kept and are where the page's author put comments."""
        column = self._steps.column
        in_comments = (column("named comment") > 0) | (column("named comments") > 0)
        is_prose = (column("link share") < 0.5) & (column("in form") == 0) & (column("in button") == 0)
        return self._steps.blocks.segments(in_comments & is_prose) & ~self._answer.keep

    def because(self, row: int) -> str:
        """The features that moved a row's most probable block most, strongest first, with their values."""
        block = self._best_blocks.get(row)
        if block is None:
            return ""
        forest = self._model.second
        features = self._steps.features[:, block]
        moved = forest.contributions(features)
        strongest = np.argsort(-np.abs(moved), kind="stable")[:_REASONS_SHOWN]
        return ", ".join(f"{forest.features[each]} {features[each]:.3g} ({moved[each]:+.2f})" for each in strongest)

    @cached_property
    def _best_blocks(self) -> dict[int, int]:
        """The most probable block of each row, the first of equal ones."""
        rows = self._steps.blocks.row
        order = np.lexsort((-self._steps.probability, rows))
        is_first = np.diff(rows[order], prepend=-1) > 0
        return dict(zip(rows[order[is_first]].tolist(), order[is_first].tolist(), strict=True))
