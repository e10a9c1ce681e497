"""Write rows to files. The suffix determines the format."""

import gzip
import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, Any, Final, Protocol, TypeAlias

from maintext.batch.rows import Row, row_names
from maintext.errors import DataError
from maintext.support.compressed import damage, unpacked
from maintext.support.extras import needed

_GZIP_LEVEL: Final = 6
_LONGEST_LINE: Final = 1 << 30


class Writer(Protocol):
    """A file that rows are written to."""

    def write(self, rows: Sequence[Row]) -> None:
        """Append rows."""

    def close(self) -> None:
        """Finish the file."""


WriterClass: TypeAlias = Callable[[Path, Sequence[str]], Writer]


def check_packages(path: Path, suffix: str) -> None:
    """Raise DataError if a package is missing that files with a suffix need, before anything is written."""
    if suffix == ".parquet":
        needed("pyarrow.parquet", extra="batch", user=str(path), error=DataError)
    elif suffix.endswith(".zst"):
        needed("zstandard", extra="batch", user=str(path), error=DataError)


class ParquetWriter:
    """A Parquet file with one row group per call of ``write``."""

    def __init__(self, path: Path, fields: Sequence[str]) -> None:
        """Create the file."""
        parquet = needed("pyarrow.parquet", extra="batch", user=str(path), error=DataError)
        self._rows = needed("maintext.batch.arrow_rows", extra="batch", user=str(path), error=DataError)
        self._schema = self._rows.schema_of(row_names(fields))
        self._file = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def write(self, rows: Sequence[Row]) -> None:
        """Append rows."""
        self._file.write_table(self._rows.table_of(rows, self._schema))

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class JsonWriter:
    """A file with one row per line of JSON, compressed if the suffix says so."""

    def __init__(self, path: Path, _fields: Sequence[str]) -> None:
        """Create the file."""
        self._file = _opened(path)

    def write(self, rows: Sequence[Row]) -> None:
        """Append rows."""
        lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
        self._file.write(lines.encode("utf-8", "replace"))

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


def _opened(path: Path) -> IO[bytes] | gzip.GzipFile | Any:
    if path.suffix == ".gz":
        return gzip.open(path, "wb", compresslevel=_GZIP_LEVEL)
    if path.suffix == ".zst":
        zstandard = needed("zstandard", extra="batch", user=str(path), error=DataError)
        return zstandard.ZstdCompressor().stream_writer(path.open("wb"))
    return path.open("wb")


def join_parquet(parts: Iterable[Path], path: Path) -> None:
    """Join Parquet files, one row group at a time."""
    parquet = needed("pyarrow.parquet", extra="batch", user=str(path), error=DataError)
    writer = None
    for part in parts:
        with parquet.ParquetFile(part) as file:
            writer = writer or parquet.ParquetWriter(path, file.schema_arrow, compression="zstd")
            for group in range(file.num_row_groups):
                writer.write_table(file.read_row_group(group))
    if writer:
        writer.close()


def join_bytes(parts: Iterable[Path], path: Path) -> None:
    """Concatenate files; JSON lines allow that, compressed or not."""
    with path.open("wb") as whole:
        for part in parts:
            with part.open("rb") as file:
                shutil.copyfileobj(file, whole)


_FORMATS: Final[dict[str, tuple[WriterClass, Callable[[Iterable[Path], Path], None]]]] = {
    ".parquet": (ParquetWriter, join_parquet),
    ".jsonl": (JsonWriter, join_bytes),
    ".jsonl.gz": (JsonWriter, join_bytes),
    ".jsonl.zst": (JsonWriter, join_bytes),
}


def columns_of(path: Path) -> tuple[str, ...] | None:
    """Return the columns of a file of rows, None if it has no rows, and none if it is something else."""
    try:
        if path.name.endswith(".parquet"):
            parquet = needed("pyarrow.parquet", extra="batch", user=str(path), error=DataError)
            return tuple(parquet.read_schema(path).names)
        with path.open("rb") as file, unpacked(file, path) as lines:
            first = lines.readline(_LONGEST_LINE)
        return tuple(json.loads(first)) if first else None
    except (ValueError, TypeError, RecursionError):
        return ()
    except damage():
        return ()


def suffix_of(path: Path) -> str:
    """Return the suffix that determines the format, or an empty string for a folder."""
    found = next((suffix for suffix in _FORMATS if path.name.endswith(suffix)), "")
    if not found and path.suffix and not path.is_dir():
        raise DataError(f"{path}: the output must end in {', '.join(_FORMATS)}, or be a folder")
    return found


def writer_for(suffix: str) -> WriterClass:
    """Return the writer class for a suffix."""
    return _FORMATS[suffix][0]


def joiner_for(suffix: str) -> Callable[[Iterable[Path], Path], None]:
    """Return the function that joins files with a suffix."""
    return _FORMATS[suffix][1]
