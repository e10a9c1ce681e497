"""A page in any of the forms in which callers give it."""

import os
import sys
from pathlib import Path
from typing import IO, Final, TypeAlias

from maintext.errors import PageError
from maintext.support.budget import hit

GivenPage: TypeAlias = str | bytes | bytearray | memoryview | os.PathLike[str]
"""Characters, bytes as the server sent them, or the path of a file. A string is never a path or an address."""

_MOST_BYTES: Final = 4
"""Bytes of a character in UTF-8, at most."""
_PIECE: Final = 2**20
"""Bytes that are read at a time, since reading takes memory for all that it may get."""


def page_content(page: GivenPage, max_bytes: int = sys.maxsize) -> str | bytes:
    """The characters or bytes of a page; a path is read from disk. What exceeds ``max_bytes`` is left out.

    Raises:
        PageError: the file cannot be read.
        TypeError: this is not a page.
    """
    if isinstance(page, str | bytes):
        return page if len(page) <= max_bytes // _MOST_BYTES else _cut(page, max_bytes)
    if isinstance(page, bytearray | memoryview):
        return _cut(bytes(page), max_bytes)
    if isinstance(page, os.PathLike):
        return _cut(file_content(Path(page), max_bytes + 1), max_bytes)
    raise TypeError(f"a page must be str, bytes, bytearray, memoryview or a Path, not {type(page).__name__}")


def _cut(page: str | bytes, max_bytes: int) -> str | bytes:
    """The first bytes of a page; characters are counted in UTF-8."""
    if isinstance(page, bytes):
        if len(page) <= max_bytes:
            return page
        hit("bytes")
        return type(page)(page[:max_bytes])  # Markdown stays Markdown
    encoded = page.encode("utf-8", "surrogatepass")
    if len(encoded) <= max_bytes:
        return page
    hit("bytes")
    return encoded[:max_bytes].decode("utf-8", "ignore")


def encodable(text: str) -> str:
    """A text with a question mark for each lone surrogate, which UTF-8 cannot encode."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def file_content(path: Path, max_bytes: int = -1) -> bytes:
    """The first bytes of a file, by default all; ``PageError`` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return first_bytes(file, max_bytes) if 0 <= max_bytes < sys.maxsize else file.read()
    except FileNotFoundError:
        raise PageError(f"{path}: no such file") from None
    except (OSError, ValueError) as error:
        raise PageError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def first_bytes(file: IO[bytes], max_bytes: int) -> bytes:
    """The first bytes of an open file, which need not have an end."""
    pieces = []
    while max_bytes > 0 and (piece := file.read(min(max_bytes, _PIECE))):
        pieces.append(piece)
        max_bytes -= len(piece)
    return b"".join(pieces)
