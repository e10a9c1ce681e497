"""Where a text stands: in which list, quote, table or link, and how it is set.

A place is worked out from that of the element around it, once an element, and only for elements that hold selected
text. Most elements change nothing and share the place of their parent.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple

from maintext import tags
from maintext.blocks.addresses import Addresses
from maintext.blocks.records import Container, Style, Within
from maintext.options import Options
from maintext.table import PageTable

DEEPEST: Final = 24
"""Containers within each other; what is nested deeper stands in the last of them."""


class Role(IntEnum):
    """What a text is part of."""

    PARAGRAPH = 0
    HEADING = 1
    CODE = 2
    TABLE = 3
    FIGURE = 4
    FORMULA = 5


class Place(NamedTuple):
    """Where a text stands."""

    role: Role
    home: int
    """The row of the heading, code, table, figure or formula that it is part of, -1 in a paragraph."""
    cell: int
    """The row of the table's cell or caption."""
    within: Within
    style: int
    href: str


OUTSIDE: Final = Place(Role.PARAGRAPH, -1, -1, (), 0, "")
_WHOLE: Final = frozenset({Role.CODE, Role.TABLE, Role.FORMULA})
"""What has no headings, lists and quotes in it that would count."""
_STRONG, _EMPHASIS, _CODE = Style.STRONG.value, Style.EMPHASIS.value, Style.CODE.value
STYLES: Final = tuple(Style(number) for number in range(8))
_SET: Final = {
    **dict.fromkeys(("b", "strong"), _STRONG),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), _EMPHASIS),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), _CODE),
}
_STYLE_OF: Final = {tags.code_of(name): style for name, style in _SET.items()}
_HEADINGS: Final = {tags.code_of(f"h{level}"): level for level in range(1, 7)}
_LISTS: Final = {tags.code_of("ol"): "numbers", **{tags.code_of(name): "bullets" for name in ("ul", "menu", "dir")}}


class Places:
    """The places of a page's elements."""

    def __init__(
        self,
        table: PageTable,
        addresses: Addresses,
        options: Options,
        whole: dict[int, Role],
        posts: frozenset[int] = frozenset(),
    ) -> None:
        """Take the rows of tables, figures and formulas, which others have found, and those of posts."""
        self._table = table
        self._addresses = addresses
        self._options = options
        self._whole = whole
        self._posts = posts
        self._known: dict[int, Place] = {-1: OUTSIDE}
        self._counted: dict[int, int] = {}
        self._tags = memoryview(table.tag.data)
        self._parents = memoryview(table.parent.data)

    def __getitem__(self, row: int) -> Place:
        """The place of what stands in an element."""
        known = self._known
        if row in known:
            return known[row]
        waiting = []
        while row not in known:
            waiting.append(row)
            row = self._parents[row]
        place = known[row]
        for inner in reversed(waiting):
            place = known[inner] = self._entered(place, inner)
        return place

    def _entered(self, place: Place, row: int) -> Place:
        """The place within an element, from the place around it."""
        if row in self._posts:
            place = _put(place, Container("post", row))
        if row in self._whole and place.role not in _WHOLE:
            return place._replace(role=self._whole[row], home=row, cell=row)
        enter = _ENTER.get(self._tags[row])
        return enter(self, place, row) if enter else place

    def _heading(self, place: Place, row: int) -> Place:
        if place.role in _WHOLE:
            return place
        return place._replace(role=Role.HEADING, home=row, style=place.style & ~_STRONG)

    def _code_block(self, place: Place, row: int) -> Place:
        return place if place.role in _WHOLE else place._replace(role=Role.CODE, home=row, href="", style=0)

    def _list(self, place: Place, row: int) -> Place:
        if place.role in _WHOLE:
            return place
        kind = _LISTS[self._tags[row]]
        if kind == "bullets":
            return _put(place, Container("bullets", row))
        start = _number(self._table.attributes(row).get("start", ""), 1)
        self._counted[row] = start
        return _put(place, Container("numbers", row, start))

    def _item(self, place: Place, row: int) -> Place:
        if place.role in _WHOLE:
            return place
        if not place.within or place.within[-1].kind not in ("bullets", "numbers"):
            place = _put(place, Container("bullets", self._parents[row]))
        if place.within[-1].kind == "bullets":
            return _put(place, Container("item", row))
        if place.within[-1].kind != "numbers":
            return place
        owner = place.within[-1].key
        number = self._counted[owner]
        self._counted[owner] += 1
        return _put(place, Container("item", row, number))

    def _quote(self, place: Place, row: int) -> Place:
        return place if place.role in _WHOLE else _put(place, Container("quote", row))

    def _cell(self, place: Place, row: int) -> Place:
        return place._replace(cell=row) if place.role is Role.TABLE else place

    def _link(self, place: Place, row: int) -> Place:
        if not self._options.links or place.role is Role.CODE:
            return place
        href = self._addresses.link(self._table.attribute(row, "href"))
        return Place(place.role, place.home, place.cell, place.within, place.style, href)

    def _styled(self, place: Place, row: int) -> Place:
        style = _STYLE_OF[self._tags[row]]
        if place.role is Role.CODE or (place.role is Role.HEADING and style == _STRONG) or place.style & style:
            return place
        if not self._options.formatting:
            return place
        return Place(place.role, place.home, place.cell, place.within, place.style | style, place.href)


def _put(place: Place, container: Container) -> Place:
    """The place within one more container; a list and its item go together."""
    room = DEEPEST - (container.kind != "item")
    if len(place.within) >= room:
        return place
    return Place(place.role, place.home, place.cell, (*place.within, container), place.style, place.href)


def _number(written: str, otherwise: int) -> int:
    """A number as an attribute has it; one that no list of a person has is none."""
    written = written.strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 9 else otherwise


_Enter = Callable[[Places, Place, int], Place]
_ENTER: Final[dict[int, _Enter]] = {
    **dict.fromkeys(_HEADINGS, Places._heading),
    **dict.fromkeys((tags.code_of(name) for name in tags.PREFORMATTED), Places._code_block),
    **dict.fromkeys(_LISTS, Places._list),
    tags.code_of("li"): Places._item,
    tags.code_of("blockquote"): Places._quote,
    **dict.fromkeys((tags.code_of(name) for name in ("td", "th", "caption")), Places._cell),
    tags.code_of("a"): Places._link,
    **dict.fromkeys(_STYLE_OF, Places._styled),
}


def heading_level(tag: int) -> int:
    """The level of a heading by the code of its tag."""
    return _HEADINGS[tag]
