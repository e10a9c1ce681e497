"""Split WARC files into pieces that workers read and decompress themselves.

Where the records of a compressed file start is unknown until everything before them is decompressed. So a worker
searches its piece for something that looks like the start of a record. It reports where it found that, and where the
first record after the piece starts. If a start differs from the end that the previous piece reported, it was not a
record of this file but, for example, part of a WARC file inside a record. ``ordering.py`` notices, and the piece is
read again from the right offset.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Final

from maintext.batch.record import Boundary, Record
from maintext.batch.warc import DAMAGE, archive, is_page, record_of, unreadable

PIECE_BYTES: Final = 1_000_000
"""About twenty pages: few enough that all workers finish together, enough that the search for the start is cheap."""
_MARKS: Final = {".gz": b"\x1f\x8b\x08", ".zst": b"\x28\xb5\x2f\xfd"}
"""The first bytes of compressed records, by suffix."""
_PLAIN_MARK: Final = b"WARC/"
_MOST_TRIES: Final = 100
"""How many marks of a piece are tried; a page may be full of them."""
_LONGEST_CHECKED: Final = 16 * PIECE_BYTES
"""A piece never ends after a record that takes more bytes of the file than this."""

END: Final = Boundary(sys.maxsize)
"""The boundary after the last record of any file."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The records that start in a byte range of a WARC file."""

    path: Path
    start: int
    stop: int
    number: int | None = None
    """The number of pages of the file before this piece. Known only if a record is known to start at ``start``."""

    def __iter__(self) -> Iterator[Record | Boundary]:
        """Yield where the first record starts, the pages, and where the next record starts.

        Nothing is yielded if no record starts here. If the file is damaged, a record with the error is the last one.
        Pages without an id get none here: their names depend on the number of pages before them.
        """
        try:
            with self.path.open("rb") as file:
                first = self.start if self.number is not None else self._first_record(file)
                if first is not None:
                    yield Boundary(first)
                    file.seek(first)
                    yield from self._pages(file, first)
        except DAMAGE as error:
            yield unreadable(self.path, "", error)
            yield END

    def _first_record(self, file: IO[bytes]) -> int | None:
        """Return the first offset that looks like the start of a record."""
        mark = _MARKS.get(self.path.suffix.lower(), _PLAIN_MARK)
        file.seek(self.start)
        content = file.read(self.stop - self.start + len(mark) - 1)
        found = -1
        for _ in range(_MOST_TRIES):
            found = content.find(mark, found + 1)
            if found < 0:
                break
            if _is_record(self.path, self.start + found):
                return self.start + found
        return None

    def _pages(self, file: IO[bytes], first: int) -> Iterator[Record | Boundary]:
        before = first
        for found in archive(file):
            offset = found.stream_pos
            if offset >= self.stop and _is_boundary(self.path, before, offset):
                yield Boundary(offset)
                return
            if is_page(found):
                yield record_of(found, "")
            before = offset
        yield END


def pieces(whole: Piece) -> Iterator[Piece]:
    """Split a piece into pieces of ``PIECE_BYTES``."""
    for offset in range(whole.start, whole.stop, PIECE_BYTES):
        number = whole.number if offset == whole.start else None
        yield Piece(whole.path, offset, min(offset + PIECE_BYTES, whole.stop), number)


def has_pieces(path: Path) -> bool:
    """Whether records can be read without those before them: not from a pipe, nor if all are compressed as one."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            offsets = (found.stream_pos for found in archive(file))
            first, second = next(offsets, None), next(offsets, None)
    except DAMAGE:
        return False
    return first is not None and second is not None and _is_boundary(path, first, second)


def skipped(path: Path, count: int) -> tuple[int, Piece]:
    """Skip ``count`` pages of a file, or all if it has fewer. Return how many were skipped, and the rest.

    The rest may start with some of the skipped pages, because pieces can end only at some offsets.
    """
    size = path.stat().st_size
    number = before = 0
    rest = Piece(path, 0, size, 0)
    try:
        with path.open("rb") as file:
            for found in archive(file):
                offset = found.stream_pos
                if offset >= rest.start + PIECE_BYTES and _is_boundary(path, before, offset):
                    rest = Piece(path, offset, size, number)
                if is_page(found):
                    if number == count:
                        return count, rest
                    number += 1
                before = offset
    except DAMAGE:
        if number == count:
            return count, rest
        number += 1
    return number, Piece(path, size, size, number)


def _is_record(path: Path, offset: int) -> bool:
    """Whether a record can be read at an offset."""
    with path.open("rb") as file:
        file.seek(offset)
        try:
            return next(archive(file), None) is not None
        except DAMAGE:
            return False


def _is_boundary(path: Path, before: int, offset: int) -> bool:
    """Whether a record starts at ``offset``, and no other one between the record at ``before`` and this one.

    This must be checked because FastWARC reports wrong offsets for records that are compressed together.
    """
    if not before < offset <= before + _LONGEST_CHECKED:
        return False
    with path.open("rb") as file:
        file.seek(before)
        between = BytesIO(file.read(offset - before))
    try:
        is_alone = sum(1 for _ in archive(between)) == 1
    except DAMAGE:
        return False
    return is_alone and _is_record(path, offset)
