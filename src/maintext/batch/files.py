"""Read pages from folders, lists of URLs, JSON lines and Parquet files."""

import base64
import binascii
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from maintext.batch.record import Columns, Record, as_text, page_record
from maintext.errors import DataError
from maintext.support.compressed import damage, unpacked
from maintext.support.extras import needed

PAGE_SUFFIXES: Final = (".html", ".htm", ".xhtml")
_PARQUET_ROWS: Final = 64
"""Rows read at a time: a few megabytes of pages."""


def folder_records(folder: Path, _columns: Columns) -> Iterator[Record]:
    """Yield the HTML files of a folder and its subfolders, sorted by name; workers read them."""
    offset = 0
    for path in page_files(folder):
        offset += size_of(path)
        name = str(path.relative_to(folder)) if path != folder else path.name
        yield Record(name, html=path, offset=offset)


def page_files(folder: Path) -> Iterator[Path]:
    """Yield the HTML files at a path, sorted by name; also links that lead nowhere, whose rows will say so.

    Only the folders on the way to a file are listed at a time, so millions of files need no memory. A link that leads
    back to a folder on the way is not followed.
    """
    if folder.is_file():
        yield folder
        return
    on_the_way = [_Listing.of(folder)]
    while on_the_way:
        entry = next(on_the_way[-1].entries, None)
        if entry is None:
            on_the_way.pop()
        elif _is_folder(entry):
            listing = _Listing.of(Path(entry.path))
            if all(listing.number != above.number for above in on_the_way):
                on_the_way.append(listing)
        elif entry.name.lower().endswith(PAGE_SUFFIXES):
            yield Path(entry.path)


def size_of(path: Path) -> int:
    """The size of a file, 0 if it is not there or cannot be read."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


class _Listing(NamedTuple):
    """A folder that is being listed."""

    number: tuple[int, int]
    """What the system calls it; the same for all names of a folder."""
    entries: Iterator["os.DirEntry[str]"]

    @classmethod
    def of(cls, folder: Path) -> "_Listing":
        """List a folder.

        Raises:
            DataError: it cannot be read.
        """
        try:
            found = folder.stat()
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            raise DataError(f"cannot read {folder}: {error.strerror or error}") from error
        return cls((found.st_dev, found.st_ino), iter(entries))


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def listed_records(path: Path, _columns: Columns) -> Iterator[Record]:
    """Yield the URLs of a list, one per line, without empty lines and lines that start with #."""
    number = 0
    try:
        with path.open("rb") as file, unpacked(file, path) as lines:
            for line in lines:
                number += 1
                address = line.decode("utf-8", "replace").strip()
                if address and not address.startswith("#"):
                    yield Record(address, address, offset=file.tell())
    except damage() as error:
        yield Record(f"{path.name}#{number + 1}", error=f"the rest of {path} cannot be read: {error}")


def jsonl_records(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one record per line of JSON; a bad line is a record with an error."""
    number = 0
    try:
        with path.open("rb") as file, unpacked(file, path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _json_record(line, f"{path.name}#{number}", columns, file.tell())
    except damage() as error:
        yield Record(f"{path.name}#{number + 1}", error=f"the rest of {path} cannot be read: {error}")


def _json_record(line: bytes, name: str, columns: Columns, offset: int) -> Record:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return Record(name, error="not a line of JSON in UTF-8", offset=offset)
    if not isinstance(row, dict):
        return Record(name, error="not a JSON object", offset=offset)
    identifier, url, html = as_text(row.get(columns.id)) or name, row.get(columns.url), row.get(columns.html)
    if html is None and f"{columns.html}_b64" in row:
        try:
            html = base64.b64decode(row[f"{columns.html}_b64"], validate=True)
        except (binascii.Error, TypeError, ValueError):
            return Record(identifier, as_text(url), error=f"{columns.html}_b64 is not base64", offset=offset)
    return replace(page_record(identifier, url, html, columns.html, offset), kind=columns.kind_in(row))


def parquet_records(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one record per row of a Parquet file; pages may be text or binary."""
    parquet = needed("pyarrow.parquet", extra="batch", user=str(path), error=DataError)
    arrow = needed("pyarrow", extra="batch", user=str(path), error=DataError)
    try:
        file = parquet.ParquetFile(path)
    except (OSError, arrow.ArrowException) as error:
        raise DataError(f"cannot read {path}: {error}") from error
    with file:
        present = set(file.schema_arrow.names)
        if columns.html not in present:
            raise DataError(f"{path} has no column {columns.html!r}; it has {', '.join(sorted(present))}")
        names = [name for name in (columns.html, columns.url, columns.id, columns.kind) if name in present]
        size, rows, number = path.stat().st_size, max(file.metadata.num_rows, 1), 0
        try:
            for batch in file.iter_batches(_PARQUET_ROWS, columns=names):
                for row in batch.to_pylist():
                    number += 1
                    identifier = as_text(row.get(columns.id)) or f"{path.name}#{number}"
                    offset = size * number // rows
                    record = page_record(identifier, row.get(columns.url), row[columns.html], columns.html, offset)
                    yield replace(record, kind=columns.kind_in(row))
        except (OSError, arrow.ArrowException) as error:
            yield Record(f"{path.name}#{number + 1}", error=f"the rest of {path} cannot be read: {error}")
