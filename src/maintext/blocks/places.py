# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Where a text stands: in which list, quote, table or link, and how it is set.

A place is worked out from that of the element around it, once an element, and only for elements that hold selected
text. Most elements change nothing and share the place of their parent.
"""

from typing import Literal

from maintext.blocks.addresses import Addresses
from maintext.blocks.columns import Columns
from maintext.blocks.making import Maker
from maintext.blocks.records import Container, Style, Within
from maintext.blocks.roles import CODE, FORMULA, HEADING, PARAGRAPH, POST, TABLE
from maintext.options import Options
from maintext.table import PageTable, tags

DEEPEST = 24
"""Containers within each other; what is nested deeper stands in the last of them."""
STRONG, EMPHASIS, CODE_SPAN = Style.STRONG.value, Style.EMPHASIS.value, Style.CODE.value
STYLES = tuple(Style(number) for number in range(8))
ENTER_HEADING, ENTER_CODE, ENTER_BULLETS, ENTER_NUMBERS, ENTER_ITEM, ENTER_QUOTE, ENTER_CELL, ENTER_LINK = range(1, 9)
ENTER_STYLE = 16
"""What an element changes; a style is added to the last number."""
_ENTER = {
    **dict.fromkeys((f"h{_level}" for _level in range(1, 7)), ENTER_HEADING),
    **dict.fromkeys(tags.PREFORMATTED, ENTER_CODE),
    **dict.fromkeys(("ul", "menu", "dir"), ENTER_BULLETS),
    **dict.fromkeys(("td", "th", "caption"), ENTER_CELL),
    **dict.fromkeys(("b", "strong"), ENTER_STYLE + STRONG),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), ENTER_STYLE + EMPHASIS),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), ENTER_STYLE + CODE_SPAN),
    "ol": ENTER_NUMBERS,
    "li": ENTER_ITEM,
    "blockquote": ENTER_QUOTE,
    "a": ENTER_LINK,
}
ENTER = bytes(_ENTER.get(_name, 0) for _name in tags.NAMES)
_HEADINGS = {tags.code_of(f"h{_level}"): _level for _level in range(1, 7)}
CONTAINERS = Maker(Container)
_Kind = Literal["bullets", "numbers", "item", "quote", "post"]


class Place:
    """Where a text stands."""

    def __init__(self, role: int, home: int, cell: int, within: Within, style: int, href: str) -> None:
        """Take all that is known of it.

        Args:
            role: what the text is part of.
            home: the row of the heading, code, table, figure or formula that it is part of, -1 in a paragraph.
            cell: the row of the table's cell or caption.
            within: the containers around it.
            style: how it is set.
            href: where it leads to.
        """
        self.role = role
        self.home = home
        self.cell = cell
        self.within = within
        self.style = style
        self.href = href

    def is_whole(self) -> bool:
        """Whether it has no headings, lists and quotes in it that would count."""
        return self.role == CODE or self.role == TABLE or self.role == FORMULA

    def with_role(self, role: int, home: int, style: int) -> "Place":
        """The place in something that a text is part of."""
        return Place(role, home, self.cell, self.within, style, self.href)

    def with_cell(self, cell: int) -> "Place":
        """The place in a cell."""
        return Place(self.role, self.home, cell, self.within, self.style, self.href)

    def with_href(self, href: str) -> "Place":
        """The place in a link."""
        return Place(self.role, self.home, self.cell, self.within, self.style, href)

    def with_style(self, style: int) -> "Place":
        """The place in words that are set in a style."""
        return Place(self.role, self.home, self.cell, self.within, style, self.href)

    def put(self, kind: _Kind, key: int, number: int) -> "Place":
        """The place within one more container; a list and its item go together."""
        room = DEEPEST if kind == "item" else DEEPEST - 1
        if len(self.within) >= room:
            return self
        within = (*self.within, CONTAINERS.new((kind, key, number)))
        return Place(self.role, self.home, self.cell, within, self.style, self.href)

    def in_other_list(self, numbers: Container) -> "Place":
        """The place in another list than the innermost."""
        within = (*self.within[: len(self.within) - 1], numbers)
        return Place(self.role, self.home, self.cell, within, self.style, self.href)

    def innermost(self) -> str:
        """The kind of the innermost container."""
        return self.within[len(self.within) - 1].kind if self.within else ""


class Places:
    """The places of a page's elements."""

    def __init__(self, table: PageTable, columns: Columns, addresses: Addresses, options: Options) -> None:
        """Take the page, and what resolves the addresses of links."""
        self._table = table
        self._columns = columns
        self._addresses = addresses
        self._has_links = options.links
        self._has_styles = options.formatting
        self.outside = Place(PARAGRAPH, -1, -1, (), 0, "")
        self._known: list[Place | None] = [None] * columns.count
        self._marks = bytearray(columns.count)
        self._counted: dict[int, int] = {}
        self._renumbered: dict[int, Container] = {}
        """Lists whose numbers jump: what follows is another list, for readers and formats that count on."""

    def mark(self, row: int, role: int) -> None:
        """Tell of a table, figure, formula or post, which others have found."""
        self._marks[row] |= role

    def at(self, row: int) -> Place:
        """The place of what stands in an element."""
        if row < 0:
            return self.outside
        place = self._known[row]
        if place is not None:
            return place
        waiting = []
        while row >= 0 and self._known[row] is None:
            waiting.append(row)
            row = self._columns.parent[row]
        place = self._known[row] if row >= 0 else self.outside
        assert place is not None
        while waiting:
            row = waiting.pop()
            place = self._entered(place, row)
            self._known[row] = place
        return place

    def _entered(self, place: Place, row: int) -> Place:
        """The place within an element, from the place around it."""
        mark = self._marks[row]
        change = ENTER[self._columns.tag[row]]
        if mark & POST:
            place = place.put("post", row, 1)
        if mark & ~POST and not place.is_whole():
            return place.with_role(mark & ~POST, row, place.style).with_cell(row)
        if not change:
            return place
        if change >= ENTER_STYLE:
            return self._styled(place, change - ENTER_STYLE)
        if change == ENTER_LINK:
            return self._link(place, row)
        if change == ENTER_CELL:
            return place.with_cell(row) if place.role == TABLE else place
        return place if place.is_whole() else self._in_block(place, row, change)

    def _in_block(self, place: Place, row: int, change: int) -> Place:
        if change == ENTER_HEADING:
            return place.with_role(HEADING, row, place.style & ~STRONG)
        if change == ENTER_CODE:
            return place.with_role(CODE, row, 0).with_href("")
        if change == ENTER_QUOTE:
            return place.put("quote", row, 1)
        if change == ENTER_BULLETS:
            return place.put("bullets", row, 1)
        if change == ENTER_NUMBERS:
            start = _number(self._table.attribute(row, "start"), 1)
            self._counted[row] = start
            return place.put("numbers", row, start)
        return self._item(place, row)

    def _item(self, place: Place, row: int) -> Place:
        if place.innermost() != "bullets" and place.innermost() != "numbers":
            place = place.put("bullets", self._columns.parent[row], 1)
        if place.innermost() == "bullets":
            return place.put("item", row, 1)
        if place.innermost() != "numbers":
            return place
        owner = place.within[len(place.within) - 1].key
        number = _number(self._table.attribute(row, "value"), self._counted[owner])
        if number != self._counted[owner]:
            self._renumbered[owner] = CONTAINERS.new(("numbers", row, number))
        self._counted[owner] = number + 1
        if owner in self._renumbered:
            place = place.in_other_list(self._renumbered[owner])
        return place.put("item", row, number)

    def _link(self, place: Place, row: int) -> Place:
        if not self._has_links or place.role == CODE:
            return place
        return place.with_href(self._addresses.link(self._table.attribute(row, "href")))

    def _styled(self, place: Place, style: int) -> Place:
        if place.role == CODE or (place.role == HEADING and style == STRONG) or place.style & style:
            return place
        return place.with_style(place.style | style) if self._has_styles else place


def _number(written: str, otherwise: int) -> int:
    """A number as an attribute has it; one that no list of a person has is none."""
    written = written.strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 9 else otherwise


def heading_level(tag: int) -> int:
    """The level of a heading by the code of its tag."""
    return _HEADINGS[tag]
