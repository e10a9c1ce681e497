"""Write the figures as Markdown tables, to paste into a document or an issue."""

import re
from collections.abc import Iterator

from maintext.evaluate.report import result_tables as tables
from maintext.evaluate.report.result_tables import FAMILIES, TRAINED, Cell, Table
from maintext.evaluate.report.results_view import CROSS_VALIDATED, View, text

_LEADERBOARD_NOTE = (
    "F1 of the words, mean over pages; of the snippets, pooled, on a set that has only those. \\* our methods."
)
_METADATA_NOTE = (
    "Right answers among the pages whose answer is known. Title: the same letters and digits; author: the same set of "
    "name words; date: the same day."
)


def as_markdown(view: View) -> str:
    """All tables of the report; a `*` marks our methods, bold the best of a column."""
    return "\n\n".join(_parts(view)) + "\n"


def escaped(value: str) -> str:
    """Escape a name from a data file, so that it cannot end a cell or be read as markup."""
    return re.sub(r"([\\`*_\[\]<>|#&~])", r"\\\1", " ".join(value.split()))


def _parts(view: View) -> Iterator[str]:
    made = view.results.get("made") or {}
    yield "# Results"
    yield f"{escaped(text(made.get('date')))}: `{_code(text(made.get('command')))}`"
    yield f"{escaped(text(made.get('machine')))}, Python {escaped(text(made.get('python')))}"
    versions = made.get("versions") or {}
    if versions:
        yield "Versions: " + ", ".join(f"{escaped(text(k))} {escaped(text(v))}" for k, v in sorted(versions.items()))
    if kept := made.get("kept"):
        names = ", ".join(escaped(text(name)) for name in kept)
        yield f"Measured in an earlier run, with these versions on these pages; so their times are of that run: {names}"
    yield from trained_note(view)
    yield from _section("Sets", tables.sets(view))
    yield from _section("Leaderboard", tables.leaderboard(view), _LEADERBOARD_NOTE)
    yield from _section("Metadata", tables.metadata(view), _METADATA_NOTE)
    for name in view.sets:
        yield f"## {escaped(name)}"
        yield from _section("By type of page", tables.by_group(view, name, "type"), level=3)
        yield from _section("By language", tables.by_group(view, name, "language"), level=3)
        yield from _section("By site", tables.by_group(view, name, "site"), level=3)
        for title, note, measures in FAMILIES:
            yield from _section(title, tables.family(view, name, measures), note, level=3)
        note = "Row minus column, difference of mean F1; bold where p < 0.05, not corrected for the number of pairs."
        yield from _section("Significance", tables.significance(view, name), note, level=3)
    yield from _section("Has the page a main text?", tables.judged(view))


def trained_note(view: View) -> Iterator[str]:
    """Say which figures are of pages that a model was trained on."""
    trained = view.results.get("trained_on") or {}
    if not trained:
        return
    lines = [f"- {escaped(system)}: {escaped(', '.join(names))}" for system, names in trained.items()]
    validated = [system for system in view.systems if system.endswith(CROSS_VALIDATED)]
    rows = "".join(
        f" The row `{_code(system)}` shows what to expect on new sites: each of these pages was answered by a model "
        "that was trained without any page of the same site. On all other sets it repeats the row of the shipped model."
        for system in validated
    )
    yield (
        f"**Figures with a {TRAINED} are of pages that the shipped model was trained on**, so they are too high and do "
        f"not compare with the other rows.{rows} The models were trained on:"
    )
    yield "\n".join(lines)


def _section(title: str, table: Table | None, note: str = "", level: int = 2) -> Iterator[str]:
    if table is not None and table.rows:
        yield f"{'#' * level} {title}"
        if note:
            yield note
        yield table_lines(table)


def table_lines(table: Table) -> str:
    """Return a table as Markdown."""
    numeric = [any(row[place].value is not None for row in table.rows) for place in range(len(table.heads))]
    lines = [[escaped(head) for head in table.heads], ["---:" if each else "---" for each in numeric]]
    lines += [[_cell(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Cell) -> str:
    shown = escaped(cell.text)
    if cell.mark == "ours":
        return f"{shown} \\*"
    return f"**{shown}**" if cell.best or cell.mark in ("ahead", "behind") else shown


def _code(value: str) -> str:
    return " ".join(value.replace("`", "'").split())
