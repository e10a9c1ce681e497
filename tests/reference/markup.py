"""Well-formed markup to tokens: where each tag stands, whose it is, how deep, and which end tag closes it.

The markup is what a parser has written out, so a tag ends at the first ``>`` and only comments and the elements with
raw text may hold a ``<`` that opens nothing. Those are found one by one, they are few; all else is done for the whole
page at once.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, Mask, tags
from reference.tag_names import keys_at, tags_of
from reference.tree_sums import stable_order

Kinds: TypeAlias = NDArray[np.int8]
OPEN, CLOSE, VOID, OTHER = range(4)
"""Kinds of token: start tag, end tag, start tag of an element without content, comment or declaration."""

_IN_SCRIPT: Final = re.compile(rb"<(?:!--|(/)?[sS][cC][rR][iI][pP][tT][\s/>])")


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
    what = _FOLLOWS[data[np.minimum(start + 1, len(data) - 1)]]
    key = keys_at(data, start + 1 + (what == _SLASH))
    tag = tags_of(key)
    kind = _KIND[what, tag]
    opaque = _opaque_spans(source, _Brackets(start, stop, what, tag))

    real = np.flatnonzero(_outside(start, opaque))
    in_name = stop[real[1:]] == stop[real[:-1]]
    if in_name.any():
        real = real[np.append(True, ~in_name)]
    start, stop, tag, key, kind = start[real], stop[real], tag[real], key[real], kind[real]
    declared = np.flatnonzero(what[real] == _MARK)
    stop[declared] = opaque[np.searchsorted(opaque[:, 0], start[declared]), 1]

    if (kind == _FOREIGN_CLOSE).any():
        kind = _with_foreign_elements(kind, key)
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
    opening &= ~_IS_VOID[tags_of(keys_at(data, start + 1))]
    height = np.cumsum(opening.view(np.int8) - closing.view(np.int8), dtype=np.int64)
    return int((height - np.minimum.accumulate(height)).max(initial=0))


def _brackets(data: NDArray[np.uint8]) -> tuple[Ints, Ints]:
    """Where each ``<`` stands, and the byte behind the next ``>``; an unfinished tag ends with the page."""
    places = np.flatnonzero((data | 2) == ord(">"))
    is_end = data[places] == ord(">")
    next_end = np.where(is_end, places + 1, len(data))
    next_end = np.minimum.accumulate(next_end[::-1])[::-1]
    starts = np.flatnonzero(~is_end)
    return places[starts], next_end[starts]


_IS_VOID: Final = tags.lookup(tags.VOID)
_IS_RAW: Final = tags.lookup(tags.RAW_TEXT)
_FOREIGN_CLOSE: Final = 4
"""An end tag of a void name, which only foreign content has."""
_NAME, _SLASH, _MARK = range(3)
_FOLLOWS: Final = np.zeros(256, dtype=np.int8)
"""What a byte behind a ``<`` says: a name, a slash, or the mark of a comment or declaration."""
_FOLLOWS[ord("/")] = _SLASH
_FOLLOWS[[ord("!"), ord("?")]] = _MARK
_KIND: Final = np.array(
    [np.where(_IS_VOID, VOID, OPEN), np.where(_IS_VOID, _FOREIGN_CLOSE, CLOSE), np.full(len(tags.NAMES), OTHER)],
    dtype=np.int8,
)
"""The kind of a token by what follows its ``<`` and by its tag."""


@dataclass(frozen=True, slots=True)
class _Brackets:
    """All ``<`` of the page: those of tags and those that open nothing."""

    start: Ints
    stop: Ints
    what: Kinds
    tag: NDArray[np.int16]


def _opaque_spans(source: bytes, brackets: _Brackets) -> Ints:
    """Where comments, declarations and raw text stand: from the ``<`` before to the byte behind, in order."""
    is_raw = _IS_RAW[brackets.tag]
    special = np.flatnonzero((brackets.what == _MARK) | (is_raw & (brackets.what == _NAME)))
    same_end = brackets.stop[special] == brackets.stop[special - 1]
    ends = _EndTags(source, brackets, is_raw)
    spans: list[int] = []
    reached = 0
    for start, stop, code, in_name, before in zip(
        brackets.start[special].tolist(),
        brackets.stop[special].tolist(),
        np.where(brackets.what[special] == _MARK, 0, brackets.tag[special]).tolist(),
        same_end.tolist(),
        brackets.start[special - 1].tolist(),
        strict=True,
    ):
        if start < reached or (in_name and reached <= before < start):
            continue
        if code:
            reached = ends.after(stop, tags.NAMES[code])
        elif source.startswith(b"<!--", start):
            end = source.find(b"-->", start + 4)
            reached = end + 3 if end >= 0 else len(source)
        else:
            reached = stop
        spans += (start, reached)
    return np.array(spans, dtype=np.int64).reshape(-1, 2)


class _EndTags:
    """Where the end tags of raw text elements stand.

    Two kinds of raw text may hold their own end tag: ``plaintext``, which has all the rest of the page, and a script
    with a comment in which another script is opened, as the standard has it for the sake of very old pages.
    """

    def __init__(self, source: bytes, brackets: _Brackets, is_raw: Mask) -> None:
        self._source = source
        closing = is_raw & (brackets.what == _SLASH)
        self._marks = brackets.start[brackets.what == _MARK].tolist()
        self._places: dict[str, list[int]] = {}
        for start, code in zip(brackets.start[closing].tolist(), brackets.tag[closing].tolist(), strict=True):
            self._places.setdefault(tags.NAMES[code], []).append(start)

    def after(self, start: int, name: str) -> int:
        """The end tag of the element whose start tag ends here, the end of the page if there is none."""
        places = self._places.get(name, [])
        first = bisect_left(places, start)
        if first == len(places):
            return len(self._source)
        if name == "plaintext":
            return places[-1]
        mark = bisect_left(self._marks, start) if name == "script" else len(self._marks)
        if mark < len(self._marks) and self._marks[mark] < places[first]:
            return self._after_comments(start, places[-1])
        return places[first]

    def _after_comments(self, start: int, last: int) -> int:
        """Follow a script with comments: an end tag closes a script that was opened in the comment first.

        A script that nothing closes has the rest of the page, and the last end tag is its own.
        """
        comment_end = depth = 0
        for mark in _IN_SCRIPT.finditer(self._source, start):
            place = mark.start()
            in_comment = place < comment_end
            if mark[0] == b"<!--":
                if not in_comment:
                    found = self._source.find(b"-->", place + 2)
                    comment_end, depth = (found if found >= 0 else len(self._source)), 0
            elif mark[1] is None:
                depth = 1 if in_comment else 0
            elif depth and in_comment:
                depth = 0
            else:
                return place
        return last


def _outside(places: Ints, spans: Ints) -> Mask:
    """Which places lie in no span, the first byte of a span not counted."""
    first = np.searchsorted(places, spans[:, 0], side="right")
    last = np.searchsorted(places, spans[:, 1])
    size = len(places) + 1
    covered = np.cumsum(np.bincount(first, minlength=size) - np.bincount(last, minlength=size))[:-1]
    return ~covered.astype(bool)


def _with_foreign_elements(kind: Kinds, key: NDArray[np.uint64]) -> Kinds:
    """Pair the end tags of void names with their start tags: in SVG and MathML such elements are not void."""
    paired = kind.copy()
    waiting: dict[int, list[int]] = {}
    for token in np.flatnonzero((kind == VOID) | (kind == _FOREIGN_CLOSE)).tolist():
        openers = waiting.setdefault(int(key[token]), [])
        if kind[token] == VOID:
            openers.append(token)
        elif openers:
            paired[openers.pop()], paired[token] = OPEN, CLOSE
        else:
            paired[token] = OTHER
    return paired


def _nesting(kind: Kinds, key: NDArray[np.uint64]) -> tuple[Ints, Ints | None]:
    """Level and end tag of each token; no end tags at all if the markup is not balanced.

    If no end tag comes too early and none is missing, then on each level start and end tags take turns.
    """
    opens, closes = kind == OPEN, kind == CLOSE
    depth = np.cumsum(opens.view(np.int8) - closes.view(np.int8), dtype=np.int64)
    level = depth - opens
    if len(depth) and (depth[-1] != 0 or depth.min() < 0):
        return level, None
    paired = np.flatnonzero(opens | closes)
    order = paired[stable_order(level[paired])]
    opening, closing = order[0::2], order[1::2]
    if (key[opening] != key[closing]).any():
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
