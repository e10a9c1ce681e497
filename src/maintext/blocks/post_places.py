"""Where posts are in their thread: how deep, and in answer to which other post."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from maintext.blocks._build import RowView
from maintext.support.cached_property import cached_property
from maintext.table import Ints, PageTable, tags

_AROUND: Final = 4
"""Elements around a post, with nothing else in them, that are examined."""
_FIRST_ROWS: Final = 8
"""Rows at the beginning of a post that are examined for an indentation and an id."""
_MAX_REFERENCES: Final = 20
"""Links and quotes of a post that are examined."""
_MIN_LEVELS: Final = 0.8
"""The share of posts that must declare a level."""
_LEVELS: Final = ("depth", "data-depth", "data-level", "aria-level", "indent", "data-indent")
_PARENTS: Final = frozenset(
    {"data-parent-id", "data-parent", "data-parentid", "parentid", "data-reply-to", "data-in-reply-to"}
)
_LEVEL_CLASS: Final = re.compile(r"(?:^|[\s_-])(?:depth|level|indent)[-_]?(\d{1,4})(?:$|\s)")
_INDENT: Final = re.compile(r"(?:margin|padding)-(?:left|right|inline-start)\s*:\s*(\d{1,5}(?:\.\d{1,3})?)")
_NUMBER: Final = re.compile(r"(\d{1,18})\D*$")
_ANSWERS: Final = re.compile(
    r"parent|repl(?:y|ied|ies)|respon|antwort|répon|wrote|@|↩|↑|回复|回覆|返信|ответ", re.IGNORECASE
)
_POST_NUMBER: Final = re.compile(r"[?&](?:pid|p|post|post_?id|id)=(\d{1,18})(?!\d)")
_MAX_QUERY: Final = 500
_REFERRING: Final = frozenset({"a", "blockquote", "aside", "q", "cite"})
_PLACING: Final = frozenset({*_LEVELS, "class", "style", "width", "height"})
_CELL: Final = tags.code_of("td")
_LINK: Final = tags.code_of("a")
_IMAGE: Final = tags.code_of("img")


@dataclass(frozen=True, eq=False)
class PostRows:
    """The rows of the posts of a page, in page order."""

    table: PageTable
    view: RowView
    rows: Sequence[int]
    outer: Sequence[int]
    """For each post the place of the innermost post around it, -1 without one."""

    @cached_property
    def _inner(self) -> list[list[int]]:
        """For each post the rows of the posts right in it."""
        inner: list[list[int]] = [[] for _ in self.rows]
        for row, outer in zip(self.rows, self.outer, strict=True):
            if outer >= 0:
                inner[outer].append(row)
        return inner

    @cached_property
    def _ends(self) -> list[int]:
        ends: list[int] = self.table.end[np.array(self.rows)].tolist()
        return ends

    @cached_property
    def _body(self) -> int:
        return int(self.table.in_body.argmax())

    def own(self, place: int, chosen: Ints, limit: int) -> Iterator[int]:
        """Up to ``limit`` of the chosen rows that are in a post but not in a post within it."""
        start = self.rows[place]
        for stop in (*self._inner[place], self._ends[place]):
            first, last = np.searchsorted(chosen, (start, stop)).tolist()
            yield from chosen[first : min(last, first + limit)].tolist()
            limit -= min(last - first, limit)
            if limit <= 0:
                return
            start = self.view.end(stop) if stop != self._ends[place] else stop

    def around(self, place: int) -> list[int]:
        """The row of a post, and those of the elements around it without another post in them, innermost first."""
        found = [self.rows[place]]
        before = max(self.rows[place - 1] if place else -1, self._body)
        following = bisect_left(self.rows, self._ends[place])
        after = self.rows[following] if following < len(self.rows) else len(self.table)
        while len(found) <= _AROUND:
            row = self.view.parent(found[-1])
            if row <= before or self.view.end(row) > after:
                break
            found.append(row)
        return found

    def first_segments(self, place: int) -> tuple[int, int]:
        """The segments of a post before the first post within it, as start and stop."""
        start, stop = self.view.segments(self.rows[place])
        inner = self._inner[place]
        return start, self.view.segments(inner[0])[0] if inner else stop


def placed(posts: PostRows, has_opening: bool) -> list[tuple[int, int | None]]:
    """For each post its depth, and the place of the post that it answers, None if the page does not say.

    Args:
        posts: the posts.
        has_opening: whether the first is a question or a story that all others answer.
    """
    has_opening = has_opening or _is_question(posts)
    depths = _nested(posts.outer) if max(posts.outer) >= 0 else _declared(posts, has_opening)
    if has_opening:
        depths = [0, *(depth + 1 for depth in depths[1:])]
    answered = _answered(depths)
    if max(depths) == 0:
        answered = _References(posts).answered()
    return list(zip(depths, answered, strict=True))


def _nested(outer: Sequence[int]) -> list[int]:
    """Depths by nesting."""
    depths: list[int] = []
    for around in outer:
        depths.append(depths[around] + 1 if around >= 0 else 0)
    return depths


def _declared(posts: PostRows, has_opening: bool) -> list[int]:
    """Depths by levels or indentations that the posts declare, else by how deep their elements are nested."""
    first = int(has_opening)
    said = [_levels(posts, place) for place in range(first, len(posts.rows))]
    for kind in ("level", "class", "indent"):
        values = [each.get(kind, -1.0) for each in said]
        known = sum(value >= 0 for value in values)
        if known >= (_MIN_LEVELS * len(values) if kind != "indent" else 1) and len(set(values)) > 1:
            return [0] * first + _depths([max(value, 0.0) for value in values])
    elements = posts.table.level[np.array(posts.rows[first:])].tolist()
    is_deeper = len(elements) > 2 and elements[0] == min(elements) < max(elements)
    return [0] * first + (_depths(elements) if is_deeper else [0] * len(elements))


def _levels(posts: PostRows, place: int) -> dict[str, float]:
    """What a post and the elements around it say about its depth."""
    table, found = posts.table, dict[str, float]()
    row = posts.rows[place]
    stop = min(row + _FIRST_ROWS, posts.view.end(row))
    inner = [each for each in range(row + 1, stop) if each == row + 1 or table.tag[each] in (_IMAGE, _CELL)]
    for each in (*posts.around(place), *inner):
        attributes = posts.view.attributes(each, _PLACING)
        if not attributes:
            continue
        for name in _LEVELS:
            if (value := attributes.get(name, "")).isdecimal() and len(value) < 5:
                found.setdefault("level", float(value))
        if level := _LEVEL_CLASS.search(attributes.get("class", "")[:300]):
            found.setdefault("class", float(level[1]))
        if indent := _INDENT.search(attributes.get("style", "")[:300]):
            found.setdefault("indent", float(indent[1]))
        width = attributes.get("width", "")
        if table.tag[each] == _IMAGE and attributes.get("height") == "1" and width.isdecimal() and len(width) < 6:
            found.setdefault("indent", float(width))
    return found


def _depths(values: Sequence[float]) -> list[int]:
    """Depths from numbers that grow with the depth; a post is at most one deeper than the post before it."""
    known = np.unique(np.array(values))
    unit = float(np.diff(known).min()) if len(known) > 1 else 1.0
    depths: list[int] = []
    for value in values:
        depth = round((value - float(known[0])) / unit)
        depths.append(min(depth, depths[-1] + 1) if depths else 0)
    return depths


def _is_question(posts: PostRows) -> bool:
    """Whether the first post is a question and the others are answers."""
    if len(posts.rows) < 2:
        return False
    names = [_names(posts, place) for place in (0, 1)]
    return "question" in names[0] and "answer" not in names[0] and "answer" in names[1]


def _names(posts: PostRows, place: int) -> str:
    """The classes, ids and types of a post and the elements around it."""
    attributes = (posts.table.attributes(row) for row in posts.around(place))
    names = ("id", "class", "itemprop", "itemtype")
    return " ".join(each.get(name, "")[:300] for each in attributes for name in names).lower()


def _answered(depths: Sequence[int]) -> list[int | None]:
    """For each post the last one before it that is less deep."""
    found: list[int | None] = []
    last: list[int] = []
    for place, depth in enumerate(depths):
        del last[depth:]
        found.append(last[-1] if last else None)
        last += [place] * (depth + 1 - len(last))
    return found


class _References:
    """Posts that refer to others: by a quotation that names its source, or by a link to the post that they answer."""

    def __init__(self, posts: PostRows) -> None:
        self._posts, self._table = posts, posts.table
        self._rows = np.flatnonzero(self._table.has_tag(_REFERRING))
        self._quotes = self._table.inside(self._table.has_tag(frozenset({"blockquote", "aside", "q"})))
        self._places: dict[str, int] = {}
        self._numbers: dict[str, int] = {}

    def answered(self) -> list[int | None]:
        """For each post the earlier one that it refers to first."""
        found: list[int | None] = []
        for place in range(len(self._posts.rows)):
            found.append(next(self._earlier(place), None))
            self._add_names(place)
        return found

    def _add_names(self, place: int) -> None:
        row = self._posts.rows[place]
        stop = min(row + _FIRST_ROWS, self._posts.view.end(row))
        for each in (*self._posts.around(place), *range(row + 1, stop)):
            has_name = self._table.id_stop[each] > self._table.id_start[each]
            if has_name and (name := self._table.attribute(each, "id")):
                self._places.setdefault(name, place)
                if number := _NUMBER.search(name[-40:]):
                    self._numbers.setdefault(number[1], place)

    def _earlier(self, place: int) -> Iterator[int]:
        table = self._table
        for row in self._posts.around(place):
            attributes = self._posts.view.attributes(row, _PARENTS)
            yield from (found for value in attributes.values() if (found := self._by_number(value)) is not None)
        for row in self._posts.own(place, self._rows, _MAX_REFERENCES):
            found = self._by_link(row) if int(table.tag[row]) == _LINK else self._by_source(row)
            if found is not None:
                yield found

    def _by_number(self, value: str) -> int | None:
        number = _NUMBER.search(value[-40:])
        return self._places.get(value, self._numbers.get(number[1]) if number else None)

    def _by_link(self, row: int) -> int | None:
        """The post that a link in a quotation leads to, or one that says that it is an answer.

        The link has the id of the post as its fragment, or in a quotation also its number.
        """
        address = self._table.attribute(row, "href")
        fragment = address.rpartition("#")[2] if "#" in address else ""
        place = self._places.get(fragment)
        if self._quotes[row]:
            number = _POST_NUMBER.search(address[:_MAX_QUERY]) if place is None else None
            return self._numbers.get(number[1]) if number else place
        if place is None:
            return None
        around = self._table.attribute(row, "class")[:300] + self._table.text_of(row)[:100]
        return place if _ANSWERS.search(around) else None

    def _by_source(self, row: int) -> int | None:
        attributes = self._table.attributes(row, frozenset({"cite", "data-source", "data-post", "data-post-id"}))
        return next((found for value in attributes.values() if (found := self._by_number(value)) is not None), None)
