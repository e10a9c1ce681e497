"""Where the headline is on the page: authors and dates are searched for around it."""

from typing import Final, NamedTuple

from maintext.metadata._collect import letters
from maintext.metadata.candidates import Candidates

_MIN_LETTERS: Final = 8
"""A heading with more letters than these is not part of a title by chance."""


class Headline(NamedTuple):
    """The lines of the headline: ``first`` to ``last``, both included."""

    first: int
    last: int
    is_title: bool
    """Whether the lines have the text of the title."""


def find_headline(candidates: Candidates, title: str) -> Headline | None:
    """The heading or line with the text of the title; else the first heading, else the first line."""
    lines, headings = candidates.lines, candidates.headings
    if not lines:
        return None
    wanted = letters(title)
    rows = [each.row for each in headings if each.letters == wanted] if wanted else []
    if wanted and not rows:
        rows = [
            each.row
            for each in headings
            if len(each.letters) > _MIN_LETTERS and (each.letters in wanted or wanted in each.letters)
        ]
    is_title = bool(rows)
    if wanted and not rows:
        number = lines.with_letters(wanted)
        if number >= 0:
            return Headline(number, number, True)
    rows = rows or [each.row for each in headings if each.level == 1]
    if not rows:
        return Headline(0, 0, False)
    first, last = lines.lines_of_row(rows[0])
    is_before = first < last and lines.row(first) < rows[0]
    return Headline(first + is_before, last, is_title)
