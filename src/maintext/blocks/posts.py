"""Posts of a forum: the repeated boxes that each hold what one person wrote, with who it was and when."""

import re
from typing import Final

import numpy as np

from maintext import tags
from maintext.dates import first_date
from maintext.table import Ints, PageTable

_POST: Final = re.compile(
    rb"(?:^|[\s_-])(?:post|posts?row|comment|message|msg|reply|answer|question)(?:$|[\s_-])", re.I
)
_SIGNS: Final = re.compile(
    rb"(author|user-?name|user_name|poster\b|nick|by-?line|member|creator)|(date|time|posted|published)", re.IGNORECASE
)
"""What the class says of an element with the author, and of one with the date."""
_LONGEST_NAME: Final = 60
_LONGEST_DATE: Final = 100
_MOST_ROWS: Final = 150
"""Rows of a post that are looked at for its author and its date."""


def post_rows(table: PageTable, kept: Ints) -> list[int]:
    """The rows of the posts: boxes side by side with the same class, which says what they are."""
    classed = np.flatnonzero((kept > 0) & (table.class_stop > table.class_start) & table.has_tag(_BOXES))
    groups: dict[tuple[int, bytes], list[int]] = {}
    for row in classed.tolist():
        name = table.source[int(table.class_start[row]) : int(table.class_stop[row])]
        if _POST.search(name):
            groups.setdefault((int(table.parent[row]), b" ".join(name.split()[:1])), []).append(row)
    posts = sorted(row for group in groups.values() if len(group) > 1 for row in group)
    outermost: list[int] = []
    for row in posts:
        if not outermost or row >= table.end[outermost[-1]]:
            outermost.append(row)
    return outermost


_BOXES: Final = frozenset("div li article section tr table tbody td".split())


def author_and_date(table: PageTable, post: int) -> tuple[str, str]:
    """Who wrote a post and when, as far as its markup tells."""
    author = date = ""
    stop = min(int(table.end[post]), post + _MOST_ROWS)
    spans = zip(table.class_start[post + 1 : stop].tolist(), table.class_stop[post + 1 : stop].tolist(), strict=True)
    for row, (start, end) in enumerate(spans, start=post + 1):
        sign = _SIGNS.search(table.source, start, end) if end > start else None
        if not date and (table.tag[row] == _TIME or (sign and sign[2])):
            date = _date(table, row)
        elif not author and sign and sign[1]:
            author = _name(table, row)
        if author and date:
            break
    return author, date


_TIME: Final = tags.code_of("time")


def _name(table: PageTable, row: int) -> str:
    text = table.text_of(row).removeprefix("@")
    return text if 0 < len(text) <= _LONGEST_NAME and not first_date(text) else ""


def _date(table: PageTable, row: int) -> str:
    attributes = table.attributes(row)
    for written in (attributes.get("datetime", ""), attributes.get("title", ""), table.text_of(row)):
        if written and len(written) <= _LONGEST_DATE and (date := first_date(written)):
            return date
    return ""
