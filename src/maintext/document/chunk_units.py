"""The pieces of a text that are not divided if it can be avoided: paragraphs, items, rows of tables, code, formulas.

A piece that alone is larger than the budget is divided at the next finer boundaries: at lines, sentences, words, and at
last between characters.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from maintext.blocks.records import Block, Code, Formula, Heading, Span
from maintext.characters import CLOSING_MARKS, PUNCTUATION, SENTENCE_ENDS, WIDE
from maintext.document.layout import Layout
from maintext.support.budget import check

_WIDE: Final = "".join(f"{chr(first)}-{chr(last)}" for first, last in WIDE)
_ENDS: Final = re.escape("".join(mark for mark in SENTENCE_ENDS if mark < "\u3000"))
_WIDE_ENDS: Final = re.escape("".join(mark for mark in SENTENCE_ENDS if mark >= "\u3000"))
_CLOSING: Final = re.escape(CLOSING_MARKS)
_SENTENCE: Final = re.compile(rf"(?<=[{_ENDS}])[{_CLOSING}]*\s+(?=[^\s])|(?<=[{_WIDE_ENDS}])[{_CLOSING}]*\s*(?=[^\s])")
_LINE: Final = re.compile(r"\n+")
_OPENING: Final = "(\u2018\u201c\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff3b\uff5b"
_MARKS: Final = re.escape("".join(mark for mark in PUNCTUATION if mark not in _OPENING))
_WORD: Final = re.compile(rf"\s+|(?<=[{_WIDE}])(?=[^\s{_MARKS}])|(?<=[^\s{re.escape(_OPENING)}])(?=[{_WIDE}])")
_PARAGRAPHS_OF_CODE: Final = re.compile(r"\n\s*\n")
_TAB: Final = re.compile(r"\t|\n")

HEADINGS: Final = 6
"""Ranks up to this one begin a section: the level of its heading."""
PIECE: Final = 40
"""The rank of a piece of a block that was divided."""
_MAX_HEADING: Final = 300
"""Characters of a heading that each piece below it has. A longer one is cut: else all chunks together would grow with
the square of the page."""
GLUED: Final = 50
"""The rank of what follows a heading: nobody wants a heading at the end of a piece."""


class Unit(NamedTuple):
    """A piece of a text that is not divided further."""

    start: int
    stop: int
    """Its range in the text."""
    rank: int
    """How deep the boundary before it is: the less, the better a place to divide the text."""
    headings: tuple[str, ...]
    """The headings that it is under."""
    is_prose: bool
    """Whether it may be divided into sentences where only a part is needed."""
    is_heading: bool = False


def units_of(text: str, blocks: Sequence[Block], layout: Layout, is_small: Callable[[str], bool]) -> list[Unit]:
    """The pieces of a text in order; each is small, unless it cannot be divided.

    Args:
        text: the text.
        blocks: the blocks of the text.
        layout: where they are in it.
        is_small: whether a piece of text is within the budget.
    """
    units: list[Unit] = []
    path: list[tuple[int, str]] = []
    before: Block | None = None
    for number, block in enumerate(blocks):
        check()
        if isinstance(block, Heading):
            path = [above for above in path if above[0] < block.level] + [(block.level, block.text[:_MAX_HEADING])]
        start, stop = _range_of(text, layout.starts, number, is_first=not units)
        if start >= stop:
            continue
        rank = _rank(block, before, bool(units) and units[-1].is_heading)
        headings = tuple(name for _, name in path if name)
        is_atom = isinstance(block, Code | Formula) or number in layout.rows
        for first, last in _pieces(
            text, (start, stop), _cuts(block, layout.rows.get(number)), is_small, layout.formulas
        ):
            units.append(Unit(first, last, rank, headings, not is_atom, isinstance(block, Heading)))
            rank = PIECE
        before = block
    return units


def _range_of(text: str, starts: Sequence[int], number: int, is_first: bool) -> Span:
    """The range of a block in the text. What is before the first block belongs to it."""
    start = 0 if is_first else starts[number]
    stop = starts[number + 1] if number + 1 < len(starts) else len(text)
    if stop <= starts[number] and stop < len(text):
        return start, start
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    return start, stop


def _rank(block: Block, before: Block | None, is_after_heading: bool) -> int:
    """The rank of the boundary before a block: the more containers both sides share, the deeper it is."""
    if is_after_heading:
        return GLUED
    if isinstance(block, Heading):
        return block.level
    shared = 0
    if before is not None:
        for one, other in zip(block.within, before.within, strict=False):
            if one.key != other.key or one.kind != other.kind:
                break
            shared += 1
    return HEADINGS + 1 + shared


Cutter = Callable[[str, int, int], Iterator[Span]]


def _cuts(block: Block, rows: tuple[int, ...] | None) -> list[Cutter]:
    """How to divide a block, the coarsest way first."""
    fine = [_between(_WORD), _characters]
    if rows is not None:
        return [_at_rows(rows), _between(_TAB), _between(_SENTENCE), *fine]
    if isinstance(block, Code):
        return [_between(_PARAGRAPHS_OF_CODE), _between(_LINE), *fine]
    return [_between(_LINE), _between(_SENTENCE), *fine]


def _at_rows(rows: tuple[int, ...]) -> Cutter:
    def cut(text: str, start: int, stop: int) -> Iterator[Span]:
        inner = [place for place in rows if start < place < stop]
        for first, last in zip([start, *inner], [*inner, stop], strict=True):
            yield first, first + len(text[first:last].rstrip())

    return cut


def _between(separator: re.Pattern[str]) -> Cutter:
    def cut(text: str, start: int, stop: int) -> Iterator[Span]:
        at = start
        for found in separator.finditer(text, start, stop):
            if found.start() > at:
                end = found.start() + len(found[0].rstrip())
                yield at, end
                at = found.end()
        if at < stop:
            yield at, stop

    return cut


def _characters(text: str, start: int, stop: int) -> Iterator[Span]:
    """Each character with the marks that belong to it."""
    at = start
    for place in range(start + 1, stop):
        if not (
            unicodedata.combining(text[place]) or text[place] in "\u200d\ufe0e\ufe0f" or text[place - 1] == "\u200d"
        ):
            yield at, place
            at = place
    yield at, stop


def _pieces(
    text: str, whole: Span, cutters: list[Cutter], is_small: Callable[[str], bool], formulas: Sequence[Span]
) -> Iterator[Span]:
    """A range as small pieces, each as large as its kind: a row, else a sentence, else a word.

    A formula that alone is too large is divided like other text.
    """

    def divided(part: Span, level: int, formulas: Sequence[Span]) -> Iterator[Span]:
        if is_small(text[part[0] : part[1]]):
            yield part
            return
        cut = cutters[level]
        for each in _whole_formulas(cut(text, *part), formulas):
            if formulas and (_is_formula(each, formulas) or (cut is _characters and each[1] - each[0] > 1)):
                yield from divided(each, 0, ())
            elif cut is _characters:
                yield each
            else:
                yield from divided(each, level + 1, formulas)

    return divided(whole, 0, formulas)


def _whole_formulas(parts: Iterator[Span], formulas: Sequence[Span]) -> Iterator[Span]:
    """The parts of a range; those that a formula goes through are joined."""
    if not formulas:
        yield from parts
        return
    open_part: Span | None = None
    for part in parts:
        open_part = part if open_part is None else (open_part[0], part[1])
        if not _is_in_formula(open_part[1], formulas):
            yield open_part
            open_part = None
    if open_part is not None:
        yield open_part


def _is_in_formula(place: int, formulas: Sequence[Span]) -> bool:
    number = bisect_left(formulas, (place, 0)) - 1
    return number >= 0 and formulas[number][0] < place < formulas[number][1]


def _is_formula(part: Span, formulas: Sequence[Span]) -> bool:
    """Whether a part is one formula and hardly more."""
    number = bisect_right(formulas, (part[0], part[1])) - 1
    return number >= 0 and formulas[number][0] - part[0] <= 2 and formulas[number][1] >= part[1] - 2


def sentences(text: str, start: int, stop: int) -> list[Span]:
    """The sentences of a range."""
    return list(_between(_SENTENCE)(text, start, stop))


def words_of(text: str, start: int, stop: int) -> list[Span]:
    """The words of a range; in scripts without spaces, the characters."""
    return list(_between(_WORD)(text, start, stop))
