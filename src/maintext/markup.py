"""Well-formed markup to tokens: where each tag stands, whose it is, how deep, and which end tag closes it.

The markup is what a parser has written out, so a tag ends at the first ``>`` and only comments and the elements with
raw text may hold a ``<`` that opens nothing. Those are found one by one, they are few; all else is done for the whole
page at once.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext import tags
from maintext.table import Ints

OPEN, CLOSE, VOID, OTHER = range(4)
"""Kinds of token: start tag, end tag, start tag of an element without content, comment or declaration."""

_NAME_BYTES: Final = 12
"""Bytes of a name that are looked at: no name that matters is longer."""
_PADDING: Final = b"\0" * (_NAME_BYTES + 2)
_SCRIPT_TAG: Final = re.compile(rb"<(/?)script[\s/>]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tags, comments and declarations of a page, in order."""

    kind: Ints
    start: Ints
    stop: Ints
    tag: NDArray[np.int16]
    level: Ints
    """How many elements are open around the element that the token opens or closes."""
    match: Ints
    """For a start tag the token of its end tag, else -1."""


def tokenize(source: bytes) -> Tokens:
    """Find all tokens of the markup."""
    data = np.frombuffer(source + _PADDING, dtype=np.uint8)
    start = np.flatnonzero(data == ord("<"))
    first = data[start + 1]
    declares = (first == ord("!")) | (first == ord("?"))
    closing = first == ord("/")
    key = _name_keys(data, start + 1 + closing)
    tag = _tags_of(key)
    raw = _IS_RAW[tag] & ~closing
    special = declares | raw
    opaque = _opaque_spans(source, start[special].tolist(), tag[special].tolist())
    kind = np.select((declares, closing, _IS_VOID[tag]), (OTHER, CLOSE, VOID), OPEN)

    real = ~_strictly_inside(start, opaque) & ~((kind == CLOSE) & _IS_VOID[tag])
    start, tag, key, kind = start[real], tag[real], key[real], kind[real]
    stop = _tag_ends(data, start)
    declared = kind == OTHER
    stop[declared] = opaque[np.searchsorted(opaque[:, 0], start[declared]), 1]
    outermost = np.concatenate(([True], stop[1:] > stop[:-1])) if len(stop) else np.zeros(0, dtype=bool)
    start, stop, tag, key, kind = start[outermost], stop[outermost], tag[outermost], key[outermost], kind[outermost]

    level, match = _nesting(kind, key)
    if match is None:
        kind = _mended(kind, key)
        level, match = _nesting(kind, np.zeros_like(key))
    assert match is not None, "mended markup is balanced"
    return Tokens(kind, start, stop, tag, level, match)


def _name_keys(data: NDArray[np.uint8], start: Ints) -> NDArray[np.uint64]:
    """The names that begin at the given bytes, each packed into a number."""
    names = np.lib.stride_tricks.sliding_window_view(data, _NAME_BYTES)[start]
    ended = np.logical_or.accumulate((names == ord(" ")) | (names == ord(">")), axis=1)
    names = np.where(ended, np.uint8(0), names)
    halves = np.ascontiguousarray(names).view(np.uint32).astype(np.uint64)
    return halves[:, 0] | (halves[:, 1] << np.uint64(32)) ^ (halves[:, 2] * _SPREAD)


_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
_KNOWN: Final = b"".join(name.encode().ljust(_NAME_BYTES, b">") for name in tags.NAMES)
_KNOWN_KEYS: Final = _name_keys(
    np.frombuffer(_KNOWN, dtype=np.uint8), np.arange(len(tags.NAMES), dtype=np.int64) * _NAME_BYTES
)
_BY_KEY: Final = np.argsort(_KNOWN_KEYS)
_SORTED_KEYS: Final = _KNOWN_KEYS[_BY_KEY]
_IS_VOID: Final = np.isin(np.arange(len(tags.NAMES)), tags.codes_of(tags.VOID))
_IS_RAW: Final = np.isin(np.arange(len(tags.NAMES)), tags.codes_of(tags.RAW_TEXT))


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
    if name == b"script":
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


def _tag_ends(data: NDArray[np.uint8], start: Ints) -> Ints:
    """The byte behind the first ``>`` of each tag; an unfinished tag ends with the page."""
    greater = np.append(np.flatnonzero(data == ord(">")), len(data) - len(_PADDING) - 1)
    return greater[np.searchsorted(greater[:-1], start)] + 1


def _nesting(kind: Ints, key: NDArray[np.uint64]) -> tuple[Ints, Ints | None]:
    """Level and end tag of each token; no end tags at all if the markup is not balanced.

    Seen on one level only, start and end tags take turns.
    """
    level = np.cumsum((kind == OPEN).astype(np.int64) - (kind == CLOSE))
    level -= kind == OPEN
    paired = np.flatnonzero((kind == OPEN) | (kind == CLOSE))
    order = paired[np.argsort(level[paired], kind="stable")]
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


def _mended(kind: Ints, key: NDArray[np.uint64]) -> Ints:
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
