"""Pages of folders, lists of addresses, JSON lines and Parquet files."""

import base64
import binascii
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from maintext.batch.record import Columns, Record, as_text, page_record
from maintext.errors import DataError
from maintext.support.compressed import damage, needed_for, unpacked

PAGE_SUFFIXES: Final = (".html", ".htm", ".xhtml")
_PARQUET_ROWS: Final = 64
"""Rows held at a time: some megabytes of pages."""


def folder_records(folder: Path, _columns: Columns) -> Iterator[Record]:
    """The HTML files of a folder and the folders in it, in the order of their names; the workers read them."""
    place = 0
    for path in page_files(folder):
        place += path.stat().st_size
        name = str(path.relative_to(folder)) if path != folder else path.name
        yield Record(name, html=path, place=place)


def page_files(folder: Path) -> Iterator[Path]:
    """The HTML files at a path, a folder at a time so that millions of them need no memory."""
    if folder.is_file():
        yield folder
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise DataError(f"cannot read {folder}: {error.strerror or error}") from error
    for entry in entries:
        if entry.is_dir():
            yield from page_files(Path(entry.path))
        elif entry.name.lower().endswith(PAGE_SUFFIXES):
            yield Path(entry.path)


def listed_records(path: Path, _columns: Columns) -> Iterator[Record]:
    """A list of addresses, one a line; empty lines and those that begin with # are left out."""
    with path.open("rb") as file, unpacked(file, path) as lines:
        for line in lines:
            address = line.decode("utf-8", "replace").strip()
            if address and not address.startswith("#"):
                yield Record(address, address, place=file.tell())


def jsonl_records(path: Path, columns: Columns) -> Iterator[Record]:
    """A page a line of JSON; a line that cannot be used is a record with an error."""
    number = 0
    try:
        with path.open("rb") as file, unpacked(file, path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _json_record(line, f"{path.name}#{number}", columns, file.tell())
    except damage() as error:
        yield Record(f"{path.name}#{number + 1}", error=f"{path} cannot be read further: {error}")


def _json_record(line: bytes, name: str, columns: Columns, place: int) -> Record:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return Record(name, error="not a line of JSON in UTF-8", place=place)
    if not isinstance(row, dict):
        return Record(name, error="not an object of JSON", place=place)
    identifier, url, html = as_text(row.get(columns.id)) or name, row.get(columns.url), row.get(columns.html)
    if html is None and f"{columns.html}_b64" in row:
        try:
            html = base64.b64decode(row[f"{columns.html}_b64"], validate=True)
        except (binascii.Error, TypeError, ValueError):
            return Record(identifier, as_text(url), error=f"{columns.html}_b64 is not base64", place=place)
    return page_record(identifier, url, html, columns.html, place)


def parquet_records(path: Path, columns: Columns) -> Iterator[Record]:
    """A page a row of a Parquet file, as text or as bytes."""
    parquet = needed_for(path, "pyarrow.parquet")
    arrow = needed_for(path, "pyarrow")
    try:
        file = parquet.ParquetFile(path)
    except (OSError, arrow.ArrowException) as error:
        raise DataError(f"cannot read {path}: {error}") from error
    with file:
        there = set(file.schema_arrow.names)
        if columns.html not in there:
            raise DataError(f"{path} has no column {columns.html!r}; it has {', '.join(sorted(there))}")
        wanted = [name for name in (columns.html, columns.url, columns.id) if name in there]
        size, rows, number = path.stat().st_size, max(file.metadata.num_rows, 1), 0
        try:
            for batch in file.iter_batches(_PARQUET_ROWS, columns=wanted):
                for row in batch.to_pylist():
                    number += 1
                    identifier = as_text(row.get(columns.id)) or f"{path.name}#{number}"
                    place = size * number // rows
                    yield page_record(identifier, row.get(columns.url), row[columns.html], columns.html, place)
        except (OSError, arrow.ArrowException) as error:
            yield Record(f"{path.name}#{number + 1}", error=f"{path} cannot be read further: {error}")
