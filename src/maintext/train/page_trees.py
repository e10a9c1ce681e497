"""Labelled pages as trees that can be changed: which of their texts a person marked, and what each element contains."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from maintext.data import LabelledPage
from maintext.read import page_table
from maintext.support.extras import needed
from maintext.table.tags import BLOCK, CELL, UNRENDERED
from maintext.train.block_labels import marked_shares
from maintext.words import words as words_of

Element = Any
"""An element of lxml, which has no types."""

_PARTS: Final = BLOCK | CELL
_NAMES: Final = ("class", "id", "role", "itemprop", "itemtype")
_LATIN: Final = "abcdefghijklmnopqrstuvwxyz"
_CYRILLIC: Final = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
_TITLES: Final = frozenset({"og:title", "twitter:title"})
_MARKED: Final = 0.5
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that lxml refuses in a text that is set, though it reads them."""


@dataclass(slots=True)
class Sizes:
    """What an element contains: visible characters, those in links, those a person marked, and links."""

    characters: int = 0
    linked: int = 0
    main: int = 0
    links: int = 0

    def add(self, other: "Sizes") -> None:
        """Add the sizes of an element inside."""
        self.characters += other.characters
        self.linked += other.linked
        self.main += other.main
        self.links += other.links


@dataclass(slots=True)
class Run:
    """Text without the tag of a block inside: the elements whose ``text``, or ``tail``, it is."""

    pieces: list[tuple[Element, bool]] = field(default_factory=list)
    """With whether the text is the element's tail."""
    is_main: bool = False

    @property
    def text(self) -> str:
        """The text of all pieces."""
        return "".join(element.tail if is_tail else element.text for element, is_tail in self.pieces)

    @property
    def owner(self) -> Element:
        """The element that directly contains the first piece."""
        element, is_tail = self.pieces[0]
        return element.getparent() if is_tail else element

    def clear(self) -> None:
        """Take the text out of the page."""
        for element, is_tail in self.pieces:
            if is_tail:
                element.tail = None
            else:
                element.text = None


@dataclass(eq=False, slots=True)
class PageTree:
    """A page as a tree, read from scratch for each copy that is made of it."""

    root: Element
    runs: list[Run]
    found: float
    """The share of the label that is on the page."""

    @property
    def body(self) -> Element:
        """The body, or the root of a page without one."""
        found = self.root.find("body")
        return self.root if found is None else found

    @property
    def main_text(self) -> str:
        """The text of the marked runs that are still there, one a line."""
        return "\n".join(" ".join(run.text.split()) for run in self.runs if run.is_main)

    def sizes(self) -> dict[Element, Sizes]:
        """The sizes of all elements of the body."""
        found: dict[Element, Sizes] = defaultdict(Sizes)
        for run in self.runs:
            for element, is_tail in run.pieces:
                owner = element.getparent() if is_tail else element
                size = visible(element.tail if is_tail else element.text)
                found[owner].characters += size
                found[owner].main += size if run.is_main else 0
        for element in reversed(list(self.body.iter())):
            mine = found[element]
            if element.tag == "a":
                mine.linked = mine.characters
                mine.links += 1
            above = element.getparent()
            if above is not None:
                found[above].add(mine)
        return found

    def smallest(self, share: float, sizes: dict[Element, Sizes]) -> Element:
        """The smallest element with a share of the marked text."""
        element = self.body
        wanted = share * sizes[element].main
        while True:
            inner = [child for child in element if sizes[child].main >= wanted > 0]
            if not inner:
                return element
            element = inner[0]


def tree_of(page: LabelledPage, marks: Sequence[bool] = ()) -> PageTree | None:
    """The tree of a page with its marked runs, None for a page that cannot be read as one.

    Args:
        page: the page.
        marks: which runs are marked, if that is known from before.
    """
    html = needed("lxml.html", extra="train", user="training the learned method")
    source = page_table(page.html).source.replace(b"\0", b"")
    if not source.strip():
        return None
    root = html.document_fromstring(source, parser=html.HTMLParser(encoding="utf-8", huge_tree=True))
    tree = PageTree(root, [], 0.0)
    tree.runs = [run for run in _runs(tree.body) if run.text.strip()]
    if marks:
        for run, is_main in zip(tree.runs, marks, strict=True):
            run.is_main = is_main
        return tree
    share, size = marked_shares([run.text for run in tree.runs], page.text)
    for run, marked in zip(tree.runs, share.tolist(), strict=True):
        run.is_main = marked >= _MARKED
    tree.found = float((share * size).sum()) / max(1, len(words_of(page.text)))
    return tree


def _runs(body: Element) -> Iterator[Run]:
    """The runs of a page in document order."""
    walk = needed("lxml.etree", extra="train", user="training the learned method").iterwalk(
        body, events=("start", "end")
    )
    run = Run()
    hidden = 0
    for event, element in walk:
        is_element = isinstance(element.tag, str)
        if is_element and element.tag in _PARTS:
            yield run
            run = Run()
        if event == "start":
            hidden += not is_element or element.tag in UNRENDERED
            if element.text and not hidden:
                run.pieces.append((element, False))
        else:
            hidden -= not is_element or element.tag in UNRENDERED
            if element.tail and not hidden and element is not body:
                run.pieces.append((element, True))
    yield run


def visible(text: str | None) -> int:
    """The number of characters that are not white space."""
    return len("".join(text.split())) if text else 0


def take_out_names(root: Element) -> None:
    """Remove the attributes that name parts of a page."""
    for element in root.iter():
        for name in _NAMES:
            if isinstance(element.tag, str) and name in element.attrib:
                del element.attrib[name]


def other_letters(draw: random.Random) -> dict[int, int]:
    """A table that turns Latin letters into Cyrillic ones, for ``str.translate``: no word of the page is known then."""
    letters = "".join(draw.sample(_CYRILLIC, len(_LATIN)))
    return str.maketrans(_LATIN + _LATIN.upper(), letters + letters.upper())


def replace_letters(root: Element, table: dict[int, int]) -> None:
    """Write the texts and titles of a page in other letters."""
    for element in root.iter():
        if isinstance(element.tag, str):
            is_shown = element.tag == "title" or element.tag not in UNRENDERED
            if element.text and is_shown:
                element.text = _settable(element.text.translate(table))
            if element.tag == "meta" and (element.get("property") or element.get("name")) in _TITLES:
                element.set("content", _settable((element.get("content") or "").translate(table)))
        if element.tail:
            element.tail = _settable(element.tail.translate(table))


def _settable(text: str) -> str:
    return _NOT_IN_XML.sub("", text)


def without_scripts(element: Element) -> Element:
    """Take scripts and styles out of an element."""
    for inner in list(element.iter("script", "style", "noscript", "iframe")):
        drop(inner)
    return element


def drop(element: Element) -> None:
    """Take an element out of its tree, but leave the text after it."""
    above = element.getparent()
    if above is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            above.text = _settable((above.text or "") + element.tail)
        else:
            before.tail = _settable((before.tail or "") + element.tail)
    above.remove(element)


def markup(root: Element) -> str:
    """The page as HTML again."""
    html = needed("lxml.html", extra="train", user="training the learned method")
    return "<!DOCTYPE html>\n" + str(html.tostring(root, encoding="unicode"))
