"""A page table by way of another parser: the oracle that the compiled reader is compared with.

The parser (lexbor, through selectolax) turns any input into a tree and writes that tree out again as well-formed
markup. In such markup every ``<`` and ``>`` that is not part of a tag is escaped and every end tag is present, so one
pass over its bytes with NumPy fills all columns (``reference.markup``), and the rows keep their byte ranges: an
element's source is a slice. This costs less than visiting the parser's nodes one by one from Python would.
"""

from typing import Final

import numpy as np
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from maintext.table import ROW_COLUMNS, SEGMENT_COLUMNS, Ints, Mask, PageTable, tags
from reference.counts import count
from reference.eight_bytes import continues
from reference.markup import OPEN, OTHER, VOID, Tokens, tokenize
from reference.nesting import bounded
from reference.start_tags import start_tags
from reference.tree_sums import coverage, stable_order

_REFERENCES: Final = ((b"&nbsp;", b" "), (b"&lt;", b"<"), (b"&gt;", b">"), (b"&amp;", b"&"))
"""What well-formed markup escapes in text, the ampersand last. A no-break space is white space like any other here."""
_NO_BREAK: Final = "\xa0".encode()
_SHORTER: Final = np.zeros(256, dtype=np.int64)
"""How many bytes a reference leaves out, by its first letter."""
for _reference, _character in _REFERENCES:
    _SHORTER[_reference[1]] = len(_reference) - len(_character)


def read(html: str | bytes) -> PageTable:
    """Parse a page, given as characters or in UTF-8, and fill its table.

    Without the events of the parser, which copy the chosen option of a list: no text should stand twice.
    """
    page = bounded(html.encode() if isinstance(html, str) else html)
    markup = LexborHTMLParser(page, options=LexborDocumentOptions.WO_EVENTS.value, scripting=True).html or ""
    return scan(markup.encode("utf-8", "replace"))


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
    rendered = coverage(end, np.flatnonzero(tags.lookup(tags.UNRENDERED)[tag])) == 0
    has_text = np.zeros(len(tokens.start), dtype=bool)
    has_text[:-1] = (tokens.start[1:] > tokens.stop[:-1]) & (owner[:-1] >= 0) & rendered[owner[:-1]]
    texts_before = np.cumsum(has_text) - has_text
    segment = np.flatnonzero(has_text)
    is_raw = tags.lookup(tags.RAW_TEXT)[tag[owner[segment]]]
    encoded, place, offset = _text(
        source, tokens.stop[segment], tokens.start[segment + 1] if len(segment) else segment, is_raw
    )
    visible, marks = count(encoded.decode(), offset[:-1])

    close_start = np.where(closes, tokens.start[close_token], tokens.stop[row_token])
    close_end = np.where(closes, tokens.stop[close_token], tokens.stop[row_token])
    starts = start_tags(source, tokens.start[row_token], tokens.stop[row_token], close_end - close_start)

    rows = {
        "parent": parent,
        "end": end,
        "level": level,
        "origin": tokens.start[row_token],
        "open_start": tokens.start[row_token],
        "open_end": tokens.stop[row_token],
        "close_start": close_start,
        "close_end": close_end,
        "segment_start": texts_before[row_token],
        "segment_stop": np.where(closes, texts_before[close_token], texts_before[row_token]),
        "characters": _by_owner(visible, owner[segment], len(row_token)),
        "punctuation": _by_owner(marks, owner[segment], len(row_token)),
        "tag_length": starts.tag_length,
        "class_start": starts.class_start,
        "class_stop": starts.class_stop,
        "id_start": starts.id_start,
        "id_stop": starts.id_stop,
        "mark_start": starts.mark_start,
        "mark_stop": starts.mark_stop,
    }
    segments = {
        "segment_owner": owner[segment],
        "segment_line": np.cumsum(tags.lookup(tags.BLOCK)[tokens.tag], dtype=np.int64)[segment],
        "segment_cell": np.cumsum(tags.lookup(tags.CELL)[tokens.tag], dtype=np.int64)[segment],
        "segment_characters": visible,
        "segment_offset": offset,
        "segment_place": place,
        "segment_source_start": np.append(tokens.stop[segment], len(source)),
        "segment_source_stop": np.append(tokens.start[segment + 1] if len(segment) else segment, len(source)),
    }
    row_columns = np.stack([rows[name] for name in ROW_COLUMNS]).astype(np.intc)
    segment_columns = np.zeros((len(SEGMENT_COLUMNS), len(segment) + 1), dtype=np.intc)
    for column, name in zip(segment_columns, SEGMENT_COLUMNS, strict=True):
        column[: len(segments[name])] = segments[name]
    present = np.isin(np.arange(len(tags.NAMES)), tag).tobytes()
    inner_bytes = close_start - tokens.stop[row_token]
    scripts = np.flatnonzero(tag == tags.code_of("script"))
    spans = zip(tokens.start[row_token[scripts]].tolist(), tokens.stop[row_token[scripts]].tolist(), strict=True)
    linked = scripts[[b"ld+json" in source[start:stop].lower() for start, stop in spans]]
    linked_data_bytes = int(inner_bytes[linked].max(initial=0))
    noscript_bytes = int(inner_bytes[tag == tags.code_of("noscript")].sum())
    return PageTable(
        source,
        encoded,
        tag,
        rendered,
        starts.hidden.astype(np.uint8),
        present,
        linked_data_bytes,
        noscript_bytes,
        int(visible.sum()),
        row_columns,
        segment_columns,
    )


def _parents(level: Ints) -> Ints:
    """A row's parent is the last row before it that stands one level higher."""
    size = len(level) + 1
    order = stable_order(level)
    keys = level[order] * size + order
    parent = np.empty(len(level), dtype=np.int64)
    parent[order] = order[np.searchsorted(keys, keys - size) - 1] if len(order) else order
    return np.where(level > 0, parent, -1)


def _innermost(tokens: Tokens, last_row: Ints, parent: Ints) -> Ints:
    """The element that is open behind each token, -1 outside of all."""
    behind = np.where(tokens.kind == OPEN, last_row, -1)
    void = np.flatnonzero(tokens.kind == VOID)
    behind[void] = parent[last_row[void]]
    opening = np.flatnonzero(tokens.match >= 0)
    behind[tokens.match[opening]] = parent[last_row[opening]]
    known = np.where(tokens.kind == OTHER, 0, np.arange(len(behind)))
    return behind[np.maximum.accumulate(known)] if len(behind) else behind


def _text(source: bytes, start: Ints, stop: Ints, is_raw: Mask) -> tuple[bytes, Ints, Ints]:
    """The texts between the given bytes one behind the other, with the byte and the character where each begins."""
    if is_raw.any():
        source, start, stop = _escaped(source, start, stop, is_raw)
    length = stop - start
    offset = np.zeros(len(length) + 1, dtype=np.int64)
    np.cumsum(length, out=offset[1:])
    places = np.repeat(start - offset[:-1], length)
    places += np.arange(len(places))
    encoded = np.frombuffer(source, dtype=np.uint8).take(places).tobytes()
    if b"&" in encoded:
        encoded, offset = _resolved(encoded, offset)
    place = offset
    if not encoded.isascii():
        follows = np.flatnonzero(continues(np.frombuffer(encoded, dtype=np.uint8)))
        offset = place - np.searchsorted(follows, place)
    return encoded, place, offset


def _escaped(source: bytes, start: Ints, stop: Ints, is_raw: Mask) -> tuple[bytes, Ints, Ints]:
    """Texts of which some are raw, as ``xmp`` and ``plaintext`` have it, all in the escaped form of the others."""
    texts = [
        source[begin:end].replace(b"&", b"&amp;").replace(_NO_BREAK, b" ") if raw else source[begin:end]
        for begin, end, raw in zip(start.tolist(), stop.tolist(), is_raw.tolist(), strict=True)
    ]
    ends = np.cumsum([len(text) for text in texts])
    return b"".join(texts), np.append(0, ends[:-1]), ends


def _resolved(encoded: bytes, offset: Ints) -> tuple[bytes, Ints]:
    """Replace the references in a text, and move what stands behind them; every ampersand begins one of them."""
    data = np.frombuffer(encoded, dtype=np.uint8)
    places = np.flatnonzero(data == ord("&"))
    moved = np.zeros(len(places) + 1, dtype=np.int64)
    np.cumsum(_SHORTER[data[places + 1]], out=moved[1:])
    for reference, character in _REFERENCES:
        if reference in encoded:
            encoded = encoded.replace(reference, character)
    return encoded, offset - moved[np.searchsorted(places, offset)]


def _by_owner(counts: Ints, owner: Ints, rows: int) -> Ints:
    return np.bincount(owner, weights=counts, minlength=rows).astype(np.int64)
