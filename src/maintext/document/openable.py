"""Hidden elements that a reader can open, or that appear while the page is read: their text stays."""

import re
from collections.abc import Mapping
from typing import Final

from maintext.document._plain_text import link_targets
from maintext.document.declarations import MOVING
from maintext.support.cached_property import cached_property
from maintext.table import PageTable
from maintext.table._table import RowColumn, SegmentColumn

_PANELS: Final = re.compile(
    r"(?<![a-z])(?:tab|tabs|tab-?(?:pane|panel|content|item|body)s?|pane|panels?|accordions?|collaps(?:e|ed|ible|able|ing)|"
    r"expand(?:ed|able|er|ing|ible)?|toggles?|toggle-?\w*|slid(?:e|es|er|ing)|swiper|carousel|slick|flickity|glide|"
    r"splide|owl|embla|keen|slideshow|gallery|faqs?|answers?|read-?more|more|show-?more|see-?more|view-?more|less|quotes?|"
    r"spoilers?|fold(?:ed|able|ing)?|unfold|drawer|disclosure|details|reveal(?:ed|able)?|excerpt|truncat(?:e|ed)|"
    r"clamp(?:ed)?|full-?(?:text|content|story)|step|transcript|translation|footnotes?|tooltip|popover)(?![a-z])"
)
"""Words in classes and ids, in lower case, of elements that readers open."""
_APPEARING: Final = re.compile(
    r"(?<![a-z])(?:animat(?:e|ed|ion|ions)|aos|wow|fade|fade-?\w*|reveal\w*|appear\w*|motion|lazy\w*|defer\w*|invisible|"
    r"scroll\w*|sal|js-?\w*|no-?js\w*|loading|loaded|load|preload\w*|cloak|parallax|waypoint|inview|in-?view|"
    r"transition\w*|skeleton|ssr|hydrat\w*)(?![a-z])"
)
"""Words of elements that scripts show as soon as the page is loaded or scrolled."""
TOOLTIPS: Final = re.compile(r"(?<![a-z])(?:tooltips?|popovers?)(?![a-z])")
"""Words of elements whose text appears when a reader points at them, for screen readers or not."""
_SCREENS: Final = re.compile(r"(?<![a-z])(?:mobile|desktop|tablet|phone|smartphone|laptop|small-?screen|large-?screen)")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NAMING: Final = frozenset({"class", "id", "role"})
_ROLES: Final = frozenset({"tabpanel", "region", "tooltip", "note"})
_SAYING: Final = frozenset(
    "aria-expanded aria-labelledby data-toggle data-bs-toggle data-target data-bs-target data-parent data-accordion "
    "data-tab data-tabs data-panel data-collapse x-show x-collapse v-show ng-show ng-hide data-slide "
    "data-swiper-slide-index data-slick-index data-index x-cloak v-cloak ng-cloak ng-if data-aos data-w-id "
    "data-animate data-animation data-reveal data-sal data-scroll data-framer-appear-id data-framer-name data-settings "
    "data-motion uk-scrollspy data-reactroot data-server-rendered data-hydrate".split()
)
"""Attributes of elements that readers open, or that scripts show as soon as the page is loaded or scrolled."""
_OPEN_START, _OPEN_END = int(RowColumn.OPEN_START), int(RowColumn.OPEN_END)
_CHARACTERS = int(RowColumn.CHARACTERS)
_NEAR: Final = 2
_BUTTON: Final = (
    b"<button", b"aria-expanded=", b"role=button", b'role="button', b"role='button", b"aria-controls=", b"<summary",
)  # fmt: skip
_MIN_ANSWERS: Final = 3
_MIN_SLIDES: Final = 2
_QUESTION: Final = 200
"""Visible characters of a question, or of the headline of a panel."""
_BUTTON_BYTES: Final = 3_000
"""Bytes of markup before a panel in which its button is searched for."""


class Openers:
    """Decides whether hidden elements of a page can be opened."""

    def __init__(self, table: PageTable) -> None:
        """Decide about a page."""
        self._table = table
        columns = table.row_columns
        self._open_start, self._open_end = columns[RowColumn.OPEN_START].data, columns[RowColumn.OPEN_END].data
        self._parent = columns[RowColumn.PARENT].data
        self._known: dict[tuple[bytes, bytes], bool] = {}
        self._named: dict[tuple[bytes, re.Pattern[str]], bool] = {}

    def is_openable(self, row: int, style: dict[str, str]) -> bool:
        """Whether a reader can open a hidden element, or it appears by itself.

        Elements with the same start tag in parents with the same start tag are alike, and decided about once.
        """
        key = self._start_tag(row), self._start_tag(self._parent[row])
        if key not in self._known:
            self._known[key] = self._is_openable(row, style)
        return self._known[key]

    def _start_tag(self, row: int) -> bytes:
        return self._table.source[self._open_start[row] : self._open_end[row]] if row >= 0 else b""

    def _is_openable(self, row: int, style: dict[str, str]) -> bool:
        table = self._table
        attributes, parent = table.attributes(row), self._parent[row]
        if table.name(row) == "dialog":
            return False
        says_so = (
            attributes.get("hidden", "").strip().lower() == "until-found"
            or attributes.get("role", "").strip().lower() in _ROLES
            or not _SAYING.isdisjoint(attributes)
            or not MOVING.isdisjoint(style)
            or any(name.startswith("data-v-") for name in attributes)
        )
        if says_so or _is_named_so(_words(attributes)) or (parent >= 0 and table.name(parent) == "details"):
            return True
        if self._has_button_before(row) or self.has_panel_around(parent, _PANELS):
            return True
        identifier = attributes.get("id", "").strip()
        return bool(identifier) and identifier.encode() in self._targets

    def _has_button_before(self, row: int) -> bool:
        """Whether the element directly before it, or before its parent, is or contains a button: an accordion."""
        table = self._table
        for _ in range(_NEAR):
            before, parent = row - 1, self._parent[row]
            if parent < 0 or table.name(row) in ("body", "main", "article", "p", "span"):
                return False
            if before > parent:
                while self._parent[before] != parent:
                    before = self._parent[before]
                start = self._open_start[before]
                markup = table.source[start : min(self._open_start[row], start + _BUTTON_BYTES)].lower()
                return any(mark in markup for mark in _BUTTON)
            row = parent
        return False

    def has_panel_around(self, row: int, words: re.Pattern[str]) -> bool:
        """Whether an element close around is called a set of tabs, an accordion, a carousel or the like."""
        for _ in range(_NEAR):
            if row < 0 or self._table.name(row) in ("body", "main", "article", "html"):
                return False
            if self._is_panel(row, words):
                return True
            row = self._parent[row]
        return False

    def _is_panel(self, row: int, words: re.Pattern[str]) -> bool:
        """Whether the names or the role of an element are those of a panel; equal start tags are read once."""
        key = self._start_tag(row), words
        if key not in self._named:
            attributes = self._table.attributes(row, _NAMING)
            is_named = words.search(_words(attributes)) is not None
            self._named[key] = is_named or attributes.get("role", "") in ("tablist", "tabpanel")
        return self._named[key]

    @cached_property
    def _targets(self) -> set[bytes]:
        """The ids that another element points to: a button that opens them, or a link."""
        return link_targets(self._table.source)


def _is_named_so(words: str) -> bool:
    """Whether names of an element are those of a panel, or of something that appears."""
    return _PANELS.search(words) is not None or _APPEARING.search(words) is not None


def _words(attributes: Mapping[str, str]) -> str:
    """The classes and the id of an element in lower case, with words in camel case separated."""
    found = f"{attributes.get('class', '')} {attributes.get('id', '')}"[:1000]
    return (found if found.islower() else _CAMEL.sub("-", found).lower()).replace("_", "-")


def is_for_some_screens(attributes: Mapping[str, str]) -> bool:
    """Whether the name of an element says that it is for phones, for desktops or the like."""
    return _SCREENS.search(_words(attributes)) is not None


def panels_among(table: PageTable, rows: list[int]) -> set[int]:
    """Which hidden elements are panels of one set: the answers to several questions, or slides of which one is shown.

    Answers have the same start tag, each has its own parent, and a short text directly before it. Slides have the same
    parent, no text of their own, and a sibling with the same tag and a common class that is not hidden.
    """
    by_tag: dict[bytes, list[int]] = {}
    by_parent: dict[int, list[int]] = {}
    item = table.row_columns.item
    for row in rows:
        tag = table.source[item(_OPEN_START, row) : item(_OPEN_END, row)]
        if b"class" in tag:
            by_tag.setdefault(tag, []).append(row)
            by_parent.setdefault(table.parent_of(row), []).append(row)
    panels: set[int] = set()
    for group in by_tag.values():
        if len(group) < _MIN_ANSWERS:
            continue
        has_own_parents = len(set(map(table.parent_of, group))) == len(group)
        if has_own_parents and all(_has_question(table, row) for row in group):
            panels.update(group)
    for parent, group in by_parent.items():
        if len(group) < _MIN_SLIDES or any(item(_CHARACTERS, row) for row in group):
            continue
        if _has_shown_sibling(table, parent, group):
            panels.update(group)
    return panels


def _has_question(table: PageTable, row: int) -> bool:
    """Whether there is a short text between an element and the beginning of its parent."""
    first, stop = table.segments_of(table.parent_of(row)).start, table.segments_of(row).start
    return 0 < int(table.segment_columns[SegmentColumn.SEGMENT_CHARACTERS, first:stop].sum()) <= _QUESTION


def _has_shown_sibling(table: PageTable, parent: int, group: list[int]) -> bool:
    """Whether another element of the same parent has the tag of the group and a common class, and is not hidden."""
    hidden, tag = set(group), table.tag.item(group[0])
    classes = set(table.attribute(group[0], "class").split())
    row = parent + 1
    while row < table.end_of(parent):
        is_alike = row not in hidden and table.tag.item(row) == tag and not table.hiding.item(row)
        if is_alike and classes & set(table.attribute(row, "class").split()):
            return True
        row = table.end_of(row)
    return False
