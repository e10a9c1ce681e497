"""Elements that a caller includes or excludes with CSS selectors (extra ``select``).

The package cssselect parses the selectors; here they are matched with the rows of the page table. All matching is by
whole columns, so its time is proportional to the page and to the length of the selector.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np

from maintext.errors import OptionError
from maintext.selection import Ready, Selection, nothing
from maintext.support.extras import needed
from maintext.table import Ints, Mask, PageTable, tags

MAX_LENGTH: Final = 2_000
"""Characters of a selector list."""


def restricted(table: PageTable, selection: Selection, include: str, exclude: str) -> Selection:
    """A selection with all text of included elements instead of the chosen text, and without excluded elements.

    Raises:
        OptionError: a selector cannot be used.
    """
    if include:
        inside = matching(table, include) & table.in_body
        if not inside.any():
            return nothing(table, f"no element of the page matches {include!r}")
        outermost = inside & (table.coverage(inside) == 1)
        keep = table.inside(inside)[table.segment_owner]
        selection = selection._replace(
            keep=keep, reason="", details=Ready(np.flatnonzero(outermost), inside, {"score": inside.astype(float)})
        )
    if exclude:
        outside = ~table.inside(matching(table, exclude))
        selection = selection._replace(keep=selection.keep & outside[table.segment_owner])
    return selection


def matching(table: PageTable, selectors: str) -> Mask:
    """The rows that match one of the selectors of a list."""
    matcher = _Matcher(table)
    found = np.zeros(len(table), dtype=bool)
    for parsed in _parsed(selectors):
        found |= matcher.rows(parsed)
    return found


def check_selectors(name: str, selectors: str) -> None:
    """Raise ``OptionError`` if a list of selectors cannot be parsed."""
    if selectors:
        _parsed(selectors, name)


@cache
def _parser() -> Any:
    return needed("cssselect", extra="select", user="choosing elements by CSS selectors", error=OptionError)


def _parsed(selectors: str, name: str = "selectors") -> list[Any]:
    if len(selectors) > MAX_LENGTH:
        raise OptionError(f"{name} must have at most {MAX_LENGTH} characters")
    try:
        found = _parser().parse(selectors)
    except (_parser().SelectorError, RecursionError) as error:
        raise OptionError(f"{name}: {selectors!r} is not a CSS selector: {error}") from error
    if any(each.pseudo_element for each in found):
        raise OptionError(f"{name}: {selectors!r} has a pseudo-element, which is not an element of the page")
    return [each.parsed_tree for each in found]


class _Matcher:
    """Matches parsed selectors with the rows of one table."""

    def __init__(self, table: PageTable) -> None:
        self._table = table
        self._nodes: Mapping[str, Callable[[Any], Mask]] = {
            "Element": self._element,
            "Class": self._class,
            "Hash": self._id,
            "Attrib": self._attribute,
            "CombinedSelector": self._combined,
            "Negation": self._negation,
            "Matching": self._any_of,
            "SpecificityAdjustment": self._any_of,
            "Pseudo": self._position,
            "Function": self._nth,
        }

    def rows(self, node: Any) -> Mask:
        """The rows that match a node of a parsed selector."""
        match = self._nodes.get(type(node).__name__)
        if match is None:
            raise OptionError(f"the selector {node!r} is not supported")
        return match(node)

    def _element(self, node: Any) -> Mask:
        if node.element is None:
            return np.ones(len(self._table), dtype=bool)
        name = node.element.lower()
        if tags.code_of(name) != tags.OTHER:
            return self._table.has_tag(frozenset({name}))
        found: Mask = self._table.tag == tags.OTHER
        found[found] = [self._table.name(row) == name for row in np.flatnonzero(found).tolist()]
        return found

    def _class(self, node: Any) -> Mask:
        return self._with_attribute(node.selector, "class", lambda value: node.class_name in value.split())

    def _id(self, node: Any) -> Mask:
        return self._with_attribute(node.selector, "id", lambda value: value == node.id)

    def _attribute(self, node: Any) -> Mask:
        name = node.attrib.lower()
        wanted = node.value.value if node.value is not None else ""
        tests: dict[str, Callable[[str], bool]] = {
            "exists": lambda value: True,
            "=": lambda value: value == wanted,
            "~=": lambda value: bool(wanted) and wanted in value.split(),
            "|=": lambda value: value == wanted or value.startswith(f"{wanted}-"),
            "^=": lambda value: bool(wanted) and value.startswith(wanted),
            "$=": lambda value: bool(wanted) and value.endswith(wanted),
            "*=": lambda value: bool(wanted) and wanted in value,
        }
        return self._with_attribute(node.selector, name, tests[node.operator])

    def _with_attribute(self, around: Any, name: str, test: Callable[[str], bool]) -> Mask:
        found = self.rows(around).copy()
        wanted = frozenset({name})
        for row in np.flatnonzero(found).tolist():
            value = self._table.attributes(row, wanted).get(name)
            found[row] = value is not None and test(value)
        return found

    def _combined(self, node: Any) -> Mask:
        table = self._table
        left, right = self.rows(node.selector), self.rows(node.subselector)
        if node.combinator == " ":
            return right & (table.coverage(left) - left > 0)
        if node.combinator == ">":
            return right & (table.parent >= 0) & left[table.parent]
        return right & self._after_sibling(left, node.combinator == "+")

    def _after_sibling(self, left: Mask, directly: bool) -> Mask:
        """Rows with a marked sibling before them, or directly before them."""
        found = np.zeros(len(left), dtype=bool)
        last: dict[int, bool] = {}
        for row, parent in enumerate(self._table.parent.tolist()):
            seen = last.get(parent, False)
            found[row] = seen
            last[parent] = bool(left[row]) if directly else seen or bool(left[row])
        return found

    def _negation(self, node: Any) -> Mask:
        return self.rows(node.selector) & ~self.rows(node.subselector)

    def _any_of(self, node: Any) -> Mask:
        found = np.zeros(len(self._table), dtype=bool)
        for each in node.selector_list:
            found |= self.rows(each)
        return found & self.rows(node.selector)

    def _position(self, node: Any) -> Mask:
        place, count = self._table.places
        typed, of_type = self._table.places_of_type
        positions: dict[str, Mask] = {
            "first-child": place == 1,
            "last-child": place == count,
            "only-child": count == 1,
            "first-of-type": typed == 1,
            "last-of-type": typed == of_type,
            "only-of-type": of_type == 1,
            "root": self._table.parent < 0,
        }
        if node.ident not in positions:
            raise OptionError(f"the selector :{node.ident} is not supported")
        return self.rows(node.selector) & positions[node.ident]

    def _nth(self, node: Any) -> Mask:
        of_type = node.name.endswith("-of-type")
        place, count = self._table.places_of_type if of_type else self._table.places
        if node.name not in ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"):
            raise OptionError(f"the selector :{node.name}() is not supported")
        try:
            step, first = _parser().parser.parse_series(node.arguments)
        except ValueError as error:
            raise OptionError(f"the selector :{node.name}() has arguments that it cannot have") from error
        return self.rows(node.selector) & _in_series(count - place + 1 if "last" in node.name else place, step, first)


def _in_series(place: Ints, step: int, first: int) -> Mask:
    """Whether a position is ``step * n + first`` for an n from 0 on."""
    if step == 0:
        exact: Mask = place == first
        return exact
    periodic: Mask = ((place - first) % step == 0) & ((place - first) // step >= 0)
    return periodic
