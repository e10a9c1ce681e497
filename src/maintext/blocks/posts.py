# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Posts of a forum: the repeated boxes that each hold what one person wrote, with who it was and when."""

import re

from maintext.blocks.columns import Columns, column
from maintext.dates import first_date
from maintext.table import PageTable, tags

_POST = re.compile(rb"(?:^|[\s_-])(?:post|posts?row|comment|message|msg|reply|answer|question)(?:$|[\s_-])", re.I)
_SIGNS = re.compile(
    rb"(author|user-?name|user_name|poster\b|nick|by-?line|member|creator)|(date|time|posted|published)", re.IGNORECASE
)
"""What the class says of an element with the author, and of one with the date."""
_LONGEST_NAME = 60
_LONGEST_DATE = 100
MOST_ROWS = 150
"""Rows of a post that are looked at for its author and its date."""
IS_BOX = tags.lookup(frozenset("div li article section tr table tbody td".split())).tobytes()
TIME = tags.code_of("time")
AUTHOR, DATE = 1, 2
"""What a class may say that an element holds."""


class Posts:
    """The posts of a page. What a class says is asked once, for most are there often."""

    def __init__(self, table: PageTable, columns: Columns) -> None:
        """Take the page."""
        self._table = table
        self._source = table.source
        self._columns = columns
        self._class_start = column(table.class_start)
        self._class_stop = column(table.class_stop)
        self._posts: dict[bytes, bool] = {}
        self._signs: dict[bytes, int] = {}

    def rows(self) -> list[int]:
        """The rows of the posts: boxes side by side with the same class, which says what they are."""
        columns = self._columns
        groups: dict[tuple[int, bytes], list[int]] = {}
        for row in range(columns.count):
            if IS_BOX[columns.tag[row]] and columns.kept_in(row) and self._is_post(row):
                groups.setdefault((columns.parent[row], self._first_name(row)), []).append(row)
        posts: list[int] = []
        for group in groups.values():
            if len(group) > 1:
                posts += group
        outermost: list[int] = []
        end = 0
        for row in sorted(posts):
            if row >= end:
                outermost.append(row)
                end = columns.end[row]
        return outermost

    def author_and_date(self, post: int) -> tuple[str, str]:
        """Who wrote a post and when, as far as its markup tells."""
        columns = self._columns
        author = date = ""
        for row in range(post + 1, min(columns.end[post], post + MOST_ROWS)):
            sign = self._sign(row)
            if not date and (columns.tag[row] == TIME or sign & DATE):
                date = _date(self._table, row)
            elif not author and sign & AUTHOR:
                author = _name(self._table, row)
            if author and date:
                break
        return author, date

    def _is_post(self, row: int) -> bool:
        """Whether the class of an element says that it is a post."""
        name = self._class(row)
        found = self._posts.get(name)
        if found is None:
            found = self._posts[name] = _POST.search(name) is not None
        return found

    def _sign(self, row: int) -> int:
        """What the class of an element says that it holds."""
        name = self._class(row)
        sign = self._signs.get(name)
        if sign is None:
            found = _SIGNS.search(name)
            sign = self._signs[name] = 0 if found is None else AUTHOR if found[1] else DATE
        return sign

    def _class(self, row: int) -> bytes:
        return self._source[self._class_start[row] : self._class_stop[row]]

    def _first_name(self, row: int) -> bytes:
        return b" ".join(self._class(row).split()[:1])


def _name(table: PageTable, row: int) -> str:
    text = table.text_of(row).removeprefix("@")
    return text if 0 < len(text) <= _LONGEST_NAME and not first_date(text) else ""


def _date(table: PageTable, row: int) -> str:
    attributes = table.attributes(row)
    for written in (attributes.get("datetime", ""), attributes.get("title", ""), table.text_of(row)):
        if written and len(written) <= _LONGEST_DATE and (date := first_date(written)):
            return date
    return ""
