"""Extract pages with Ray Data (install ``ray[data]`` next to the extra ``batch``).

import ray
from maintext.engines.ray import extract_dataset, read_pages

extract_dataset(read_pages(paths)).write_parquet("rows")
"""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import ray.data

from maintext.arrow import extract_table, page_batches
from maintext.batch.fields import DEFAULT_FIELDS, checked_fields
from maintext.extraction import DEFAULT_METHOD
from maintext.options import EVERYTHING, Options
from maintext.selection import Method

BATCH_ROWS: Final = 256
"""Pages per call of a worker: seconds of work and about ten megabytes."""


def read_pages(paths: Iterable[str | Path]) -> "ray.data.Dataset":
    """Read the pages of files that ``maintext batch`` reads (WARC, Parquet, JSON lines, folders), one task per file."""
    files = [{"path": str(path)} for path in paths]
    return ray.data.from_items(files, override_num_blocks=len(files)).map_batches(
        _read, batch_size=1, batch_format="pyarrow"
    )


def extract_dataset(  # noqa: PLR0913 (all but the dataset have defaults)
    dataset: "ray.data.Dataset",
    html: str = "html",
    url: str | None = "url",
    fields: Iterable[str] = DEFAULT_FIELDS,
    method: str | Method = DEFAULT_METHOD,
    *,
    wanted: Options = EVERYTHING,
    **options: Any,
) -> "ray.data.Dataset":
    """Replace the pages of a dataset by the fields of their documents; see ``maintext.arrow.extract_batch``.

    ``wanted`` are the extraction options; other keyword arguments go to Ray's ``map_batches``. Ray repeats a task whose
    worker was lost.
    """
    work = partial(extract_table, html=html, url=url, fields=checked_fields(fields), method=method, options=wanted)
    return dataset.map_batches(work, batch_format="pyarrow", **{"batch_size": BATCH_ROWS, **options})


def _read(files: pa.Table) -> Iterator[pa.Table]:
    for batch in page_batches(files.column("path").to_pylist(), BATCH_ROWS):
        yield pa.Table.from_batches([batch])
