"""How a method came to its answer: its quantities, a row an element, and which rows it chose."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from maintext.algorithms import method_named
from maintext.extraction import DEFAULT_METHOD
from maintext.read import page_table
from maintext.selection import Method, Selection
from maintext.table import PageTable


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """One element that competed."""

    row: int
    path: str
    """A CSS path to the element."""
    level: int
    selected: bool
    values: Mapping[str, float]
    """The method's quantities by the paper's symbols."""
    because: str
    """What moved the score most, from a method that can tell."""


@dataclass(frozen=True, eq=False, slots=True)
class Explanation:
    """A page as a method sees it. ``rows()`` gives the elements that competed, in document order."""

    method: str
    score: float
    reason: str
    columns: tuple[str, ...]
    table: PageTable
    selection: Selection

    def __len__(self) -> int:
        """How many elements competed."""
        return int(np.count_nonzero(self.selection.details.candidates))

    def rows(self) -> Iterator[ExplainedRow]:
        """All elements that competed, in document order."""
        return map(self._explained, np.flatnonzero(self.selection.details.candidates).tolist())

    def best(self, count: int) -> list[ExplainedRow]:
        """The selected elements and those with the highest scores, at least ``count`` if there are so many."""
        rows = np.flatnonzero(self.selection.details.candidates)
        score = self.selection.details.quantities["score"][rows] if len(rows) else np.zeros(0)
        top = rows[np.argsort(-score, kind="stable")[:count]]
        return [self._explained(row) for row in np.union1d(top, self.selection.rows).tolist()]

    def to_dict(self) -> dict[str, Any]:
        """All rows, ready for JSON; a value that is not finite becomes null."""
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


def explain(html: str | bytes, method: str | Method = DEFAULT_METHOD, *, charset: str | None = None) -> Explanation:
    """A page with a method's quantities for every element that competed."""
    chosen = method_named(method)
    table = page_table(html, charset)
    selection = chosen.select(table)
    return Explanation(
        chosen.name, selection.score, selection.reason, tuple(selection.details.quantities), table, selection
    )
