"""The answer of a method: which segments of the page table are the main text, and how it was found."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, Mask, PageTable

Column = NDArray[np.float64] | Ints
_NO_QUANTITIES: Final[Mapping[str, Column]] = MappingProxyType({})


class Details(Protocol):
    """How a method found its answer. Few callers need this, so a method may compute it on first access."""

    @property
    def rows(self) -> Ints:
        """The elements that the method chose, in document order."""
        ...

    @property
    def candidates(self) -> Mask:
        """The rows that the method chose from."""
        ...

    @property
    def quantities(self) -> Mapping[str, Column]:
        """The method's columns under the paper's symbols; rows are ranked by ``score``."""
        ...

    def because(self, row: int) -> str:
        """What influenced a row's score most, in words; empty if the method does not know."""
        ...


class Series(NamedTuple):
    """What a method scored in document order, where that is not elements but lines or texts."""

    unit: str
    """What one of them is called."""
    columns: Mapping[str, Column]
    """The method's quantities, one number for each; the one that decides is ``score``."""
    chosen: Mask
    rows: Ints
    """The element that each is in."""


class Ready(NamedTuple):
    """Details that the method computed on its way."""

    rows: Ints
    candidates: Mask
    quantities: Mapping[str, Column]
    series: Callable[[], Series] | None = None
    """For methods that score something else than elements: computes what is scored."""

    def because(self, row: int) -> str:
        """Empty: the quantities of these methods need no explanation."""
        return ""


class Selection(NamedTuple):
    """The chosen text, or none and the reason."""

    keep: Mask
    """The segments that are main text. A method may choose an element but not all segments in it."""
    score: float
    reason: str
    details: Details
    page_type: str = ""
    """The kind of page, from methods that predict it."""
    page_type_probability: float = 0.0
    has_main_text: float | None = None
    """The probability that the page has one running text, from methods that predict it."""
    confidence: float | None = None
    """The probability that the answer is good, from methods that predict it."""
    comments: Mask | None = None
    """The segments that are comments of readers, from a method with that option."""

    @property
    def rows(self) -> Ints:
        """The elements that the method chose, in document order."""
        return self.details.rows


class Method(Protocol):
    """A way to find the main text. ``select`` is pure: it reads the table and changes nothing."""

    name: ClassVar[str]

    def select(self, table: PageTable) -> Selection:
        """Choose the main text."""
        ...


def nothing(
    table: PageTable,
    reason: str,
    score: float = 0.0,
    candidates: Mask | None = None,
    quantities: Mapping[str, Column] = _NO_QUANTITIES,
) -> Selection:
    """An empty selection with the reason."""
    candidates = np.zeros(len(table), dtype=bool) if candidates is None else candidates
    keep = np.zeros(table.segment_count, dtype=bool)
    return Selection(keep, score, reason, Ready(np.zeros(0, dtype=np.int64), candidates, quantities))


def best_row(
    table: PageTable,
    candidates: Mask,
    quantities: Mapping[str, Column],
    removed: Mask | None = None,
    reason: str = "no element of the page has text outside links",
) -> Selection:
    """Select the candidate with the highest score and everything in it, except removed rows.

    Of equal scores the outermost element wins. Without a score above 0 the selection is empty, for ``reason``.
    """
    no_candidate = "no element of the page can hold the main text"
    if not len(table):
        return nothing(table, no_candidate, 0.0, candidates, quantities)
    score = np.where(candidates, quantities["score"], -np.inf)
    best = int(score.argmax())
    top = float(score[best])
    if not candidates[best]:
        return nothing(table, no_candidate, 0.0, candidates, quantities)
    if top <= 0:
        return nothing(table, reason, top, candidates, quantities)
    segments = table.segments_of(best)
    inside = slice(segments.start, segments.stop)
    keep = np.zeros(table.segment_count, dtype=bool)
    keep[inside] = True if removed is None else ~removed[table.segment_owner[inside]]
    return Selection(keep, top, "", Ready(np.array([best]), candidates, quantities))
