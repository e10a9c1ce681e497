"""The HTML page of the report: one file that loads nothing else and is readable without scripts.

Names, URLs and texts come from the web and may be hostile: all of them pass through ``escaped``, only web addresses
become links, and a content security policy allows no script but our own.
"""

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from itertools import count, groupby
from typing import Any, Final

from maintext.evaluate.report import plots
from maintext.evaluate.report import result_tables as tables
from maintext.evaluate.report.result_tables import FAMILIES, Cell, Table
from maintext.evaluate.report.results_view import View, number, text
from maintext.evaluate.report.text_difference import Difference, Piece, difference

_CONTROL: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_WRAPPED: Final = ("types", "languages")
_LOW: Final = ("ms per page", "peak MB", "failures", "poor", "missing", "bad rows")
"""Columns where low is good: the first click sorts them in ascending order."""
_KEY: Final = (
    '<p class="key"><span><i class="ours"></i>methods of this library</span><span><i></i>other libraries</span></p>'
)

Section = tuple[str, str, str]
"""An anchor, a title and the content."""


def as_page(view: View) -> str:
    """Return the whole page."""
    sections = [section for section in _sections(view) if section[2]]
    links = "".join(f'<a href="#{anchor}">{title}</a>' for anchor, title, _ in sections)
    body = "".join(
        f'<section id="{anchor}"><h2>{title}</h2>{content}</section>\n' for anchor, title, content in sections
    )
    script = _data("report.js")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>Evaluation of main text extraction, {escaped(_made(view, 'date'))}</title>\n"
        f"<style>\n{_data('plots.css')}{_data('style.css')}</style>\n</head>\n<body>\n"
        f'<header class="top">{_head(view)}<nav class="contents">{links}</nav></header>\n'
        f"<main>\n{body}</main>\n<footer></footer>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def escaped(value: Any) -> str:
    """Return text that no browser reads as markup, without characters that HTML forbids."""
    return escape(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text(value)))


def _data(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'"


def _made(view: View, key: str) -> Any:
    return (view.results.get("made") or {}).get(key)


def _head(view: View) -> str:
    pages = sum(number(each.get("pages")) or 0 for each in view.part("sets"))
    many = f"{len(view.systems)} systems on {pages:,.0f} pages of {len(view.sets)} sets"
    made = [escaped(_made(view, "date")), many, escaped(_made(view, "machine"))]
    facts = " \xb7 ".join(part for part in made if part)
    return f'<h1>Main text extraction, measured</h1><p class="made">{facts}</p>'


def _sections(view: View) -> Iterator[Section]:
    numbers = count(1)
    yield "leaderboard", "Leaderboard", _leaderboard(view)
    yield "metadata", "Title, authors and date", _metadata(view)
    yield "speed", "Accuracy against speed", _scatter(view, next(numbers))
    yield "types", "By type of page", _by_group(view, next(numbers), "type")
    yield "languages", "By language", _by_group(view, next(numbers), "language")
    yield "sites", "By site", _by_group(view, next(numbers), "site")
    yield "distribution", "Distribution over pages", _distribution(view, next(numbers))
    yield "measures", "Other measures", _measures(view, next(numbers))
    yield "significance", "Significance", _significance(view, next(numbers))
    yield "judge", "Has the page a main text?", _judge(view)
    yield "worst", "Worst pages", _worst(view)
    yield "made", "How it was measured", _measured(view)


def _leaderboard(view: View) -> str:
    note = (
        "<p>F1 of the words of the extracted text against the text that people marked, mean over the pages of a set; "
        "where a set has only snippets, the pooled F1 of those. "
        "The best of each column is bold, and the shade shows how near the others come. "
        "The mean counts each set once and is given only for systems that ran on all of them.</p>"
    )
    return f"{note}{_KEY}{_table(tables.leaderboard(view), 'sortable', full=True)}" if view.systems else ""


def _metadata(view: View) -> str:
    table = tables.metadata(view)
    note = (
        "<p>Right answers among the pages whose answer is known. A title is right if it has the same letters and "
        "digits, authors if they are the same set of name words, a date if it is the same day.</p>"
    )
    return f"{note}{_table(table, 'sortable', full=True)}" if table else ""


def _scatter(view: View, group: int) -> str:
    panels = []
    if len(view.sets) > 1:
        mean = [_point(view, system, view.mean_ms(system), view.mean(system)) for system in view.systems]
        panels.append(("all sets", _both_widths(mean)))
    for name in view.sets:
        points = [_point(view, s, view.figure(s, name, "ms"), view.metric(s, name)) for s in view.systems]
        panels.append((name, _both_widths(points)))
    shown = _tabs(group, [panel for panel in panels if panel[1]])
    note = "<p>Higher is more accurate, further left is faster. The axis of F1 does not begin at 0.</p>"
    return f"{note}{_KEY}{shown}" if shown else ""


def _point(view: View, system: str, ms: float | None, f1: float | None) -> plots.Point | None:
    return None if ms is None or f1 is None else plots.Point(system, ms, f1, system in view.ours)


def _both_widths(points: Sequence[plots.Point | None]) -> str:
    present = [point for point in points if point is not None and point.time > 0]
    return _figure(plots.scatter(present), plots.scatter(present, plots.NARROW)) if present else ""


def _figure(wide: str, narrow: str) -> str:
    return f'<figure><div class="wide">{wide}</div><div class="narrow">{narrow}</div></figure>'


def _by_group(view: View, tab_group: int, kind: str) -> str:
    panels = []
    for name in view.sets:
        groups = view.groups(name, kind)[: tables.MOST_GROUPS]
        charts = [_bars(view, name, group, pages) for group, pages in groups]
        if any(charts) and not _is_whole_set(view, name, groups):
            panels.append((name, f'<div class="panels">{"".join(charts)}</div>'))
    note = "<p>Mean F1 of the words, the best system first. Bars begin at 0 and end at 1.</p>"
    return f"{note}{_KEY}{_tabs(tab_group, panels)}" if panels else ""


def _is_whole_set(view: View, name: str, groups: Sequence[tuple[str, int]]) -> bool:
    """Whether the only group is the set itself, whose figures are in the leaderboard."""
    pages = [view.figure(system, name, "pages") for system in view.systems]
    return len(groups) == 1 and len(view.sets) > 1 and groups[0][1] in pages


def _bars(view: View, name: str, group: str, pages: int) -> str:
    title = group.partition(":")[2]
    values = [plots.Bar(system, value, system in view.ours) for system, value in view.ranked_on(name, group)]
    if not values:
        return ""
    head = f'<h3>{escaped(title)} <span class="soft">{pages:,} {"page" if pages == 1 else "pages"}</span></h3>'
    return f"<figure>{head}{plots.bars(values, f'Mean F1 on {title}')}</figure>"


def _distribution(view: View, group: int) -> str:
    choices = [("all sets", view.sets)] if len(view.sets) > 1 else []
    choices += [(name, (name,)) for name in view.sets]
    panels = []
    for title, names in choices:
        spreads = [plots.Spread(s, view.scores_on(s, names), s in view.ours) for s in view.ranked()]
        present = [each for each in spreads if each.scores and (len(names) == 1 or view.mean(each.name) is not None)]
        if present:
            present.sort(key=lambda each: -sum(each.scores) / len(each.scores))
            panels.append((title, _figure(plots.strips(present), plots.strips(present, plots.NARROW))))
    note = (
        "<p>How many pages come out how well: F1 of a page from 0 on the left to 1 on the right. Heights show the "
        "square root of the share of pages, so that rare failures stay visible. Systems are in the order of their "
        "means. The line below runs from the first quartile to the third, the dot is the median; "
        "the figure at the right is the share of pages below 0.5.</p>"
    )
    return f"{note}{_KEY}{_tabs(group, panels)}" if panels else ""


def _measures(view: View, group: int) -> str:
    panels = []
    for name in view.sets:
        found = [(title, note, tables.family(view, name, measures)) for title, note, measures in FAMILIES]
        parts = [
            f'<h3>{title}</h3><p class="soft">{note}</p>{_table(table, "sortable")}'
            for title, note, table in found
            if table
        ]
        if parts:
            panels.append((name, "".join(parts)))
    note = "<p>The same texts by the measures and verdicts of the papers that published methods and benchmarks.</p>"
    return f"{note}{_tabs(group, panels)}" if panels else ""


def _significance(view: View, group: int) -> str:
    found = [(name, tables.significance(view, name)) for name in view.sets]
    panels = [(name, _table(table, "matrix")) for name, table in found if table]
    note = (
        "<p>Mean F1 of the system of the row minus that of the column, on the same pages. Coloured where p &lt; 0.05: "
        "the row is ahead (blue) or behind (orange). The values of p are not corrected for the number of pairs. "
        "Point at a cell for its interval.</p>"
    )
    return f"{note}{_tabs(group, panels)}" if panels else ""


def _judge(view: View) -> str:
    table = tables.judged(view)
    note = "<p>Pages by what people say (text or no text) and whether the judge agrees.</p>"
    return f"{note}{_table(table, 'sortable')}" if table else ""


def _measured(view: View) -> str:
    parts = []
    if table := tables.sets(view):
        parts.append(f"<h3>Sets</h3>{_table(table, 'sortable', full=True)}")
    if command := _made(view, "command"):
        parts.append(f'<h3>Command</h3><pre class="command" tabindex="0">{escaped(command)}</pre>')
    versions = {"Python": _made(view, "python"), **(_made(view, "versions") or {})}
    items = "".join(
        f"<li><b>{escaped(name)}</b> {escaped(version)}</li>" for name, version in versions.items() if text(version)
    )
    if items:
        parts.append(f'<h3>Versions</h3><ul class="versions">{items}</ul>')
    if kept := _made(view, "kept"):
        names = escaped(", ".join(text(name) for name in kept))
        parts.append(f"<p>Measured in an earlier run, with these versions on these pages: {names}</p>")
    return "".join(parts)


def _worst(view: View) -> str:
    rank = {system: place for place, system in enumerate(view.ranked())}
    pages = sorted(view.part("worst"), key=lambda each: rank.get(text(each.get("system")), len(rank)))
    parts = []
    for system, group in groupby(pages, key=lambda each: text(each.get("system"))):
        inside = sorted(group, key=lambda each: number(each.get("f1")) or 0.0)
        ours = ' class="is-ours"' if system in view.ours else ""
        many = f'<span class="soft">{len(inside)} {"page" if len(inside) == 1 else "pages"}</span>'
        bodies = "".join(map(_worst_page, inside))
        parts.append(f"<details><summary><span{ours}>{escaped(system)}</span>{many}</summary>{bodies}</details>")
    note = (
        "<p>What each system extracted on the left, what people marked on the right. "
        "<del>Extracted but not wanted</del>, <ins>wanted but not extracted</ins>; long stretches are cut.</p>"
    )
    return note + "".join(parts) if parts else ""


def _worst_page(page: Mapping[str, Any]) -> str:
    facts = [tables.three(number(page.get("f1"))), page.get("set"), page.get("type"), page.get("id")]
    summary = " \xb7 ".join(escaped(fact) for fact in facts if text(fact))
    found, wanted = text(page.get("found")), text(page.get("wanted"))
    where = f'<p class="where">{_link(text(page.get("url")))}</p>' if page.get("url") else ""
    return (
        f"<details><summary>{summary}</summary>{where}"
        f"{_difference(difference(found, wanted), len(found), len(wanted))}</details>\n"
    )


def _link(url: str) -> str:
    """Return a URL as a link, unless it could run a script."""
    if not re.match(r"https?://[^\s]+$", url, re.IGNORECASE):
        return escaped(url)
    return f'<a href="{escaped(url)}" rel="noopener noreferrer nofollow">{escaped(url)}</a>'


def _difference(shown: Difference, found: int, wanted: int) -> str:
    heads = _sized("Extracted", found, shown.found_hidden), _sized("Wanted", wanted, shown.wanted_hidden)
    rows = [f'<div class="head"><div>{heads[0]}</div><div>{heads[1]}</div></div>']
    for row in shown.rows:
        left, right = _pieces(row.found, "del"), _pieces(row.wanted, "ins")
        kind = "same" if row.same else "changed"
        rows.append(f'<div class="{kind}"><div dir="auto">{left}</div><div dir="auto">{right}</div></div>')
    return f'<div class="difference">{"".join(rows)}</div>'


def _sized(title: str, characters: int, hidden: int) -> str:
    size = f"{characters:,} characters" if characters else "nothing"
    return f"{title}: {size}{f', {hidden:,} of them not shown' if hidden else ''}"


def _pieces(pieces: Sequence[Piece], tag: str) -> str:
    shown = {
        "same": "{}",
        "changed": f"<{tag}>{{}}</{tag}>",
        "cut": '<span class="cut">\N{HORIZONTAL ELLIPSIS} {} \N{HORIZONTAL ELLIPSIS}</span>',
    }
    return "".join(shown[piece.kind].format(escaped(piece.text)) for piece in pieces)


def _tabs(group: int, panels: Sequence[tuple[str, str]]) -> str:
    """Return panels with tabs made of radio buttons, which need no script; a single panel has no tabs."""
    if len(panels) <= 1:
        return panels[0][1] if panels else ""
    buttons, shown, rules = [], [], []
    for place, (title, content) in enumerate(panels):
        key = f"{group}-{place}"
        checked = " checked" if place == 0 else ""
        buttons.append(f'<input type="radio" name="tab-{group}" id="tab-{key}"{checked}>')
        buttons.append(f'<label for="tab-{key}">{escaped(title)}</label>')
        shown.append(f'<div class="panel" id="panel-{key}">{content}</div>')
        rules.append(f"#tab-{key}:checked~#panel-{key}")
    style = f"<style>{','.join(rules)}{{display:block}}</style>"
    return f'{style}<div class="tabs">{"".join(buttons)}{"".join(shown)}</div>'


def _table(table: Table, kind: str, *, full: bool = False) -> str:
    numeric = [any(row[place].value is not None for row in table.rows) for place in range(len(table.heads))]
    heads = "".join(_head_cell(head, number) for head, number in zip(table.heads, numeric, strict=True))
    rows = []
    for row in table.rows:
        cells = [
            _cell(cell, is_number, head)
            for cell, is_number, head in zip(row[1:], numeric[1:], table.heads[1:], strict=True)
        ]
        rows.append(f"<tr>{_row_head(row[0])}{''.join(cells)}</tr>\n")
    return (
        f'<div class="scroll{" full" if full else ""}" tabindex="0"><table class="{kind}">'
        f"<thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _head_cell(head: str, is_number: bool) -> str:
    low = ' data-low="1"' if head in _LOW else ""
    return f'<th scope="col"{" class=n" if is_number else ""}{low}><span>{escaped(head)}</span></th>'


def _row_head(cell: Cell) -> str:
    inside = f'<span class="is-ours">{escaped(cell.text)}</span>' if cell.mark == "ours" else escaped(cell.text)
    return f'<th scope="row">{inside}</th>'


def _cell(cell: Cell, is_number: bool, head: str) -> str:
    names = ["n"] if is_number else ["wrap"] if head in _WRAPPED else []
    names += ["best"] if cell.best else []
    names += ["tint"] if cell.tint is not None else []
    names += [cell.mark] if cell.mark else []
    style = "" if cell.tint is None else f' style="--t:{cell.tint:.2f}"'
    value = "" if cell.value is None else f' data-v="{cell.value:.6g}"'
    note = f' title="{escaped(cell.note)}"' if cell.note else ""
    return f'<td class="{" ".join(names)}"{style}{value}{note}>{escaped(cell.text)}</td>'
