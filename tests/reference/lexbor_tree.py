"""A page as the tree of lexbor has it: a view that owes nothing to the reader under test."""

from typing import NamedTuple

from helpers.pages import squeezed
from selectolax.lexbor import LexborHTMLParser

from maintext.table import tags

_HTML_IN_FOREIGN = frozenset("foreignobject desc title mi mo mn ms mtext annotation-xml".split())
"""Elements of SVG and MathML that hold HTML."""


class Element(NamedTuple):
    """An element as the parser's own tree has it."""

    name: str
    parent: int
    own_text: str
    """Its texts that a reader of the page sees, without white space."""
    attributes: dict[str, str]


def elements_of(html: str) -> list[Element]:
    """The elements of a page in document order, from a walk through the parser's tree.

    Formatting that the parser opens again in a ``textarea``, which has text alone, is left out. In SVG and MathML a
    ``textarea`` is an element like any other.
    """
    root = LexborHTMLParser(html, scripting=True).root
    place: dict[int, int] = {}
    names: list[str] = []
    parents: list[int] = []
    texts: list[list[str]] = []
    attributes: list[dict[str, str]] = []
    hidden: list[bool] = []
    foreign: list[bool] = []
    for node in root.traverse(include_text=True) if root else ():
        above = place.get(node.parent.mem_id, -1) if node.parent else -1
        if node.is_text_node:
            if not hidden[above]:
                texts[above].append(squeezed(node.text_content or ""))
        elif node.is_element_node and above >= 0 and names[above] == "textarea" and not foreign[above]:
            place[node.mem_id] = above
        elif node.is_element_node:
            place[node.mem_id] = len(names)
            name = str(node.tag).lower()
            names.append(name)
            parents.append(above)
            is_in_foreign = above >= 0 and foreign[above] and names[above] not in _HTML_IN_FOREIGN
            foreign.append(is_in_foreign or name in ("svg", "math"))
            texts.append([])
            attributes.append({key: value or "" for key, value in node.attributes.items()})
            hidden.append(name in tags.UNRENDERED or (above >= 0 and hidden[above]))
    return [
        Element(name, parent, "".join(text), own)
        for name, parent, text, own in zip(names, parents, texts, attributes, strict=True)
    ]


def visible_text(html: str) -> str:
    """The text that a page shows, in page order and without white space."""
    root = LexborHTMLParser(html, scripting=True).root
    shown: list[str] = []
    inside: dict[int, bool] = {}
    for node in root.traverse(include_text=True) if root else ():
        hidden = node.parent is not None and inside.get(node.parent.mem_id, False)
        if node.is_text_node and not hidden:
            shown.append(squeezed(node.text_content or ""))
        inside[node.mem_id] = hidden or node.tag in tags.UNRENDERED
    return "".join(shown)
