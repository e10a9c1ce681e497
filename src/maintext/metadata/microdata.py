"""Microdata: properties in the attributes of the page's elements (``itemprop``), with the item each belongs to."""

from typing import Final, NamedTuple

from maintext.metadata._collect import RowIndex, folded

_NOT_THE_PAGE: Final = frozenset(
    "comment usercomments review reviews comments imageobject videoobject answer image video".split()
)
"""Types and properties of items that the page is not about, such as a comment."""
_WANTED: Final = frozenset(
    "author creator name datepublished dateposted datecreated datemodified dateupdate description image".split()
)
"""The properties that choosers use."""
_ATTRIBUTES: Final = frozenset("itemprop property itemscope itemtype content datetime href src data-src".split())
_MAX_ROWS: Final = 300


class Item(NamedTuple):
    """A property of what the page is about."""

    name: str
    value: str
    link: str
    """The address of a link or an image."""
    row: int
    scope: int
    """The row of the innermost item around it, -1 if there is none."""
    around: tuple[str, ...]
    """The properties whose items it is in, the innermost first."""


class _Scope(NamedTuple):
    """An item: its rows, its type, and the properties that it is the value of."""

    row: int
    end: int
    kind: str
    names: list[str]


def collect_microdata(rows: RowIndex) -> tuple[Item, ...]:
    """The properties that choosers use, in document order."""
    items: list[Item] = []
    scopes: list[_Scope] = []
    for row in rows.items[:_MAX_ROWS]:
        own = rows.attributes(row, _ATTRIBUTES)
        while scopes and scopes[-1].end <= row:
            scopes.pop()
        properties = own.get("itemprop", "").lower().split()
        names = properties
        if "property" in own:
            parts = own["property"].lower().split()
            names = properties + [name.removeprefix("schema:") for name in parts if name.startswith("schema:")]
        names = [name for name in names if name in _WANTED]
        if names and not any(scope.kind in _NOT_THE_PAGE for scope in scopes):
            around = tuple([name for scope in reversed(scopes) for name in scope.names])
            if _NOT_THE_PAGE.isdisjoint(around):
                value = folded(own.get("content") or own.get("datetime") or rows.text(row))
                link = own.get("href") or own.get("src") or own.get("data-src") or ""
                scope = scopes[-1].row if scopes else -1
                items += [Item(name, value, link, row, scope, around) for name in names]
        if "itemscope" in own or "itemtype" in own:
            kind = own.get("itemtype", "").rstrip("/").rpartition("/")[2].lower()
            scopes.append(_Scope(row, rows.end(row), kind, properties))
    return tuple(items)
