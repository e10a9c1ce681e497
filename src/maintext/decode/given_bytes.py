"""From offsets in the UTF-8 of a page back to offsets in its bytes as they were given.

Most pages are UTF-8, and their offsets are the same. For others, the characters before an offset are counted, and the
page is decoded again to see how many bytes they took.
"""

import codecs
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.decode.decoder import decode, mark_length
from maintext.decode.labels import incremental_codec, is_single_byte

_PIECE: Final = 128
"""Bytes that are decoded at once. Only pieces with a wanted offset in them are decoded byte by byte."""


@dataclass(frozen=True, slots=True)
class GivenBytes:
    """The bytes of a page that was not given in plain UTF-8."""

    data: bytes
    charset: str | None = None
    """The encoding that the server declared."""

    def offsets(self, encoded: bytes, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each place in the page in UTF-8, which must be the start of a character, its place in the given bytes."""
        decoded = decode(self.data, self.charset)
        mark = mark_length(self.data)
        characters = _characters_before(encoded, places)
        if is_single_byte(decoded.encoding):
            return characters
        if decoded.encoding == "utf-8" and len(encoded) + mark == len(self.data) and "\ufffd" not in decoded.text:
            return places + mark
        order = np.argsort(characters, kind="stable")
        found = np.empty_like(characters)
        found[order] = _decoded_again(self.data[mark:], decoded.encoding, characters[order].tolist())
        return found + mark


def _characters_before(encoded: bytes, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of characters before each place: of bytes that do not continue one."""
    begins = (np.frombuffer(encoded, dtype=np.uint8) & 0xC0) != 0x80
    counts = np.append(0, np.cumsum(begins))
    before: NDArray[np.int64] = counts[np.minimum(places, len(encoded))]
    return before


def _decoded_again(data: bytes, encoding: str, wanted: list[int]) -> list[int]:
    """For each number of characters, in rising order, how many bytes they took. A piece at a time is decoded."""
    codec, errors = incremental_codec(encoding)
    decoder = codecs.getincrementaldecoder(codec)(errors)
    found: list[int] = []
    characters = 0
    for start in range(0, len(data), _PIECE):
        if len(found) == len(wanted):
            break
        piece = data[start : start + _PIECE]
        is_last = start + _PIECE >= len(data)
        state = decoder.getstate()
        more = len(decoder.decode(piece, is_last))
        if characters + more < wanted[len(found)]:
            characters += more
            continue
        decoder.setstate(state)
        for place in range(len(piece)):
            while len(found) < len(wanted) and wanted[len(found)] <= characters:
                found.append(start + place)
            characters += len(decoder.decode(piece[place : place + 1], is_last and place == len(piece) - 1))
    return found + [len(data)] * (len(wanted) - len(found))
