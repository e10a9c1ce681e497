"""Whether a page is built like a thread of posts, in whatever language.

The forest of kinds takes short pages with few names in their attributes for forums: forums have short texts too. A page
is a thread only if something says so that does not depend on the language: its names and declarations, or repeated
containers, each with somebody's name or a time and with prose, that have much of the page's prose.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np

from maintext.table import Ints, PageTable, tags

MIN_NAMES: Final = 0.5
"""Names that say forum by this much more than article are enough. Of the pages that the forest takes for forums, 161 of
169 labelled forums have it, and 6 of 127 labelled articles."""
WITHOUT_POSTS: Final = 0.02
"""What the probability of a forum is multiplied by if nothing says that the page is one."""
_TIME: Final = tags.code_of("time")
_LINK: Final = tags.code_of("a")
_PROFILE: Final = re.compile(
    rb"""href\s*=\s*["']?[^"'>\s]*(?:/u/|/users?[/-]|/members?[/-]|/profiles?/|profile\.php|uid[=-]|/@)"""
)
_NAMED: Final = re.compile(rb"(?:author|user|poster|nick|avatar|member)", re.IGNORECASE)
_TIME_OF_DAY: Final = re.compile(r"\d{1,2}[:.]\d\d(?!\d)")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MAX_MOMENT: Final = 60
"""Characters of a text that says when something was written."""
_MAX_SIGNS: Final = 400
_LEVELS: Final = 8
"""How many elements around a name or a time may be the container."""
_MIN_PROSE: Final = 40
"""Characters outside links in a post."""
_FEWEST: Final = (2, 0.4)
"""The number of posts, and their share of the page's prose."""
_FEWEST_WITH_MOMENTS: Final = (3, 0.7)
"""The same if only texts say when the posts were written: lists of news next to an article have such texts too."""


def has_posts(table: PageTable) -> bool:
    """Whether repeated containers with a name or a time have much of the page's prose."""
    prose = table.subtree(table.characters * ~table.in_link)
    return _have_prose(table, _signs(table), prose, *_FEWEST) or _have_prose(
        table, _moments(table), prose, *_FEWEST_WITH_MOMENTS
    )


def _have_prose(table: PageTable, signs: Iterator[int], prose: Ints, posts: int, share: float) -> bool:
    """Whether a number of repeated containers of signs have a share of the page's prose."""
    groups: dict[tuple[int, int, bytes], set[int]] = {}
    for row in signs:
        for container in _around(table, row):
            if prose[container] >= _MIN_PROSE:
                kind = table.source[table.class_start[container] : table.class_stop[container]]
                key = (int(table.parent[container]), int(table.tag[container]), kind.split(b" ")[0])
                groups.setdefault(key, set()).add(container)
    least = share * float(prose[0]) if len(prose) else 0.0
    return any(len(rows) >= posts and sum(int(prose[row]) for row in rows) >= least for rows in groups.values())


def _signs(table: PageTable) -> Iterator[int]:
    """Elements that say who wrote something or when: times, links to profiles, and elements named after authors."""
    found = 0
    named = (table.class_stop > table.class_start) | (table.tag == _TIME) | (table.tag == _LINK)
    for row in np.flatnonzero(named & table.rendered).tolist():
        tag = table.source[table.open_start[row] : table.open_end[row]]
        names = table.source[table.class_start[row] : table.class_stop[row]]
        if table.tag[row] == _TIME or _NAMED.search(names) or (table.tag[row] == _LINK and _PROFILE.search(tag)):
            yield row
            found += 1
            if found == _MAX_SIGNS:
                return


def _moments(table: PageTable) -> Iterator[int]:
    """Elements of short texts with a year and a time of day."""
    found = [match.start() for match in islice(_TIME_OF_DAY.finditer(table.text), _MAX_SIGNS)]
    segments = np.searchsorted(table.segment_offset, found, side="right") - 1
    for segment in segments[table.segment_characters[segments] < _MAX_MOMENT].tolist():
        if _YEAR.search(table.segment_text(segment)):
            yield int(table.segment_owner[segment])


def _around(table: PageTable, row: int) -> Iterator[int]:
    """The elements around a row, from the inside out."""
    for _ in range(_LEVELS):
        row = int(table.parent[row])
        if row <= 0:
            return
        yield row
