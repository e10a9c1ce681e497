"""WARC files in pieces, so that workers unpack them: they are told where to read, not what is there.

Where the records of a compressed file begin cannot be known without unpacking all that comes before. So a worker that
gets a piece looks for something that looks like the begin of a record, and tells where it found it and where the first
record behind the piece begins. If the one is not the other of the piece before, it was something else, such as a record
of a WARC file inside a record: ``joining.py`` sees that and has the piece read again, from the right place.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Final

from maintext.batch.record import Border, Record
from maintext.batch.warc import DAMAGE, archive, is_page, record_of, unreadable

PIECE_BYTES: Final = 1_000_000
"""Some twenty pages: little enough that all workers end together, enough that looking for the begin does not count."""
_MARKS: Final = {".gz": b"\x1f\x8b\x08", ".zst": b"\x28\xb5\x2f\xfd"}
"""How compressed records begin."""
_PLAIN_MARK: Final = b"WARC/"
_MOST_TRIES: Final = 100
"""Marks of a piece that are looked at; a page may be full of them."""
_LONGEST_CHECKED: Final = 16 * PIECE_BYTES
"""Behind a record that takes more of the file, no piece ends."""

END: Final = Border(sys.maxsize)
"""Nothing begins behind this in any file."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The records that begin in a part of a WARC file."""

    path: Path
    start: int
    stop: int
    number: int | None = None
    """How many pages the file has before it. It is known only if a record is known to begin at the start."""

    def __iter__(self) -> Iterator[Record | Border]:
        """Where the first record begins, the pages, and where the next record begins; nothing if none begins here.

        What cannot be read further ends the file, with a page that says so. Pages without ids have none: what they are
        called depends on how many come before.
        """
        try:
            with self.path.open("rb") as file:
                begin = self.start if self.number is not None else self._begin(file)
                if begin is not None:
                    yield Border(begin)
                    file.seek(begin)
                    yield from self._pages(file, begin)
        except DAMAGE as error:
            yield unreadable(self.path, "", error)
            yield END

    def _begin(self, file: IO[bytes]) -> int | None:
        """The first place that looks like the begin of a record."""
        mark = _MARKS.get(self.path.suffix.lower(), _PLAIN_MARK)
        file.seek(self.start)
        content = file.read(self.stop - self.start + len(mark) - 1)
        found = -1
        for _ in range(_MOST_TRIES):
            found = content.find(mark, found + 1)
            if found < 0:
                break
            if _is_begin(self.path, self.start + found):
                return self.start + found
        return None

    def _pages(self, file: IO[bytes], begin: int) -> Iterator[Record | Border]:
        before = begin
        for found in archive(file):
            place = found.stream_pos
            if place >= self.stop and _is_border(self.path, before, place):
                yield Border(place)
                return
            if is_page(found):
                yield record_of(found, "")
            before = place
        yield END


def pieces(whole: Piece) -> Iterator[Piece]:
    """A piece in smaller ones."""
    for place in range(whole.start, whole.stop, PIECE_BYTES):
        number = whole.number if place == whole.start else None
        yield Piece(whole.path, place, min(place + PIECE_BYTES, whole.stop), number)


def has_pieces(path: Path) -> bool:
    """Whether records of a file can be read without those before: not from a pipe, nor if all are compressed as one."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            places = (found.stream_pos for found in archive(file))
            first, second = next(places, None), next(places, None)
    except DAMAGE:
        return False
    return first is not None and second is not None and _is_border(path, first, second)


def passed_over(path: Path, count: int) -> tuple[int, Piece]:
    """Go past so many pages of a file, or as many as there are; tell how many, and what has the rest.

    The piece may begin with some of the pages that were passed over, since pieces end at few places.
    """
    size = path.stat().st_size
    number = before = 0
    rest = Piece(path, 0, size, 0)
    try:
        with path.open("rb") as file:
            for found in archive(file):
                place = found.stream_pos
                if place >= rest.start + PIECE_BYTES and _is_border(path, before, place):
                    rest = Piece(path, place, size, number)
                if is_page(found):
                    if number == count:
                        return count, rest
                    number += 1
                before = place
    except DAMAGE:
        if number == count:
            return count, rest
        number += 1
    return number, Piece(path, size, size, number)


def _is_begin(path: Path, place: int) -> bool:
    """Whether a record can be read at a place."""
    with path.open("rb") as file:
        file.seek(place)
        try:
            return next(archive(file), None) is not None
        except DAMAGE:
            return False


def _is_border(path: Path, before: int, place: int) -> bool:
    """Whether a record begins at a place, and no other one between the record before and this one.

    The places of records that are compressed together are not where they begin, so this is to be looked at.
    """
    if not before < place <= before + _LONGEST_CHECKED:
        return False
    with path.open("rb") as file:
        file.seek(before)
        between = BytesIO(file.read(place - before))
    try:
        is_alone = sum(1 for _ in archive(between)) == 1
    except DAMAGE:
        return False
    return is_alone and _is_begin(path, place)
