"""Labelled pages: a page a line of JSON, with the text that people say is its main text.

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
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from maintext.errors import DataError


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and what people found on it; what is not known is empty."""

    id: str
    html: str | bytes
    text: str
    url: str = ""
    title: str = ""
    author: str = ""
    date: str = ""
    type: str = ""
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


def read_pages(path: str | Path, on_bad_row: Callable[[str], None]) -> Iterator[LabelledPage]:
    """The pages of a ``.jsonl`` file, also ``.gz``, ``.xz`` or ``.zst``; a row that cannot be used is told, and left.

    Args:
        path: the file.
        on_bad_row: is called with one line that names the row and says what is wrong with it.
    """
    try:
        with _opened(Path(path)) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    try:
                        yield _page(json.loads(line))
                    except (ValueError, KeyError, TypeError, RecursionError) as error:
                        on_bad_row(f"{path}, line {number}: {_complaint(error)}")
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise DataError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error


def _opened(path: Path) -> IO[bytes] | gzip.GzipFile:
    if path.is_dir():
        raise DataError(f"{path} is a folder; name a .jsonl file, also .gz, .xz or .zst")
    if path.suffix == ".gz":
        return gzip.open(path)
    if path.suffix == ".xz":
        return lzma.open(path)
    if path.suffix == ".zst":
        try:
            zstandard = importlib.import_module("zstandard")
        except ImportError as error:
            raise DataError(f"{path} needs the package zstandard: pip install zstandard") from error
        reader: IO[bytes] = io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(path.open("rb")))
        return reader
    return path.open("rb")


def _page(row: dict[str, Any]) -> LabelledPage:
    if "html_b64" in row:
        html: str | bytes = base64.b64decode(row["html_b64"], validate=True)
    else:
        html = row["html"]
        if not isinstance(html, str):
            raise TypeError("html is not a string")
    known = {name: str(row.get(name) or "") for name in ("url", "title", "author", "date", "type")}
    return LabelledPage(
        id=str(row["id"]),
        html=html,
        text=str(row.get("text") or ""),
        required=tuple(row.get("with") or ()),
        forbidden=tuple(row.get("without") or ()),
        **known,
    )


def _complaint(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"the field {error} is missing"
    if isinstance(error, binascii.Error):
        return "html_b64 is not base64"
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
        return "not a line of JSON in UTF-8"
    return str(error)
