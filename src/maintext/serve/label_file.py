"""Pages that a person labelled in the browser: lines of JSON as ``maintext evaluate`` and ``train`` read them."""

import base64
import hashlib
import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from maintext.data import read_pages
from maintext.document.plain_text import text_of
from maintext.errors import DataError
from maintext.extraction import extract
from maintext.read import page_table


def labelled_row(page: str | bytes, url: str, rows: Sequence[int], charset: str | None = None) -> dict[str, Any]:
    """The line of a page whose main text is the text in the given rows of its table.

    Raises:
        DataError: the page has no such rows, or they have no text.
    """
    table = page_table(page, charset)
    if any(not 0 <= row < len(table) for row in rows):
        raise DataError("the page has changed since it was labelled; open it again")
    marked = np.zeros(len(table), dtype=bool)
    marked[list(rows)] = True
    text = text_of(table, table.inside(marked)[table.segment_owner])
    if not text:
        raise DataError("mark at least one block with text as main text")
    document = extract(page, url or None, charset=charset)
    raw = page.encode("utf-8", "replace") if isinstance(page, str) else page
    content = {"html": page} if isinstance(page, str) else {"html_b64": base64.b64encode(raw).decode()}
    facts = {"title": document.title or "", "author": document.author or "", "date": document.date or ""}
    return {"id": hashlib.sha256(raw).hexdigest()[:16], "url": url, **content, "text": text, **facts}


class LabelFile:
    """A file of labelled pages. A page that is labelled again replaces its earlier line."""

    def __init__(self, path: Path) -> None:
        """Use a file, which is created with the first page."""
        self.path = path
        self._lock = threading.Lock()

    def pages(self) -> list[dict[str, Any]]:
        """What a list shows of each page, in the order of the file."""
        if not self.path.exists():
            return []
        return [
            {"id": page.id, "url": page.url, "title": page.title, "characters": len("".join(page.text.split()))}
            for page in read_pages(self.path, lambda complaint: None)
        ]

    def add(self, row: dict[str, Any]) -> None:
        """Add a page, or replace the line of the same page."""
        self._write(row["id"], json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n")

    def remove(self, identifier: str) -> None:
        """Remove a page; nothing happens if it is not there."""
        self._write(identifier, b"")

    def _write(self, replaced: str, line: bytes) -> None:
        """Write all other lines and this one to a new file, and put it in the place of the old one."""
        with self._lock:
            try:
                old = self.path.read_bytes().splitlines(keepends=True) if self.path.exists() else []
                kept = [each for each in old if each.strip() and _id_of(each) != replaced]
                new = self.path.with_name(f"{self.path.name}.new")
                new.write_bytes(b"".join(each.rstrip(b"\n") + b"\n" for each in kept) + line)
                os.replace(new, self.path)  # noqa: PTH105 (replaces the file in one step on all systems)
            except OSError as error:
                raise DataError(f"cannot write the labels: {error.strerror}") from error


def _id_of(line: bytes) -> str:
    """The id in a line; empty if the line is damaged, so that nothing replaces it."""
    try:
        return str(json.loads(line)["id"])
    except (ValueError, KeyError, TypeError):
        return ""
