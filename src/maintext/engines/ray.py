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
from maintext.batch.arrow_sites import learn_batch, save_sites
from maintext.batch.fields import DEFAULT_FIELDS, checked_fields
from maintext.extraction import DEFAULT_METHOD
from maintext.options import EVERYTHING, Options
from maintext.selection import Method
from maintext.sites.site_names import Grouping

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
    sites: str | Path | None = None,
    **options: Any,
) -> "ray.data.Dataset":
    """Replace the pages of a dataset by the fields of their documents; see ``maintext.arrow.extract_batch``.

    ``wanted`` are the extraction options, and ``sites`` is a file of sites that all machines can read. Other keyword
    arguments go to Ray's ``map_batches``. Ray repeats a task whose worker was lost.
    """
    work = partial(
        extract_table, html=html, url=url, fields=checked_fields(fields), method=method, options=wanted, sites=sites
    )
    return dataset.map_batches(work, batch_format="pyarrow", **{"batch_size": BATCH_ROWS, **options})


def learn_sites(
    dataset: "ray.data.Dataset",
    path: str | Path,
    html: str = "html",
    url: str = "url",
    *,
    grouping: Grouping = "host",
) -> None:
    """Learn the sites of a dataset, and write them to a file for ``extract_dataset(..., sites=path)``.

    Workers reduce each batch to its sites, and this process merges them, so pages do not leave their worker. The rows
    are those of ``maintext batch --by-site``.
    """
    work = partial(learn_batch, html=html, url=url, grouping=grouping)
    learnt = dataset.map_batches(work, batch_format="pyarrow", batch_size=BATCH_ROWS)
    save_sites(((row["site"], row["content"]) for row in learnt.iter_rows()), Path(path), grouping)


def _read(files: pa.Table) -> Iterator[pa.Table]:
    for batch in page_batches(files.column("path").to_pylist(), BATCH_ROWS):
        yield pa.Table.from_batches([batch])
