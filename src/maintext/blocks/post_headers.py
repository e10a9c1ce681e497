"""The parts of posts that show who wrote them and when: profiles, ranks and counters around the name and the time.

All posts of a thread have the same layout. So the same number of elements around the name is taken in each of them: as
many as possible without a long line or a heading in any.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from maintext.blocks.post_places import PostRows
from maintext.table import Ints, Mask

_LONG: Final = 60
"""Bytes of a line that is more than a fact about the author; one in three letters in scripts without blanks."""
_MIN_POSTS: Final = 2
"""Posts with a long line that must show which part of them is not text."""
_MAX_SHARE: Final = 0.25
"""The largest part of the selected text of the posts that may be in such boxes."""
_MAX_STEPS: Final = 8
"""Elements around a name that are tried."""
_HEADINGS: Final = frozenset(f"h{level}" for level in range(1, 4))


class Headers:
    """Finds the boxes around what posts show. What it needs to know of the selected text is computed once."""

    def __init__(self, posts: PostRows, keep: Mask) -> None:
        """Take the posts, and the selected segments."""
        self._posts = posts
        self._whole = [posts.first_segments(place) for place in range(len(posts.rows))]
        self._long = _long_before(posts, keep).data
        self._kept = np.append(0, np.cumsum(posts.table.segment_characters * keep)).data

    def spans(self, shown: Sequence[int]) -> list[tuple[int, int]]:
        """For each post the segments of the box around what it shows, as start and stop; empty without such a box.

        Args:
            shown: for each post the row that shows its author, or its time; -1 if none does.
        """
        steps = [self._steps(place, row) for place, row in enumerate(shown)]
        known = [number for number in steps if number is not None]
        fewest = min(known) if len(known) >= _MIN_POSTS else 0
        spans = [self._span(place, row, fewest) if row >= 0 else (0, 0) for place, row in enumerate(shown)]
        return spans if self._size(spans) <= _MAX_SHARE * self._size(self._whole) else [(0, 0)] * len(shown)

    def _size(self, spans: Sequence[tuple[int, int]]) -> int:
        """The number of selected characters in ranges of segments."""
        return sum(self._kept[stop] - self._kept[start] for start, stop in spans)

    def _steps(self, place: int, row: int) -> int | None:
        """The number of elements around a row, within its post, without a long line.

        None if the post has no long line.
        """
        view, post, long = self._posts.view, self._posts.rows[place], self._long
        start, stop = self._whole[place]
        if row < 0 or long[stop] == long[start]:
            return None
        for steps in range(_MAX_STEPS):
            row = view.parent(row)
            first, last = view.segments(row) if row > post else (0, 0)
            if row <= post or long[last] > long[first]:
                return steps
        return _MAX_STEPS

    def _span(self, place: int, row: int, steps: int) -> tuple[int, int]:
        """The segments of the element some steps above a row, but within its post."""
        view = self._posts.view
        for _ in range(steps):
            above = view.parent(row)
            if above <= self._posts.rows[place]:
                break
            row = above
        start, stop = view.segments(row)
        return (start, stop) if steps and stop <= self._whole[place][1] else (0, 0)


def _long_before(posts: PostRows, keep: Mask) -> Ints:
    """The number of long lines and headings that begin before each segment."""
    table = posts.table
    kept = np.flatnonzero(keep)
    is_long = np.zeros(len(keep), dtype=np.int64)
    if len(kept):
        line, cell = table.segment_line[kept], table.segment_cell[kept]
        begins = np.flatnonzero(np.append(True, (line[1:] != line[:-1]) | (cell[1:] != cell[:-1])))
        sizes = np.add.reduceat(table.segment_place[kept + 1] - table.segment_place[kept], begins)
        in_heading = table.inside(table.has_tag(_HEADINGS))[table.segment_owner[kept[begins]]]
        is_long[kept[begins[(sizes >= _LONG) | in_heading]]] = 1
    before: Ints = np.append(0, np.cumsum(is_long))
    return before
