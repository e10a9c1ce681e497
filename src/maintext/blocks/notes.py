"""Footnotes: the marks in the text that refer to them, and the elements that contain them.

A mark is a short link to an element of the same page that comes with a link back, or whose name or text says that it
is a note. In the blocks the mark becomes a record, and links back to it are left out.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from maintext.table import Mask, PageTable, tags
from maintext.table._table import RowColumn

_MARK: Final = re.compile(r"[\[(]?\s*((?:[a-z]{1,4}\.?\s)?\d{1,4}|[a-z]{1,2}|[ivxIVX]{1,5}|[*†‡§¶]{1,3})\s*[\])]?")
_CITATION: Final = re.compile(r"\[\s*(?:[^\W\d_]{1,5}\.?\s)?\d{1,4}(?:\s?[-–,、]\s?\d{1,4})*\s*\]")
_REMARK: Final = re.compile(r"\[\s*[^][]{4,}\s*\]")
"""A shorter text in brackets may be part of a formula."""
_NOTE_NAME: Final = re.compile(rb"note|fn|foot|cite|ref|anm|sdend", re.IGNORECASE)
_LABEL: Final = re.compile(r"[A-Za-z0-9]{1,8}")
_BACK: Final = frozenset("^↑↩⏎⤴↵↺⇑⬆▲←\ufe0e\ufe0f \u00a0")
_BETWEEN: Final = frozenset(",;[]()，、 \u00a0\n\t")
_SUP: Final = tags.code_of("sup")
_A: Final = tags.code_of("a")
_BOXES: Final = tags.lookup(frozenset("li p dd div td aside section".split()))
_ITEMS: Final = tags.lookup(frozenset({"li", "dd", "tr"}))
_NOT_IN_NOTES: Final = tags.lookup(frozenset("h1 h2 h3 h4 h5 h6 nav".split()))
_IN_REMARKS: Final = tags.lookup(frozenset({"a", "i", "em"}))
_MAX_LEVELS: Final = 3
_MAX_NOTE: Final = 3_000
"""Characters of a note; a longer element is a section that the link leads to."""
_MAX_PARTS: Final = 600
"""Elements, and segments, of a note."""
_MAX_CITATION: Final = 16
"""Characters of a number in brackets."""
_MAX_REMARK: Final = 30
"""Characters of a remark in brackets."""
_MAX_MARKS: Final = 40
"""Segments of a ``sup`` with marks of footnotes."""


@dataclass(frozen=True, eq=False)
class Notes:
    """The footnotes of a page."""

    references: dict[int, str] = field(default_factory=dict)
    """The label of the note for the row of each link that refers to one."""
    notes: dict[int, str] = field(default_factory=dict)
    """The label for the row of each element that is a note."""
    blank: set[int] = field(default_factory=set)
    """Segments that are not text: marks, links back, and the number that a note begins with."""
    citations: set[int] = field(default_factory=set)
    """Segments of marks whose notes are not selected, of numbers in brackets that refer to a source, and of remarks."""


NO_NOTES: Final = Notes()


def find_notes(table: PageTable, keep: Mask, links: list[int]) -> Notes:
    """The footnotes of the selected text; ``links`` are the rows of its short links."""
    found = Notes()
    marks = list(_marks(table, links))
    if marks:
        _link_notes(table, keep, marks, found)
    if table.present_tags[_SUP]:
        found.citations.update(_citations(table, keep))
    return found


def _link_notes(table: PageTable, keep: Mask, marks: list[tuple[int, str, str]], found: Notes) -> None:
    """Add the notes that marks lead to. Marks of notes that are not selected count as citations."""
    targets = _rows_by_name(table, {fragment for _, fragment, _ in marks})
    taken: set[str] = set()
    names: dict[int, set[str]] = {}
    note_by_mark: dict[str, int] = {}
    for row, fragment, text in marks:
        origin = note_by_mark.get(fragment, -1)
        if origin >= 0 and origin <= row < table.end_of(origin):
            continue  # a link back that looks like a mark
        note = _note_of(table, row, targets.get(fragment, -1), text)
        if note < 0:
            continue
        if not keep[int(table.segment_start[note]) : int(table.segment_stop[note])].any():
            found.citations.update(_mark_segments(table, row))
            continue
        label = found.notes.get(note) or _new_label(taken, text)
        taken.add(label)
        found.notes[note] = label
        found.references[row] = label
        found.blank.update(_mark_segments(table, row))
        around = _names_around(table, row)
        names.setdefault(note, set()).update(around)
        note_by_mark.update(dict.fromkeys(around, note))
    for note, label in found.notes.items():
        found.blank.update(_ways_back(table, note, label, names[note]))


def _marks(table: PageTable, links: list[int]) -> Iterator[tuple[int, str, str]]:
    """The links that look like marks of footnotes, with the name that they lead to and their text."""
    for row in links:
        address = table.attribute(row, "href")
        if not address.startswith("#") or len(address) < 2:
            continue
        text = table.text_of(row)
        mark = _MARK.fullmatch(text)
        if mark and (text[0] in "[(" or _sup_around(table, row) >= 0 or _NOTE_NAME.search(address.encode())):
            yield row, address[1:], mark[1]


def _sup_around(table: PageTable, row: int) -> int:
    """The row of the ``sup`` around or in a link, -1 without one."""
    if row + 1 < table.end_of(row) and table.tag.item(row + 1) == _SUP:
        return row + 1
    for _ in range(_MAX_LEVELS):
        row = table.parent_of(row)
        if row < 0:
            break
        if table.tag.item(row) == _SUP:
            return row
    return -1


def _rows_by_name(table: PageTable, wanted: set[str]) -> dict[str, int]:
    """The first row of each wanted id; for those that the page does not have, of each such ``name`` of a link."""
    names = {name.encode("utf-8", "replace"): name for name in wanted}
    starts, stops = table.row_columns[RowColumn.ID_START], table.row_columns[RowColumn.ID_STOP]
    rows = np.flatnonzero(stops > starts)
    found: dict[str, int] = {}
    for row, start, stop in zip(rows.tolist(), starts[rows].tolist(), stops[rows].tolist(), strict=True):
        name = names.get(table.source[start:stop])
        if name is not None:
            found.setdefault(name, row)
    if len(found) < len(wanted):
        for row in table.rows_of(_A):
            name = table.attribute(row, "name")
            if name in wanted:
                found.setdefault(name, row)
    return found


def _note_of(table: PageTable, mark: int, target: int, text: str) -> int:
    """The row of the note that a mark leads to, -1 if it is not a note."""
    if target < 0:
        return -1
    note = _box_of(table, target)
    if note < 0 or note <= mark < table.end[note]:
        return -1
    start, stop = int(table.segment_start[note]), int(table.segment_stop[note])
    if stop - start > _MAX_PARTS or table.end[note] - note > _MAX_PARTS:
        return -1
    size = int(table.segment_characters[start:stop].sum())
    if size > _MAX_NOTE or _NOT_IN_NOTES[table.tag[note : table.end[note]]].any():
        return -1
    is_named = _NOTE_NAME.search(table.source, int(table.open_start[target]), int(table.open_end[target]))
    begins_alike = table.text_of(note)[: len(text) + 2].lstrip("[(").startswith(text)
    return note if is_named or begins_alike or _leads_back(table, note, mark) else -1


def _box_of(table: PageTable, row: int) -> int:
    """The block around a row that holds the whole note, -1 without one."""
    for _ in range(_MAX_LEVELS + 1):
        if row < 0 or _BOXES[table.tag[row]]:
            break
        row = int(table.parent[row])
    if row < 0 or not _BOXES[table.tag[row]]:
        return -1
    around = int(table.parent[row])
    return around if around >= 0 and _ITEMS[table.tag[around]] else row


def _names_around(table: PageTable, mark: int) -> set[str]:
    """The ids of a mark, of the elements close around it and in it."""
    rows = [mark, mark + 1] if mark + 1 < table.end[mark] else [mark]
    for _ in range(_MAX_LEVELS):
        rows.append(max(int(table.parent[rows[-1]]), 0))
    return {name for row in rows if (name := table.attribute(row, "id") or table.attribute(row, "name"))}


def _links_in(table: PageTable, row: int) -> list[int]:
    stop = int(table.end[row])
    return (np.flatnonzero(table.tag[row:stop] == _A) + row).tolist()


def _leads_back(table: PageTable, note: int, mark: int) -> bool:
    names = _names_around(table, mark)
    return any(table.attribute(link, "href").removeprefix("#") in names for link in _links_in(table, note)[:20])


def _new_label(taken: set[str], text: str) -> str:
    """The text of the mark if it can be a label that no other note has, else a free number."""
    if _LABEL.fullmatch(text) and text not in taken:
        return text
    number = len(taken) + 1
    while (label := f"n{number}") in taken:
        number += 1
    return label


def _mark_segments(table: PageTable, link: int) -> Iterable[int]:
    """The segments of a mark, with the brackets and commas next to it in its ``sup``."""
    own = table.segments_of(link)
    sup = _sup_around(table, link)
    if sup < 0 or table.segment_stop[sup] - table.segment_start[sup] > _MAX_MARKS:
        return own
    around = table.segments_of(sup)
    return [*own, *(each for each in around if each not in own and set(table.segment_text(each)) <= _BETWEEN)]


def _ways_back(table: PageTable, note: int, label: str, names: set[str]) -> Iterator[int]:
    """The segments of a note that lead back to its marks, which have ``names``, and of the number it begins with."""
    start, stop = int(table.segment_start[note]), int(table.segment_stop[note])
    for link in _links_in(table, note):
        address = table.attribute(link, "href")
        if address.startswith("#") and (address[1:] in names or set(table.text_of(link)) <= _BACK):
            yield from table.segments_of(link)
    for segment in range(start, min(stop, start + 12)):
        text = table.segment_text(segment).strip()
        if text and not (set(text) <= _BACK or text.strip("[]().:") in (label, "")):
            break
        yield segment


def _citations(table: PageTable, keep: Mask) -> Iterator[int]:
    """The segments of raised numbers in brackets, and of such remarks on the text as "[citation needed]"."""
    for row in table.rows_of(_SUP):
        own = table.segments_of(row)
        if not 0 < len(own) <= _MAX_MARKS or not any(map(keep.item, own)) or table.visible_in(own) > _MAX_REMARK:
            continue
        text = table.text_of(row)
        if (table.visible_in(own) <= _MAX_CITATION and _CITATION.fullmatch(text)) or (
            _REMARK.fullmatch(text) and _IN_REMARKS[table.tag[row : table.end[row]]].any()
        ):
            yield from own
