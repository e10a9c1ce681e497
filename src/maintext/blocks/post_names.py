"""Names of authors that no attribute marks: what a post shows before its time, and nothing else.

Many comments begin with a line such as "Ben, 3 May" or "**Ben** says (3 May)" without a class that says which part is
the name.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from maintext.blocks.post_places import PostRows
from maintext.blocks.post_signs import MAX_NAME, name_in
from maintext.table import tags

_EMPHASISED: Final = frozenset(map(tags.code_of, "b strong cite em h2 h3 h4 h5 h6 dt".split()))
"""Elements that set a name apart from words such as "says"."""
_MAX_MORE: Final = 20
"""Characters that may follow an emphasised name before the time."""
_MAX_ROWS: Final = 12
"""Elements before the time that are examined."""


class ShownName(NamedTuple):
    """The name that a post begins with."""

    name: str
    row: int
    """The element that shows it, -1 if it is only part of one."""
    segments: tuple[int, int]
    """All segments of the post before its time."""


def names_before_times(posts: PostRows, times: Mapping[int, int]) -> dict[int, ShownName]:
    """The names that posts begin with, by the place of the post; empty unless most of the posts begin with one.

    Args:
        posts: the posts of a thread.
        times: for posts whose author is not known, the first segment of the time that they show.
    """
    found = {place: name for place, segment in times.items() if (name := _name_before(posts, place, segment))}
    if 2 * len(found) < len(times):
        return {}
    if len({name.name for name in found.values()}) == 1 and any(name.row < 0 for name in found.values()):
        return {}  # the same word before each time, such as "Posted"
    return found


def _name_before(posts: PostRows, place: int, time: int) -> ShownName | None:
    """The name that is all, or nearly all, that a post shows before its time."""
    start, _ = posts.first_segments(place)
    table = posts.table
    begin, end = table.segment_place[[start, max(start, time)]].tolist()
    if not 0 < end - begin <= 4 * (MAX_NAME + _MAX_MORE):
        return None
    text = " ".join(table.encoded[begin:end].decode().split())
    row = _emphasised(posts, place, time)
    if row >= 0:
        name = posts.view.short_text(row, MAX_NAME)
        is_first = bool(name) and text.startswith(name) and len(text) <= len(name) + _MAX_MORE
        name = name_in(name) if is_first else ""
    else:
        name = name_in(text) if table.segment_line[start] == table.segment_line[time] else ""
    return ShownName(name, row, (start, time)) if name else None


def _emphasised(posts: PostRows, place: int, time: int) -> int:
    """The first emphasised element of a post before its time, -1 without one."""
    row = posts.rows[place]
    rows: Sequence[int] = range(row + 1, min(row + 1 + _MAX_ROWS, posts.view.end(row)))
    for each in rows:
        start, stop = posts.view.segments(each)
        if start >= time:
            break
        if int(posts.table.tag[each]) in _EMPHASISED and start < stop <= time:
            return each
    return -1
