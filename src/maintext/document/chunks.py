"""A text in chunks for a model: pieces along its structure, each within a budget of tokens.

Sections are kept together as long as they fit; a section that does not is divided into its parts, and so on down to
paragraphs, items and rows. Each piece of text is counted once, and each chunk once more: counters need not add up.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from maintext.blocks.records import Span
from maintext.document.chunk_units import PIECE, Unit, sentences, words_of

_FULL_ENOUGH: Final = 0.5
"""The share of the budget from which on a chunk may end before a section or list that would still fit in part."""


class TextRange(NamedTuple):
    """A chunk as a range of the text."""

    start: int
    stop: int
    new: int
    """Where the text begins that the chunk before does not have."""
    tokens: int
    headings: tuple[str, ...]


def ranges_of(
    text: str, units: Sequence[Unit], budget: int, overlap: int, count: Callable[[str], int]
) -> Iterator[TextRange]:
    """The chunks of a text in order.

    Args:
        text: the text.
        units: its pieces, each within the budget unless it cannot be divided.
        budget: the most tokens of a chunk, with its overlap.
        overlap: the most tokens that a chunk repeats from the end of the one before.
        count: counts the tokens of a text.
    """
    before: tuple[int, int] | None = None
    for first, stop in Packing(text, units, budget - overlap, count).ranges():
        new, end = units[first].start, units[stop - 1].stop
        start = _overlap_start(text, units, before, overlap, count) if overlap and before else new
        tokens = count(text[start:end])
        if start < new and tokens > budget:
            start, tokens = new, count(text[new:end])
        before = first, stop
        yield TextRange(start, end, new, tokens, _headings_of(units, first, stop))


def _headings_of(units: Sequence[Unit], first: int, stop: int) -> tuple[str, ...]:
    """The headings of the first text that is not a heading itself."""
    return next((unit.headings for unit in units[first:stop] if not unit.is_heading), units[stop - 1].headings)


class Packing:
    """Puts the pieces of a text into chunks."""

    def __init__(self, text: str, units: Sequence[Unit], budget: int, count: Callable[[str], int]) -> None:
        """Count each piece, with the white space before it."""
        self._text, self._units, self._budget, self._count = text, units, budget, count
        self._blanks: dict[str, int] = {}
        self._sums = [0]
        self._lead: list[int] = []
        at = 0
        for unit in units:
            self._lead.append(self._blank(text[at : unit.start]))
            self._sums.append(self._sums[-1] + count(text[at : unit.stop]))
            at = unit.stop
        self._first = 0
        self._cuts: list[int] = []

    def _blank(self, blank: str) -> int:
        if blank not in self._blanks:
            self._blanks[blank] = self._count(blank) if blank else 0
        return self._blanks[blank]

    def ranges(self) -> Iterator[tuple[int, int]]:
        """The first piece of each chunk, and the first after it."""
        if not self._units:
            return
        self._add(0, len(self._units))
        for first, stop in zip([0, *self._cuts], [*self._cuts, len(self._units)], strict=True):
            yield from self._counted(first, stop)

    def _size(self, first: int, stop: int) -> int:
        """About how many tokens some pieces have together; exact if counts add up."""
        return self._sums[stop] - self._sums[first] - self._lead[first]

    def _add(self, first: int, stop: int) -> None:
        """Add pieces to the open chunk, or begin others."""
        if self._size(self._first, stop) <= self._budget:
            return
        parts = self._parts(first, stop)
        is_whole = len(parts) == 1 or self._units[parts[1][0]].rank >= PIECE
        fits_alone = len(parts) == 1 or self._size(first, stop) <= self._budget
        is_full = is_whole or self._size(self._first, first) >= _FULL_ENOUGH * self._budget
        if first > self._first and fits_alone and is_full:
            self._cut(first)
            return
        if len(parts) > 1:
            for part in parts:
                self._add(*part)

    def _cut(self, place: int) -> None:
        self._cuts.append(place)
        self._first = place

    def _parts(self, first: int, stop: int) -> list[tuple[int, int]]:
        """Pieces divided at their best boundaries."""
        if stop - first == 1:
            return [(first, stop)]
        best = min(self._units[number].rank for number in range(first + 1, stop))
        inner = [number for number in range(first + 1, stop) if self._units[number].rank == best]
        return list(zip([first, *inner], [*inner, stop], strict=True))

    def _counted(self, first: int, stop: int) -> Iterator[tuple[int, int]]:
        """The pieces of a chunk in one or more chunks that are within the budget by their exact count."""
        while first < stop:
            last = stop
            while last - first > 1:
                tokens = self._count(self._text[self._units[first].start : self._units[last - 1].stop])
                if tokens <= self._budget:
                    break
                last = first + max(1, min(last - first - 1, (last - first) * self._budget // tokens))
            yield first, last
            first = last


def _overlap_start(
    text: str, units: Sequence[Unit], before: tuple[int, int], overlap: int, count: Callable[[str], int]
) -> int:
    """Where a chunk begins that repeats the end of the one before: whole pieces and sentences, else words.

    Args:
        text: the text.
        units: its pieces.
        before: the first piece of the chunk before, and the first one after it.
        overlap: the most tokens that are repeated.
        count: counts the tokens of a text.
    """
    first, stop = before
    end = units[stop].start if stop < len(units) else len(text)
    whole = _last_parts(text, [(unit.start, unit.stop) for unit in units[first:stop]], end, overlap, count)
    start = end if whole is None else units[first + whole].start
    number = stop - 1 if whole is None else first + whole - 1
    if number < first or not units[number].is_prose:
        return start
    for divided in (sentences, words_of):
        parts = divided(text, units[number].start, units[number].stop)
        found = _last_parts(text, parts, end, overlap, count)
        if found is not None:
            return parts[found][0]
        if start < end:
            break
    return start


def _last_parts(text: str, parts: Sequence[Span], end: int, most: int, count: Callable[[str], int]) -> int | None:
    """The first of as many of the last parts as a number of tokens allows, None if it allows none.

    It is found by halving, since a longer text does not have fewer tokens.
    """
    low, high = 0, len(parts)
    while low < high:
        middle = (low + high) // 2
        if count(text[parts[middle][0] : end].rstrip()) <= most:
            high = middle
        else:
            low = middle + 1
    return low if low < len(parts) else None
