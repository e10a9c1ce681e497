"""How a method scored each element of a page, and which elements it selected."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from maintext.algorithms import method_named
from maintext.algorithms.recurrence import PagesOfSite, selection_of, with_shares
from maintext.errors import check_type
from maintext.extraction import DEFAULT_METHOD, checked_site
from maintext.read import page_table
from maintext.read.given_page import GivenPage
from maintext.selection import Column, Method, Selection, Series
from maintext.table import Ints, Mask, PageTable

_NAMED: Final = 5
"""How many elements a picture names."""
_TEXT_BYTES: Final = 600
_TEXT_SHOWN: Final = 60
_TEXTS_SHOWN: Final = 20
_LARGE: Final = 10_000
_PANELS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "learned": (("score", "probability of main text"), ("characters", "characters")),
    "text-density": (("score", "score"), ("TD", "text density TD")),
    "symbol-density": (("score", "score"), ("TD", "text density TD"), ("SbD", "symbol density SbD")),
    "div-density": (("score", "score DS"), ("DT", "text density DT"), ("DP", "punctuation density DP")),
    "link-density": (("score", "share of the text outside links"), ("LTD", "link text density LTD")),
    "naive-bayes": (("score", "probability of main text"), ("unlinktextsum", "characters outside links")),
    "table-blocks": (("score", "probability of main text"), ("unlinktextsum", "characters outside links")),
    "p-value": (("score", "P value"), ("l_t", "characters"), ("l_s", "characters with markup")),
    "composite-density": (("score", "density sum"), ("CTD", "composite text density CTD")),
    "max-subsequence": (("score", "score of each text and the tags before it"), ("sum", "running sum")),
    "line-blocks": (("score", "characters of each block of lines, B"), ("characters", "characters of each line")),
    "tag-ratio": (("score", "smoothed tag ratio"), ("TR", "tag ratio TR"), ("G", "derivative G")),
    "tree-characters": (("score", "share of the page's characters"), ("share", "share of the parent's characters")),
}
"""By method: the columns that a picture shows, with their names there; the largest of the first are named."""


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
    beginning: str = ""
    """The first words of its text."""


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
        return self._explained(np.flatnonzero(self.selection.details.candidates))

    def selected(self) -> list[ExplainedRow]:
        """The elements that the method selected, in document order."""
        return list(self._explained(np.sort(self.selection.rows)))

    def best(self, count: int) -> list[ExplainedRow]:
        """The ``count`` elements with the highest scores, in document order; all of them if there are fewer.

        Of equal scores the first in the document counts as higher.
        """
        check_type("count", count, int)
        rows = np.flatnonzero(self.selection.details.candidates)
        if not len(rows) or count <= 0:
            return []
        order = np.argsort(-self.selection.details.quantities["score"][rows], kind="stable")
        return list(self._explained(np.sort(rows[order[:count]])))

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
                    "beginning": row.beginning,
                }
                for row in self.rows()
            ],
        }

    def to_svg(self, page: str = "") -> str:
        """A picture of the scores, and of the quantities behind them, in document order.

        The selected parts are shaded, and the largest scores are named. For methods that score lines or texts, it shows
        these; for all others the elements that the method considered.

        Args:
            page: a name of the page for the title.
        """
        from maintext.support.score_plot import Panel, ScorePlot  # noqa: PLC0415 (rarely needed)

        series = self._series()
        shown = [(name, label) for name, label in _panels(self.method, series.columns) if name in series.columns]
        panels = [Panel(label, np.asarray(series.columns[name], dtype=np.float64)) for name, label in shown]
        score = f"{self.score:,.0f}" if abs(self.score) >= _LARGE else f"{self.score:.4g}"
        unit = series.unit if len(series.rows) == 1 else f"{series.unit}s"
        note = f"{len(series.rows)} {unit}, {int(series.chosen.sum())} of them in the selection, score {score}"
        if self.reason:
            note = f"{len(series.rows)} {unit}, nothing selected: {self.reason}"
        title = f"{self.method}: {page}" if page else self.method
        best = np.argsort(-panels[0].values, kind="stable")[:_NAMED].tolist() if panels else []
        names = {item: self._name_of(int(series.rows[item])) for item in best}
        return ScorePlot(title, note, f"{series.unit}s", panels, series.chosen, names).to_svg()

    def _series(self) -> Series:
        """What the method scored: its own series, or the elements that it considered."""
        details = self.selection.details
        own = getattr(details, "series", None)
        if own is not None:
            series: Series = own()
            return series
        rows = np.flatnonzero(details.candidates)
        columns = {name: column[rows] for name, column in details.quantities.items()}
        return Series("element", columns, self._is_selected()[rows], rows)

    def _is_selected(self) -> Mask:
        """The selected rows, and those in them of which all text was kept."""
        table = self.table
        is_selected = np.zeros(len(table), dtype=bool)
        is_selected[self.selection.rows] = True
        lost = np.where(self.selection.keep, 0, table.segment_characters)
        lost_below = table.subtree(np.bincount(table.segment_owner, weights=lost, minlength=len(table)))
        whole: Mask = is_selected | (table.inside(is_selected) & (lost_below == 0))
        return whole

    def _name_of(self, row: int) -> tuple[str, str]:
        """A short name of an element, its tag with its id or class, and the beginning of its text."""
        attributes = self.table.attributes(row, frozenset({"id", "class"}))
        identifier, classes = attributes.get("id", ""), attributes.get("class", "").split()
        mark = f"#{identifier}" if identifier else f".{classes[0]}" if classes else ""
        start = int(self.table.segment_start[row])
        stop = min(int(self.table.segment_stop[row]), start + _TEXTS_SHOWN)
        place = self.table.segment_place[start : stop + 1].tolist()
        pieces = (self.table.encoded[at : min(end, at + _TEXT_BYTES)] for at, end in pairwise(place))
        text = " ".join(piece.decode("utf-8", "ignore") for piece in pieces)
        return self.table.name(row) + mark, " ".join(text.split())[:_TEXT_SHOWN]

    def _explained(self, rows: Ints) -> Iterator[ExplainedRow]:
        is_selected = np.isin(rows, self.selection.rows).tolist()
        details, table = self.selection.details, self.table
        for row, selected in zip(rows.tolist(), is_selected, strict=True):
            yield ExplainedRow(
                row,
                table.path(row),
                int(table.level[row]),
                selected,
                {name: column[row].item() for name, column in details.quantities.items()},
                details.because(row),
                self._name_of(row)[1],
            )

    def __repr__(self) -> str:
        """One line: the method, its score and how many elements it considered and selected."""
        found = f"{len(self)} elements considered, {len(self.selection.rows)} selected"
        reason = f": {self.reason}" if self.reason else ""
        return f"<Explanation by {self.method}, score {self.score:.4g}, {found}{reason}>"


def explain(
    page: GivenPage,
    method: str | Method = DEFAULT_METHOD,
    *,
    charset: str | None = None,
    site: PagesOfSite | None = None,
) -> Explanation:
    """Explain how a method scored the elements of a page.

    Args:
        page: the page, as for ``extract``.
        method: a name from ``maintext.methods()``, or a method with options.
        charset: the encoding that the server declared, if the page is bytes.
        site: what is known of other pages of the same site. Each element then also has the share of these pages that
            have its text, and its shape.
    """
    chosen = method_named(method)
    table = page_table(page, charset)
    selection, recurrence = selection_of(chosen, table, checked_site(site))
    selection = with_shares(selection, table, recurrence)
    return Explanation(
        chosen.name, selection.score, selection.reason, tuple(selection.details.quantities), table, selection
    )


def _panels(method: str, columns: Mapping[str, Column]) -> tuple[tuple[str, str], ...]:
    """The columns to draw, and their labels: for a method of your own the score and the first other column."""
    others = [(name, name) for name in columns if name != "score"]
    return _PANELS.get(method, (("score", "score"), *others[:1]))
