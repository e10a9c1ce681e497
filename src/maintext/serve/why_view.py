"""What the page shows to explain a method: the framed page, the score of each element, and the formula."""

import inspect
import math
from typing import Any, Final

import numpy as np

from maintext.algorithms.recurrence import PagesOfSite
from maintext.explanation import Explanation, explain
from maintext.selection import Method
from maintext.serve.frame import framed_page

MAX_ELEMENTS: Final = 4_000
"""Elements that the view shows. On larger pages the highest scores are shown, in document order."""


def why_view(
    page: str | bytes, method: Method, charset: str | None = None, site: PagesOfSite | None = None
) -> dict[str, Any]:
    """The explanation of a method's choice, ready for JSON and for the heat map."""
    explanation = explain(page, method, charset=charset, site=site)
    shown = explanation.best(MAX_ELEMENTS)
    known = {row.row for row in shown}
    shown = sorted([*shown, *(row for row in explanation.selected() if row.row not in known)], key=lambda row: row.row)
    heats = _heats([row.values.get("score", 0.0) for row in shown])
    return {
        "method": explanation.method,
        "formula": formula_of(method),
        "score": _finite(explanation.score),
        "reason": explanation.reason,
        "columns": list(explanation.columns),
        "considered": len(explanation),
        "elements": [
            {
                "row": row.row,
                "path": row.path,
                "selected": row.selected,
                "heat": heat,
                "values": [_finite(row.values[name]) for name in explanation.columns],
                "because": row.because,
            }
            for row, heat in zip(shown, heats, strict=True)
        ],
        "owners": _owners(explanation, [row.row for row in shown]),
        "kept": _kept_rows(explanation),
        "frame": framed_page(explanation.table),
    }


def formula_of(method: Method) -> str:
    """The first lines of the method's documentation: what it computes, with the equation's number."""
    return (inspect.getdoc(type(method)) or "").partition("\n\n")[0].replace("\n", " ")


def _heats(scores: list[float]) -> list[float]:
    """Scores from 0 to 1 for colours: probabilities as they are, other scores relative to the highest."""
    finite = [score if math.isfinite(score) else 0.0 for score in scores]
    top = max([*finite, 0.0])
    scale = 1.0 if top <= 1.0 else top
    return [round(min(1.0, max(0.0, score / scale)), 4) if top > 0 else 0.0 for score in finite]


def _owners(explanation: Explanation, shown: list[int]) -> dict[int, int]:
    """For each row with text of its own: the position in ``elements`` of the closest element around it."""
    table = explanation.table
    marked = np.zeros(len(table), dtype=bool)
    marked[shown] = True
    place = {row: number for number, row in enumerate(shown)}
    rows = np.flatnonzero(table.characters > 0)
    nearest = table.nearest(marked)[rows].tolist()
    return {row: place[around] for row, around in zip(rows.tolist(), nearest, strict=True) if around >= 0}


def _kept_rows(explanation: Explanation) -> list[int]:
    """The rows of which text of their own was chosen."""
    kept: list[int] = np.unique(explanation.table.segment_owner[explanation.selection.keep]).tolist()
    return kept


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
