"""The words of a page: what its author called the parts, and how the blocks begin.

``postContent``, ``post-content`` and ``POST_CONTENT`` in a class, id, role or itemprop are the same two words. A
vocabulary knows some thousand words with a weight each, counted on labelled pages of many sites: ``copyright`` is
hardly ever main text, in an attribute or in a text. A language that the vocabulary does not know gets weight 0.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.blocks import LEVELS, Blocks
from maintext.table import Ints, Mask, PageTable
from maintext.words import words

Floats = NDArray[np.float64]
Features = dict[str, Floats]

NAMED: Final = (
    "comment comments content post entry body footer header sidebar related modal faq product review reviews list "
    "item message quote signature author widget category title"
).split()
"""Words in attributes that count on their own, for what they mean depends on the kind of page."""
FIRST_WORDS: Final = 24
"""So many words of a block are looked up: a notice shows itself in its first sentence."""
FIRST_CHARACTERS: Final = 400
BAD: Final = -1.0
"""The weight below which a word is one of a menu, a form or a notice."""

_NAME: Final = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}")
_ROLES: Final = (b"role=", b"itemprop=")
_VALUE: Final = re.compile(rb"""(?<=[\s"'/])(?:role|itemprop)=["']?([^\s"'>]+)""")
_HIDDEN: Final = (b"hidden", b"display:none", b"display: none")
_HIDING: Final = re.compile(
    rb"""[\s"'/](?:hidden(?=[\s=>/])|aria-hidden=["']?true|style=["'][^"'>]*(?:display: ?none|visibility: ?hidden))"""
)
_BEFORE: Final = 200
"""So far before what hides an element its attribute may begin."""
_TITLE: Final = re.compile(
    rb"<title[^>]{0,200}>([^<]*)</title>|<h1[^>]{0,600}>(.{0,1000}?)</h1>", re.DOTALL | re.IGNORECASE
)
_DESCRIPTION: Final = re.compile(
    rb"""<meta\s[^>]{0,200}?description["'][^>]{0,200}?\scontent\s?=\s?(?:"([^"]{0,2000})"|'([^']{0,2000})')"""
    rb"""|<meta\s{1,9}content\s?=\s?(?:"([^"]{0,2000})"|'([^']{0,2000})')[^>]{0,200}?description["']""",
    re.IGNORECASE,
)
"""The lengths are bounded so that a page of nothing but beginnings takes no longer than others of its size."""
_ARTICLE_BODY: Final = re.compile(rb'"articleBody"\s*:\s*"((?:[^"\\]|\\.)*)"')
_SAID: Final = {"title": _TITLE, "description": _DESCRIPTION, "article body": _ARTICLE_BODY}
_LONG: Final = 3
"""Shorter words of an alphabet are in every text."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Words with what was learned of them; the last column stands for all other words."""

    words: tuple[str, ...]
    weight: Floats
    """How much likelier than others what a word stands on is main text, as a difference of log-odds."""
    kinds: Floats
    """A row a kind of page: how much likelier a page with the word is of that kind."""

    @cached_property
    def _place(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def places(self, found: Iterable[str]) -> Ints:
        """Where the words stand in the vocabulary."""
        get, other = self._place.get, len(self.words)
        return np.array([get(word, other) for word in found], dtype=np.int64)


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """Words and where they stand: the ``i``-th is ``known[number[i]]``, on row or block ``at[i]``."""

    known: tuple[str, ...]
    number: Ints
    at: Ints

    @classmethod
    def of(cls, lists: Sequence[Sequence[str]], at: Ints, which: Ints) -> "Words":
        """The words of some lists, of which ``at[i]`` has the one with number ``which[i]``."""
        numbers: dict[str, int] = {}
        number = np.array([numbers.setdefault(word, len(numbers)) for words in lists for word in words], dtype=np.int64)
        size = np.array([len(words) for words in lists], dtype=np.int64)
        first = np.cumsum(size) - size
        count = size[which]
        steps = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        return cls(tuple(numbers), number[np.repeat(first[which], count) + steps], np.repeat(at, count))

    def __iter__(self) -> Iterator[str]:
        """All words in order."""
        return map(self.known.__getitem__, self.number.tolist())


@dataclass(frozen=True, eq=False, slots=True)
class Wording:
    """The words of one page."""

    names: Words
    """Words of attributes, and the rows whose start tags have them."""
    hidden: Ints
    """Rows that are marked as not shown."""
    words: Words
    """The first words of all blocks, and the blocks that have them."""
    agreement: Features
    """How much of a block's words the page also has in its title, description and structured data."""


def wording_of(table: PageTable, blocks: Blocks, texts: Sequence[str]) -> Wording:
    """Collect the words of a page, the texts of whose blocks are given."""
    number = np.arange(len(texts))
    first = Words.of([words(text[:FIRST_CHARACTERS])[:FIRST_WORDS] for text in texts], number, number)
    return Wording(_names(table), _hidden_rows(table), first, _agreement(table, blocks, first))


def vocabulary_features(
    table: PageTable, blocks: Blocks, wording: Wording, names: Vocabulary, words_known: Vocabulary
) -> Features:
    """What the vocabularies say of each block."""
    rows, count = len(table), len(blocks)
    named, begun = wording.names, wording.words
    own = np.bincount(named.at, weights=names.weight[names.places(named.known)][named.number], minlength=rows)
    path = down(table, own)
    features = {
        "names": path[blocks.owner],
        "good names": down(table, np.maximum(own, 0))[blocks.owner],
        "bad names": down(table, np.minimum(own, 0))[blocks.owner],
        "own names": path[blocks.owner] - path[np.maximum(0, table.parent[blocks.around[0]])],
    }
    for level in range(1, LEVELS):
        at = blocks.around[level]
        features[f"names {level}"] = path[at] - path[np.maximum(0, table.parent[at])]

    numbers = {word: number for number, word in enumerate(named.known)}
    for word in NAMED:
        marked = named.at[named.number == numbers[word]] if word in numbers else named.at[:0]
        features[f"named {word}"] = (
            down(table, np.bincount(marked, minlength=rows))[blocks.owner] if len(marked) else np.zeros(count)
        )
    features["hidden"] = down(table, np.bincount(wording.hidden, minlength=rows))[blocks.owner]

    weight = words_known.weight[words_known.places(begun.known)][begun.number]
    size = np.maximum(1, np.bincount(begun.at, minlength=count))
    features |= {
        "mean word": np.bincount(begun.at, weights=weight, minlength=count) / size,
        "bad words": np.bincount(begun.at, weights=np.minimum(weight, 0), minlength=count),
        "good words": np.bincount(begun.at, weights=np.maximum(weight, 0), minlength=count),
        "share of bad words": np.bincount(begun.at, weights=weight < BAD, minlength=count) / size,
    }
    return features


def down(table: PageTable, own: NDArray[np.generic]) -> Floats:
    """The sum of a column over each row and all that it stands in."""
    steps = np.append(own.astype(np.float64), 0.0)
    steps -= np.bincount(table.end, weights=own, minlength=len(table) + 1)
    return np.cumsum(steps)[:-1]


def _agreement(table: PageTable, blocks: Blocks, first: Words) -> Features:
    rows = len(table)
    count = np.bincount(first.at, minlength=len(blocks))
    in_row = table.subtree(np.bincount(blocks.owner, weights=count, minlength=rows))
    features = {}
    for name, pattern in _SAID.items():
        said = b" ".join(b" ".join(match.groups(b"")) for match in pattern.finditer(table.source))
        long = {word for word in words(said.decode("utf-8", "replace")) if len(word) > _LONG or not word.isascii()}
        is_said = np.array([word in long for word in first.known], dtype=bool)
        hits = np.bincount(first.at[is_said[first.number]], minlength=len(blocks))
        below = table.subtree(np.bincount(blocks.owner, weights=hits, minlength=rows))
        features[f"{name} words"] = hits / np.maximum(1, count)
        features[f"{name} hits"] = hits.astype(np.float64)
        for level in (1, 2, 3):
            at = blocks.around[level]
            features[f"{name} words {level}"] = below[at] / np.maximum(1, in_row[at])
    return features


def _names(table: PageTable) -> Words:
    """The words of class, id, role and itemprop attributes. Most values of a page are there often."""
    source = table.source
    numbers: dict[bytes, int] = {}
    rows, which = [], []
    for starts, stops in ((table.class_start, table.class_stop), (table.id_start, table.id_stop)):
        given = np.flatnonzero(stops > starts)
        rows.append(given)
        spans = zip(starts[given].tolist(), stops[given].tolist(), strict=True)
        which += [numbers.setdefault(source[start:stop], len(numbers)) for start, stop in spans]
    matches = [match for word in _ROLES for place in places_of(source, word) if (match := _VALUE.match(source, place))]
    row, in_tag = _rows_at(table, [match.start() for match in matches])
    rows.append(row[in_tag])
    which += [
        numbers.setdefault(match[1], len(numbers)) for match, ok in zip(matches, in_tag.tolist(), strict=True) if ok
    ]
    lists = [sorted({name.lower() for name in _NAME.findall(value.decode("utf-8", "replace"))}) for value in numbers]
    return Words.of(lists, np.concatenate(rows), np.array(which, dtype=np.int64))


def _hidden_rows(table: PageTable) -> Ints:
    """Rows that are marked as not shown, in document order."""
    source = table.source
    found = {
        match.start()
        for word in _HIDDEN
        for place in places_of(source, word)
        for match in _HIDING.finditer(source, max(0, place - _BEFORE), place + len(word) + 6)
        if match.end() >= place
    }
    row, hides = _rows_at(table, sorted(found))
    return np.unique(row[hides])


def places_of(source: bytes, word: bytes) -> Iterator[int]:
    """Where a word stands in a page."""
    place = source.find(word)
    while place >= 0:
        yield place
        place = source.find(word, place + len(word))


def _rows_at(table: PageTable, places: list[int]) -> tuple[Ints, Mask]:
    """The row in whose start tag a byte stands, and whether it stands in one.

    Start tags do not overlap, but an element that the tree has elsewhere than its tag is not in the order of tags.
    """
    place = np.array(places, dtype=np.int64)
    order = np.argsort(table.open_start, kind="stable")
    found = np.searchsorted(table.open_start[order], place, side="right") - 1
    row = order[found] if len(order) else found
    return row, (found >= 0) & (place < table.open_end[row])
