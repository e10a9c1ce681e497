# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""The selected segments of a page table as blocks.

One pass over the lines of the selected text, with the images, rules and formulas between them. The types are in
``build.pxd``.
"""

from bisect import bisect_left, bisect_right
from typing import TypeAlias

from maintext.blocks import formulas
from maintext.blocks.code_language import language_of
from maintext.blocks.gather import Atom, Selected
from maintext.blocks.making import Maker
from maintext.blocks.open import OpenCode, OpenFigure
from maintext.blocks.pictures import captioned
from maintext.blocks.places import Place, Places, heading_level
from maintext.blocks.records import (
    BREAK,
    Block,
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
    Within,
)
from maintext.blocks.roles import CODE, FIGURE, FORMULA, HEADING, POST, TABLE
from maintext.blocks.runs import Runs
from maintext.blocks.tables import OpenTable
from maintext.table import tags

FIGURES, HEADINGS, ITEMS, PARAGRAPHS = Maker(Figure), Maker(Heading), Maker(ListItem), Maker(Paragraph)
HR = tags.code_of("hr")
_OPEN = (OpenTable, OpenCode, OpenFigure)
_Open: TypeAlias = OpenTable | OpenCode | OpenFigure


def blocks_of(selected: Selected) -> tuple[Block, ...]:
    """The blocks of what was selected, in page order."""
    builder = Builder(selected)
    builder.read_lines()
    return tuple(_without_idle_rules(builder.finished()))


class Builder:
    """Puts lines together to blocks. A paragraph stays open until something comes that is not part of it."""

    def __init__(self, selected: Selected) -> None:
        """Take what was selected, with nothing read yet."""
        self._selected = selected
        self._table = selected.table
        self._columns = selected.columns
        self._has_tables = selected.options.tables
        pictures = selected.pictures()
        self._figures = captioned(selected.columns, pictures)
        self._places = Places(selected.table, selected.columns, selected.addresses, selected.options)
        for rows, role in (
            (self._figures, FIGURE),
            (selected.tables, TABLE),
            (selected.formulas(), FORMULA),
            (selected.posts.rows() if selected.is_forum else (), POST),
        ):
            for row in rows:
                self._places.mark(row, role)
        self._atoms = selected.atoms(pictures)
        self._next_atom = 0
        self._runs = Runs(selected.table.encoded)
        self._blocks: list[Block | _Open] = []
        self._tables: dict[int, OpenTable] = {}
        self._codes: dict[int, OpenCode] = {}
        self._captions: dict[int, OpenFigure] = {}
        self._formulas: set[int] = set()
        self._has_latex = formulas.is_typeset_by_script(selected.table, *selected.columns.span())
        self._entered: set[int] = set()
        self._entered_last: Within = ()
        self._paragraph: list[Inline] = []
        self._place = self._places.outside
        self._leaf = -1
        self._number = -1
        self._last = -1
        """The innermost block around the line before, the number of the line, and its last segment."""
        self._breaks: list[int] = selected.columns.breaks
        self._break_places: list[int] = []

    def read_lines(self) -> None:
        """Go through the page."""
        columns = self._columns
        for row in self._breaks:
            self._break_places.append(columns.segment_start[row])
        first = max(columns.first, 0)
        while first <= columns.last:
            if not columns.keep[first]:
                first += 1
                continue
            last = first
            shown = columns.characters[first]
            following = first + 1
            while following <= columns.last:
                if columns.keep[following]:
                    if columns.line[following] != columns.line[first] or columns.cell[following] != columns.cell[first]:
                        break
                    last = following
                    shown += columns.characters[following]
                following += 1
            if shown:
                self._add(first, last)
            first = following
        while self._next_atom < len(self._atoms):
            self._put_between([], -1, -1)

    def finished(self) -> list[Block]:
        """All blocks."""
        self._close()
        return [block.finished() if isinstance(block, _OPEN) else block for block in self._blocks]

    def _add(self, first: int, last: int) -> None:
        """Put a line where it belongs."""
        columns = self._columns
        leaf = columns.leaf[columns.owner[first]]
        ahead: list[Inline] = []
        while self._is_before(first):
            self._put_between(ahead, first, leaf)
        place = self._places.at(leaf)
        if place.role == CODE:
            self._close()
            self._skip_atoms(last)
            self._code(place).add(self._verbatim(first, last), max(1, self._breaks_before(first)))
        elif place.role == TABLE:
            self._close()
            inlines = ahead + self._inlines(first, last)
            if self._has_tables:
                self._table_at(place).add(place.cell, inlines)
        elif place.role == FIGURE:
            self._close()
            self._figure(place).add(ahead + self._inlines(first, last))
        else:
            if not self._goes_on(first, leaf, place):
                self._close()
                self._place = place
            if self._paragraph and not ahead:
                self._break_line(self._inlines(first, last))
            else:
                self._paragraph += ahead + self._inlines(first, last)
        self._leaf = leaf
        self._number = columns.line[first]
        self._last = last

    def _break_line(self, inlines: list[Inline]) -> None:
        """Go on with the paragraph on another line."""
        if inlines:
            self._paragraph.append(BREAK)
            self._paragraph += inlines

    def _is_before(self, segment: int) -> bool:
        """Whether the next thing without text stands before a segment."""
        if self._next_atom >= len(self._atoms):
            return False
        return self._columns.segment_start[self._atoms[self._next_atom].row] <= segment

    def _skip_atoms(self, last: int) -> None:
        while self._is_before(last):
            self._next_atom += 1

    def _goes_on(self, first: int, leaf: int, place: Place) -> bool:
        """Whether a line belongs to the open paragraph: nothing but a line break, or a heading's parts, in between."""
        if not self._paragraph:
            return False
        if place.role == HEADING:
            return place.home == self._place.home
        if leaf != self._leaf:
            return False
        breaks = self._breaks_before(first)
        return breaks <= 1 and breaks == self._columns.line[first] - self._number

    def _breaks_before(self, segment: int) -> int:
        """How many ``<br>`` stand between a segment and the line before."""
        places = self._break_places
        return bisect_right(places, segment) - bisect_right(places, self._last) if places else 0

    def _put_between(self, ahead: list[Inline], first: int, leaf: int) -> None:
        """Put the next thing without text where it belongs: before a line, behind the one before, or between them."""
        atom = self._atoms[self._next_atom]
        row = atom.row
        self._next_atom += 1
        place = self._places.at(row)
        if atom.picture is None and self._columns.tag[row] == HR:
            self._close()
            self._put(Rule(place.within), place.within)
        elif place.role == FIGURE:
            self._close()
            self._figure(place)
        elif place.role == TABLE:
            if self._has_tables:
                self._close()
                self._table_at(place).picture(place.cell, self._inline(atom, place))
        elif place.role != CODE and place.role != FORMULA:
            own = self._columns.leaf[row]
            if first >= 0 and leaf == own and not self._is_broken(row, first):
                ahead.append(self._inline(atom, place))
            elif self._paragraph and self._leaf == own and not self._is_broken_behind(row):
                self._paragraph.append(self._inline(atom, place))
            else:
                self._close()
                self._put(self._alone(atom, place), place.within)

    def _is_broken(self, row: int, segment: int) -> bool:
        """Whether a ``<br>`` stands between an element and a segment behind it."""
        return bisect_right(self._break_places, segment) > bisect_left(self._breaks, row)

    def _is_broken_behind(self, row: int) -> bool:
        """Whether a ``<br>`` stands between the last line and an element behind it."""
        return bisect_left(self._breaks, row) > bisect_right(self._break_places, self._last)

    def _inline(self, atom: Atom, place: Place) -> Inline:
        if atom.picture is None:
            return Math(formulas.latex_of(self._table, atom.row))
        return Picture(atom.picture.src, atom.picture.alt, place.href)

    def _alone(self, atom: Atom, place: Place) -> Block:
        if atom.picture is None:
            return Formula(formulas.latex_of(self._table, atom.row), place.within)
        return FIGURES.new((atom.picture.src, atom.picture.alt, (), place.href, place.within))

    def _inlines(self, first: int, last: int) -> list[Inline]:
        """The runs of a line, with what stands between them, and with the formulas that a script would find."""
        columns = self._columns
        runs = self._runs
        runs.begin(columns.place[last + 1] - columns.place[first] + last - first + 1)
        before = first - 1
        for segment in range(first, last + 1):
            if not columns.keep[segment]:
                continue
            while self._is_before(segment):
                atom = self._atoms[self._next_atom]
                self._next_atom += 1
                runs.inline(self._inline(atom, self._places.at(atom.row)))
            place = self._places.at(columns.owner[segment])
            if place.role == FORMULA:
                if place.home not in self._formulas:
                    self._formulas.add(place.home)
                    runs.inline(Math(formulas.latex_of(self._table, place.home)))
            else:
                runs.text(columns.place[segment], columns.place[segment + 1], segment > before + 1, place)
            before = segment
        inlines = runs.finished()
        return formulas.with_formulas(inlines) if self._has_latex else inlines

    def _verbatim(self, first: int, last: int) -> str:
        """The text of a line as it stands."""
        columns = self._columns
        pieces = []
        for segment in range(first, last + 1):
            if columns.keep[segment]:
                pieces.append(self._table.encoded[columns.place[segment] : columns.place[segment + 1]])
        return b"".join(pieces).decode()

    def _table_at(self, place: Place) -> OpenTable:
        opened = self._tables.get(place.home)
        if opened is None:
            opened = self._tables[place.home] = OpenTable(self._table, self._columns, place.within)
            self._put(opened, place.within)
        return opened

    def _code(self, place: Place) -> OpenCode:
        opened = self._codes.get(place.home)
        if opened is None:
            opened = self._codes[place.home] = OpenCode(language_of(self._table, place.home), place.within)
            self._put(opened, place.within)
        return opened

    def _figure(self, place: Place) -> OpenFigure:
        opened = self._captions.get(place.home)
        if opened is None:
            picture = self._figures[place.home]
            href = self._places.at(picture.row).href
            within = self._places.at(self._columns.parent[place.home]).within
            opened = self._captions[place.home] = OpenFigure(picture.src, picture.alt, href, within)
            self._put(opened, within)
        return opened

    def _close(self) -> None:
        """End the open paragraph."""
        if self._paragraph:
            inlines = tuple(self._paragraph)
            self._paragraph = []
            self._put(self._text_block(inlines, self._place), self._place.within)

    def _text_block(self, inlines: tuple[Inline, ...], place: Place) -> Block:
        within = place.within
        if len(inlines) == 1 and type(inlines[0]) is Math:
            return Formula(inlines[0].latex, within)
        if place.role == HEADING:
            return HEADINGS.new((heading_level(self._columns.tag[place.home]), inlines, within))
        if within:
            innermost = within[len(within) - 1]
            if innermost.kind == "item" and innermost.key not in self._entered:
                return ITEMS.new((inlines, within))
            if innermost.kind == "quote":
                return Quote(inlines, within)
        return PARAGRAPHS.new((inlines, within))

    def _put(self, block: Block | _Open, within: Within) -> None:
        """Add a block, behind the beginning of the post that it is the first of."""
        if within is not self._entered_last:
            self._enter(within)
        self._blocks.append(block)

    def _enter(self, within: Within) -> None:
        for depth, container in enumerate(within, start=1):
            if container.key not in self._entered and container.kind in ("item", "post"):
                self._entered.add(container.key)
                if container.kind == "post":
                    author, date = self._selected.posts.author_and_date(container.key)
                    self._blocks.append(Post(author, date, within[:depth]))
        self._entered_last = within


def _without_idle_rules(blocks: list[Block]) -> list[Block]:
    """The blocks without rules that part nothing: at the ends, and next to each other."""
    kept: list[Block] = []
    is_idle = True
    for block in blocks:
        is_rule = type(block) is Rule
        if not (is_rule and is_idle):
            kept.append(block)
        is_idle = is_rule
    if kept and type(kept[len(kept) - 1]) is Rule:
        kept.pop()
    return kept
