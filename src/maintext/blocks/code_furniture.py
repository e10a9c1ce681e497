"""Text in and next to code that is not part of it: numbers of lines, its language, and buttons that copy it."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from maintext.blocks._build import may_number_lines
from maintext.blocks.code_language import language_of
from maintext.table import Ints, Mask, PageTable, tags
from maintext.table._table import RowColumn, SegmentColumn

_OPEN_START, _OPEN_END = int(RowColumn.OPEN_START), int(RowColumn.OPEN_END)
_PLACE = int(SegmentColumn.SEGMENT_PLACE)
_PRE, _BUTTON = map(tags.code_of, ("pre", "button"))
_NUMBERS: Final = re.compile(
    rb"line-?_?n(?:o|um|r)|lineno|(?:^|[\s_=\"'-])(?:ln|lnum|gutter|blob-num|linenumbers?|line-numbers?-rows)(?:$|[\s_\"'>-])|"
    rb"user-select:\s*none",
    re.IGNORECASE,
)
_ONLY_NUMBERS: Final = re.compile(r"[\s|:.]*\d+(?:[\s|:.]+\d+)*[\s|:.]*")
_MAX_BUTTON: Final = 40
"""Characters of a button next to code."""
_MAX_PARTS: Final = 100
"""Segments of the number of a line."""
_HEAD: Final = 64
"""Bytes at the beginning of a text in which its first digit is looked for."""
_MAX_APART: Final = 2
"""Elements between the numbers of lines, or the name of the language, and the code."""
_MAX_LABELS: Final = 3
_LONGEST_NAME: Final = 20
"""Segments and characters of the name of a language."""


def code_furniture(table: PageTable, keep: Mask) -> Iterator[int]:
    """The selected segments that are numbers of lines, or the language of code or buttons next to it."""
    rows = table.rows_of(_PRE)
    if not any(keep.item(segment) for row in rows for segment in table.segments_of(row)[:1]):
        return
    yield from _numbers(table, keep, may_number_lines(table, rows))
    columns = set(_columns_of_numbers(table, rows))
    for row in columns:
        yield from _kept(table, keep, row)
    if table.present_tags[_BUTTON]:
        is_code = table.tag == _PRE
        inside = table.inside(is_code)
        is_code[list(columns)] = False
        for row in _buttons(table, inside, table.subtree(is_code)):
            yield from _kept(table, keep, row)
    for row in rows:
        if row not in columns:
            yield from _label(table, keep, row)


def _label(table: PageTable, keep: Mask, code: int) -> list[int]:
    """The segments before a piece of code, in the box around it, that only name its language."""
    box, stop = code, table.segments_of(code).start
    for _ in range(_MAX_APART):
        box = max(table.parent_of(box), 0)
        before = range(table.segments_of(box).start, stop)
        if len(before) > _MAX_PARTS:
            break
        found: list[int] = []
        for each in reversed(before):
            if keep.item(each) and table.has_characters(each):
                found.append(each)
                if len(found) > _MAX_LABELS:
                    return []
        if found:
            shown = "".join([table.segment_text(each) for each in reversed(found)]).lower().split()
            is_name = len(shown) == 1 and len(shown[0]) <= _LONGEST_NAME and shown[0] == language_of(table, code)
            return found if is_name else []
    return []


def _kept(table: PageTable, keep: Mask, row: int) -> list[int]:
    return [each for each in table.segments_of(row) if keep.item(each)]


def _numbers(table: PageTable, keep: Mask, rows: list[int]) -> Iterator[int]:
    """The segments of elements in code whose class says that they number the lines."""
    item = table.row_columns.item
    known: dict[bytes, bool] = {}
    end = 0
    for row in rows:
        if row < end or table.tag.item(row) == _PRE:
            continue
        tag = table.source[item(_OPEN_START, row) : item(_OPEN_END, row)]
        if tag not in known:
            known[tag] = _NUMBERS.search(tag) is not None
        if not known[tag] or len(table.segments_of(row)) > _MAX_PARTS:
            continue
        if _ONLY_NUMBERS.fullmatch(table.text_of(row)):
            end = table.end_of(row)
            yield from _kept(table, keep, row)


def _columns_of_numbers(table: PageTable, rows: list[int]) -> list[int]:
    """The rows of preformatted text that only counts the lines of the one after it."""
    found = []
    level = table.row_columns[RowColumn.LEVEL].item
    for row, following in pairwise(rows):
        if following - table.end_of(row) > _MAX_APART or level(following) != level(row) or not _may_count(table, row):
            continue
        between = range(table.segments_of(row).stop, table.segments_of(following).start)
        if not any(map(table.has_characters, between)) and _counts(table.text_of(row)):
            found.append(row)
    return found


def _may_count(table: PageTable, row: int) -> bool:
    """Whether a text may begin with a digit: it does, or with white space that is not recognised here."""
    start = table.segment_columns.item(_PLACE, table.segments_of(row).start)
    first = table.encoded[start : start + _HEAD].lstrip()[:1]
    return not b" " < first < b"\x80" or first.isdigit()


def _counts(text: str) -> bool:
    """Whether a text consists of the numbers of successive lines."""
    words = text.split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        return False
    numbers = [int(word) for word in words]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _buttons(table: PageTable, inside: Mask, codes: Ints) -> Iterator[int]:
    """The rows of short buttons in code, or in a box with one piece of code."""
    for row in table.rows_of(_BUTTON):
        parent = max(table.parent_of(row), 0)
        around = max(table.parent_of(parent), 0)
        is_near = inside[row] or codes[parent] == 1 or codes[around] == 1
        if is_near and codes[row] == 0 and _size(table, row) <= _MAX_BUTTON:
            yield row


def _size(table: PageTable, row: int) -> int:
    segments = table.segments_of(row)
    return _MAX_BUTTON + 1 if len(segments) > _MAX_BUTTON else table.visible_in(segments)
