"""Read labelled pages from files with one page per line of JSON.

The fields are ``id``, ``html`` (or ``html_b64``, the raw bytes in base64), ``text`` and, where known, ``url``,
``title``, ``author``, ``date``, ``type``, ``with`` and ``without`` (snippets that must and must not appear). Rows of
WebMainBench have other names for them.
"""

import base64
import binascii
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from maintext.data.benchmark_rows import common_fields, is_benchmark_row
from maintext.data.labelled_page import LabelledPage, complaint, labelled_page
from maintext.errors import DataError
from maintext.support.compressed import damage, unpacked

SUFFIXES: Final = (".jsonl", ".jsonl.gz", ".jsonl.xz", ".jsonl.zst")
"""The suffixes of such files."""


def read_jsonl(path: Path, on_bad_row: Callable[[str], None]) -> Iterator[LabelledPage]:
    """Yield the pages of one file; a bad row is reported with its line number and skipped."""
    try:
        with path.open("rb") as file, unpacked(file, path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    try:
                        yield _page(json.loads(line))
                    except (ValueError, KeyError, TypeError, RecursionError) as error:
                        on_bad_row(f"{path}, line {number}: {_complaint(error)}")
    except damage() as error:
        raise DataError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error


def _page(row: dict[str, Any]) -> LabelledPage:
    if not isinstance(row, dict):
        raise TypeError("not a JSON object")
    if is_benchmark_row(row):
        row = common_fields(row)
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
