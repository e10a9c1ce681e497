"""The selected segments of a page table as blocks.

One pass over the lines of the selected text, with the images, rules and formulas between them. What stands outside the
selection is not looked at, but for the few columns that are worked out for all rows at once.
"""

from bisect import bisect_left, bisect_right
from typing import Final

import numpy as np

from maintext import tags
from maintext.blocks import formulas
from maintext.blocks.languages import language_of
from maintext.blocks.pictures import captioned
from maintext.blocks.places import STYLES, Place, Places, Role, heading_level
from maintext.blocks.posts import author_and_date
from maintext.blocks.records import (
    BREAK,
    Block,
    Code,
    Figure,
    Formula,
    Heading,
    Inline,
    ListItem,
    Math,
    Paragraph,
    Picture,
    Post,
    Quote,
    Rule,
    Text,
    Within,
)
from maintext.blocks.runs import Runs
from maintext.blocks.stream import Atom, Line, Selected
from maintext.blocks.tables import OpenTable

_BR: Final = tags.code_of("br")
_HR: Final = tags.code_of("hr")


def blocks_of(selected: Selected) -> tuple[Block, ...]:
    """The blocks of what was selected, in page order."""
    return tuple(_without_idle_rules(_Builder(selected).blocks()))


class _OpenCode:
    """Preformatted text while its lines are gathered."""

    def __init__(self, language: str, within: Within) -> None:
        self._language = language
        self._within = within
        self._text = [""]

    def add(self, text: str, line_breaks: int) -> None:
        """Add a line, or several, behind so many line breaks."""
        missing = line_breaks - self._text[-1].endswith("\n")
        self._text += ["\n" * missing, text] if len(self._text) > 1 else [text]

    def finished(self) -> Code:
        lines = "".join(self._text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return Code("\n".join(line.rstrip() for line in lines).strip("\n"), self._language, self._within)


class _OpenFigure:
    """A figure while its caption is gathered."""

    def __init__(self, src: str, alt: str, href: str, within: Within) -> None:
        self._src = src
        self._alt = alt
        self._href = href
        self._within = within
        self._caption: list[Inline] = []

    def add(self, inlines: list[Inline]) -> None:
        """Add a line to the caption."""
        self._caption += [BREAK, *inlines] if self._caption else inlines

    def finished(self) -> Figure:
        return Figure(self._src, self._alt, tuple(self._caption), self._href, self._within)


class _Builder:
    """Puts lines together to blocks. A paragraph stays open until something comes that is not part of it."""

    def __init__(self, selected: Selected) -> None:
        self._selected = selected
        table = self._table = selected.table
        self._figures = captioned(table, selected.pictures)
        whole = {
            **dict.fromkeys(self._figures, Role.FIGURE),
            **dict.fromkeys(selected.tables, Role.TABLE),
            **dict.fromkeys(selected.formulas, Role.FORMULA),
        }
        self._places = Places(table, selected.addresses, selected.options, whole, frozenset(selected.posts))
        self._blocks: list[Block | OpenTable | _OpenCode | _OpenFigure] = []
        self._tables: dict[int, OpenTable] = {}
        self._codes: dict[int, _OpenCode] = {}
        self._captions: dict[int, _OpenFigure] = {}
        self._formulas: set[int] = set()
        self._has_latex = formulas.is_typeset_by_script(table)
        self._entered: set[int] = set()
        self._paragraph: list[Inline] = []
        self._place = self._places[-1]
        self._line = Line([-1], [-1], [0], [0], -1, -1)
        breaks = np.flatnonzero(table.tag == _BR)
        self._breaks: list[int] = breaks.tolist()
        self._break_places: list[int] = table.segment_start[breaks].tolist()

    def blocks(self) -> list[Block]:
        """All blocks."""
        atoms = self._selected.atoms()
        at = 0
        for line in self._selected.lines():
            ahead: list[Inline] = []
            while at < len(atoms) and atoms[at].before <= line.segments[0]:
                self._between(atoms[at], line, ahead)
                at += 1
            inside = at
            while at < len(atoms) and atoms[at].before <= line.segments[-1]:
                at += 1
            self._add(line, ahead, atoms[inside:at])
        for atom in atoms[at:]:
            self._between(atom, None, [])
        self._close()
        return [
            block.finished() if isinstance(block, OpenTable | _OpenCode | _OpenFigure) else block
            for block in self._blocks
        ]

    def _add(self, line: Line, ahead: list[Inline], inside: list[Atom]) -> None:
        """Put a line where it belongs."""
        place = self._places[line.leaf]
        if place.role is Role.CODE:
            self._close()
            self._code(place).add(self._verbatim(line), max(1, self._breaks_before(line)))
        elif place.role is Role.TABLE:
            self._close()
            if self._selected.options.tables:
                self._table_at(place).add(place.cell, ahead + self._inlines(line, inside))
        elif place.role is Role.FIGURE:
            self._close()
            self._figure(place).add(ahead + self._inlines(line, inside))
        else:
            goes_on = self._goes_on(line, place)
            if not goes_on:
                self._close()
                self._place = place
            if inlines := ahead + self._inlines(line, inside):
                self._paragraph += [BREAK, *inlines] if self._paragraph and not ahead else inlines
        self._line = line

    def _goes_on(self, line: Line, place: Place) -> bool:
        """Whether a line belongs to the open paragraph: nothing but a line break, or a heading's parts, in between."""
        if not self._paragraph or (line.leaf != self._line.leaf and place.role is not Role.HEADING):
            return False
        if place.role is Role.HEADING:
            return place.home == self._place.home
        breaks = self._breaks_before(line)
        return breaks <= 1 and breaks == line.number - self._line.number

    def _breaks_before(self, line: Line) -> int:
        """How many ``<br>`` stand between a line and the one before."""
        places = self._break_places
        return bisect_right(places, line.segments[0]) - bisect_right(places, self._line.segments[-1])

    def _between(self, atom: Atom, line: Line | None, ahead: list[Inline]) -> None:
        """Put something without text where it belongs: before a line, behind the one before, or between them."""
        place = self._places[atom.row]
        if atom.picture is None and self._table.tag[atom.row] == _HR:
            self._close()
            self._put(Rule(place.within), place.within)
        elif place.role is Role.FIGURE:
            self._close()
            self._figure(place)
        elif place.role is Role.TABLE:
            if self._selected.options.tables:
                self._close()
                self._table_at(place).picture(place.cell, self._inline(atom, place))
        elif place.role not in (Role.CODE, Role.FORMULA):
            if line is not None and line.leaf == atom.leaf and not self._broken(atom.row, line.segments[0]):
                ahead.append(self._inline(atom, place))
            elif self._paragraph and self._line.leaf == atom.leaf and not self._broken_behind(atom.row):
                self._paragraph.append(self._inline(atom, place))
            else:
                self._close()
                self._put(self._alone(atom, place), place.within)

    def _broken(self, row: int, segment: int) -> bool:
        """Whether a ``<br>`` stands between an element and a segment behind it."""
        return bisect_right(self._break_places, segment) > bisect_left(self._breaks, row)

    def _broken_behind(self, row: int) -> bool:
        """Whether a ``<br>`` stands between the last line and an element behind it."""
        last = self._line.segments[-1]
        return bisect_left(self._breaks, row) > bisect_right(self._break_places, last)

    def _inline(self, atom: Atom, place: Place) -> Inline:
        if atom.picture is None:
            return Math(formulas.latex_of(self._table, atom.row))
        return Picture(atom.picture.src, atom.picture.alt, place.href)

    def _alone(self, atom: Atom, place: Place) -> Block:
        if atom.picture is None:
            return Formula(formulas.latex_of(self._table, atom.row), place.within)
        return Figure(atom.picture.src, atom.picture.alt, (), place.href, place.within)

    def _inlines(self, line: Line, inside: list[Atom]) -> list[Inline]:
        """The runs of a line, with what stands between them, and with the formulas that a script would find."""
        inlines = self._runs(line, inside)
        return formulas.with_formulas(inlines) if self._has_latex else inlines

    def _runs(self, line: Line, inside: list[Atom]) -> list[Inline]:
        places, encoded = self._places, self._table.encoded
        if len(line.segments) == 1 and places[line.owners[0]].role is not Role.FORMULA:
            place = places[line.owners[0]]
            text = " ".join(encoded[line.starts[0] : line.stops[0]].decode().split())
            return [Text(text, STYLES[place.style], place.href)]
        runs = Runs()
        before = line.segments[0] - 1
        waiting = list(reversed(inside))
        for segment, owner, start, stop in zip(line.segments, line.owners, line.starts, line.stops, strict=True):
            while waiting and waiting[-1].before <= segment:
                atom = waiting.pop()
                runs.inline(self._inline(atom, places[atom.row]))
            place = places[owner]
            if place.role is Role.FORMULA:
                if place.home not in self._formulas:
                    self._formulas.add(place.home)
                    runs.inline(Math(formulas.latex_of(self._table, place.home)))
            else:
                text = encoded[start:stop].decode()
                runs.text(text if segment == before + 1 else " " + text, place.style, place.href)
            before = segment
        return runs.finished()

    def _verbatim(self, line: Line) -> str:
        """The text of a line as it stands."""
        spans = zip(line.starts, line.stops, strict=True)
        return b"".join(self._table.encoded[start:stop] for start, stop in spans).decode()

    def _table_at(self, place: Place) -> OpenTable:
        if place.home not in self._tables:
            opened = self._tables[place.home] = OpenTable(self._table, place.within)
            self._put(opened, place.within)
        return self._tables[place.home]

    def _code(self, place: Place) -> _OpenCode:
        if place.home not in self._codes:
            opened = self._codes[place.home] = _OpenCode(language_of(self._table, place.home), place.within)
            self._put(opened, place.within)
        return self._codes[place.home]

    def _figure(self, place: Place) -> _OpenFigure:
        if place.home not in self._captions:
            picture = self._figures[place.home]
            href = self._places[picture.row].href
            within = self._places[int(self._table.parent[place.home])].within
            opened = self._captions[place.home] = _OpenFigure(picture.src, picture.alt, href, within)
            self._put(opened, within)
        return self._captions[place.home]

    def _close(self) -> None:
        """End the open paragraph."""
        inlines, place = tuple(self._paragraph), self._place
        if not inlines:
            return
        self._paragraph = []
        self._put(self._text_block(inlines, place), place.within)

    def _text_block(self, inlines: tuple[Inline, ...], place: Place) -> Block:
        within = place.within
        if len(inlines) == 1 and isinstance(inlines[0], Math):
            return Formula(inlines[0].latex, within)
        if place.role is Role.HEADING:
            return Heading(heading_level(int(self._table.tag[place.home])), inlines, within)
        innermost = within[-1] if within else None
        if innermost is not None and innermost.kind == "item" and innermost.key not in self._entered:
            return ListItem(inlines, within)
        if innermost is not None and innermost.kind == "quote":
            return Quote(inlines, within)
        return Paragraph(inlines, within)

    def _put(self, block: Block | OpenTable | _OpenCode | _OpenFigure, within: Within) -> None:
        """Add a block, behind the beginning of the post that it is the first of."""
        for depth, container in enumerate(within, start=1):
            if container.key not in self._entered and container.kind in ("item", "post"):
                self._entered.add(container.key)
                if container.kind == "post":
                    author, date = author_and_date(self._table, container.key)
                    self._blocks.append(Post(author, date, within[:depth]))
        self._blocks.append(block)


def _without_idle_rules(blocks: list[Block]) -> list[Block]:
    """The blocks without rules that part nothing: at the ends, and next to each other."""
    kept: list[Block] = []
    for block in blocks:
        if not isinstance(block, Rule) or (kept and not isinstance(kept[-1], Rule)):
            kept.append(block)
    while kept and isinstance(kept[-1], Rule):
        kept.pop()
    return kept
