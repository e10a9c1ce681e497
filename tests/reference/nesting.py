"""A guard before the parser: tags nested so deep, or so many attributes in one tag, that parsing turns quadratic.

An HTML5 parser looks up its stack of open elements at most start tags, so its time grows with the square of the
depth: 2,000 nested ``<div>`` take 8 ms, 100,000 take 15 s. Browsers bound the depth for that reason. So do we: start
tags beyond the bound are left out together with their end tags, their text stays where it is.
"""

import re
from collections import Counter
from itertools import islice
from typing import Final

import numpy as np

from maintext.read.html_rules import MAX_DEPTH
from maintext.table import tags
from maintext.table._table import MAX_ATTRIBUTES
from reference.markup import apparent_depth

FEW_TAGS: Final = 5_000
"""So few tags parse in 60 ms however deep they nest, so that counting them is enough."""
MANY_TAGS: Final = 24_000
"""So many tags are followed one by one, for end tags that close nothing can hide how deep a page nests."""
LONG_TAG: Final = 20_000
"""A tag this long may hold attributes by the thousand."""

_TAG: Final = re.compile(rb"<(/?)([a-zA-Z][^\s/>]*)[^<>]*>?")
_LONG_TAG: Final = re.compile(rb"<[a-zA-Z][^<>]{%d,}" % LONG_TAG)
_ATTRIBUTE: Final = re.compile(rb"""[^\s/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']\S*))?""")
_FORMATTING: Final = frozenset("a b big code em font i nobr s small span strike strong tt u".split())
_FORMATTING_LOOKED_THROUGH: Final = 10
_CELLS: Final = frozenset({"p", "td", "th"})
_CLOSES: Final = {
    **dict.fromkeys(tags.BLOCK - {"br", "hr"}, frozenset({"p"})),
    **dict.fromkeys(("dd", "dt"), frozenset({"dd", "dt", "p"})),
    **dict.fromkeys(tags.CELL, _CELLS),
    "li": frozenset({"li", "p"}),
    "option": frozenset({"option"}),
    "tr": _CELLS | {"tr"},
}
"""Which open elements a start tag closes when they stand innermost: their end tags may be left out."""


def bounded(html: bytes) -> bytes:
    """The page with its nesting and its attributes in bounds; nearly always the page itself."""
    data = np.frombuffer(html, dtype=np.uint8)
    opened = int(np.count_nonzero(data == ord("<")))
    if len(html) > LONG_TAG + 1_000 * opened:
        html = _LONG_TAG.sub(_without_surplus_attributes, html)
    if opened > MANY_TAGS or (opened > FEW_TAGS and apparent_depth(html) > MAX_DEPTH):
        return _without_deep_tags(html)
    return html


def _without_surplus_attributes(tag: re.Match[bytes]) -> bytes:
    kept = list(islice(_ATTRIBUTE.finditer(tag[0]), MAX_ATTRIBUTES + 2))
    return tag[0][: kept[-2].end()] if len(kept) == MAX_ATTRIBUTES + 2 else tag[0]


def _without_deep_tags(html: bytes) -> bytes:
    """Leave out the tags that would nest deeper than the bound, in one pass with the stack a parser would have."""
    stack: list[str] = []
    waiting: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    kept: list[bytes] = []
    kept_until = 0
    for tag in _TAG.finditer(html):
        name = tag[2].lower().decode("utf-8", "replace")
        if name in tags.VOID:
            continue
        if tag[1]:
            if not left_out[name]:
                _close(name, stack, waiting)
                continue
            left_out[name] -= 1
        else:
            _close_implied(name, stack, waiting)
            if len(stack) < MAX_DEPTH:
                stack.append(name)
                waiting[name] += 1
                continue
            left_out[name] += 1
        kept.append(html[kept_until : tag.start()])
        kept_until = tag.end()
    return b" ".join([*kept, html[kept_until:]]) if kept else html


def _close_implied(name: str, stack: list[str], waiting: Counter[str]) -> None:
    """Close what a start tag closes, with the formatting that was left open in it."""
    closes = _CLOSES.get(name, frozenset())
    while closes:
        inner = 0
        while inner < min(_FORMATTING_LOOKED_THROUGH, len(stack)) and stack[-1 - inner] in _FORMATTING:
            inner += 1
        if inner == len(stack) or stack[-1 - inner] not in closes:
            return
        for _ in range(inner + 1):
            waiting[stack.pop()] -= 1


def _close(name: str, stack: list[str], waiting: Counter[str]) -> None:
    if waiting[name] > 0:
        while (closed := stack.pop()) != name:
            waiting[closed] -= 1
        waiting[name] -= 1
