"""A page in any of the forms in which callers give it."""

import os
from pathlib import Path
from typing import TypeAlias

from maintext.errors import PageError

GivenPage: TypeAlias = str | bytes | bytearray | memoryview | os.PathLike[str]
"""Characters, bytes as the server sent them, or the path of a file. A string is never a path or an address."""


def page_content(page: GivenPage) -> str | bytes:
    """The characters or bytes of a page; a path is read from disk.

    Raises:
        PageError: the file cannot be read.
        TypeError: this is not a page.
    """
    if isinstance(page, str | bytes):
        return page
    if isinstance(page, bytearray | memoryview):
        return bytes(page)
    if isinstance(page, os.PathLike):
        return file_content(Path(page))
    raise TypeError(f"a page must be str, bytes, bytearray, memoryview or a Path, not {type(page).__name__}")


def file_content(path: Path) -> bytes:
    """The bytes of a file; ``PageError`` if it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise PageError(f"{path}: no such file") from None
    except (OSError, ValueError) as error:
        raise PageError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
