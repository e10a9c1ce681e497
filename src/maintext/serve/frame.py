"""A page as inert HTML for a sandboxed frame: its elements, text and own styles, and nothing that acts.

The markup is written from the page table: only listed attributes, no addresses, no scripts, no frames, no forms. A
Content-Security-Policy in the page forbids all requests, so styles cannot fetch anything either. Every element with a
place in the table carries its row in ``data-row``.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from maintext.table import PageTable
from maintext.table.tags import UNRENDERED, VOID

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
MAX_ROWS: Final = 40_000
"""Later elements of longer pages are left out: a browser could not show them in reasonable time."""
_ATTRIBUTES: Final = frozenset(
    "abbr align alt bgcolor border cellpadding cellspacing class color colspan datetime dir face headers height hidden "
    "id lang open reversed rowspan scope size span start style title valign width".split()
)
_LEFT_OUT: Final = (UNRENDERED - {"head"}) | {"base", "link", "meta", "frame", "frameset", "source", "track", "param"}
_RENAMED: Final = {
    "form": "div",
    "button": "span",
    "input": "span",
    "embed": "span",
    "img": "span",
    "area": "span",
    "plaintext": "pre",
    "xmp": "pre",
    "listing": "pre",
    "dialog": "div",
    "marquee": "div",
    "math": "span",
}
"""Elements that would act, load something, or be parsed in a special way."""
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_HEAD: Final = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'
)


def framed_page(table: PageTable) -> str:
    """The page as an HTML document that can run nothing and load nothing."""
    return "".join(_pieces(table))


def _pieces(table: PageTable) -> Iterator[str]:
    rows = min(len(table), MAX_ROWS)
    left_out = table.inside(table.has_tag(frozenset(_LEFT_OUT))).tolist()
    end, starts = table.end.tolist(), table.segment_start.tolist()
    offsets, owner = table.segment_offset.tolist(), table.segment_owner.tolist()
    text = table.text
    open_rows: list[tuple[int, str]] = []
    segment = 0

    def text_until(stop: int) -> Iterator[str]:
        """The segments before ``stop`` that were not written yet, without those of left out elements."""
        nonlocal segment
        for number in range(segment, stop):
            if not left_out[owner[number]]:
                yield escape(text[offsets[number] : offsets[number + 1]], quote=False)
        segment = max(segment, stop)

    yield "<!doctype html>"
    for row in range(rows):
        while open_rows and end[open_rows[-1][0]] <= row:
            yield from text_until(int(table.segment_stop[open_rows[-1][0]]))
            yield open_rows.pop()[1]
        yield from text_until(starts[row])
        name = table.name(row)
        if name == "head":
            yield f"<head>{_HEAD}{_styles(table)}</head>"
        if left_out[row] or name == "head" or _is_in_head(table, row):
            continue
        written = _RENAMED.get(name, name if _NAME.fullmatch(name) else "span")
        yield f'<{written} data-row="{row}"{_attributes(table, row)}>'
        if written not in VOID:
            open_rows.append((row, f"</{written}>"))
        if name == "img" and (alt := table.attribute(row, "alt")):
            yield escape(alt)
    yield from text_until(len(owner) if rows == len(table) else segment)
    yield from (closing for _, closing in reversed(open_rows))


def _is_in_head(table: PageTable, row: int) -> bool:
    parent = int(table.parent[row])
    return parent >= 0 and table.name(parent) == "head"


def _attributes(table: PageTable, row: int) -> str:
    found = table.attributes(row, _ATTRIBUTES)
    return "".join(f' {name}="{escape(value)}"' for name, value in found.items() if name in _ATTRIBUTES)


def _styles(table: PageTable) -> str:
    """The page's own style sheets. The parser ended each at its end tag, so none can contain one."""
    rows = table.has_tag(frozenset({"style"})).nonzero()[0].tolist()
    return "".join(f"<style>{table.inner_markup(row)}</style>" for row in rows if "</" not in table.inner_markup(row))
