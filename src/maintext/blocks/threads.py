"""The posts of a thread: who wrote each, when, in answer to whom, and with how many votes.

A post is a box of ``post_groups.Boxes``. What is in a post within another post belongs to the inner one alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from maintext.blocks._build import is_profile
from maintext.blocks.post_groups import Boxes
from maintext.blocks.post_headers import Headers
from maintext.blocks.post_names import names_before_times
from maintext.blocks.post_places import PostRows, placed
from maintext.blocks.post_signs import (
    MAX_DATE,
    MAX_NAME,
    MAX_VOTES,
    TIME_ATTRIBUTES,
    UNKNOWN,
    VOTE_ATTRIBUTES,
    Sign,
    When,
    is_edited,
    name_in,
    time_in,
    time_in_text,
    votes_in,
)
from maintext.support.budget import check
from maintext.table import Mask, PageTable, tags

_LINK: Final = tags.code_of("a")
_NAMES: Final = frozenset("b strong dt h3 h4 h5 h6".split())
"""Elements that may have a name where no attribute says so."""
_CONTROLS: Final = frozenset("button label nav select".split())
_MAX_SIGNS: Final = 60
"""Signs of a post that are examined."""
_MIN_BEFORE_COMMENT: Final = 20
"""Characters of a post before a comment on it."""
_NUMBER_OF: Final = re.compile(r"\d+\s")
"""What a count such as "15 comments" begins with."""
_MAX_LINKS: Final = 20
"""Links and names of a post that are examined where no sign names its author."""
_MAX_SEGMENTS: Final = 40
"""Segments of a post that are searched for a date where no sign names its time."""
_MAX_BEFORE: Final = 100
"""Characters before the first post that may be a note rather than a post."""
_SAID: Final = ("data-author", "data-username", "data-user-name", "author")
"""Attributes of a post with the name of its author."""
_SAID_ATTRIBUTES: Final = frozenset(_SAID)
_MAX_REST: Final = 20
"""Characters of a line with an author or a time, besides them, that say no more, such as "Posted by" and "#3"."""


@dataclass(frozen=True, slots=True)
class FoundPost:
    """One post of a page."""

    row: int
    author: str = ""
    when: When = UNKNOWN
    votes: int | None = None
    accepted: bool = False
    depth: int = 0
    replies_to: int | None = None
    """The place in the thread of the post that it answers."""
    author_row: int = -1
    time_row: int = -1
    """The elements that show its author and its time, -1 if none does."""
    shown: tuple[tuple[int, int], ...] = ()
    """The segments of these elements, as ranges."""
    header: tuple[tuple[int, int], ...] = ()
    """The segments of the boxes around them, which have no other text, as ranges."""


class _Named(NamedTuple):
    """A name, how unreliable it is, and the row that shows it, -1 if none does."""

    name: str
    rank: int
    row: int = -1


_NOBODY: Final = _Named("", 9)
_MAX_DETAILS: Final = 200
"""Characters of what a post says about its author."""
_OF_DETAILS: Final = 4
"""The rank of a name at the beginning of that."""
_RELIABLE: Final = 2
"""The rank of names in microdata and in links."""


def _is_author(sign: int) -> bool:
    return bool(sign & Sign.AUTHOR and not sign & Sign.NOT_AUTHOR)


def posts_in(table: PageTable, keep: Mask) -> tuple[FoundPost, ...]:
    """The posts of the selected text, in page order; empty if it has none."""
    boxes = Boxes(table, keep)
    rows, has_opening = boxes.posts()
    if not rows:
        return ()
    reader = _Reader(boxes, PostRows(table, boxes.view, rows, boxes.enclosing(rows).tolist()))
    found = []
    for place in range(len(rows)):
        check()
        found.append(reader.post(place))
    found = _with_names(reader.rows, found)
    if not boxes.is_signed and 2 * sum([bool(post.author) for post in found]) < len(found):
        return ()
    places = placed(reader.rows, has_opening)
    headers = Headers(reader.rows, keep)
    authors = headers.spans([post.author_row for post in found])
    times = headers.spans([post.time_row for post in found])
    return tuple(
        replace(post, depth=depth, replies_to=answered, header=(author, time))
        for post, (depth, answered), author, time in zip(found, places, authors, times, strict=True)
    )


def _with_names(rows: PostRows, found: Sequence[FoundPost]) -> list[FoundPost]:
    """The posts with authors that only the text before the times names."""
    times = {place: post.shown[0][0] for place, post in enumerate(found) if not post.author and post.shown}
    names = names_before_times(rows, times) if times else {}
    return [
        replace(post, author=name.name, author_row=name.row, shown=(*post.shown, name.segments))
        if (name := names.get(place))
        else post
        for place, post in enumerate(found)
    ]


def first_poster(table: PageTable, keep: Mask, posts: Sequence[FoundPost]) -> str:
    """The author of the first post; empty without posts, or if other text comes first and so may be the first post."""
    if not posts or int(table.segment_characters[Boxes(table, keep).texts_before(posts[0].row)].sum()) > _MAX_BEFORE:
        return ""
    return posts[0].author


def without_bylines(table: PageTable, keep: Mask, posts: Sequence[FoundPost]) -> Mask:
    """The selected segments without the boxes and lines that only show the author or the time of a post."""
    keep = keep.copy()
    for post in posts:
        for start, stop in post.header:
            keep[start:stop] = False
    is_shown = np.zeros(len(keep), dtype=bool)
    for post in posts:
        for start, stop in post.shown:
            is_shown[start:stop] = True
    kept = np.flatnonzero(keep)
    if not is_shown[kept].any():
        return keep
    line, cell = table.segment_line[kept], table.segment_cell[kept]
    begins = np.flatnonzero(np.append(True, (line[1:] != line[:-1]) | (cell[1:] != cell[:-1])))
    size = table.segment_characters[kept]
    shown = np.add.reduceat(size * is_shown[kept], begins)
    rest = np.add.reduceat(size, begins) - shown
    dropped = np.repeat((shown > 0) & (rest <= _MAX_REST), np.diff(np.append(begins, len(kept))))
    keep[kept[dropped]] = False
    return keep


class _Reader:
    """Reads what a page says about each of its posts."""

    def __init__(self, boxes: Boxes, rows: PostRows) -> None:
        self._boxes, self.rows = boxes, rows
        self._table, self._view = boxes.table, boxes.view
        table = boxes.table
        wanted = Sign.AUTHOR | Sign.DATE | Sign.VOTES
        in_controls = table.inside(table.has_tag(_CONTROLS))
        self._signs = np.flatnonzero(((boxes.signs & wanted) > 0) & ~in_controls)
        self._links = np.flatnonzero(table.is_link)
        self._names = np.flatnonzero(table.has_tag(_NAMES))
        self._comments = boxes.comments()

    def post(self, place: int) -> FoundPost:
        """One post, without its place in the thread."""
        around = self.rows.around(place)
        comments = self._comments_on(place, around)
        signs = [
            sign
            for sign in self.rows.own(place, self._signs, _MAX_SIGNS)
            if not any(each <= sign < self._view.end(each) for each in comments)
        ]
        author = self._author(place, around, signs)
        when, time_row, shown = self._when(place, signs, comments)
        if author.row >= 0:
            shown = (*shown, self._view.segments(author.row))
        accepted = any(self._boxes.signs[row] & Sign.ACCEPTED for row in around)
        votes = self._votes(around, signs)
        row = self.rows.rows[place]
        return FoundPost(row, author.name, when, votes, accepted, author_row=author.row, time_row=time_row, shown=shown)

    def _comments_on(self, place: int, around: Sequence[int]) -> list[int]:
        """The rows of comments below the text of a post, which are too short to be posts themselves."""
        row, end = self.rows.rows[place], self._view.end(self.rows.rows[place])
        inner = [each for each in self._comments if row < each < end]
        if not inner or not set(around).isdisjoint(self._comments):
            return []
        start, size = self._view.segments(row)[0], self._table.segment_characters
        return [each for each in inner if size[start : self._view.segments(each)[0]].sum() >= _MIN_BEFORE_COMMENT]

    def _author(self, place: int, around: Sequence[int], signs: Sequence[int]) -> _Named:
        """The author, from the most reliable sign."""
        said = [self._view.attributes(row, _SAID_ATTRIBUTES) for row in around]
        declared = next((name for each in said for key in _SAID if (name := name_in(each.get(key, "")))), "")
        if declared:
            rows = (named.row for named in self._signed(signs) if named.name == declared)
            return _Named(declared, 0, next(rows, -1))
        found = _NOBODY
        for named in self._signed(signs):
            is_inner = found.row < named.row < int(self._table.end[found.row])
            is_finer = is_inner and named.rank == found.rank and named.name in found.name
            found = named if named.rank < found.rank or is_finer else found
            if found.rank <= _RELIABLE:
                return found
        return found if found.name else next(self._unsigned(place), _NOBODY)

    def _signed(self, signs: Sequence[int]) -> Iterator[_Named]:
        """The names in elements that are marked as authors, those in microdata first."""
        kinds = self._boxes.signs[list(signs)].tolist()
        known = [pair for pair in zip(signs, kinds, strict=True) if _is_author(pair[1])]
        known.sort(key=lambda pair: not pair[1] & Sign.IN_MICRODATA)
        for row, sign in known:
            is_link = int(self._table.tag[row]) == _LINK
            rank = 1 if sign & Sign.IN_MICRODATA else 2 if is_link else 3
            if not is_link and (named := next(self._linked(row), None)):
                yield _Named(named.name, min(rank, 2), named.row)
            elif name := self._name(row):
                yield _Named(name, rank, row)
            elif named := self._bold(row):
                yield named

    def _linked(self, row: int) -> Iterator[_Named]:
        """The names of the links in an element that shows no more than an author and a time."""
        if not self._view.short_text(row, MAX_NAME + MAX_DATE):
            return
        first, last = np.searchsorted(self._links, (row, self._view.end(row))).tolist()
        for link in self._links[first : min(last, first + 4)].tolist():
            if not self._boxes.signs[link] & Sign.NOT_AUTHOR and (name := self._name(link)):
                yield _Named(name, 2, link)

    def _bold(self, row: int) -> _Named | None:
        """The bold name at the beginning of an element that also says when its owner registered, and the like."""
        first, last = np.searchsorted(self._names, (row, self._view.end(row))).tolist()
        if first == last or not self._view.short_text(row, _MAX_DETAILS):
            return None
        bold = int(self._names[first])
        is_beginning = not self._boxes.table.segment_characters[
            self._view.segments(row)[0] : self._view.segments(bold)[0]
        ].any()
        name = self._name(bold) if is_beginning else ""
        return _Named(name, _OF_DETAILS, bold) if name else None

    def _unsigned(self, place: int) -> Iterator[_Named]:
        """Links to members' pages, and short bold texts outside the selected text."""
        table = self._table
        for row in self.rows.own(place, self._links, _MAX_LINKS):
            is_member = is_profile(table.attribute(row, "href")) and not self._boxes.signs[row] & Sign.NOT_AUTHOR
            if is_member and (name := self._name(row)):
                yield _Named(name, 4, row)
        for row in self.rows.own(place, self._names, _MAX_LINKS):
            start, stop = self._view.segments(row)
            name = "" if self._boxes.keep[start:stop].any() else self._name(row)
            if name and not _NUMBER_OF.match(name):
                yield _Named(name, 5, row)

    def _name(self, row: int) -> str:
        return name_in(self._view.short_text(row, MAX_NAME)) if self._view.is_one_line(row) else ""

    def _when(
        self, place: int, signs: Sequence[int], comments: Sequence[int]
    ) -> tuple[When, int, tuple[tuple[int, int], ...]]:
        """The time, the row that shows it, and the segments that do, as ranges."""
        view, best, best_row, best_rank, best_end = self._view, UNKNOWN, -1, 9, -1
        kinds = self._boxes.signs[list(signs)].tolist()
        has_microdata = any(sign & Sign.IN_MICRODATA and sign & Sign.DATE for sign in kinds)
        for row, sign in zip(signs, kinds, strict=True):
            if sign & Sign.NOT_DATE or not sign & (Sign.DATE | Sign.AUTHOR):
                continue
            rank = 0 if sign & Sign.IN_MICRODATA and sign & Sign.DATE else 1 if sign & Sign.DATE else 2
            if row >= best_end:
                if best_rank == 0 or (best_rank == 1 and not has_microdata):
                    break
                if rank >= best_rank:
                    continue
            when = time_in(view.short_text(row, MAX_DATE), view.attributes(row, TIME_ATTRIBUTES))
            rank += 0 if when.date else 4
            is_finer = row < best_end and len(when.date) > len(best.date)
            if when != UNKNOWN and (rank < best_rank or is_finer) and not self._is_edited(view.parent(row)):
                best, best_row, best_rank, best_end = when, row, rank, view.end(row)
        if best_row >= 0:
            return best, best_row, (view.segments(best_row),)
        return self._unsigned_time(place, comments)

    def _is_edited(self, row: int) -> bool:
        """Whether an element says when its post was changed."""
        return row >= 0 and is_edited(self._view.short_text(row, MAX_DATE))

    def _unsigned_time(self, place: int, comments: Sequence[int]) -> tuple[When, int, tuple[tuple[int, int], ...]]:
        """The first date in the short texts at the beginning of a post."""
        start, stop = self.rows.first_segments(place)
        stop = min([stop, start + _MAX_SEGMENTS, *[self._view.segments(each)[0] for each in comments[:1]]])
        for segment in range(start, stop):
            begin, end = self._table.segment_place[segment : segment + 2].tolist()
            if end - begin > 4 * MAX_DATE:
                continue
            text = " ".join(self._table.encoded[begin:end].decode().split())
            if len(text) <= MAX_DATE and (when := time_in_text(text)).date:
                return when, int(self._table.segment_owner[segment]), ((segment, segment + 1),)
        return UNKNOWN, -1, ()

    def _votes(self, around: Sequence[int], signs: Sequence[int]) -> int | None:
        for row in signs:
            sign = int(self._boxes.signs[row])
            if sign & Sign.VOTES and not sign & Sign.NOT_VOTES and (votes := self._votes_in(row)) is not None:
                return votes
        written = (self._table.attribute(row, name) for row in around for name in ("score", "data-score"))
        return next((int(each) for each in written if each.removeprefix("-").isdecimal() and len(each) < 10), None)

    def _votes_in(self, row: int) -> int | None:
        return votes_in(self._view.short_text(row, MAX_VOTES), self._view.attributes(row, VOTE_ATTRIBUTES))
