"""Files that may be compressed, told by the ends of their names."""

import gzip
import importlib
import io
import lzma
import sys
import warnings
import zlib
from pathlib import Path
from typing import IO, Any, Final

from maintext.errors import DataError

_DAMAGE: Final = (OSError, EOFError, lzma.LZMAError, zlib.error)


def unpacked(file: IO[bytes], path: Path) -> IO[bytes] | gzip.GzipFile:
    """What is in an open file, decompressed on the way if its name says so."""
    if path.suffix == ".gz":
        return gzip.open(file)
    if path.suffix == ".xz":
        return lzma.open(file)
    if path.suffix == ".zst":
        frames = needed_for(path, "zstandard").ZstdDecompressor().stream_reader(file, read_across_frames=True)
        reader: IO[bytes] = io.BufferedReader(frames)
        return reader
    return file


def damage() -> tuple[type[Exception], ...]:
    """What reading a damaged file raises; zstandard has an error of its own, and is only there where it was needed."""
    zstandard = sys.modules.get("zstandard")
    return (*_DAMAGE, zstandard.ZstdError) if zstandard else _DAMAGE


def needed_for(what: Path | str, package: str) -> Any:
    """A package that only some kinds of files need."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # FastWARC warns of its own parts when imported
            return importlib.import_module(package)
    except ImportError as error:
        raise DataError(
            f"{what} needs the package {package.partition('.')[0]}: pip install 'maintext[batch]'"
        ) from error
