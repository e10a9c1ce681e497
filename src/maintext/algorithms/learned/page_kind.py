"""The kind of page that is reported: the forest's probabilities, and what the page shows in whatever language.

The forest was trained on labelled pages of all kinds in English, but in other languages on little else than articles
and forums. Words of such a language say "article" to it. So they are left out, and signs of structure that do not
depend on the language are added: prices, and headings of sections. The choice of the text does not change, because
the second stage was trained with the forest's own probabilities.
"""

import re
from itertools import chain, islice
from typing import Final

import numpy as np

from maintext.algorithms.learned.engine import Answer
from maintext.algorithms.learned.features import KINDS
from maintext.algorithms.learned.posts import WITHOUT_POSTS
from maintext.table import PageTable, tags

MIN_CARDS: Final = 6
"""This many repeated containers with a price show products to choose from: 57 % of the collections of wcxb-dev have
them, and 13 % of its listings."""
WITH_CARDS: Final = 4.0
"""What the probability of a collection is multiplied by, on a page that is a listing otherwise."""
WITHOUT_PRICES: Final = 0.2
"""What those of a collection and a product are multiplied by on pages without a price: 13 and 12 % of those of wcxb-dev
have none, and 58 to 68 % of its articles, services and listings."""
MIN_SECTIONS: Final = 2
"""Headings below the first level, or some preformatted text: 96 % of the documentation and 97 % of the services of
wcxb-dev have them."""
WITHOUT_SECTIONS: Final = 0.1
"""What the probabilities of documentation and a service are multiplied by on pages without sections."""
WITH_CODE: Final = 0.1
"""What the probability of a service is multiplied by on pages with preformatted text: 4 % of the services of wcxb-dev
have some, and 68 % of its documentation."""

_FORUM, _PRODUCT, _COLLECTION, _LISTING, _DOCUMENTATION, _SERVICE = map(
    KINDS.index, ("forum", "product", "collection", "listing", "documentation", "service")
)
_SHOPS: Final = [_PRODUCT, _COLLECTION]
_LIKE_SHOPS: Final = frozenset({"product", "collection", "listing"})
_SECTIONED: Final = [_DOCUMENTATION, _SERVICE]
_PREFORMATTED: Final = tags.code_of("pre")
_HEADINGS: Final = [tags.code_of("h2"), tags.code_of("h3")]
_SIGNS: Final = "$€£¥￥₹₽₩₺₴₪₫฿"
_CODES: Final = "USD|EUR|GBP|CHF|AUD|CAD|INR|RUB|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|Rs|kr|lei"
_BLANK: Final = "[ \u00a0\u202f]?"
_PRICES: Final = (
    re.compile(rf"\d{_BLANK}(?:[{_SIGNS}円元원]|zł|Kč|Ft|руб|грн|(?:{_CODES})(?![a-z]))"),
    re.compile(rf"[{_SIGNS}]{_BLANK}\d"),
    re.compile(rf"(?:{_CODES})\.?{_BLANK}\d"),
)
"""Several patterns, because each alone is searched for faster by its first character."""
_MAX_PRICE: Final = 80
"""Characters of a text that is a price, with a few words around it."""
_MAX_PRICES: Final = 600
_LEVELS: Final = 8
"""How many elements around a price may be the container of a product."""


def page_kind(table: PageTable, answer: Answer) -> tuple[str, float]:
    """The kind to report, and its probability. A forum is one only if the engine found it to be one."""
    if answer.kind == "forum" or (answer.knows_language and answer.kind not in _LIKE_SHOPS):
        return answer.kind, answer.kind_probability
    kinds = list(answer.kinds)
    if not answer.knows_language and _best(kinds) in _SECTIONED:
        _weigh_sections(kinds, table)
    if _prices_may_matter(kinds):
        _weigh_prices(kinds, table)
    best = _best(kinds)
    if kinds[_FORUM] > kinds[best]:
        kinds[_FORUM] *= WITHOUT_POSTS
    return KINDS[best], kinds[best] / sum(kinds)


def _best(kinds: list[float]) -> int:
    """The most probable kind that is not a forum."""
    others = [*kinds[:_FORUM], 0.0, *kinds[_FORUM + 1 :]]
    return others.index(max(others))


def _weigh_sections(kinds: list[float], table: PageTable) -> None:
    """Change the probabilities of pages that have sections: preformatted text, or headings below the first level."""
    if (table.tag == _PREFORMATTED).any():
        kinds[_SERVICE] *= WITH_CODE
    elif int((np.isin(table.tag, _HEADINGS) & table.rendered).sum()) < MIN_SECTIONS:
        for kind in _SECTIONED:
            kinds[kind] *= WITHOUT_SECTIONS


def _prices_may_matter(kinds: list[float]) -> bool:
    """Whether another kind may become the most probable one: the prices of a page take time to find."""
    best = _best(kinds)
    if best in _SHOPS:
        others = [kinds[kind] for kind in range(len(KINDS)) if kind not in _SHOPS and kind != _FORUM]
        return kinds[best] * WITHOUT_PRICES < max(others)
    return best == _LISTING and kinds[_COLLECTION] * WITH_CARDS > kinds[best]


def _weigh_prices(kinds: list[float], table: PageTable) -> None:
    """Change the probabilities of pages that sell something."""
    priced = [_around(table, row) for row in _prices(table)]
    if not priced:
        for kind in _SHOPS:
            kinds[kind] *= WITHOUT_PRICES
    elif _best(kinds) == _LISTING and _largest_group(table, priced) >= MIN_CARDS:
        kinds[_COLLECTION] *= WITH_CARDS


def _largest_group(table: PageTable, priced: list[list[int]]) -> int:
    """The number of the most containers next to each other that each have a price, given the elements around prices."""
    groups: dict[tuple[int, int, bytes], set[int]] = {}
    for row in (row for rows in priced for row in rows):
        name = table.source[table.class_start[row] : table.class_stop[row]].split(b" ")[0]
        groups.setdefault((int(table.parent[row]), int(table.tag[row]), name), set()).add(row)
    return max(map(len, groups.values()), default=0)


def _prices(table: PageTable) -> list[int]:
    """The elements of short texts that have a price. Its amount and its sign may be in two elements."""
    matches = chain.from_iterable(pattern.finditer(table.text) for pattern in _PRICES)
    found = [match.start() for match in islice(matches, _MAX_PRICES)]
    segments = np.searchsorted(table.segment_offset, found, side="right") - 1
    rows = table.segment_owner[segments[table.segment_characters[segments] < _MAX_PRICE]]
    return [int(row) for row in rows if table.rendered[row]]


def _around(table: PageTable, row: int) -> list[int]:
    """The elements around a row, from the inside out."""
    found: list[int] = []
    for _ in range(_LEVELS):
        row = int(table.parent[row])
        if row <= 0:
            break
        found.append(row)
    return found
