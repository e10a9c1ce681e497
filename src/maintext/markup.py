"""Well-formed markup to tokens: where each tag stands, whose it is, how deep, and which end tag closes it.

The markup is what a parser has written out, so a tag ends at the first ``>`` and only comments and the elements with
raw text may hold a ``<`` that opens nothing. Those are found one by one, they are few; all else is done for the whole
page at once.
"""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext import tags
from maintext.packed import WIDTH, words_at
from maintext.table import Ints, Mask, stable_order

Kinds: TypeAlias = NDArray[np.int8]
OPEN, CLOSE, VOID, OTHER = range(4)
"""Kinds of token: start tag, end tag, start tag of an element without content, comment or declaration."""

_SCRIPT_TAG: Final = re.compile(rb"<(/?)script[\s/>]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tags, comments and declarations of a page, in order."""

    kind: Kinds
    start: Ints
    stop: Ints
    tag: NDArray[np.int16]
    level: Ints
    """How many elements are open around the element that the token opens or closes."""
    match: Ints
    """For a start tag the token of its end tag, else -1."""


def tokenize(source: bytes) -> Tokens:
    """Find all tokens of the markup."""
    data = np.frombuffer(source, dtype=np.uint8)
    start, stop = _brackets(data)
    first = data[np.minimum(start + 1, len(data) - 1)]
    declares = (first == ord("!")) | (first == ord("?"))
    closing = first == ord("/")
    key = _name_keys(data, start + 1 + closing)
    tag = _tags_of(key)
    special = declares | (_IS_RAW[tag] & ~closing)
    opaque = _opaque_spans(source, start[special].tolist(), tag[special].tolist())
    kind = _KIND[tag]
    kind[closing] = CLOSE
    kind[declares] = OTHER

    real = ~_strictly_inside(start, opaque) & ~(closing & _IS_VOID[tag])
    start, stop, tag, key, kind = start[real], stop[real], tag[real], key[real], kind[real]
    declared = kind == OTHER
    stop[declared] = opaque[np.searchsorted(opaque[:, 0], start[declared]), 1]
    outermost = np.ones(len(stop), dtype=bool)
    outermost[1:] = stop[1:] > stop[:-1]
    if not outermost.all():
        start, stop, tag, key, kind = start[outermost], stop[outermost], tag[outermost], key[outermost], kind[outermost]

    level, match = _nesting(kind, key)
    if match is None:
        kind = _mended(kind, key)
        level, match = _nesting(kind, np.zeros_like(key))
    assert match is not None, "mended markup is balanced"
    return Tokens(kind, start, stop, tag, level, match)


def apparent_depth(page: bytes) -> int:
    """How deep the tags of a page would nest if each end tag closed one element: for pages as they come."""
    data = np.frombuffer(page, dtype=np.uint8)
    start, stop = _brackets(data)
    first = data[np.minimum(start + 1, len(data) - 1)]
    closing = first == ord("/")
    letters = (first | 0x20).astype(np.int16) - ord("a")
    opening = (letters >= 0) & (letters < 26) & (data[stop - 2] != ord("/")) & (data[stop - 1] == ord(">"))
    opening &= ~_IS_VOID[_tags_of(_name_keys(data, start + 1))]
    height = np.cumsum(opening.view(np.int8) - closing.view(np.int8), dtype=np.int64)
    return int((height - np.minimum.accumulate(height)).max(initial=0))


def _brackets(data: NDArray[np.uint8]) -> tuple[Ints, Ints]:
    """Where each ``<`` stands, and the byte behind the next ``>``; an unfinished tag ends with the page."""
    places = np.flatnonzero((data | 2) == ord(">"))
    is_end = data[places] == ord(">")
    next_end = np.where(is_end, places + 1, len(data))
    next_end = np.minimum.accumulate(next_end[::-1])[::-1]
    return places[~is_end], next_end[~is_end]


def _name_keys(data: NDArray[np.uint8], start: Ints) -> NDArray[np.uint64]:
    """The names that begin at the given bytes as numbers, made of their first sixteen bytes."""
    key, goes_on = _name_part(words_at(data, start))
    long = np.flatnonzero(goes_on)
    if len(long):
        key[long] ^= _name_part(words_at(data, start[long] + WIDTH))[0] * _SPREAD
    return key


def _name_part(words: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Mask]:
    """Words with zeros from the name's end on, and which of them hold no end."""
    ends = _zero_bytes(words ^ _SPACES) | _zero_bytes(words ^ _GREATERS)
    first_end = ends & (~ends + _ONE)
    goes_on = ends == 0
    return np.where(goes_on, words, words & ((first_end >> _SEVEN) - _ONE)), goes_on


def _zero_bytes(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The top bit of each byte that is zero, exact up to the first of them."""
    return (words - _ONES) & ~words & _TOP_BITS


_ONE, _SEVEN = np.uint64(1), np.uint64(7)
_ONES, _TOP_BITS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_SPACES, _GREATERS = np.uint64(0x2020202020202020), np.uint64(0x3E3E3E3E3E3E3E3E)
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
_NAME_ROOM: Final = 2 * WIDTH
_KNOWN_KEYS: Final = _name_keys(
    np.frombuffer(b"".join(name.encode().ljust(_NAME_ROOM, b">") for name in tags.NAMES), dtype=np.uint8),
    np.arange(len(tags.NAMES), dtype=np.int64) * _NAME_ROOM,
)
_BY_KEY: Final = np.argsort(_KNOWN_KEYS)
_SORTED_KEYS: Final = _KNOWN_KEYS[_BY_KEY]
_IS_VOID: Final = tags.lookup(tags.VOID)
_IS_RAW: Final = tags.lookup(tags.RAW_TEXT)
_KIND: Final = np.where(_IS_VOID, VOID, OPEN).astype(np.int8)


def _tags_of(key: NDArray[np.uint64]) -> NDArray[np.int16]:
    found = np.minimum(np.searchsorted(_SORTED_KEYS, key), len(_SORTED_KEYS) - 1)
    return np.where(_SORTED_KEYS[found] == key, _BY_KEY[found], tags.OTHER).astype(np.int16)


def _opaque_spans(source: bytes, starts: list[int], codes: list[int]) -> Ints:
    """Where comments, declarations and raw text stand: from the ``<`` before to the byte behind, in order."""
    spans: list[tuple[int, int]] = []
    reached = 0
    for start, code in zip(starts, codes, strict=True):
        if start < reached:
            continue
        if code:
            reached = _raw_text_end(source, tags.NAMES[code].encode(), _found(source, b">", start))
        elif source.startswith(b"<!--", start):
            reached = _found(source, b"-->", start + len(b"<!--"))
        else:
            reached = _found(source, b">", start)
        spans.append((start, reached))
    return np.array(spans, dtype=np.int64).reshape(-1, 2)


def _found(source: bytes, mark: bytes, start: int) -> int:
    """The place behind the next mark, the end of the page if there is none."""
    place = source.find(mark, start)
    return len(source) if place < 0 else place + len(mark)


def _raw_text_end(source: bytes, name: bytes, start: int) -> int:
    """Where the end tag of a raw text element stands.

    Two kinds of raw text may hold their own end tag: ``plaintext``, which has all the rest of the page, and a script
    with a comment in which another script is opened.
    """
    mark = b"</" + name + b">"
    if name == b"plaintext":
        return max(source.rfind(mark, start), start)
    end = source.find(mark, start)
    if name == b"script" and source.find(b"<!--", start, end) >= 0:
        while end >= 0 and _is_escaped(source[start:end]):
            end = source.find(mark, end + 1)
    return len(source) if end < 0 else end


def _is_escaped(script: bytes) -> bool:
    """Whether a script up to here stands in a comment in which a script is open."""
    comment = script.rfind(b"<!--")
    if comment < 0 or script.find(b"-->", comment) >= 0:
        return False
    tags_in_comment = _SCRIPT_TAG.findall(script, comment)
    return bool(tags_in_comment) and not tags_in_comment[-1]


def _strictly_inside(places: Ints, spans: Ints) -> NDArray[np.bool_]:
    """Which places lie in a span, its first byte not counted."""
    before = np.searchsorted(spans[:, 0], places) - 1
    if not len(spans):
        return np.zeros(len(places), dtype=bool)
    inside: NDArray[np.bool_] = (before >= 0) & (places < spans[before, 1])
    return inside


def _nesting(kind: Kinds, key: NDArray[np.uint64]) -> tuple[Ints, Ints | None]:
    """Level and end tag of each token; no end tags at all if the markup is not balanced.

    Seen on one level only, start and end tags take turns.
    """
    opens, closes = kind == OPEN, kind == CLOSE
    level = np.cumsum(opens.view(np.int8) - closes.view(np.int8), dtype=np.int64) - opens
    paired = np.flatnonzero(opens | closes)
    order = paired[stable_order(level[paired])]
    opening, closing = order[0::2], order[1::2]
    balanced = (
        len(opening) == len(closing)
        and bool((kind[opening] == OPEN).all() and (kind[closing] == CLOSE).all())
        and bool((key[opening] == key[closing]).all() and (level >= 0).all())
    )
    if not balanced:
        return level, None
    match = np.full(len(kind), -1, dtype=np.int64)
    match[opening] = closing
    return level, match


def _mended(kind: Kinds, key: NDArray[np.uint64]) -> Kinds:
    """Balance markup that is not: end tags without a start are dropped, elements without an end become empty."""
    mended = kind.copy()
    open_tokens: list[int] = []
    waiting: dict[int, int] = {}
    for token, (kind_here, key_here) in enumerate(zip(kind.tolist(), key.tolist(), strict=True)):
        if kind_here == OPEN:
            open_tokens.append(token)
            waiting[key_here] = waiting.get(key_here, 0) + 1
        elif kind_here == CLOSE:
            if not waiting.get(key_here):
                mended[token] = OTHER
                continue
            while key[innermost := open_tokens.pop()] != key_here:
                waiting[int(key[innermost])] -= 1
                mended[innermost] = VOID
            waiting[key_here] -= 1
    mended[open_tokens] = VOID
    return mended
