"""Shared helpers for tests of batch runs."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
import zstandard

import maintext
from maintext.batch.record import Columns, Record
from maintext.batch.run import Settings
from maintext.batch.warc import warc_records

NAMES: Final = ("a.warc", "a.warc.gz", "a.warc.zst")
PAGE: Final = b"<p>The ferry number %d left at noon, and nobody on the quay had seen it come back since.</p>"


def plain_row(record: Record) -> dict[str, Any]:
    return {"id": record.id, "url": record.url, "html": record.html, "error": record.error}


def rows_of_the_whole(path: Path) -> list[dict[str, Any]]:
    return [plain_row(record) for record in warc_records(path, Columns())]


def rows_at(path: Path) -> list[dict[str, Any]]:
    """The rows of an output, whatever its format."""
    if path.is_dir():
        return [row for part in sorted(path.glob("part-*")) for row in rows_at(part)]
    if path.suffix == ".parquet":
        rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
        return rows
    content = path.read_bytes()
    if path.suffix == ".gz":
        content = gzip.decompress(content)
    if path.suffix == ".zst":
        content = zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True).read()
    return [json.loads(line) for line in content.splitlines()]


def settings(*inputs: Path, output: Path, **others: Any) -> Settings:
    return Settings(inputs, output, others.pop("method", maintext.PValue()), **others)
