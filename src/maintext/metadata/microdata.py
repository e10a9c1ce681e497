"""Microdata: properties in the attributes of the page's elements (``itemprop``), with the item each belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from maintext.metadata.rows import Rows
from maintext.table import PageTable

_INNER: Final = frozenset(
    "comment usercomments review reviews comments imageobject videoobject answer image video".split()
)
_ASKED_FOR: Final = frozenset(
    "author creator name datepublished datecreated datemodified dateupdate description image".split()
)
"""The properties that choosers ask for."""
_MOST_ITEMS: Final = 300


@dataclass(frozen=True, slots=True)
class Item:
    """A property: its name, what it says, and the item that it belongs to."""

    name: str
    value: str
    link: str
    """Where it leads to, if it is a link or an image."""
    row: int
    kinds: tuple[str, ...]
    """The types of the items around it in lower case, the innermost first."""
    scope: int
    """The row of the innermost item around it, -1 if there is none."""
    around: tuple[str, ...]
    """The properties whose items it stands in, the innermost first."""

    @property
    def is_inner(self) -> bool:
        """Whether it belongs to something else than what the page is about, such as a comment on it."""
        return any(kind in _INNER for kind in self.kinds) or any(name in _INNER for name in self.around)


def items_of(table: PageTable, marked: Rows) -> tuple[Item, ...]:
    """The properties that choosers ask for, in the order of the page."""
    if not marked.naming(b"itemprop", b"schema:"):
        return ()
    rows = marked.naming(b"itemprop", b"itemscope", b"itemtype", b"schema:")[:_MOST_ITEMS]
    ends = table.end[rows].tolist()
    items: list[Item] = []
    scopes: list[_Scope] = []
    for row, end in zip(rows, ends, strict=True):
        own = table.attributes(row)
        while scopes and scopes[-1].end <= row:
            scopes.pop()
        names = [name for name in _names(own) if name in _ASKED_FOR]
        if names:
            value = " ".join((own.get("content") or own.get("datetime") or table.text_of(row)).split())
            link = own.get("href") or own.get("src") or own.get("data-src") or ""
            kinds = tuple(scope.kind for scope in reversed(scopes))
            around = tuple(name for scope in reversed(scopes) for name in scope.names)
            scope = scopes[-1].row if scopes else -1
            items.extend(Item(name, value, link, row, kinds, scope, around) for name in names)
        if "itemscope" in own or "itemtype" in own:
            kind = own.get("itemtype", "").rstrip("/").rpartition("/")[2].lower()
            scopes.append(_Scope(row, end, kind, own.get("itemprop", "").lower().split()))
    return tuple(items)


@dataclass(frozen=True, slots=True)
class _Scope:
    """An item: its rows, its type, and the properties that it is the value of."""

    row: int
    end: int
    kind: str
    names: list[str]


def _names(attributes: Mapping[str, str]) -> list[str]:
    """The properties that an element gives, also in the manner of RDFa: ``property="schema:author"``."""
    names = attributes.get("itemprop", "").lower().split()
    return names + [
        name.removeprefix("schema:")
        for name in attributes.get("property", "").lower().split()
        if name.startswith("schema:")
    ]
