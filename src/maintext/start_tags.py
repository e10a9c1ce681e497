"""What methods ask of start tags, for all rows of well-formed markup at once."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.packed import WIDTH, continues, ends_with, words_at
from maintext.table import Ints, Mask

_NAMES: Final = (b' id="', b' class="', b' style="')


@dataclass(frozen=True, slots=True)
class StartTags:
    """Columns of the page table."""

    tag_length: Ints
    class_start: Ints
    class_stop: Ints
    id_start: Ints
    id_stop: Ints


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
    return StartTags(lengths, class_start, class_stop, id_start, id_stop)


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
