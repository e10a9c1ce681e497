"""The tables of the report, from which both the HTML page and the Markdown are made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from maintext.evaluate.metadata_answers import FIELDS, OURS
from maintext.evaluate.report.results_view import ALL, CROSS_VALIDATED, HEADLINE, View, number, text

NOTHING: Final = "\N{EN DASH}"
MOST_GROUPS: Final = 12
"""Columns of a table by type, language or site; the groups with most pages have one."""
TRAINED: Final = "\N{DAGGER}"
"""Marks figures of a system on pages that it was trained on."""
_TRAINED_NOTE: Final = "The system was trained on these pages."


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell and the value that it is sorted by."""

    text: str
    value: float | None = None
    best: bool = False
    tint: float | None = None
    """The position of the figure between the worst (0) and the best (1) of its column."""
    note: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of figures; the first cell of a row names it."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of the papers' tables; ``better`` is 1 (high is good), -1 (low is good) or 0 (neither)."""

    key: str
    title: str
    better: int = 1
    show: Callable[[float | None], str] | None = None


def three(value: float | None) -> str:
    """Format a score."""
    return NOTHING if value is None else f"{value:.3f}"


def percent(value: float | None) -> str:
    """Format a share of the pages."""
    return NOTHING if value is None else f"{100 * value:.1f} %"


def signed(value: float | None) -> str:
    """Format a difference of scores."""
    return NOTHING if value is None else f"{value:+.3f}".replace("-", "\N{MINUS SIGN}")


def short(value: float | None) -> str:
    """Format a time or an amount of memory; more than three digits would be noise."""
    if value is None:
        return NOTHING
    digits = 2 if value < 1 else 1 if value < 100 else 0
    return f"{value:,.{digits}f}"


def whole(value: float | None) -> str:
    """Format a count."""
    return NOTHING if value is None else f"{value:,.0f}"


FAMILIES: Final[tuple[tuple[str, str, tuple[Measure, ...]], ...]] = (
    (
        "Words",
        "Words as a bag, whatever their order; mean over pages.",
        (Measure("bow_precision", "precision"), Measure("bow_recall", "recall"), Measure("bow_f1", "F1")),
    ),
    (
        "Longest common subsequence",
        "Characters in order; mean over pages. Accurate is the share of pages that pass the paper's bar.",
        (
            Measure("lcs_precision", "precision"),
            Measure("lcs_recall", "recall"),
            Measure("lcs_f1", "F1"),
            Measure("rouge_lsum", "ROUGE-Lsum"),
            Measure("accurate_share", "accurate", 1, percent),
        ),
    ),
    (
        "Shingles",
        "Runs of words, pooled over pages; accuracy is the share of pages without any error.",
        (
            Measure("shingle_precision", "precision"),
            Measure("shingle_recall", "recall"),
            Measure("shingle_f1", "F1"),
            Measure("shingle_accuracy", "accuracy"),
        ),
    ),
    (
        "Runs of five tokens",
        "As WebMainBench counts, on Markdown where a system writes it; mean over pages.",
        (Measure("rouge_5", "ROUGE-5 F1"),),
    ),
    (
        "Snippets",
        "Snippets that people listed as belonging to the text (with) or not (without).",
        (Measure("with_rate", "with"), Measure("without_rate", "without", 0), Measure("snippet_f1", "F1")),
    ),
    (
        "Grades",
        "Share of pages by how near the text comes to the one marked by hand.",
        (
            Measure("excellent", "excellent", 1, percent),
            Measure("good", "good", 0, percent),
            Measure("poor", "poor", -1, percent),
            Measure("good_rate", "excellent or good", 1, percent),
        ),
    ),
    (
        "Kinds of error",
        "Share of pages by what is wrong with the text.",
        (
            Measure("correct", "correct", 1, percent),
            Measure("incomplete", "incomplete", 0, percent),
            Measure("imprecise", "imprecise", 0, percent),
            Measure("missing", "missing", -1, percent),
        ),
    ),
)
"""The measures of the papers: a title, an explanation and the columns."""


def leaderboard(view: View) -> Table:
    """Return the accuracy and the costs of each system, one row per system."""
    systems = view.ranked()
    peaks = {text(each.get("system")): number(each.get("peak_mb")) for each in view.part("memory")}
    return with_columns(
        accuracy(view),
        ("ms per page", costs([view.mean_ms(system) for system in systems])),
        ("peak MB", costs([peaks.get(system) for system in systems])),
        ("failures", failures(view)),
    )


def accuracy(view: View) -> Table:
    """Return a table with one row per system, best first, and one column per set."""
    systems = view.ranked()
    columns = [("system", [Cell(system, mark="ours" if system in view.ours else "") for system in systems])]
    trained = [[view.was_trained_on(system, name) for system in systems] for name in view.sets]
    if len(view.sets) > 1:
        anywhere = [any(view.was_trained_on(system, name) for name in view.sets) for system in systems]
        columns.append(("mean", _column([view.mean(system) for system in systems], trained=anywhere)))
    for name, seen in zip(view.sets, trained, strict=True):
        columns.append((name, _column([view.metric(system, name) for system in systems], trained=seen)))
    return _table(columns)


def costs(values: list[float | None]) -> list[Cell]:
    """Return a column of times or amounts of memory, of which the lowest is the best."""
    return _column(values, short, -1, tinted=False)


def failures(view: View) -> list[Cell]:
    """Return a column with the number of pages on which each system failed, in the order of ``accuracy``."""
    return [_count(_failures(view, system)) for system in view.ranked()]


def with_columns(table: Table, *columns: tuple[str, list[Cell]]) -> Table:
    """Return a table with further columns: a head and one cell per row."""
    heads, cells = zip(*columns, strict=True)
    rows = tuple((*row, *more) for row, *more in zip(table.rows, *cells, strict=True))
    return Table((*table.heads, *heads), rows)


def by_group(view: View, name: str, kind: str) -> Table | None:
    """Return a table with one row per system and one column per page type, language or site of one set."""
    groups = view.groups(name, kind)[:MOST_GROUPS]
    systems = [
        system
        for system, _ in view.ranked_on(name)
        if any(view.metric(system, name, HEADLINE, group) is not None for group, _ in groups)
    ]
    if not groups or not systems:
        return None
    trained = [view.was_trained_on(system, name) for system in systems]
    columns = [("system", [Cell(system, mark="ours" if system in view.ours else "") for system in systems])]
    for group, pages in groups:
        title = f"{group.partition(':')[2]} ({pages:,})"
        values = [view.metric(system, name, HEADLINE, group) for system in systems]
        columns.append((title, _column(values, trained=trained)))
    return _table(columns)


def family(view: View, name: str, measures: Sequence[Measure]) -> Table | None:
    """Return the measures of one paper on one set; None if nothing was measured."""
    ranked = [system for system, _ in view.ranked_on(name)]
    on_set = [*ranked, *sorted(set(view.systems) - set(ranked))]
    systems = [
        system
        for system in on_set
        if (system, name, ALL) in view.figures
        and (
            not system.endswith(CROSS_VALIDATED)
            or all(view.metric(system, name, each.key) is not None for each in measures)
        )
    ]
    trained = [view.was_trained_on(system, name) for system in systems]
    columns = [("system", [Cell(system, mark="ours" if system in view.ours else "") for system in systems])]
    for measure in measures:
        values = [view.metric(system, name, measure.key) for system in systems]
        if any(value is not None for value in values):
            cells = _column(values, measure.show or three, measure.better, trained=trained)
            columns.append((measure.title, _with_margins(view, name, measure.key, systems, cells)))
    return _table(columns) if len(columns) > 1 else None


def significance(view: View, name: str) -> Table | None:
    """Return how far the system of the row is ahead of that of the column, for all pairs on one set."""
    pairs = {}
    for pair in view.part("pairs"):
        if text(pair.get("set")) == name:
            a, b = text(pair.get("a")), text(pair.get("b"))
            pairs[a, b] = _difference(pair, 1)
            pairs[b, a] = _difference(pair, -1)
    systems = [system for system in view.ranked() if any(system == a for a, _ in pairs)]
    if not systems:
        return None
    rows = tuple(
        (
            Cell(row, mark="ours" if row in view.ours else ""),
            *(pairs.get((row, column), Cell("")) for column in systems),
        )
        for row in systems
    )
    return Table(("system", *systems), rows)


def judged(view: View) -> Table | None:
    """Return how often a judge was right about whether a page has a main text."""
    keys = ("yes_yes", "yes_no", "no_yes", "no_no")
    rows = []
    for each in view.part("judge"):
        names = (Cell(text(each.get("set"))), Cell(text(each.get("judge"))))
        counts = [Cell(whole(number(each.get(key))), number(each.get(key))) for key in keys]
        accuracy = number(each.get("accuracy"))
        rows.append((*names, *counts, Cell(percent(accuracy), accuracy)))
    heads = ("set", "judge", "text: right", "text: missed", "no text: false alarm", "no text: right", "accuracy")
    return Table(heads, tuple(rows)) if rows else None


def metadata(view: View) -> Table | None:
    """Return how often title, authors and date are right: one row per system, one column per set and field."""
    found = {(text(each.get("system")), text(each.get("set"))): each for each in view.part("metadata")}
    systems = list(dict.fromkeys(system for system, _ in found))
    columns = [("system", [Cell(system, mark="ours" if system == OURS else "") for system in systems])]
    for name in dict.fromkeys(name for _, name in found):
        for field in FIELDS:
            values = [number((found.get((system, name), {}).get("right") or {}).get(field)) for system in systems]
            if any(value is not None for value in values):
                columns.append((f"{name} {field}", _column(values)))
    return _table(columns) if len(columns) > 1 else None


def sets(view: View) -> Table | None:
    """Return the sizes, types and languages of the sets."""
    rows = []
    for each in view.part("sets"):
        pages, bad = number(each.get("pages")), number(each.get("bad_rows"))
        parts = (Cell(_listed(each.get("types"))), Cell(_listed(each.get("languages"))))
        rows.append((Cell(text(each.get("name"))), Cell(whole(pages), pages), Cell(whole(bad), bad), *parts))
    return Table(("set", "pages", "bad rows", "types", "languages"), tuple(rows)) if rows else None


def _table(columns: list[tuple[str, list[Cell]]]) -> Table:
    return Table(tuple(head for head, _ in columns), tuple(zip(*(cells for _, cells in columns), strict=True)))


def _column(
    values: list[float | None],
    show: Callable[[float | None], str] = three,
    better: int = 1,
    *,
    tinted: bool = True,
    trained: Sequence[bool] = (),
) -> list[Cell]:
    """Figures with the best one marked: as shown, so that two that read the same are both best, or all alike none.

    Figures of systems that were trained on the pages get a dagger and are never the best.
    """
    present = [value for value in values if value is not None]
    low, high = (min(present), max(present)) if present else (0.0, 0.0)
    seen = list(trained) or [False] * len(values)
    fair = [value for value, is_seen in zip(values, seen, strict=True) if value is not None and not is_seen]
    best = show(max(fair) if better > 0 else min(fair)) if better and fair and show(low) != show(high) else None
    cells = []
    for value, is_seen in zip(values, seen, strict=True):
        place = None if value is None or not tinted or better == 0 or high == low else (value - low) / (high - low)
        tint = place if place is None or better > 0 else 1 - place
        shown = show(value)
        is_best = value is not None and shown == best and not is_seen
        cell = Cell(shown, value, is_best, tint)
        is_marked = is_seen and value is not None
        cells.append(replace(cell, text=f"{shown}{TRAINED}", note=_TRAINED_NOTE) if is_marked else cell)
    return cells


def _count(value: float | None) -> Cell:
    return Cell(whole(value), value)


def _failures(view: View, system: str) -> float | None:
    found = [count for name in view.sets if (count := view.figure(system, name, "failures")) is not None]
    return sum(found) if found else None


def _with_margins(view: View, name: str, key: str, systems: list[str], cells: list[Cell]) -> list[Cell]:
    """Return the figures with their margins of error, if the results have any."""
    margins = [view.metric(system, name, f"{key}_plus_minus") for system in systems]
    return [
        cell if margin is None or cell.value is None else replace(cell, text=f"{cell.text} \xb1 {margin:.3f}")
        for cell, margin in zip(cells, margins, strict=True)
    ]


def _difference(pair: Mapping[str, Any], sign: int) -> Cell:
    """Return a cell of the matrix, marked if chance would seldom produce such a difference."""
    value, p = number(pair.get("difference")), number(pair.get("p"))
    low, high = number(pair.get("low")), number(pair.get("high"))
    if value is None:
        return Cell(NOTHING)
    value *= sign
    ends = sorted(sign * end for end in (low, high) if end is not None)
    note = f"95 % interval {' to '.join(map(signed, ends))}" if len(ends) == 2 else ""
    note += f"{', ' if note and p is not None else ''}{_p(p)}"
    sure = p is not None and p < 0.05
    return Cell(signed(value), value, note=note, mark=("ahead" if value > 0 else "behind") if sure else "level")


def _p(p: float | None) -> str:
    if p is None:
        return ""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def _listed(counts: Any) -> str:
    if not isinstance(counts, Mapping):
        return NOTHING
    ordered = sorted(counts.items(), key=lambda each: (-(number(each[1]) or 0.0), str(each[0])))
    return ", ".join(f"{name}\xa0{whole(number(count))}" for name, count in ordered) or NOTHING
