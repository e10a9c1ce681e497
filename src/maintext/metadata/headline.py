"""Where the headline stands on the page: dates and authors are looked for around it."""

from dataclasses import dataclass
from typing import Final

from maintext.metadata.page import Page
from maintext.metadata.text import letters

_TELLING: Final = 8
"""Letters of a heading that are too many to be in a title by chance."""


@dataclass(frozen=True, slots=True)
class Place:
    """The lines of the headline: ``first`` up to ``last``, both of them its own."""

    first: int
    last: int
    sure: bool
    """Whether the line says what the title says."""


def headline_place(page: Page, title: str) -> Place | None:
    """The lines that say the title, in a heading if one does; else the first heading, else the first line."""
    lines = page.lines
    if not lines:
        return None
    wanted = letters(title)
    headings = page.headings_of("h1", "h2", "h3", "h4")
    saying = [each.row for each in headings if each.letters == wanted] if wanted else []
    if wanted and not saying:
        saying = [
            each.row
            for each in headings
            if len(each.letters) > _TELLING and (each.letters in wanted or wanted in each.letters)
        ]
    if saying:
        return _lines_of_row(page, saying[0], sure=True)
    for number in range(len(lines) if wanted else 0):
        if letters(lines.text(number)) == wanted:
            return Place(number, number, sure=True)
    if page.headings:
        return _lines_of_row(page, page.headings[0].row, sure=False)
    return Place(0, 0, sure=False)


def _lines_of_row(page: Page, row: int, *, sure: bool) -> Place:
    first = page.lines.of_segment(int(page.table.segment_start[row]))
    last = page.lines.of_segment(int(page.table.segment_stop[row]) - 1)
    return Place(first, max(first, last), sure)
