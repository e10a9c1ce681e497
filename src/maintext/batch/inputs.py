"""Find the reader of each input by its file name suffix, and iterate over the records of all inputs."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from maintext.batch.files import (
    PAGE_SUFFIXES,
    folder_records,
    jsonl_records,
    listed_records,
    page_files,
    parquet_records,
    size_of,
)
from maintext.batch.record import Columns, Reader, Record
from maintext.batch.warc import warc_records
from maintext.errors import DataError
from maintext.read.binary import refusal

_HEAD: Final = 4096
"""Bytes of a file that say what it is."""
_READERS: Final[dict[tuple[str, ...], Reader]] = {
    (".warc", ".warc.gz", ".warc.zst"): warc_records,
    (".jsonl", ".jsonl.gz", ".jsonl.xz", ".jsonl.zst"): jsonl_records,
    (".parquet",): parquet_records,
    (".txt", ".txt.gz"): listed_records,
    PAGE_SUFFIXES: folder_records,
}


@dataclass(frozen=True, slots=True)
class Input:
    """A file or folder of pages."""

    path: Path
    reader: Reader
    size: int
    mark: str
    """Changes with the content, so that a run is not resumed on other pages."""

    def records(self, columns: Columns) -> Iterator[Record]:
        """Yield the records of this input."""
        return self.reader(self.path, columns)

    @property
    def is_warc(self) -> bool:
        """Whether workers may read it in pieces."""
        return self.reader is warc_records

    @property
    def is_fetched(self) -> bool:
        """Whether it lists only URLs, whose pages must be fetched."""
        return self.reader is listed_records


def inputs_at(paths: Sequence[Path]) -> list[Input]:
    """Return the inputs at some paths, each with its reader.

    Raises:
        DataError: a path cannot be read, or its suffix is unknown.
    """
    return [_input(path) for path in paths]


def all_records(inputs: Sequence[Input], columns: Columns) -> Iterator[Record]:
    """Yield the records of all inputs, in order."""
    for each in inputs:
        yield from each.records(columns)


def _input(path: Path) -> Input:
    try:
        if path.is_dir():
            return Input(path, folder_records, *_folder_mark(path))
        size = path.stat().st_size
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror or error}") from error
    for suffixes, reader in _READERS.items():
        if path.name.lower().endswith(suffixes):
            return Input(path, reader, size, str(size))
    with path.open("rb") as file:
        if refused := refusal(file.read(_HEAD)):
            raise DataError(f"{path}: {refused}")
    known = ", ".join(suffix for suffixes in _READERS for suffix in suffixes)
    raise DataError(f"{path} is not a folder and does not end in one of {known}")


def _folder_mark(folder: Path) -> tuple[int, str]:
    size = 0
    digest = hashlib.sha256()
    for path in page_files(folder):
        length = size_of(path)
        size += length
        digest.update(f"{path.relative_to(folder)}\0{length}\0".encode("utf-8", "replace"))
    return size, digest.hexdigest()
