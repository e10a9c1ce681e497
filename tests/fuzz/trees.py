"""The tree of a page in one form, from the compiled reader and from two parsers that know nothing of it.

The first parser (lexbor) is quick and sees every page. It strays from the standard in a few corners, so where it and
our reader disagree, the second (JustHTML, slow and faithful) decides.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from justhtml import JustHTML
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from maintext.table import PageTable, tags
from maintext.table.references import in_attribute

_HIDING: Final = re.compile(r"display:[\t\n\f\r ]*none|visibility:[\t\n\f\r ]*hidden", re.IGNORECASE)
_SHUT: Final = frozenset({"template", "textarea"})
"""Lexbor opens formatting elements again in a textarea."""
_ROOTS: Final = frozenset({"html", "body"})
"""Their attributes may come from several tags; ours are those of the first."""
_MARKS: Final = frozenset({"itemprop", "itemtype", "role"})


class Said(NamedTuple):
    """What an element's tag says of it."""

    id: str = ""
    classes: str = ""
    mark: str = ""
    """The last of itemprop, itemtype and role."""
    is_hidden: bool = False


NOTHING: Final = Said()


class Element(NamedTuple):
    """An element as a page table has it."""

    name: str
    parent: int
    """Its place among the elements, -1 for the root."""
    text: str
    """What a reader of the page sees right in it."""
    said: Said


class Walk:
    """What is met on a walk through a tree in document order."""

    def __init__(self) -> None:
        self.elements: list[tuple[str, int, Said]] = []
        self.texts: list[list[str]] = []
        self.unseen: list[bool] = []

    def add(self, name: str, parent: int, said: Said) -> int:
        """Add an element and give its place; what stands in one that shows nothing of it is taken for that one."""
        if parent >= 0 and self.elements[parent][0] in _SHUT:
            return parent
        self.elements.append((name, parent, NOTHING if name in _ROOTS else said))
        self.texts.append([])
        self.unseen.append(name in tags.UNRENDERED or (parent >= 0 and self.unseen[parent]))
        return len(self.elements) - 1

    def add_text(self, parent: int, text: str) -> None:
        """Add a text; a no-break space is white space like any other in ours."""
        if not self.unseen[parent]:
            self.texts[parent].append(text.replace("\xa0", " "))

    def tree(self) -> list[Element]:
        return [
            Element(name, parent, "".join(text), said)
            for (name, parent, said), text in zip(self.elements, self.texts, strict=True)
        ]


def our_tree(table: PageTable) -> list[Element]:
    """The tree of a table."""
    walk = Walk()
    place = [-1] * (len(table) + 1)
    says = (table.hidden | (table.id_stop > 0) | (table.class_stop > 0) | (table.mark_stop > 0)).tolist()
    for row, (code, parent) in enumerate(zip(table.tag.tolist(), table.parent.tolist(), strict=True)):
        said = _said_in_table(table, row) if says[row] else NOTHING
        place[row] = walk.add(tags.NAMES[code] or table.name(row), place[parent], said)
    offset = table.segment_offset.tolist()
    for segment, owner in enumerate(table.segment_owner.tolist()):
        walk.add_text(place[owner], table.text[offset[segment] : offset[segment + 1]])
    return walk.tree()


def _said_in_table(table: PageTable, row: int) -> Said:
    return Said(
        _as_parsed(table.source[table.id_start[row] : table.id_stop[row]]),
        _as_parsed(table.source[table.class_start[row] : table.class_stop[row]]),
        _as_parsed(table.source[table.mark_start[row] : table.mark_stop[row]]),
        bool(table.hidden[row]),
    )


def _as_parsed(value: bytes) -> str:
    """The value of an attribute as a parser has it."""
    return in_attribute(value.decode().replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd"))


def first_opinion(page: bytes) -> list[Element]:
    """The tree as lexbor has it."""
    walk = Walk()
    root = LexborHTMLParser(page, options=LexborDocumentOptions.WO_EVENTS.value, scripting=True).root
    place: dict[int, int] = {}
    for node in root.traverse(include_text=True) if root else ():
        above = place.get(node.parent.mem_id, -1) if node.parent else -1
        if node.is_text_node:
            walk.add_text(above, node.text_content or "")
        elif node.is_element_node:
            place[node.mem_id] = walk.add(str(node.tag).lower(), above, _said(node.attributes))
    return walk.tree()


def second_opinion(page: bytes) -> list[Element]:
    """The tree as JustHTML has it."""
    walk = Walk()
    root = JustHTML(page.decode(), sanitize=False, scripting_enabled=True).root
    waiting = [(node, -1) for node in reversed(root.children or ())]
    while waiting:
        node, above = waiting.pop()
        if node.name == "#text":
            walk.add_text(above, node.data or "")
        elif not node.name.startswith(("#", "!")):
            place = walk.add(node.name.lower(), above, _said(node.attrs or {}))
            waiting.extend((child, place) for child in reversed(node.children or ()))
    return walk.tree()


def _said(attributes: Mapping[str, str | None]) -> Said:
    if not attributes:
        return NOTHING
    mark = ""
    for name, value in attributes.items():
        if name in _MARKS:
            mark = value or ""
    is_hidden = (
        "hidden" in attributes
        or (attributes.get("aria-hidden") or "").lower() == "true"
        or _HIDING.search(attributes.get("style") or "") is not None
    )
    return Said(attributes.get("id") or "", attributes.get("class") or "", mark, is_hidden)
