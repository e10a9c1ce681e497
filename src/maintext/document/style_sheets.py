"""The page's own style sheets, as far as they decide what is visible.

Read are rules for a tag, a class, an id or several of these at once (``p.note``), lists of them, and ``@media``. Of
several rules the one with more ids wins, then the one with more classes, then the last one. Rules with more complex
selectors hide nothing here. If such a rule shows an element again (``.open .note``, ``.note:hover``), a reader can open
it.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from maintext.document._plain_text import NameSet, hiding_names, style_rules, style_sheets
from maintext.document.declarations import (
    SHOWING,
    WHITE,
    Colour,
    colour_of,
    declared,
    is_same_colour,
    sign_of,
    without_comments,
)
from maintext.support.cached_property import cached_property
from maintext.table import PageTable, tags
from maintext.table._table import RowColumn

STYLE: Final = tags.code_of("style")
_TEMPLATE: Final = tags.code_of("template")
_WIDTH: Final = 1280.0
"""Pixels: the screen of the reader that we have in mind."""
_SIMPLE: Final = re.compile(r"([a-zA-Z][\w-]*+|\*)?+((?:[.#](?:[\w\x80-\U0010ffff-]++|\\.)++)*+)")
_PARTS: Final = re.compile(r"([.#])((?:[\w\x80-\U0010ffff-]++|\\.)++)")
_BETWEEN_PARTS: Final = re.compile(r"[>+~]")
_SIGNS_BETWEEN: Final = frozenset(">+~")
"""What is between two parts of a selector besides white space."""
_NO_NAMES: Final[frozenset[str]] = frozenset()
_FEATURE: Final = re.compile(r"\(\s*(min|max)-(?:device-)?width\s*:\s*([\d.]{1,20})\s*(px|r?em)?\s*\)")
_MAX_SELECTOR: Final = 300
"""Characters; longer selectors are not for one class or id."""
_MAX_RULES: Final = 5_000
"""Rules of a page that are looked at closely."""
_MAX_BACKGROUNDS: Final = 20
"""Mentions of backgrounds on a page whose colours are compared."""
MAX_COLOURED: Final = 4_096
"""Bytes of style sheets whose colours are compared with backgrounds. Larger ones set colours for everything."""
_BACKGROUND: Final = re.compile(rb"(?:background(?:-color)?|bgcolor)\s*+[:=]\s*+[\"']?\s*+([^;}\"'!<>]{1,40}+)")
_MAX_PER_NAME: Final = 200
_NAMING: Final = frozenset({"class", "id"})


_Span = tuple[int, int, int, int, tuple[tuple[int, int], ...], bool]
"""Where a rule is: see ``style_rules``."""


class Compound(NamedTuple):
    """The names that one part of a selector wants: ``p.note#first``."""

    tag: str
    classes: frozenset[str]
    ids: frozenset[str]

    def fits(self, element: "ElementNames") -> bool:
        """Whether an element has all the names."""
        return (
            self.tag in ("", "*", element.tag) and self.classes <= element.classes and self.ids <= {element.identifier}
        )

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Which of two selectors wins: numbers of ids, of classes and of tags."""
        return len(self.ids), len(self.classes), int(self.tag not in ("", "*"))


class ElementNames(NamedTuple):
    """The names by which a rule can choose an element."""

    tag: str
    classes: frozenset[str]
    identifier: str


class Rule(NamedTuple):
    """One selector of a rule with its declarations."""

    selector: str
    compound: Compound
    """The last part of the selector."""
    is_simple: bool
    """Whether the selector has no other part and no condition such as ``:hover``."""
    applies: bool
    """Whether it applies on a wide screen."""
    values: dict[str, tuple[str, bool]]
    order: int

    def may_hide(self, backgrounds: Collection[Colour]) -> bool:
        """Whether it hides what it is for, or may by a colour that is one of some backgrounds."""
        if not self.is_simple or not self.applies:
            return False
        if sign_of({name: value for name, (value, _) in self.values.items()}):
            return True
        return bool(backgrounds) and "color" in self.values and _is_among(self.values["color"][0], backgrounds)


@dataclass(frozen=True, eq=False)
class StyleSheets:
    """The rules of a page that may concern elements with selected text."""

    rules: tuple[Rule, ...] = ()
    backgrounds: Collection[Colour] = ()
    """The colours that text of the page may vanish in; none if colours are not compared."""

    @cached_property
    def by_name(self) -> dict[tuple[str, str], list[Rule]]:
        """The rules by each class and id that they mention; by tag if they mention none."""
        found: dict[tuple[str, str], list[Rule]] = {}
        for rule in self.rules:
            for mark, name in _names_of(rule.compound):
                found.setdefault((mark, name), []).append(rule)
        return found

    def style_of(self, element: ElementNames, inline: str) -> dict[str, tuple[str, str]]:
        """The value of each property of an element, and the selector that sets it; empty for its own style."""
        if not self.rules:
            return {name: (value, "") for name, (value, _) in declared(inline).items()} if inline else {}
        best: dict[str, tuple[tuple[bool, bool, tuple[int, int, int], int], str, str]] = {}
        for rule in self._about(element):
            if rule.is_simple and rule.applies and rule.compound.fits(element):
                specificity = rule.compound.specificity
                for name, (value, important) in rule.values.items():
                    rank = important, False, specificity, rule.order
                    if name not in best or rank >= best[name][0]:
                        best[name] = rank, value, rule.selector
        for name, (value, important) in declared(inline).items():
            rank = important, True, (0, 0, 0), 0
            if name not in best or rank >= best[name][0]:
                best[name] = rank, value, ""
        return {name: (value, selector) for name, (_, value, selector) in best.items()}

    def shows_again(self, element: ElementNames) -> bool:
        """Whether a rule with a condition shows the element: it can be opened, or appears while the page is read."""
        return any(
            not rule.is_simple and (rule.compound.classes or rule.compound.ids) and _shows(rule.values)
            for rule in self._about(element)
        )

    def is_for_other_screens(self, element: ElementNames) -> bool:
        """Whether a rule for narrow screens shows the element."""
        return any(
            not rule.applies and rule.is_simple and rule.compound.fits(element) and _shows(rule.values)
            for rule in self._about(element)
        )

    def _about(self, element: ElementNames) -> Iterator[Rule]:
        """The rules that mention one of the element's names; the last ones if there are very many."""
        yield from self.by_name.get(("t", "*"), ())[-_MAX_PER_NAME:]
        yield from self.by_name.get(("t", element.tag), ())[-_MAX_PER_NAME:]
        for name in element.classes:
            yield from self.by_name.get((".", name), ())[-_MAX_PER_NAME:]
        yield from self.by_name.get(("#", element.identifier), ())[-_MAX_PER_NAME:]


NO_SHEETS: Final = StyleSheets()


def _shows(values: dict[str, tuple[str, bool]]) -> bool:
    """Whether declarations make an element visible that is hidden otherwise."""
    if SHOWING.isdisjoint(values):
        return False
    return not sign_of({name: value for name, (value, _) in values.items()})


def names_that_may_be_hidden(table: PageTable, names: NameSet) -> list[bytes] | None:
    """Those of the names that the page's rules may hide, as the rules write them; None if there are very many."""
    return hiding_names(table.source, table.row_columns, table.tag, STYLE, names, MAX_COLOURED)


def sheets_of(table: PageTable, names: NameSet, hidden: list[bytes] | None) -> StyleSheets:
    """The rules that may hide elements with the names, and all others that mention these elements.

    Args:
        table: the page.
        names: the names of all elements that matter.
        hidden: those of the names that the rules may hide.
    """
    sheets = _sheets(table)
    is_small = sum(stop - start for start, stop in sheets) <= MAX_COLOURED
    backgrounds = backgrounds_of(table) if is_small else ()
    if is_small and not backgrounds:
        hidden = hiding_names(table.source, table.row_columns, table.tag, STYLE, names, 0)
    if hidden is None:
        return _mentioning(table, names, sheets, backgrounds)
    wanted = _name_set(hidden)
    spans = style_rules(table.source, sheets, wanted, bool(backgrounds))
    hiding = _rules(table.source, [span for span in spans if span[-1]])
    if not any(rule.may_hide(backgrounds) for rule in hiding):
        return NO_SHEETS
    return StyleSheets(tuple(_rules(table.source, spans)), backgrounds)


def _name_set(names: list[bytes]) -> NameSet:
    """Names as rules write them, without backslashes."""
    found = NameSet()
    for name in names:
        plain = name.replace(b"\\", b"")
        found.add(*((plain[:1], plain[1:]) if plain[:1] in (b".", b"#") else (b"t", plain.lower())))
    return found


def backgrounds_of(table: PageTable) -> Collection[Colour]:
    """All colours of backgrounds, and white; none unless the page itself says all about its backgrounds."""
    if not knows_backgrounds(table):
        return ()
    values = _values_of_backgrounds(table.source.lower())
    return {WHITE, *(colour for colour, is_known in map(colour_of, values) if is_known and colour is not None)}


def knows_backgrounds(table: PageTable) -> bool:
    """Whether a page says all about its backgrounds: it has no other style sheets, and says little about them."""
    return table.source.find(b"stylesheet") < 0 and table.source.count(b"background") <= _MAX_BACKGROUNDS


def _values_of_backgrounds(small: bytes) -> Iterator[str]:
    """The values of all backgrounds in markup in lower case. A search for a word is quicker than one for a pattern."""
    for name in (b"background", b"bgcolor"):
        place = small.find(name)
        while place >= 0:
            found = _BACKGROUND.match(small, place)
            if found:
                yield found[1].decode("ascii", "replace").strip()
            place = small.find(name, place + len(name))


def _is_among(value: str, backgrounds: Collection[Colour]) -> bool:
    """Whether a colour is that of a background, or transparent."""
    colour, is_known = colour_of(value)
    return is_known and (colour is None or any(is_same_colour(colour, each) for each in backgrounds))


def rules_for(table: PageTable, wanted: NameSet) -> StyleSheets:
    """All rules of a page that mention one of the names."""
    return _mentioning(table, wanted, _sheets(table))


def _mentioning(
    table: PageTable, wanted: NameSet, sheets: list[tuple[int, int]], backgrounds: Collection[Colour] = ()
) -> StyleSheets:
    return StyleSheets(tuple(_rules(table.source, style_rules(table.source, sheets, wanted))), backgrounds)


def with_other_names(table: PageTable, sheets: StyleSheets, rows: list[int]) -> StyleSheets:
    """The rules for elements that may be hidden, with those for their other names, which may show them all the same.

    Args:
        table: the page.
        sheets: the rules that mention the names by which elements are hidden.
        rows: the elements.
    """
    source, known = table.source, sheets.by_name.keys()
    start, stop = table.row_columns[RowColumn.OPEN_START].data, table.row_columns[RowColumn.OPEN_END].data
    alike = {source[start[row] : stop[row]]: row for row in rows}
    others = {name for row in alike.values() for name in _marked_names(element_names(table, row))} - known
    if not others:
        return sheets
    spans = _sheets(table)
    showing = [span for span in style_rules(source, spans, _names(others)) if _may_show(source[span[2] : span[3]])]
    if not showing:
        return sheets
    in_order = {span[:2]: span for span in sorted([*showing, *style_rules(source, spans, _names(known))])}
    rules = [
        rule
        for rule in _rules(source, list(in_order.values()))
        if (rule.is_simple and rule.applies) or not known.isdisjoint(_names_of(rule.compound))
    ]
    return replace(sheets, rules=tuple(rules))


def _names(names: Iterable[tuple[str, str]]) -> NameSet:
    found = NameSet()
    for mark, name in names:
        found.add(mark.encode(), name.encode())
    return found


def _may_show(declarations: bytes) -> bool:
    """Whether a rule may show again what another one hides."""
    small = declarations.lower()
    return b"display" in small or b"visibility" in small or b"opacity" in small


def _marked_names(element: ElementNames) -> list[tuple[str, str]]:
    """The id and the classes of an element."""
    classes = [(".", name) for name in element.classes]
    return [("#", element.identifier), *classes] if element.identifier else classes


def names_of_hidden(sheets: StyleSheets) -> NameSet:
    """The names of the elements that rules hide, one name per rule."""
    hiding = [rule.compound for rule in sheets.rules if rule.may_hide(sheets.backgrounds)]
    return _names(_names_of(compound)[0] for compound in hiding)


def _names_of(compound: Compound) -> list[tuple[str, str]]:
    names = [("#", name) for name in sorted(compound.ids)] + [(".", name) for name in sorted(compound.classes)]
    return names or [("t", compound.tag)]


def element_names(table: PageTable, row: int) -> ElementNames:
    """The names of an element."""
    attributes = table.attributes(row, _NAMING)
    return ElementNames(table.name(row), frozenset(attributes.get("class", "").split()), attributes.get("id", ""))


def _sheets(table: PageTable) -> list[tuple[int, int]]:
    """The spans of the style sheets for screens, without those of templates."""
    return [
        (start, stop)
        for row, start, stop, has_media in style_sheets(table.source, table.row_columns, table.tag, STYLE, _TEMPLATE)
        if not has_media or _is_for_screens(table.attribute(row, "media"))
    ]


def _is_for_screens(media: str) -> bool:
    return not media or _applies(media)


def _rules(source: bytes, spans: list[_Span]) -> Iterator[Rule]:
    """The rules at some spans, one for each selector; without those that say nothing about what is visible."""
    order = 0
    for begin, opening, start, stop, conditions, _ in spans[:_MAX_RULES]:
        media = [source[first:last].decode("utf-8", "replace") for first, last in conditions]
        if any(_is_for_print(condition) for condition in media):
            continue
        values = declared(source[start:stop].decode("utf-8", "replace"))
        if not values:
            continue
        applies = all(_applies(condition.partition("media")[2]) for condition in media if "media" in condition[:8])
        for selector in without_comments(source[begin:opening].decode("utf-8", "replace")).split(","):
            rule = _rule(selector.strip(), applies, values, order)
            if rule is not None:
                yield rule
            order += 1


def _rule(selector: str, applies: bool, values: dict[str, tuple[str, bool]], order: int) -> Rule | None:
    """A rule for one selector, None if its last part has no name."""
    if not selector or len(selector) > _MAX_SELECTOR:
        return None
    last = selector.rsplit(maxsplit=1)[-1]
    if not _SIGNS_BETWEEN.isdisjoint(last):
        last = _BETWEEN_PARTS.split(last)[-1]
    if last[:1] in (".", "#") and last[1:].replace("-", "").replace("_", "").isalnum():
        one = frozenset((last[1:],))
        compound = Compound("", one, _NO_NAMES) if last[0] == "." else Compound("", _NO_NAMES, one)
        return Rule(selector, compound, last == selector, applies, values, order)
    found = _SIMPLE.match(last)
    if not found or not found[0]:
        return None
    parts = _PARTS.findall(found[2]) if found[2] else ()
    compound = Compound(
        (found[1] or "").lower(),
        frozenset([name.replace("\\", "") for mark, name in parts if mark == "."]),
        frozenset([name.replace("\\", "") for mark, name in parts if mark == "#"]),
    )
    return Rule(selector, compound, found[0] == selector, applies, values, order)


def _is_for_print(condition: str) -> bool:
    """Whether a condition is one for printing only."""
    _, found, query = condition.lower().partition("media")
    return bool(found) and not _mentions_screen(query) and bool(re.search(r"\b(?:print|speech|aural|tty)\b", query))


def _mentions_screen(query: str) -> bool:
    return any(word in query for word in ("screen", "all", "not print"))


def _applies(query: str) -> bool:
    """Whether a list of media queries is true of a wide screen. Unknown features are not."""
    return any(_is_true(each.strip()) for each in query.lower()[:2000].split(","))


def _is_true(query: str) -> bool:
    kind = query.partition("(")[0].replace(" and", " ").strip()
    if kind not in ("", "screen", "all", "only screen", "only all", "not print"):
        return False
    features = query.count("(")
    for bound, number, unit in _FEATURE.findall(query):
        try:
            pixels = float(number) * (16.0 if unit in ("em", "rem") else 1.0)
        except ValueError:
            return False
        if (pixels > _WIDTH) if bound == "min" else (pixels < _WIDTH):
            return False
        features -= 1
    return features == 0
