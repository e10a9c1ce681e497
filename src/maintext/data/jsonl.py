"""Labelled pages as a page a line of JSON.

The fields are ``id``, ``html`` (or ``html_b64``, the raw bytes in base64), ``text`` and, where known, ``url``,
``title``, ``author``, ``date``, ``type``, ``with`` and ``without`` (snippets that must and must not appear).
"""

import base64
import binascii
import gzip
import importlib
import io
import json
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from maintext.data.page import LabelledPage, complaint, labelled_page
from maintext.errors import DataError

SUFFIXES: Final = (".jsonl", ".jsonl.gz", ".jsonl.xz", ".jsonl.zst")
"""How the names of such files end."""

_DAMAGE: Final = (OSError, EOFError, lzma.LZMAError, zlib.error)


def read_jsonl(path: Path, on_bad_row: Callable[[str], None]) -> Iterator[LabelledPage]:
    """The pages of one file; a row that cannot be used is told with its line, and left."""
    try:
        with _opened(path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    try:
                        yield _page(json.loads(line))
                    except (ValueError, KeyError, TypeError, RecursionError) as error:
                        on_bad_row(f"{path}, line {number}: {_complaint(error)}")
    except _damage() as error:
        raise DataError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error


def _damage() -> tuple[type[Exception], ...]:
    """What reading a damaged file raises; zstandard has an error of its own, and is only there where it was needed."""
    zstandard = sys.modules.get("zstandard")
    return (*_DAMAGE, zstandard.ZstdError) if zstandard else _DAMAGE


def _opened(path: Path) -> IO[bytes] | gzip.GzipFile:
    if path.suffix == ".gz":
        return gzip.open(path)
    if path.suffix == ".xz":
        return lzma.open(path)
    if path.suffix == ".zst":
        try:
            zstandard = importlib.import_module("zstandard")
        except ImportError as error:
            raise DataError(f"{path} needs the package zstandard: pip install 'maintext[evaluate]'") from error
        unpacked = zstandard.ZstdDecompressor().stream_reader(path.open("rb"), read_across_frames=True)
        reader: IO[bytes] = io.BufferedReader(unpacked)
        return reader
    return path.open("rb")


def _page(row: dict[str, Any]) -> LabelledPage:
    if not isinstance(row, dict):
        raise TypeError("not an object of JSON")
    if "html_b64" in row:
        html: str | bytes = base64.b64decode(row["html_b64"], validate=True)
    else:
        html = row["html"]
        if not isinstance(html, str):
            raise TypeError("html is not a string")
    return labelled_page(str(row["id"]), html, row)


def _complaint(error: Exception) -> str:
    if isinstance(error, binascii.Error):
        return "html_b64 is not base64"
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
        return "not a line of JSON in UTF-8"
    return complaint(error)
