"""The kind of page that is reported: the forest's probabilities, and what the page shows in whatever language.

The forest was trained on labelled pages of all kinds in English, but in other languages on little else than articles
and forums. Words of such a language say "article" to it. So they are left out, and signs of structure that do not
depend on the language are added: prices, and headings of sections. The choice of the text does not change, because
the second stage was trained with the forest's own probabilities.
"""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from maintext.algorithms.learned.engine import Answer, Floats
from maintext.algorithms.learned.features import KINDS
from maintext.algorithms.learned.posts import WITHOUT_POSTS
from maintext.table import PageTable, tags

MIN_CARDS: Final = 6
"""This many repeated containers with a price show products to choose from: 60 % of the collections of wcxb-dev have
them, and 13 % of its listings."""
WITH_CARDS: Final = 4.0
"""What the probability of a collection is multiplied by, on a page that is a listing otherwise."""
WITHOUT_PRICES: Final = 0.2
"""What those of a collection and a product are multiplied by on pages without a price: 13 and 12 % of those of wcxb-dev
have none, and 59 to 68 % of its articles, services and listings."""
MIN_SECTIONS: Final = 2
"""Headings below the first level, or some preformatted text: 93 % of the documentation and 97 % of the services of
wcxb-dev have them."""
WITHOUT_SECTIONS: Final = 0.1
"""What the probabilities of documentation and a service are multiplied by on pages without sections."""
WITH_CODE: Final = 0.1
"""What the probability of a service is multiplied by on pages with preformatted text: 4 % of the services of wcxb-dev
have some, and 64 % of its documentation."""

_FORUM, _PRODUCT, _COLLECTION, _LISTING, _DOCUMENTATION, _SERVICE = map(
    KINDS.index, ("forum", "product", "collection", "listing", "documentation", "service")
)
_SHOPS: Final = [_PRODUCT, _COLLECTION]
_SECTIONED: Final = [_DOCUMENTATION, _SERVICE]
_PREFORMATTED: Final = tags.code_of("pre")
_HEADINGS: Final = [tags.code_of("h2"), tags.code_of("h3")]
_SIGN: Final = (
    r"(?:[$€£¥￥₹₽₩₺₴₪₫฿円元원]|zł|Kč|Ft|руб|грн|"
    r"(?<![^\W\d_])(?:USD|EUR|GBP|CHF|AUD|CAD|INR|RUB|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|Rs|kr|lei)(?![^\W\d_]))"
)
_AMOUNT: Final = r"\d[\d.,'\u00a0\u202f]*"
_PRICE: Final = re.compile(rf"{_SIGN}\.?[ \u00a0\u202f]?{_AMOUNT}|{_AMOUNT}[ \u00a0\u202f]?{_SIGN}")
_MAX_PRICE: Final = 80
"""Characters of a text that is a price, with a few words around it."""
_MAX_PIECES: Final = 6
"""A price may be split into an amount and a sign: that many pieces of text in one element."""
_MAX_PRICES: Final = 600
_LEVELS: Final = 8
"""How many elements around a price may be the container of a product."""


def page_kind(table: PageTable, answer: Answer) -> tuple[str, float]:
    """The kind to report, and its probability. A forum is one only if the engine found it to be one."""
    if answer.kind == "forum" or not answer.kinds:
        return answer.kind, answer.kind_probability
    kinds = np.array(answer.kinds, dtype=np.float32)
    if not answer.knows_language and _best(kinds) in _SECTIONED:
        _weigh_sections(kinds, table)
    if _prices_may_matter(kinds):
        _weigh_prices(kinds, table)
    best = _best(kinds)
    if kinds[_FORUM] > kinds[best]:
        kinds[_FORUM] *= WITHOUT_POSTS
    return KINDS[best], float(kinds[best] / kinds.sum())


def _best(kinds: Floats) -> int:
    """The most probable kind that is not a forum."""
    return max((kind for kind in range(len(KINDS)) if kind != _FORUM), key=lambda kind: float(kinds[kind]))


def _weigh_sections(kinds: Floats, table: PageTable) -> None:
    """Change the probabilities of pages that have sections: preformatted text, or headings below the first level."""
    if (table.tag == _PREFORMATTED).any():
        kinds[_SERVICE] *= WITH_CODE
    elif int((np.isin(table.tag, _HEADINGS) & table.rendered).sum()) < MIN_SECTIONS:
        kinds[_SECTIONED] *= WITHOUT_SECTIONS


def _prices_may_matter(kinds: Floats) -> bool:
    """Whether another kind may become the most probable one: the prices of a page take time to find."""
    best = _best(kinds)
    return best in _SHOPS or (best == _LISTING and bool(kinds[_COLLECTION] * WITH_CARDS > kinds[best]))


def _weigh_prices(kinds: Floats, table: PageTable) -> None:
    """Change the probabilities of pages that sell something."""
    priced = [_around(table, row) for row in _prices(table)]
    if not priced:
        kinds[_SHOPS] *= WITHOUT_PRICES
    elif _best(kinds) == _LISTING and _largest_group(table, priced) >= MIN_CARDS:
        kinds[_COLLECTION] *= WITH_CARDS


def _largest_group(table: PageTable, priced: list[list[int]]) -> int:
    """The number of the most containers next to each other that each have a price, given the elements around prices."""
    groups: dict[tuple[int, int, bytes], set[int]] = {}
    for row in (row for rows in priced for row in rows):
        name = table.source[table.class_start[row] : table.class_stop[row]].split(b" ")[0]
        groups.setdefault((int(table.parent[row]), int(table.tag[row]), name), set()).add(row)
    return max(map(len, groups.values()), default=0)


def _prices(table: PageTable) -> Iterator[int]:
    """The elements of short texts that have a price."""
    size, found = table.segment_characters, 0
    for segment in np.flatnonzero((size > 0) & (size < _MAX_PRICE)).tolist():
        row = int(table.segment_owner[segment])
        text = table.segment_text(segment)
        if not table.rendered[row] or not any(map(str.isdigit, text)):
            continue
        if _PRICE.search(text) or _PRICE.search(_whole_price(table, int(table.parent[row]))):
            yield row
            found += 1
            if found == _MAX_PRICES:
                return


def _whole_price(table: PageTable, row: int) -> str:
    """The text of an element that may have the pieces of a price, "" if it is too long."""
    segments = table.segments_of(max(row, 0))
    text = table.text_of(row) if 0 < len(segments) <= _MAX_PIECES else ""
    return text if len(text) < _MAX_PRICE else ""


def _around(table: PageTable, row: int) -> list[int]:
    """The elements around a row, from the inside out."""
    found: list[int] = []
    for _ in range(_LEVELS):
        row = int(table.parent[row])
        if row <= 0:
            break
        found.append(row)
    return found
