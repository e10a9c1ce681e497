"""The reader: a page's characters to a page table.

The parser (lexbor, through selectolax) turns whatever comes into a tree and writes that tree out again as well-formed
markup. In such markup every ``<`` and ``>`` that is not a tag's is escaped and every end tag stands in its place, so
one pass over its bytes with NumPy gives all columns (``maintext.markup``), and the rows keep their byte ranges: an
element's source is a slice. This costs less than visiting the parser's nodes one by one from Python would.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser

from maintext import tags
from maintext.characters import code_points, is_punctuation, is_visible
from maintext.markup import OPEN, OTHER, VOID, Tokens, tokenize
from maintext.nesting import bounded
from maintext.table import Ints, PageTable, coverage

_AMPERSAND: Final = ord("&")
_REFERENCES: Final = ((b"&amp;", "&"), (b"&lt;", "<"), (b"&gt;", ">"), (b"&nbsp;", " "))
"""What well-formed markup escapes in text. A no-break space is white space like any other here."""


def read(html: str) -> PageTable:
    """Parse a page and fill its table."""
    markup = LexborHTMLParser(bounded(html)).html or ""
    return scan(markup.encode())


def scan(source: bytes) -> PageTable:
    """Fill a table from well-formed markup."""
    tokens = tokenize(source)
    is_row = (tokens.kind == OPEN) | (tokens.kind == VOID)
    row_token = np.flatnonzero(is_row)
    opened = np.cumsum(is_row)
    close_token = tokens.match[row_token]
    closes = close_token >= 0
    level = tokens.level[row_token]
    parent = _parents(level)
    end = np.where(closes, opened[close_token], np.arange(1, len(row_token) + 1))
    tag = tokens.tag[row_token]

    owner = _innermost(tokens, opened - 1, parent)
    seen = coverage(end, np.flatnonzero(_UNRENDERED[tag])) == 0
    has_text = np.zeros(len(tokens.start), dtype=bool)
    has_text[:-1] = (tokens.start[1:] > tokens.stop[:-1]) & (owner[:-1] >= 0) & seen[owner[:-1]]
    texts_before = np.cumsum(has_text) - has_text
    segment = np.flatnonzero(has_text)
    text, offset = _text(source, tokens.stop[segment], tokens.start[segment + 1] if len(segment) else segment)
    characters, punctuation = _counts(text, offset, owner[segment], len(row_token))

    return PageTable(
        source=source,
        tag=tag,
        parent=parent,
        end=end,
        level=level,
        open_start=tokens.start[row_token],
        open_end=tokens.stop[row_token],
        close_start=np.where(closes, tokens.start[close_token], tokens.stop[row_token]),
        close_end=np.where(closes, tokens.stop[close_token], tokens.stop[row_token]),
        text=text,
        segment_start=texts_before[row_token],
        segment_stop=np.where(closes, texts_before[close_token], texts_before[row_token]),
        segment_owner=owner[segment],
        segment_offset=offset,
        characters=characters,
        punctuation=punctuation,
    )


_UNRENDERED: Final = np.isin(np.arange(len(tags.NAMES)), tags.codes_of(tags.UNRENDERED))


def _parents(level: Ints) -> Ints:
    """A row's parent is the last row before it that stands one level higher."""
    size = len(level) + 1
    order = np.argsort(level, kind="stable")
    keys = level[order] * size + order
    found = np.searchsorted(keys, (level - 1) * size + np.arange(len(level)), side="right") - 1
    return np.where(level > 0, order[found], -1)


def _innermost(tokens: Tokens, last_row: Ints, parent: Ints) -> Ints:
    """The element that is open behind each token, -1 outside of all."""
    behind = np.where(tokens.kind == OPEN, last_row, -1)
    void = np.flatnonzero(tokens.kind == VOID)
    behind[void] = parent[last_row[void]]
    opening = np.flatnonzero(tokens.match >= 0)
    behind[tokens.match[opening]] = parent[last_row[opening]]
    known = np.where(tokens.kind == OTHER, 0, np.arange(len(behind)))
    return behind[np.maximum.accumulate(known)] if len(behind) else behind


def _text(source: bytes, start: Ints, stop: Ints) -> tuple[str, Ints]:
    """The texts between the given bytes as one string, with the place where each begins and the whole ends."""
    length = stop - start
    offset = np.concatenate(([0], np.cumsum(length)))
    places = np.arange(offset[-1]) + np.repeat(start - offset[:-1], length)
    raw = np.frombuffer(source, dtype=np.uint8)[places]
    if _AMPERSAND in raw:
        raw, offset = _resolved(raw, offset)
    encoded = raw.tobytes()
    text = encoded.decode()
    if len(text) < len(encoded):
        first_bytes = np.concatenate(([0], np.cumsum((raw & 0xC0) != 0x80)))
        offset = first_bytes[offset]
    return text, offset


def _resolved(raw: NDArray[np.uint8], offset: Ints) -> tuple[NDArray[np.uint8], Ints]:
    """Replace the references in a text; what each leaves is its first byte."""
    encoded = raw.tobytes()
    raw = raw.copy()
    kept = np.ones(len(raw), dtype=bool)
    ampersands = np.flatnonzero(raw == _AMPERSAND)
    following = raw[np.minimum(ampersands + 1, len(raw) - 1)]
    for reference, character in _REFERENCES:
        places = ampersands[following == reference[1]]
        places = places[[encoded.startswith(reference, place) for place in places.tolist()]]
        raw[places] = ord(character)
        kept[(places[:, None] + np.arange(1, len(reference))).ravel()] = False
    kept_before = np.concatenate(([0], np.cumsum(kept)))
    return raw[kept], kept_before[offset]


def _counts(text: str, offset: Ints, owner: Ints, rows: int) -> tuple[Ints, Ints]:
    """How many characters and punctuation marks each row holds in its own segments."""
    points = code_points(text)
    columns = []
    for mask in (is_visible(points), is_punctuation(points)):
        sums = np.concatenate(([0], np.cumsum(mask)))
        in_segment = sums[offset[1:]] - sums[offset[:-1]]
        columns.append(np.bincount(owner, weights=in_segment, minlength=rows).astype(np.int64))
    return columns[0], columns[1]
