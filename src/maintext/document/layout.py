"""Where each block is in the plain text, so that pieces of the text can follow the structure of the blocks."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from maintext.blocks.records import Block, Code, Math, Span, Table
from maintext.document.text_places import TextPlaces

_NEAR: Final = 20_000
"""Characters after a formula in which the next one is searched for."""


class Layout(NamedTuple):
    """The places of blocks in a text."""

    starts: tuple[int, ...]
    """Where each block begins. Its text ends where that of the next begins; a block without text has none."""
    rows: dict[int, tuple[int, ...]]
    """Where the rows of a table begin, by the number of its block."""
    formulas: tuple[Span, ...] = ()
    """The ranges of formulas within lines, which are not divided."""


def layout_of(
    places: TextPlaces,
    blocks: Sequence[Block],
    segments: Sequence[tuple[int, int, tuple[int, ...]]],
    formulas: Sequence[tuple[int, int]],
) -> Layout:
    """The layout of blocks whose segments are known.

    Args:
        places: the text and the segments that it was written from.
        blocks: the blocks. If there is one more than ``segments``, the first is a headline that is not in the text.
        segments: for each block its first and last segment, -1 without text, and the first segment of each row.
        formulas: the first segment of each formula and the first one after it.
    """
    added = len(blocks) - len(segments)
    starts = [-1] * added + [places.offset_of(first) if first >= 0 else -1 for first, _, _ in segments]
    for number, block in enumerate(blocks):
        if isinstance(block, Code) and starts[number] > 0:
            starts[number] = places.text.rfind("\n", 0, starts[number]) + 1
    rows = {
        number + added: tuple(places.offset_of(segment) for segment in of_rows)
        for number, (_, _, of_rows) in enumerate(segments)
        if of_rows
    }
    found = [(places.offset_of(first), places.offset_of(stop)) for first, stop in formulas]
    starts = _rising(starts, len(places.text))
    return Layout(tuple(starts), rows, tuple(sorted([*found, *_written_formulas(places.text, blocks, starts)])))


def searched_layout(text: str, blocks: Sequence[Block]) -> Layout:
    """The layout of blocks that were pickled or written with bylines: each is where its first words are found next."""
    starts: list[int] = []
    rows: dict[int, tuple[int, ...]] = {}
    at = 0
    for number, block in enumerate(blocks):
        line = block.text.partition("\n")[0]
        found = text.find(line, at) if line else -1
        starts.append(found)
        if found >= 0:
            at = found + len(line)
        if isinstance(block, Table) and found >= 0:
            rows[number] = _rows_of(text, block, found)
    starts = _rising(starts, len(text))
    return Layout(tuple(starts), rows, tuple(_written_formulas(text, blocks, starts)))


def _rows_of(text: str, table: Table, at: int) -> tuple[int, ...]:
    """Where the first words of each row are found."""
    starts = []
    for row in table.rows:
        words = next((cell.text.partition("\n")[0] for cell in row if cell.text), "")
        found = text.find(words, at) if words else -1
        at = found + len(words) if found >= 0 else at
        starts.append(found if found >= 0 else at)
    return tuple(starts)


def _rising(starts: list[int], end: int) -> list[int]:
    """The starts in rising order; a block without text begins where the next one does."""
    following = end
    for number in reversed(range(len(starts))):
        following = min(following, starts[number]) if starts[number] >= 0 else following
        starts[number] = following
    return starts


def _written_formulas(text: str, blocks: Sequence[Block], starts: Sequence[int]) -> list[Span]:
    """The ranges of formulas that pages write between signs such as ``$``, for scripts to typeset."""
    found: list[Span] = []
    for block, start in zip(blocks, starts, strict=True):
        formulas = [each for each in getattr(block, "inlines", ()) if isinstance(each, Math) and each.latex]
        at = start
        stop = start + 2 * len(block.text) + 100 if formulas else start
        for formula in formulas:
            place = text.find(formula.latex, at, min(stop, at + _NEAR) + len(formula.latex))
            if place >= 0:
                at = place + len(formula.latex)
                found.append((place, at))
    return found
