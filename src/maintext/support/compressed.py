"""Open files that may be compressed, which their names show."""

import gzip
import io
import lzma
import sys
import zlib
from pathlib import Path
from typing import IO, Any, Final

from maintext.errors import DataError
from maintext.support.extras import needed

_FRAME: Final = b"\x28\xb5\x2f\xfd"
_SKIPPED_FRAME: Final = b"\x2a\x4d\x18"
"""After a first byte from 0x50 to 0x5f."""
_DAMAGE: Final = (OSError, EOFError, lzma.LZMAError, zlib.error)


def unpacked(file: IO[bytes], path: Path) -> IO[bytes] | gzip.GzipFile:
    """What is in an open file, decompressed on the way if its name says so."""
    if path.suffix == ".gz":
        return gzip.open(file)
    if path.suffix == ".xz":
        return lzma.open(file)
    if path.suffix == ".zst":
        zstandard = needed("zstandard", extra="batch", user=str(path), error=DataError)
        frames = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        reader: IO[bytes] = io.BufferedReader(_WholeFrames(frames, file))
        return reader
    return file


class _WholeFrames(io.RawIOBase):
    """Decompressed data that ends with an error if the file is cut off; zstandard would just end."""

    def __init__(self, frames: Any, file: IO[bytes]) -> None:
        super().__init__()
        self._frames, self._file = frames, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size: int = self._frames.readinto(buffer)
        if not size and len(buffer) and self._file.seekable() and _is_cut_off(self._file):
            raise EOFError("the file is cut off")
        return size

    def close(self) -> None:
        if not self.closed:
            self._frames.close()
        super().close()


def _is_cut_off(file: IO[bytes]) -> bool:
    """Whether a zstd file ends within a frame; only the headers of frames and blocks are read (RFC 8878)."""
    size = file.seek(0, io.SEEK_END)
    at = file.seek(0)
    while at < size:
        magic = file.read(4)
        if magic[1:] == _SKIPPED_FRAME and magic[0] >> 4 == 5:
            at += 8 + int.from_bytes(file.read(4), "little")
        elif magic == _FRAME:
            at = _end_of_frame(file, at, size)
        else:
            return len(magic) < 4
        file.seek(at)
    return at > size


def _end_of_frame(file: IO[bytes], at: int, size: int) -> int:
    """The offset after a frame, or one beyond the end of the file."""
    flags = int.from_bytes(file.read(1), "little")
    is_single = flags >> 5 & 1
    content = (is_single, 2, 4, 8)[flags >> 6]
    at += 5 + (not is_single) + (0, 1, 2, 4)[flags & 3] + content
    is_last = False
    while not is_last:
        file.seek(at)
        header = file.read(3)
        if len(header) < 3:
            return size + 1
        number = int.from_bytes(header, "little")
        is_last = bool(number & 1)
        at += 3 + (1 if number >> 1 & 3 == 1 else number >> 3)
    return at + 4 * (flags >> 2 & 1)


def damage() -> tuple[type[Exception], ...]:
    """What reading a damaged file raises; zstandard has an error of its own, and is only there where it was needed."""
    zstandard = sys.modules.get("zstandard")
    return (*_DAMAGE, zstandard.ZstdError) if zstandard else _DAMAGE
