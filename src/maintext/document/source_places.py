"""From characters of a segment to bytes of the page's markup, in which they may be written as references."""

import re
from html import unescape
from typing import Final, NamedTuple

import numpy as np

from maintext.blocks.records import Span
from maintext.document.text_places import SegmentPlace, visible_places
from maintext.table import Ints, PageTable, tags

_REFERENCE: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});?")
_TRIED: Final = 20
"""Ids that are looked at; most are not empty."""
_MAX_ANCHOR: Final = 300
"""Bytes of an id. A longer one would be written with each chunk."""
_MAX_LEVELS: Final = 200
"""Elements of a path. A path of a page that is nested deeper would be longer than the text."""
_FOREIGN: Final = frozenset({"math", "svg"})
"""Elements of another namespace, which XPath does not find by their names."""


class _CharacterBytes(NamedTuple):
    """Where in the page each visible character of a segment begins and ends; nothing if its text was changed."""

    segment: int
    starts: Ints
    stops: Ints


class SourcePlaces:
    """The bytes of characters. The last segment is remembered: most questions are about neighbours."""

    def __init__(self, table: PageTable) -> None:
        """Take the table of the page as it was read."""
        self.table = table
        self._last = _CharacterBytes(-1, np.empty(0, np.int64), np.empty(0, np.int64))

    def range_of(self, first: SegmentPlace, last: SegmentPlace) -> Span:
        """The range of bytes from one character to another, both included."""
        one, other = self._bytes_of(first), self._bytes_of(last)
        return min(one[0], other[0]), max(one[1], other[1])

    def _bytes_of(self, place: SegmentPlace) -> Span:
        """The bytes of one character; those of its whole segment if the text is not what the markup says."""
        if self._last.segment != place.segment:
            self._last = _character_bytes(self.table, place.segment)
        if place.number < len(self._last.starts):
            return int(self._last.starts[place.number]), int(self._last.stops[place.number])
        return int(self.table.segment_source_start[place.segment]), int(self.table.segment_source_stop[place.segment])


def _character_bytes(table: PageTable, segment: int) -> _CharacterBytes:
    start, stop = int(table.segment_source_start[segment]), int(table.segment_source_stop[segment])
    markup = table.source[start:stop].decode("utf-8", "replace")
    text, begins, ends = _characters(markup)
    visible = visible_places(text)
    if len(visible) != len(visible_places(table.segment_text(segment))):
        visible = visible[:0]
    points = np.frombuffer(markup.encode("utf-32-le"), dtype="<u4")
    widths = 1 + (points >= 0x80) + (points >= 0x800) + (points >= 0x10000)
    before = start + np.append(0, np.cumsum(widths))
    return _CharacterBytes(segment, before[begins[visible]], before[ends[visible]])


def _characters(markup: str) -> tuple[str, Ints, Ints]:
    """The characters of a text, and where in its markup each begins and ends: for those of a reference, the same."""
    pieces: list[str] = []
    begins: list[Ints] = []
    ends: list[Ints] = []
    at = 0
    for reference in _REFERENCE.finditer(markup) if "&" in markup else ():
        resolved = unescape(reference[0])
        if resolved == reference[0]:
            continue
        pieces += [markup[at : reference.start()], resolved]
        begins += [np.arange(at, reference.start()), np.full(len(resolved), reference.start())]
        ends += [np.arange(at + 1, reference.start() + 1), np.full(len(resolved), reference.end())]
        at = reference.end()
    pieces.append(markup[at:])
    begins.append(np.arange(at, len(markup)))
    ends.append(np.arange(at + 1, len(markup) + 1))
    return "".join(pieces), np.concatenate(begins), np.concatenate(ends)


def smallest_row(table: PageTable, first: int, last: int) -> int:
    """The innermost element around two segments."""
    row, other = int(table.segment_owner[first]), int(table.segment_owner[last])
    while row > 0 and not row <= other < int(table.end[row]):
        row = int(table.parent[row])
    return row


def nearest_anchor(table: PageTable, named: Ints, row: int) -> str:
    """The id of an element or of the last one before it that has one; empty without one. Very long ones do not count.

    Args:
        table: the page.
        named: the rows that have an id.
        row: the element.
    """
    count = int(np.searchsorted(named, row, side="right"))
    for candidate in named[max(0, count - _TRIED) : count][::-1].tolist():
        is_short = int(table.id_stop[candidate]) - int(table.id_start[candidate]) <= _MAX_ANCHOR
        if is_short and (identifier := table.attribute(candidate, "id")):
            return identifier
    return ""


def paths_of(table: PageTable, row: int) -> tuple[str, str]:
    """The CSS path and the XPath of an element; both are empty if it is nested very deep."""
    if int(table.level[row]) > _MAX_LEVELS:
        return "", ""
    steps: list[str] = []
    around = row
    while around >= 0:
        steps.append(_step(table, around))
        around = int(table.parent[around])
    return table.path(row), "/" + "/".join(reversed(steps))


def _step(table: PageTable, row: int) -> str:
    """The element as a step of an XPath, by its place where XPath cannot find it by its name."""
    name = table.name(row)
    if table.tag[row] == tags.OTHER or name in _FOREIGN:
        return f"*[{int(table.places[0][row])}]"
    place, count = int(table.places_of_type[0][row]), int(table.places_of_type[1][row])
    return name if count == 1 else f"{name}[{place}]"
