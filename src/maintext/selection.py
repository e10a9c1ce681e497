"""What a method answers: which rows of the page table are the main text, and how it came to that."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, Mask, PageTable

Column = NDArray[np.float64] | Ints
_NO_QUANTITIES: Final[Mapping[str, Column]] = MappingProxyType({})


class Details(Protocol):
    """How a method came to its answer. Few ask, so a method may wait with it until they do."""

    @property
    def rows(self) -> Ints:
        """The elements that the method chose, in document order."""
        ...

    @property
    def candidates(self) -> Mask:
        """Rows that competed."""
        ...

    @property
    def quantities(self) -> Mapping[str, Column]:
        """The method's columns by the paper's symbols; ``score`` is what rows are ranked by."""
        ...

    def because(self, row: int) -> str:
        """What moved a row's score most, in words, if the method can tell."""
        ...


class Ready(NamedTuple):
    """Details of a method that has them anyway."""

    rows: Ints
    candidates: Mask
    quantities: Mapping[str, Column]

    def because(self, row: int) -> str:
        """Nothing: what these methods reckon is shown as it is."""
        return ""


class Selection(NamedTuple):
    """The chosen rows, or none of them and the reason."""

    keep: Mask
    """Segments of the table that are main text. A method may choose an element without all that is in it."""
    score: float
    reason: str
    details: Details
    page_type: str = ""
    """The kind of page, from a method that tells it."""
    page_type_probability: float = 0.0
    has_main_text: float | None = None
    """The probability that the page has one running text, from a method that tells it."""
    confidence: float | None = None
    """The probability that the answer is good, from a method that tells it."""
    comments: Mask | None = None
    """Segments that are comments of readers, from a method that was asked for them."""

    @property
    def rows(self) -> Ints:
        """The elements that the method chose, in document order."""
        return self.details.rows


class Method(Protocol):
    """A way to find the main text: pure, it reads the table and answers."""

    name: ClassVar[str]

    def select(self, table: PageTable) -> Selection:
        """Choose the rows that are main text."""
        ...


def nothing(
    table: PageTable,
    reason: str,
    score: float = 0.0,
    candidates: Mask | None = None,
    quantities: Mapping[str, Column] = _NO_QUANTITIES,
) -> Selection:
    """An empty selection that says why."""
    candidates = np.zeros(len(table), dtype=bool) if candidates is None else candidates
    keep = np.zeros(len(table.segment_owner), dtype=bool)
    return Selection(keep, score, reason, Ready(np.zeros(0, dtype=np.int64), candidates, quantities))


def best_row(
    table: PageTable,
    candidates: Mask,
    quantities: Mapping[str, Column],
    removed: Mask | None = None,
    reason: str = "no element of the page has text outside links",
) -> Selection:
    """The candidate with the highest score, the outermost of equals, with all that is in it but removed rows.

    The reason is given where no candidate has a score above 0.
    """
    if not candidates.any():
        return nothing(table, "no element of the page can hold the main text", 0.0, candidates, quantities)
    score = np.where(candidates, quantities["score"], -np.inf)
    best = int(np.argmax(score))
    top = float(score[best])
    if top <= 0:
        return nothing(table, reason, top, candidates, quantities)
    keep = np.zeros(len(table), dtype=bool)
    keep[best : table.end[best]] = True
    if removed is not None:
        keep &= ~removed
    return Selection(keep[table.segment_owner], top, "", Ready(np.array([best]), candidates, quantities))
