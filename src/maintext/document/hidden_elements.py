"""How an element of a page is hidden, if it is, and whether its text is wanted all the same."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from maintext.document import declarations, style_sheets
from maintext.document._plain_text import NameSet
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
_IS_HEADING: Final = tags.lookup(frozenset("h1 h2 h3 h4 h5 h6".split()))
_LABELS: Final = frozenset({"aria-label", "aria-labelledby"})
_NUMBER: Final = re.compile(r"\s*[^\w\s]{0,4}\s*\d")
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

    Equal start tags are read once, and questions that take time linear in the page are answered a limited number of
    times, so that a page cannot take long.
    """

    def __init__(self, table: PageTable, sheets: StyleSheets, keep: Mask) -> None:
        """Decide about elements of a page around its selected segments."""
        self._comparisons = self._backgrounds = 0
        self._table, self._sheets, self._keep = table, sheets, keep.copy()
        self._openers = Openers(table)
        # Views of columns: a number is read from them far quicker than from an array.
        columns = table.row_columns
        self._open_start, self._open_end = columns[RowColumn.OPEN_START].data, columns[RowColumn.OPEN_END].data
        self._parent, self._tag = columns[RowColumn.PARENT].data, table.tag.data
        self._first, self._last = columns[RowColumn.SEGMENT_START].data, columns[RowColumn.SEGMENT_STOP].data
        self._characters = table.segment_columns[SegmentColumn.SEGMENT_CHARACTERS]
        self._known: dict[bytes, _TagSign] = {}
        self._typesets: dict[bytes, bool] = {}
        self._spoken: dict[tuple[bytes, bytes], bool] = {}

    def findings(self, rows: Iterable[int]) -> list[Finding]:
        """The elements among ``rows`` that are hidden and that no reader can open."""
        table = self._table
        found: list[Finding] = []
        for_ears: set[int] = set()
        for row in rows:
            check()
            sign, rule, style, _ = self._sign_of(row)
            if sign in _FOR_EARS:
                for_ears.add(self._parent[row])
            if sign and not self._stays(row, sign, rule, style):
                found.append(Finding(row, sign, rule))
        found = [each for each in found if each.sign != ARIA or self._parent[each.row] not in for_ears]
        panels = panels_among(table, [each.row for each in found if each.sign not in _NO_PANELS])
        return [each for each in found if each.row not in panels]

    def _sign_of(self, row: int) -> "_TagSign":
        """How an element is hidden."""
        table = self._table
        tag = table.source[self._open_start[row] : self._open_end[row]]
        if tag not in self._known:
            self._known[tag] = self._read(row)
        found = self._known[tag]
        if found.colour is not None and self._is_on_same_colour(row, found.colour):
            return found._replace(sign=declarations.COLOUR)
        return found

    def _read(self, row: int) -> "_TagSign":
        table = self._table
        bits, attributes = int(table.hiding[row]), table.attributes(row)
        classes = attributes.get("class", "")
        element = ElementNames(table.name(row), frozenset(classes.split()), attributes.get("id", ""))
        values = self._sheets.style_of(element, attributes.get("style", ""))
        style = {name: value for name, (value, _) in values.items()}
        if bits & Hiding.BY_ATTRIBUTE and style.get("display", "none") == "none":
            return _TagSign(ATTRIBUTE, "", style)
        sign = declarations.sign_of(style) if style else ""
        rule = next((by for name, (_, by) in values.items() if by and name in _PROPERTIES.get(sign, ())), "")
        if not sign:
            sign = CLASS if _is_for_screen_readers(classes) else ARIA if bits & Hiding.BY_ARIA else ""
        if rule and self._sheets.shows_again(element):
            return _TagSign("", "", style)
        if sign:
            return _TagSign(sign, rule, style)
        found = _sign_of_colour(style)
        return found if found.colour is None or self._knows_colours else _TagSign("", "", style)

    def _is_on_same_colour(self, row: int, colour: tuple[int, int, int]) -> bool:
        """Whether text has the colour of its background. Other style sheets may set colours that we do not know."""
        self._backgrounds += 1
        if self._backgrounds > _MAX_BACKGROUNDS:
            return False
        behind, is_known = self._background(self._parent[row])
        return is_known and declarations.is_same_colour(colour, behind)

    @cached_property
    def _knows_colours(self) -> bool:
        return style_sheets.knows_colours(self._table)

    def _background(self, row: int) -> tuple[declarations.Colour, bool]:
        """The colour around an element, and whether it is known: declared on the page, or white without any style."""
        table = self._table
        names, rows = NameSet(), []
        while row >= 0:
            rows.append(row)
            names.add(b"t", table.name(row).encode())
            for name in table.attribute(row, "class").split():
                names.add(b".", name.encode())
            names.add(b"#", table.attribute(row, "id").encode())
            row = self._parent[row]
        sheets = style_sheets.rules_for(table, names) if table.present_tags[style_sheets.STYLE] else NO_SHEETS
        for each in rows:
            attributes = table.attributes(each)
            values = sheets.style_of(element_names(table, each), attributes.get("style", ""))
            style = {name: value for name, (value, _) in values.items()}
            if "bgcolor" in attributes:
                return declarations.colour_of(attributes["bgcolor"].strip().lower())
            if "background-image" in style:
                return None, False
            if "background" in style or "background-color" in style:
                return declarations.background_colour(style)
        return (255, 255, 255), True

    def _stays(self, row: int, sign: str, rule: str, style: dict[str, str]) -> bool:
        """Whether the text of a hidden element is wanted all the same."""
        parent = self._parent[row]
        if sign == CLASS:
            is_wanted = self._is_label(row) or self._openers.has_panel_around(parent, TOOLTIPS)
        elif sign == ARIA:
            is_wanted = self._is_seen(row)
        elif sign == ATTRIBUTE:
            is_wanted = _STREAMED.fullmatch(self._table.attribute(row, "id")) is not None
        elif sign == declarations.OFF_SCREEN:
            is_wanted = "text-indent" in style and any("background" in name for name in style)
        else:
            is_wanted = self._appears(row, sign, rule)
        if is_wanted or self._is_formula(row):
            return True
        return sign != CLASS and (self._openers.is_openable(row, style) or self._is_only_copy(row))

    def _appears(self, row: int, sign: str, rule: str) -> bool:
        """Whether a part of a page is transparent, or hidden by a rule, until a script shows it."""
        table = self._table
        if sign != declarations.OPACITY and not (sign == declarations.VISIBILITY and rule):
            return False
        is_part = table.characters[row] == 0 or bool(_IS_HEADING[table.tag[row]])
        return is_part and self._has_structure(row)

    def _is_label(self, row: int) -> bool:
        """Whether a text for screen readers says what a number is, or is all that a cell of a table has."""
        table = self._table
        first, last = self._first[row], self._last[row]
        size = int(self._characters[first:last].sum())
        if size >= _SENTENCE:
            return False
        parent = self._parent[row]
        if parent >= 0 and tags.NAMES[self._tag[parent]] in tags.CELL:
            whole = table.segment_characters[int(table.segment_start[parent]) : int(table.segment_stop[parent])]
            return int(whole.sum()) == size
        after = table.encoded[int(table.segment_place[last]) : int(table.segment_place[last]) + _NUMBER_BYTES]
        is_same_line = last < len(table.segment_line) and table.segment_line[last] == table.segment_line[first]
        return bool(is_same_line and _NUMBER.match(after.decode("utf-8", "replace")))

    def _is_formula(self, row: int) -> bool:
        """Whether an element is a part of a formula: these have a copy for display and one for screen readers."""
        table = self._table
        if table.present_tags[_MATH] and (table.tag[row : int(table.end[row])] == _MATH).any():
            return True
        for _ in range(_NEAR):
            if row < 0 or tags.NAMES[self._tag[row]] in tags.BLOCK:
                return False
            tag = table.source[self._open_start[row] : self._open_end[row]]
            if tag not in self._typesets:
                small = tag.lower()
                self._typesets[tag] = any(name in small for name in _TYPESETTERS)
            if self._typesets[tag]:
                return True
            row = self._parent[row]
        return False

    def _is_seen(self, row: int) -> bool:
        """Whether a text that is hidden from screen readers only is one that all others see.

        A sentence is not. Initials and prices are, and so are parts of a page with headings, links and lists.
        """
        parent = self._parent[row]
        around = self._table.source[self._open_start[parent] : self._open_end[parent]] if parent >= 0 else b""
        key = self._table.source[self._open_start[row] : self._open_end[row]], around
        if key not in self._spoken:
            self._spoken[key] = self._is_replaced(row, parent)
        size = int(self._characters[self._first[row] : self._last[row]].sum())
        if self._spoken[key]:
            return True
        return not _SENTENCE <= size <= _NOTE or self._has_structure(row)

    def _is_replaced(self, row: int, parent: int) -> bool:
        """Whether screen readers get a label instead of an element, or it is one that they would not read well."""
        if parent >= 0 and self._table.attributes(parent, _LABELS):
            return True
        attributes = self._table.attributes(row)
        return "tabindex" in attributes or attributes.get("role", "") in ("presentation", "none", "img")

    def _has_structure(self, row: int) -> bool:
        """Whether an element is or contains a heading, a link, a list or the like."""
        table = self._table
        return bool(_STRUCTURE[table.tag[row : int(table.end[row])]].any())

    def _is_only_copy(self, row: int) -> bool:
        """Whether an element is shown on other screens, and its text is not selected anywhere else."""
        table = self._table
        names = element_names(table, row)
        if not is_for_some_screens(table.attributes(row)) and not self._sheets.is_for_other_screens(names):
            return False
        self._comparisons += 1
        if self._comparisons > _MAX_COMPARISONS:
            return False
        first, last = self._first[row], self._last[row]
        start, stop = int(table.segment_place[first]), int(table.segment_place[last])
        if b"".join(table.encoded[start:stop].split()) not in self._kept_text(first, last):
            return True
        self._keep[first:last] = False
        return False

    def _kept_text(self, first: int, last: int) -> bytes:
        """The selected text without white space and without the segments from ``first`` up to ``last``."""
        table, keep = self._table, self._keep.copy()
        keep[first:last] = False
        spans = zip(table.segment_place[:-1][keep].tolist(), table.segment_place[1:][keep].tolist(), strict=True)
        return b"".join(b"".join(table.encoded[start:stop] for start, stop in spans).split())


_PROPERTIES: Final = {
    declarations.DISPLAY: ("display",),
    declarations.VISIBILITY: ("visibility", "content-visibility"),
    declarations.OPACITY: ("opacity",),
    declarations.FONT_SIZE: ("font-size",),
    declarations.OFF_SCREEN: (
        "text-indent", "left", "top", "right", "bottom", "margin-left", "margin-top", "transform",
    ),
    declarations.CLIPPED: ("clip", "clip-path", "transform"),
    declarations.ZERO_SIZE: ("width", "height", "max-width", "max-height"),
}  # fmt: skip
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _is_for_screen_readers(classes: str) -> bool:
    """Whether one of some classes is a usual one of text for screen readers."""
    small = classes[:1000].lower()
    if not any(part in small for part in _PARTS_OF_USUAL):
        return False
    return _USUAL.search(_CAMEL.sub("-", classes[:1000]).replace("_", "-").lower()) is not None
