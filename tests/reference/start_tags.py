"""What methods ask of start tags, for all rows of well-formed markup at once."""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, Mask
from reference.eight_bytes import WIDTH, continues, ends_with, words_at

_NAMES: Final = (b' id="', b' class="', b' style="')
_MARK: Final = re.compile(rb' (?:itemprop|itemtype|role)="([^"]*)"')
_HIDING: Final = re.compile(
    rb' hidden="| aria-hidden="true"| style="[^"]*?(?:display:[\t\n\f\r ]*none|visibility:[\t\n\f\r ]*hidden)',
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class StartTags:
    """Columns of the page table."""

    tag_length: Ints
    class_start: Ints
    class_stop: Ints
    id_start: Ints
    id_stop: Ints
    mark_start: Ints
    mark_stop: Ints
    hidden: Mask


def start_tags(source: bytes, start: Ints, stop: Ints, end_tag_bytes: Ints) -> StartTags:
    """Where classes and ids stand in the start tags between the given bytes, and how long the tags are without them.

    In well-formed markup an attribute is a space, a name, ``="``, a value without quotation marks, and another mark.
    """
    data = np.frombuffer(source, dtype=np.uint8)
    in_tag = _covered(start, stop, len(source))
    quotes = np.flatnonzero((data == ord('"')) & in_tag)
    opening = np.flatnonzero(data[quotes - 1] == ord("="))
    opening = opening[opening < len(quotes) - 1]
    value, value_end = quotes[opening] + 1, quotes[opening + 1]
    before = words_at(data, value - WIDTH)
    row = np.searchsorted(start, value, side="right") - 1
    found = [np.flatnonzero(ends_with(before, name)) for name in _NAMES]
    spans = [_by_row(row[places], value[places], value_end[places], len(start)) for places in found[:2]]

    length = np.zeros(len(value), dtype=np.int64)
    for name, places in zip(_NAMES, found, strict=True):
        length[places] = len(name)
    dropped = np.flatnonzero(length)
    from_, to = value[dropped] - length[dropped], value_end[dropped] + 1
    lengths = stop - start + end_tag_bytes - _sums(row[dropped], to - from_, len(start))
    if not source.isascii():
        goes_on = np.flatnonzero(continues(data) & in_tag)
        counted = goes_on[np.searchsorted(from_, goes_on, side="right") == np.searchsorted(to, goes_on, side="right")]
        lengths -= _sums(np.searchsorted(start, counted, side="right") - 1, np.ones(len(counted)), len(start))
    (id_start, id_stop), (class_start, class_stop) = spans
    return StartTags(
        lengths, class_start, class_stop, id_start, id_stop, *_marks(source, start, stop), _hidden(source, start, stop)
    )


def _marks(source: bytes, start: Ints, stop: Ints) -> tuple[Ints, Ints]:
    """Where the last itemprop, itemtype or role of each start tag stands."""
    spans = np.array([match.span(1) for match in _MARK.finditer(source)], dtype=np.int64).reshape(-1, 2)
    row, in_tag = _rows_at(spans[:, 0], start, stop)
    return _by_row(row[in_tag], spans[in_tag, 0], spans[in_tag, 1], len(start))


def _hidden(source: bytes, start: Ints, stop: Ints) -> Mask:
    """Which start tags say that their element is not shown."""
    row, in_tag = _rows_at(np.array([match.start() for match in _HIDING.finditer(source)], dtype=np.int64), start, stop)
    hidden = np.zeros(len(start), dtype=bool)
    hidden[row[in_tag]] = True
    return hidden


def _rows_at(places: Ints, start: Ints, stop: Ints) -> tuple[Ints, Mask]:
    """The last start tag that begins before each place, and whether the place stands in it."""
    row = np.searchsorted(start, places, side="right") - 1
    return row, (row >= 0) & (places < stop[row])


def _covered(start: Ints, stop: Ints, size: int) -> Mask:
    """Which bytes of the page stand in one of the spans."""
    borders = np.zeros(2 * len(start) + 2, dtype=np.int64)
    borders[1:-1:2], borders[2:-1:2], borders[-1] = start, stop, size
    inside = np.zeros(len(borders) - 1, dtype=bool)
    inside[1::2] = True
    return np.repeat(inside, borders[1:] - borders[:-1])


def _by_row(row: Ints, start: Ints, stop: Ints, rows: int) -> tuple[Ints, Ints]:
    spans = np.zeros((2, rows), dtype=np.int64)
    spans[:, row] = start, stop
    return spans[0], spans[1]


def _sums(row: Ints, counts: NDArray[np.generic], rows: int) -> Ints:
    return np.bincount(row, weights=counts, minlength=rows).astype(np.int64)
