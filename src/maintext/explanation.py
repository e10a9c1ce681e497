"""How a method scored each element of a page, and which elements it selected."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from maintext.algorithms import method_named
from maintext.extraction import DEFAULT_METHOD
from maintext.read import page_table
from maintext.read.given_page import GivenPage
from maintext.selection import Method, Selection
from maintext.table import PageTable


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """One element that the method considered."""

    row: int
    path: str
    """A CSS path to the element."""
    level: int
    selected: bool
    values: Mapping[str, float]
    """The method's quantities by the paper's symbols."""
    because: str
    """The features that moved the score most; empty for methods without features."""


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Explanation:
    """A page as a method sees it. ``rows()`` iterates over the elements that the method considered."""

    method: str
    score: float
    reason: str
    columns: tuple[str, ...]
    table: PageTable
    selection: Selection

    def __len__(self) -> int:
        """The number of elements that the method considered."""
        return int(np.count_nonzero(self.selection.details.candidates))

    def rows(self) -> Iterator[ExplainedRow]:
        """All elements that the method considered, in document order."""
        return map(self._explained, np.flatnonzero(self.selection.details.candidates).tolist())

    def selected(self) -> list[ExplainedRow]:
        """The elements that the method selected, in document order."""
        return [self._explained(row) for row in np.sort(self.selection.rows).tolist()]

    def best(self, count: int) -> list[ExplainedRow]:
        """The ``count`` elements with the highest scores, in document order; all of them if there are fewer.

        Of equal scores the first in the document counts as higher.
        """
        rows = np.flatnonzero(self.selection.details.candidates)
        if not len(rows) or count <= 0:
            return []
        order = np.argsort(-self.selection.details.quantities["score"][rows], kind="stable")
        return [self._explained(row) for row in np.sort(rows[order[:count]]).tolist()]

    def to_dict(self) -> dict[str, Any]:
        """All rows, ready for JSON. A value that is not finite becomes null."""
        return {
            "method": self.method,
            "score": self.score,
            "reason": self.reason,
            "columns": list(self.columns),
            "rows": [
                {
                    "row": row.row,
                    "path": row.path,
                    "level": row.level,
                    "selected": row.selected,
                    **{name: value if math.isfinite(value) else None for name, value in row.values.items()},
                    **({"because": row.because} if row.because else {}),
                }
                for row in self.rows()
            ],
        }

    def _explained(self, row: int) -> ExplainedRow:
        return ExplainedRow(
            row,
            self.table.path(row),
            int(self.table.level[row]),
            bool(np.isin(row, self.selection.rows)),
            {name: column[row].item() for name, column in self.selection.details.quantities.items()},
            self.selection.details.because(row),
        )

    def __repr__(self) -> str:
        """One line: the method, its score and how many elements it considered and selected."""
        found = f"{len(self)} elements considered, {len(self.selection.rows)} selected"
        reason = f": {self.reason}" if self.reason else ""
        return f"<Explanation by {self.method}, score {self.score:.4g}, {found}{reason}>"


def explain(page: GivenPage, method: str | Method = DEFAULT_METHOD, *, charset: str | None = None) -> Explanation:
    """Explain how a method scored the elements of a page.

    Args:
        page: the page, as for ``extract``.
        method: a name from ``maintext.methods()``, or a method with options.
        charset: the encoding that the server declared, if the page is bytes.
    """
    chosen = method_named(method)
    table = page_table(page, charset)
    selection = chosen.select(table)
    return Explanation(
        chosen.name, selection.score, selection.reason, tuple(selection.details.quantities), table, selection
    )
