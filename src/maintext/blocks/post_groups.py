"""The boxes of a page that each hold one post, found by structure.

Posts are repeated boxes: they share a class with a word such as ``comment``, an id that differs only in its number, a
type of schema.org, or they are siblings with the same class. Each has selected text of its own, and names an author or
a time of its own. Boxes around several posts and boxes within one post fail one of these conditions.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.blocks._build import RowView, own_points, row_signs
from maintext.blocks.post_signs import Sign, signs_of_mark, signs_of_name, time_in_text
from maintext.support.cached_property import cached_property
from maintext.table import Ints, Mask, PageTable, tags
from maintext.table._table import RowColumn

_BOXES: Final = frozenset("div li article section tr table tbody td dl dd ul ol".split())
_HEADINGS: Final = frozenset({"h1", "h2", "h3"})
_NUMBERED: Final = re.compile(rb"([A-Za-z_:.-]{0,30}?)[-_:]?\d+")
_ASIDE: Final = re.compile(rb"(?:^|[\s_-])side(?:-?bar)?(?:$|[\s_-])", re.IGNORECASE)
_COMMENT: Final = re.compile(rb"(?<![\w-])comments?(?![\w-])", re.IGNORECASE)
_MAX_CLASS: Final = 300
"""Bytes of a class that are examined."""
_MAX_GROUPS: Final = 12
"""Groups that are compared with each other, the best ones."""
_MIN_GOOD: Final = 0.6
"""The share of a group's boxes that must have text and signs of their own."""
_MIN_TEXT: Final = 0.3
"""The share of the selected text that must be in a group."""
_MIN_TEXT_OF_ONE: Final = 0.7
"""The same for a single box."""
_MIN_BOTH: Final = 0.8
"""The share of their points that boxes must keep without the boxes of another group in them."""
_SHORTEST_DATE: Final = 8
_LONGEST_DATE: Final = 50
"""Characters of a text that shows a time and perhaps a name and a word such as "wrote"."""
_MAX_DATED: Final = 1_000
"""Short texts that are searched for dates."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_MIN_OPENING: Final = 20
"""Characters outside headings of a first post that is not like the others."""


@dataclass(frozen=True, slots=True)
class Group:
    """Boxes of the same kind."""

    rows: tuple[int, ...]
    good: int
    """The number of boxes that have selected text and a sign of their own, not in another box of the group."""
    points: int
    """One for each of them, and one more for each of them that has an author and a time."""
    covered: int
    """The selected characters in them."""


@dataclass(frozen=True, eq=False)
class Boxes:
    """The boxes of a page that may be posts."""

    table: PageTable
    keep: Mask

    @cached_property
    def view(self) -> RowView:
        """The rows one at a time."""
        return RowView(self.table)

    @cached_property
    def signs(self) -> Ints:
        """The signs of each row."""
        signs: Ints = row_signs(self.table).astype(np.int64)
        return signs

    @cached_property
    def is_signed(self) -> bool:
        """Whether an element between the first and the last selected text is marked as an author or a time."""
        kept = np.flatnonzero(self.keep)
        starts = self.table.segment_start[(self.signs & (Sign.AUTHOR | Sign.DATE)) > 0]
        return bool(len(kept) and ((starts >= kept[0]) & (starts <= kept[-1])).any())

    def _dated(self) -> list[int]:
        """The rows with short texts that have a date, selected or not."""
        table = self.table
        size = table.segment_characters
        short = np.flatnonzero((size >= _SHORTEST_DATE) & (size <= _LONGEST_DATE))[:_MAX_DATED].tolist()
        texts = ((segment, " ".join(table.segment_text(segment).split())) for segment in short)
        return [
            int(table.segment_owner[segment])
            for segment, text in texts
            if _YEAR.search(text) and time_in_text(text).date
        ]

    @cached_property
    def _sums(self) -> tuple[Ints, Ints, Ints]:
        """The number of authors and of times before each row, and of selected characters before each segment.

        If nothing among the selected text is marked as an author or a time, short texts with a date are times.
        """
        authors = (self.signs & Sign.AUTHOR) > 0
        dates = (self.signs & Sign.DATE) > 0
        if not self.is_signed:
            dates[self._dated()] = True
        characters = self.table.segment_characters * self.keep
        return _before(authors), _before(dates), _before(characters)

    def authors_in(self, rows: Ints) -> Ints:
        """The number of elements in each of the rows that seem to name an author."""
        return self._sums[0][self.table.end[rows]] - self._sums[0][rows]

    def dates_in(self, rows: Ints) -> Ints:
        """The number of elements in each of the rows that seem to name a time."""
        return self._sums[1][self.table.end[rows]] - self._sums[1][rows]

    def kept_in(self, rows: Ints) -> Ints:
        """The number of selected characters in each of the rows."""
        return self._sums[2][self.table.segment_stop[rows]] - self._sums[2][self.table.segment_start[rows]]

    @property
    def total(self) -> int:
        """The number of selected characters."""
        return int(self._sums[2][-1])

    def posts(self) -> tuple[list[int], bool]:
        """The rows of the posts, in page order, and whether the first is what all others answer."""
        accepted: list[Group] = []
        for group in self._groups():
            if all(self._are_posts(group, other) for other in accepted):
                accepted.append(group)
        rows = sorted({row for group in accepted for row in group.rows})
        first = self._opening(rows[0]) if rows else -1
        return ([first, *rows], True) if first >= 0 else (rows, False)

    def comments(self) -> list[int]:
        """The rows of the boxes that are called comments and name an author and a time, selected or not."""
        table = self.table
        rows = np.flatnonzero((self.signs & Sign.POST) > 0)
        signed = rows[(self.authors_in(rows) > 0) & (self.dates_in(rows) > 0)]
        spans = zip(signed.tolist(), table.class_start[signed].tolist(), table.class_stop[signed].tolist(), strict=True)
        return [row for row, start, stop in spans if _COMMENT.search(table.source, start, stop)]

    def _groups(self) -> list[Group]:
        """The groups that may be posts, the best first."""
        members: dict[Hashable, list[int]] = {}
        for key, row in self._kinds():
            members.setdefault(key, []).append(row)
        found = [self._group(rows) for rows in members.values() if len(rows) > 1]
        found = [group for group in found if self._is_good(group)]
        if not found:
            single = [rows for key, rows in members.items() if len(rows) == 1 and _is_post(key)]
            found = [group for group in map(self._group, single) if self._is_good_alone(group)][:1]
        found.sort(key=lambda group: (-group.points, -group.covered, group.rows[0]))
        return found[:_MAX_GROUPS]

    def _kinds(self) -> Iterator[tuple[Hashable, int]]:
        """The kinds of all boxes with selected text and signs, each with the row."""
        table, source = self.table, self.table.source
        rows = np.arange(len(table))
        is_box = (table.has_tag(_BOXES) | (table.tag == tags.OTHER)) & table.in_body
        has_sign = self.authors_in(rows) + self.dates_in(rows) > 0
        chosen = np.flatnonzero(is_box & has_sign & (self.kept_in(rows) > 0))
        columns = (
            *(table.parent, table.tag, self.signs, table.class_start, table.class_stop),
            *(table.id_start, table.id_stop, table.mark_start, table.mark_stop),
        )
        found = zip(chosen.tolist(), *[column[chosen].tolist() for column in columns], strict=True)
        for row, parent, code, sign, start, stop, id_start, id_stop, mark_start, mark_stop in found:
            names, tag = source[start:stop], b"%d " % code
            numbered = _NUMBERED.fullmatch(source, id_start, id_stop) if id_start < id_stop else None
            if numbered:
                yield tag + b"#" + numbered[1] if sign & Sign.POST else (tag, numbered[1]), row
            if sign & Sign.POST:
                mark = source[mark_start:mark_stop]
                if mark and signs_of_mark(mark) & Sign.POST:
                    yield tag + b"/" + mark, row
                if word := _word(names):
                    yield tag + b"." + word, row
            yield (parent, tag, names), row

    def _group(self, rows: Sequence[int]) -> Group:
        kept, points = self._own(rows)
        good = [size for size, each in zip(kept, points, strict=True) if each]
        return Group(tuple(rows), len(good), sum(points), sum(good))

    def _own(self, rows: Sequence[int]) -> tuple[list[int], list[int]]:
        """The selected characters and the points of each of some boxes, without those of boxes within it."""
        return own_points(self.table.row_columns[RowColumn.END], self._segments, list(rows), self._sums)

    @cached_property
    def _segments(self) -> NDArray[np.intc]:
        """For each row its first segment, and the one after its last."""
        columns: NDArray[np.intc] = self.table.row_columns[[RowColumn.SEGMENT_START, RowColumn.SEGMENT_STOP]]
        return columns

    def _is_good(self, group: Group) -> bool:
        enough = group.good >= max(2, _MIN_GOOD * len(group.rows))
        return enough and group.covered >= _MIN_TEXT * self.total

    def _is_good_alone(self, group: Group) -> bool:
        return group.points == 2 and group.covered >= _MIN_TEXT_OF_ONE * self.total

    def _are_posts(self, one: Group, other: Group) -> bool:
        """Whether two groups can both be posts: none is a part of the other, nor a box around it."""
        of_one = frozenset(one.rows)
        if not of_one.isdisjoint(other.rows):
            return False
        rows = sorted((*one.rows, *other.rows))
        is_of_one = [row in of_one for row in rows]
        around = self.enclosing(rows).tolist()
        mixed = {outer for place, outer in enumerate(around) if outer >= 0 and is_of_one[place] != is_of_one[outer]}
        if not mixed:
            return True
        alone = dict[int, int]()
        for group in (one, other):
            alone |= dict(zip(group.rows, self._own(group.rows)[1], strict=True))
        together = self._own(rows)[1]
        return bool(sum(together[place] for place in mixed) >= _MIN_BOTH * sum(alone[rows[place]] for place in mixed))

    def _opening(self, first: int) -> int:
        """The row of a first post that is not like the others, such as a question or a story; -1 without one.

        It is the innermost element around the selected text before the first post with most of that text, an author
        and a time.
        """
        table = self.table
        start = int(table.segment_start[first])
        kept = self.texts_before(first)
        if not len(kept):
            return -1
        row, around = int(table.segment_owner[kept[-1]]), list[int]()
        while row >= 0 and int(table.end[row]) <= first:
            around.append(row)
            row = int(table.parent[row])
        if not around:
            return -1
        chain = np.array(around)
        is_whole = self.kept_in(chain) >= _MIN_TEXT_OF_ONE * self._sums[2][start]
        signed = np.flatnonzero(is_whole & (self.authors_in(chain) > 0) & (self.dates_in(chain) > 0))
        names = b" ".join(table.source[table.class_start[row] : table.class_stop[row]] for row in around)
        is_aside = _ASIDE.search(names) or table.inside(table.has_tag(frozenset({"aside"})))[around[0]]
        if not len(signed) or is_aside or int(table.segment_characters[kept].sum()) < _MIN_OPENING:
            return -1
        return around[int(signed[0])]

    def texts_before(self, row: int) -> Ints:
        """The selected segments before an element, without headings."""
        start = int(self.table.segment_start[row])
        kept = np.flatnonzero(self.keep[:start] & (self.table.segment_characters[:start] > 0))
        in_heading = self.table.inside(self.table.has_tag(_HEADINGS))
        texts: Ints = kept[~in_heading[self.table.segment_owner[kept]]]
        return texts

    def enclosing(self, rows: Sequence[int]) -> Ints:
        """For each of some rows, in page order, the place in ``rows`` of the innermost one around it; -1 if none is."""
        ends = self.table.end[np.array(rows, dtype=np.int64)].tolist()
        found: list[int] = []
        open_rows: list[int] = []
        for place, row in enumerate(rows):
            while open_rows and ends[open_rows[-1]] <= row:
                open_rows.pop()
            found.append(open_rows[-1] if open_rows else -1)
            open_rows.append(place)
        return np.array(found, dtype=np.int64)


def _before(column: Ints | Mask) -> Ints:
    """The sum of a column before each of its entries, and of all of it."""
    sums: Ints = np.append(0, np.cumsum(column, dtype=np.int64))
    return sums


def _is_post(key: Hashable) -> bool:
    """Whether a kind of box is a post even if there is only one; blogs call their only article a post as well."""
    return isinstance(key, bytes) and not key.endswith(b".post")


def _word(names: bytes) -> bytes:
    """The first class that says that an element is a post, without a number at its end."""
    for name in names[:_MAX_CLASS].split():
        if signs_of_name(name) & Sign.POST:
            return name.rstrip(b"0123456789")
    return b""
