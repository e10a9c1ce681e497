"""Open files that may be compressed, which their names show."""

import gzip
import io
import lzma
import sys
import zlib
from pathlib import Path
from typing import IO, Final

from maintext.errors import DataError
from maintext.support.extras import needed

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
        reader: IO[bytes] = io.BufferedReader(frames)
        return reader
    return file


def damage() -> tuple[type[Exception], ...]:
    """What reading a damaged file raises; zstandard has an error of its own, and is only there where it was needed."""
    zstandard = sys.modules.get("zstandard")
    return (*_DAMAGE, zstandard.ZstdError) if zstandard else _DAMAGE
