"""How an element of a page is hidden, if it is, and whether its text is wanted all the same."""

import re
from collections.abc import Collection
from typing import Final, NamedTuple

import numpy as np

from maintext.document import declarations, style_sheets
from maintext.document._plain_text import NameSet, rows_alike
from maintext.document.openable import TOOLTIPS, Openers, is_for_some_screens, panels_among
from maintext.document.style_sheets import NO_SHEETS, ElementNames, StyleSheets, element_names
from maintext.support.budget import check
from maintext.support.cached_property import cached_property
from maintext.table import Mask, PageTable, tags
from maintext.table._table import Hiding, RowColumn, SegmentColumn

ATTRIBUTE: Final = "hidden attribute"
ARIA: Final = "aria-hidden"
CLASS: Final = "class name"
OWN_TEXT: Final = frozenset({declarations.FONT_SIZE, declarations.COLOUR})
"""Signs that the style of an inner element can revoke: only text without a class or style of its own is hidden."""

_MATH: Final = tags.code_of("math")
_USUAL: Final = re.compile(
    r"(?<![a-z:])(?<!not-)(?:sr-?only|visually-?hidden|hidden-?visually|hide-?visually|screen-?readers?(?:-?(?:text|only))?|"
    r"element-?invisible|off-?screen|assistive-?text|accessib(?:ly|le)-?hid(?:e|den)|show-?for-?sr)"
    r"(?:-?focusable|-{2}\w{1,20})?(?![\w-])"
)
"""Usual classes of text for screen readers, in lower case, with hyphens for underlines and camel case."""
_PARTS_OF_USUAL: Final = ("sr", "hid", "screen", "invisible", "assistive")
"""Each of these classes contains one of these, which is found quicker."""
_TYPESETTERS: Final = (b"katex", b"mathjax", b"mjx", b"mwe-math", b"math-container")
_SENTENCE: Final = 20
"""Visible characters. Inside a line shorter text that is only hidden from screen readers is seen by everyone else."""
_NOTE: Final = 1_000
"""Visible characters. Longer text that is only hidden from screen readers is a part of the page that others see."""
_NEAR: Final = 6
_STRUCTURE: Final = tags.lookup(frozenset("a button form h1 h2 h3 h4 h5 h6 img input li nav table ul".split()))
"""Elements of a part of a page, as opposed to a sentence."""
_IS_BLOCK: Final = tags.lookup(tags.BLOCK).data
_IS_HEADING: Final = tags.lookup(frozenset("h1 h2 h3 h4 h5 h6".split()))
_LABELS: Final = frozenset({"aria-label", "aria-labelledby"})
_SPOKEN: Final = frozenset({"tabindex", "role"})
_STYLED: Final = frozenset({"class", "id", "style"})
_NUMBER: Final = re.compile(r"\s*+[^\w\s]{0,4}+\s*+\d")
_NUMBER_BYTES: Final = 200
_MAX_BACKGROUNDS: Final = 20
"""Elements of a page whose background is searched for."""
_MAX_COMPARISONS: Final = 50
"""Elements of a page that are compared with the rest of the text."""
_STREAMED: Final = re.compile(r"[SB]:[0-9a-f]{1,6}")
"""The ids of containers that frameworks send first and put in place by a script."""
_FOR_EARS: Final = frozenset({CLASS, declarations.CLIPPED, declarations.OFF_SCREEN, declarations.ZERO_SIZE})
"""Signs of text for screen readers; text next to it with ``aria-hidden`` is for all others."""
_NO_PANELS: Final = OWN_TEXT | _FOR_EARS | {ARIA}


class Finding(NamedTuple):
    """An element that is hidden."""

    row: int
    sign: str
    rule: str = ""


class _TagSign(NamedTuple):
    """What the start tag of an element says."""

    sign: str
    rule: str
    style: dict[str, str]
    colour: tuple[int, int, int] | None = None
    """The colour of its text, if that must be compared with the background around it."""


def _sign_of_colour(style: dict[str, str]) -> _TagSign:
    """The sign of text in the colour of its own background, or the colour that must be compared."""
    if "color" not in style and "-webkit-text-fill-color" not in style:
        return _TagSign("", "", style)
    colour, is_known = declarations.text_colour(style)
    if not is_known:
        return _TagSign("", "", style)
    if colour is None:
        return _TagSign(declarations.COLOUR, "", style)
    behind, is_known = declarations.background_colour(style)
    if is_known:
        return _TagSign(declarations.COLOUR if declarations.is_same_colour(colour, behind) else "", "", style)
    has_other = "background" in style or "background-image" in style or "text-shadow" in style
    return _TagSign("", "", style, None if has_other else colour)


class HiddenElements:
    """Decides about the elements of one page.

    Elements that are alike are read once, and questions that take time linear in the page are answered a limited number
    of times, so that a page cannot take long.
    """

    def __init__(self, table: PageTable, sheets: StyleSheets, keep: Mask) -> None:
        """Decide about elements of a page around its selected segments."""
        self._comparisons = self._comparisons_of_colours = 0
        self._rows: list[int] = []
        self._table, self._sheets, self._keep = table, sheets, keep.copy()
        self._openers = Openers(table)
        # Views of columns: a number is read from them far quicker than from an array.
        columns, segments = table.row_columns, table.segment_columns
        self._open_start, self._open_end = columns[RowColumn.OPEN_START].data, columns[RowColumn.OPEN_END].data
        self._parent, self._tag = columns[RowColumn.PARENT].data, table.tag.data
        self._characters = columns[RowColumn.CHARACTERS].data
        self._first, self._last = columns[RowColumn.SEGMENT_START].data, columns[RowColumn.SEGMENT_STOP].data
        self._end, self._line = columns[RowColumn.END].data, segments[SegmentColumn.SEGMENT_LINE].data
        self._place = segments[SegmentColumn.SEGMENT_PLACE].data
        self._known: dict[bytes, _TagSign] = {}
        self._typesets: dict[bytes, bool] = {}
        self._wanted: dict[int, bool] = {}
        self._dropped: list[bytes] = []

    def findings(self, rows: list[int]) -> list[Finding]:
        """The elements among ``rows`` that are hidden and that no reader can open."""
        table, self._rows = self._table, rows
        found: list[Finding] = []
        for_ears: set[int] = set()
        signs: dict[int, _TagSign] = {}
        columns = table.segment_columns, table.row_columns, table.tag
        for row, parent, size, like in rows_alike(table.source, rows, *columns):
            check()
            said = signs.get(like)
            if said is None:
                said = signs[like] = self._sign_of(row)
            if said.colour is not None and self._is_on_same_colour(row, said.colour):
                said = said._replace(sign=declarations.COLOUR)
            if said.sign in _FOR_EARS:
                for_ears.add(parent)
            if said.sign and not self._stays(row, size, like, said):
                found.append(Finding(row, said.sign, said.rule))
        found = [each for each in found if each.sign != ARIA or self._parent[each.row] not in for_ears]
        panels = panels_among(table, [each.row for each in found if each.sign not in _NO_PANELS])
        return [each for each in found if each.row not in panels] if panels else found

    def _sign_of(self, row: int) -> _TagSign:
        """What the start tag of an element says."""
        tag = self._start_tag(row)
        if tag not in self._known:
            self._known[tag] = self._read(row)
        return self._known[tag]

    def _start_tag(self, row: int) -> bytes:
        return self._table.source[self._open_start[row] : self._open_end[row]]

    def _is_named_so(self, row: int, sign: str, style: dict[str, str]) -> bool:
        """Whether the text is wanted for the names and attributes of an element or its parent."""
        parent = self._parent[row]
        if sign == CLASS:
            return self._openers.has_panel_around(parent, TOOLTIPS)
        if sign == ARIA:
            return self._is_replaced(row, parent)
        if sign == ATTRIBUTE:
            return _STREAMED.fullmatch(self._table.attribute(row, "id")) is not None
        is_replaced_text = sign == declarations.OFF_SCREEN and "text-indent" in style
        return is_replaced_text and any("background" in name for name in style)

    def _read(self, row: int) -> _TagSign:
        """Read the start tag of an element, and the rules that are for it."""
        table = self._table
        bits, attributes = table.hiding.item(row), table.attributes(row, _STYLED)
        classes, inline = attributes.get("class", ""), attributes.get("style", "")
        if not inline and not self._sheets.rules:
            return _sign_without_style(bits, classes)
        if self._sheets.rules:
            element = ElementNames(table.name(row), frozenset(classes.split()), attributes.get("id", ""))
            values = self._sheets.style_of(element, inline)
            style = {name: value for name, (value, _) in values.items()}
        else:
            element, values = None, _NO_VALUES
            style = {name: value for name, (value, _) in declarations.declared(inline).items()} if inline else {}
        if bits & Hiding.BY_ATTRIBUTE and style.get("display", "none") == "none":
            return _TagSign(ATTRIBUTE, "", style)
        sign = declarations.sign_of(style) if style else ""
        rule = _rule_of(sign, values)
        if element is not None and rule and self._sheets.shows_again(element):
            return _TagSign("", "", style)
        if not sign:
            sign = CLASS if _is_for_screen_readers(classes) else ARIA if bits & Hiding.BY_ARIA else ""
        if sign:
            return _TagSign(sign, rule, style)
        found = _sign_of_colour(style)
        is_apart = found.colour is not None and not any(
            declarations.is_same_colour(found.colour, each) for each in self._backgrounds
        )
        return _TagSign("", "", style) if is_apart else found

    def _is_on_same_colour(self, row: int, colour: tuple[int, int, int]) -> bool:
        """Whether text has the colour of its background. Other style sheets may set colours that we do not know."""
        self._comparisons_of_colours += 1
        if self._comparisons_of_colours > _MAX_BACKGROUNDS:
            return False
        behind, is_known = self._background(self._parent[row])
        return is_known and declarations.is_same_colour(colour, behind)

    @cached_property
    def _backgrounds(self) -> Collection[declarations.Colour]:
        return style_sheets.backgrounds_of(self._table)

    @cached_property
    def _sheets_around(self) -> StyleSheets:
        """The rules for all elements around those that may be hidden."""
        table, names = self._table, NameSet()
        if not table.present_tags[style_sheets.STYLE]:
            return NO_SHEETS
        seen: set[int] = set()
        for row in self._rows:
            around = self._parent[row]
            while around >= 0 and around not in seen:
                seen.add(around)
                element = element_names(table, around)
                names.add(b"t", element.tag.encode())
                names.add(b"#", element.identifier.encode())
                for name in element.classes:
                    names.add(b".", name.encode())
                around = self._parent[around]
        return style_sheets.rules_for(table, names)

    def _background(self, row: int) -> tuple[declarations.Colour, bool]:
        """The colour around an element, and whether it is known: declared on the page, or white without any style."""
        table = self._table
        while row >= 0:
            attributes = table.attributes(row)
            values = self._sheets_around.style_of(element_names(table, row), attributes.get("style", ""))
            style = {name: value for name, (value, _) in values.items()}
            if "bgcolor" in attributes:
                return declarations.colour_of(attributes["bgcolor"].strip().lower())
            if "background-image" in style:
                return None, False
            if "background" in style or "background-color" in style:
                return declarations.background_colour(style)
            row = self._parent[row]
        return declarations.WHITE, True

    def _stays(self, row: int, size: int, like: int, said: _TagSign) -> bool:
        """Whether the text of a hidden element is wanted all the same.

        Args:
            row: the element.
            size: its number of visible characters.
            like: the first element that is like it.
            said: what its start tag says.
        """
        sign = said.sign
        if sign == ARIA and not _SENTENCE <= size <= _NOTE:
            return True
        if like not in self._wanted:
            self._wanted[like] = self._is_named_so(row, sign, said.style) or self._is_typeset(row)
        if self._wanted[like]:
            return True
        if sign == CLASS:
            return (size < _SENTENCE and self._is_label(row, size)) or self._has_formula(row)
        is_wanted = self._has_structure(row) if sign == ARIA else self._appears(row, sign, said.rule)
        if is_wanted or self._has_formula(row):
            return True
        return self._openers.is_openable(row, said.style) or self._is_only_copy(row)

    def _appears(self, row: int, sign: str, rule: str) -> bool:
        """Whether a part of a page is transparent, or hidden by a rule, until a script shows it."""
        if sign != declarations.OPACITY and not (sign == declarations.VISIBILITY and rule):
            return False
        is_part = self._characters[row] == 0 or bool(_IS_HEADING[self._tag[row]])
        return is_part and self._has_structure(row)

    def _is_label(self, row: int, size: int) -> bool:
        """Whether a short text for screen readers says what a number is, or is all that a cell of a table has."""
        table = self._table
        first, last = self._first[row], self._last[row]
        parent = self._parent[row]
        if parent >= 0 and tags.NAMES[self._tag[parent]] in tags.CELL:
            inside = slice(self._first[parent], self._last[parent])
            return int(table.segment_columns[SegmentColumn.SEGMENT_CHARACTERS, inside].sum()) == size
        if last >= len(self._line) - 1 or self._line[last] != self._line[first]:
            return False
        after = table.encoded[self._place[last] : self._place[last] + _NUMBER_BYTES]
        return _NUMBER.match(after.decode("utf-8", "replace")) is not None

    def _has_formula(self, row: int) -> bool:
        """Whether an element contains a formula."""
        table = self._table
        return bool(table.present_tags[_MATH]) and bool((table.tag[row : self._end[row]] == _MATH).any())

    def _is_typeset(self, row: int) -> bool:
        """Whether an element is a part of a formula: these have a copy for display and one for screen readers."""
        for _ in range(_NEAR):
            if row < 0 or _IS_BLOCK[self._tag[row]]:
                return False
            tag = self._start_tag(row)
            if tag not in self._typesets:
                self._typesets[tag] = _is_of_typesetter(tag.lower())
            if self._typesets[tag]:
                return True
            row = self._parent[row]
        return False

    def _is_replaced(self, row: int, parent: int) -> bool:
        """Whether screen readers get a label instead of an element, or it is one that they would not read well."""
        if parent >= 0 and self._table.attributes(parent, _LABELS):
            return True
        attributes = self._table.attributes(row, _SPOKEN)
        return "tabindex" in attributes or attributes.get("role", "") in ("presentation", "none", "img")

    def _has_structure(self, row: int) -> bool:
        """Whether an element is or contains a heading, a link, a list or the like."""
        table = self._table
        return bool(_STRUCTURE[table.tag[row : self._end[row]]].any())

    def _is_only_copy(self, row: int) -> bool:
        """Whether an element is shown on other screens, and its text is not selected anywhere else."""
        table = self._table
        names = element_names(table, row)
        if not is_for_some_screens(table.attributes(row, _STYLED)) and not self._sheets.is_for_other_screens(names):
            return False
        self._comparisons += 1
        if self._comparisons > _MAX_COMPARISONS:
            return False
        first, last = self._first[row], self._last[row]
        text = b"".join(table.encoded[self._place[first] : self._place[last]].split())
        own = self._selected_text(first, last)
        gone = sum([each.count(text) for each in self._dropped])
        if self._all_selected.count(text) - gone <= own.count(text):
            return True
        self._keep[first:last] = False
        self._dropped.append(own)
        return False

    @cached_property
    def _all_selected(self) -> bytes:
        """All selected text, before any of it was dropped, without white space."""
        return self._selected_text(0, len(self._keep))

    def _selected_text(self, first: int, last: int) -> bytes:
        """The selected text of the segments from ``first`` up to ``last``, without white space."""
        place = self._table.segment_columns[SegmentColumn.SEGMENT_PLACE, first : last + 1]
        edges = np.flatnonzero(np.diff(self._keep[first:last].view(np.int8), prepend=0, append=0))
        spans = place[edges].reshape(-1, 2).tolist()
        return b"".join(b"".join([self._table.encoded[start:stop] for start, stop in spans]).split())


_NO_VALUES: Final[dict[str, tuple[str, str]]] = {}
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _is_of_typesetter(tag: bytes) -> bool:
    """Whether a start tag in lower case has the name of a typesetter of formulas."""
    may_be = b"math" in tag or b"katex" in tag or b"mjx" in tag
    return may_be and any(name in tag for name in _TYPESETTERS)


def _sign_without_style(bits: int, classes: str) -> _TagSign:
    """What a start tag says if no style is for its element."""
    if bits & Hiding.BY_ATTRIBUTE:
        return _TagSign(ATTRIBUTE, "", {})
    if _is_for_screen_readers(classes):
        return _TagSign(CLASS, "", {})
    return _TagSign(ARIA if bits & Hiding.BY_ARIA else "", "", {})


def _rule_of(sign: str, values: dict[str, tuple[str, str]]) -> str:
    """The selector of the rule that hides an element, empty if its own style does."""
    if not sign or not values:
        return ""
    names = declarations.PROPERTIES[sign]
    return next((rule for name, (_, rule) in values.items() if rule and name in names), "")


def _is_for_screen_readers(classes: str) -> bool:
    """Whether one of some classes is a usual one of text for screen readers."""
    small = classes[:1000].lower()
    if not any(part in small for part in _PARTS_OF_USUAL):
        return False
    if not classes.islower():
        small = _CAMEL.sub("-", classes[:1000]).lower()
    return _USUAL.search(small.replace("_", "-")) is not None
