"""Extract pages with Spark (install ``pyspark`` next to the extra ``batch``).

    from maintext.engines.spark import extract_dataframe, read_pages

    extract_dataframe(read_pages(spark, paths)).write.parquet("rows")

By default Spark passes 10,000 rows at a time, which is too many for pages: set
``spark.sql.execution.arrow.maxRecordsPerBatch`` to a few hundred.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import DoubleType, StringType, StructField, StructType

from maintext.arrow import extract_batch, kept_columns, page_batches
from maintext.batch.arrow_sites import learn_batch, save_sites
from maintext.batch.fields import DEFAULT_FIELDS, checked_fields, field_kinds
from maintext.extraction import DEFAULT_METHOD
from maintext.options import EVERYTHING, Options
from maintext.selection import Method
from maintext.sites.site_names import Grouping

PAGES: Final = "id string, url string, html binary, charset string, fetched timestamp, error string"
"""The columns of ``read_pages``."""


def read_pages(spark: SparkSession, paths: Iterable[str | Path]) -> DataFrame:
    """Read the pages of files that ``maintext batch`` reads (WARC, Parquet, JSON lines, folders), one task per file."""
    files = [(str(path),) for path in paths]
    listed = spark.createDataFrame(files, "path string").repartitionByRange(max(len(files), 1), "path")
    return listed.mapInArrow(_read, PAGES)


def extract_dataframe(  # noqa: PLR0913 (all but the pages have defaults)
    pages: DataFrame,
    html: str = "html",
    url: str | None = "url",
    fields: Iterable[str] = DEFAULT_FIELDS,
    method: str | Method = DEFAULT_METHOD,
    *,
    wanted: Options = EVERYTHING,
    sites: str | Path | None = None,
) -> DataFrame:
    """Replace the pages of a data frame by the fields of their documents; see ``maintext.arrow.extract_batch``.

    ``wanted`` are the extraction options, and ``sites`` is a file of sites that all machines can read. Spark repeats a
    task whose worker was lost.
    """
    names = checked_fields(fields)
    kept = [pages.schema[name] for name in kept_columns(pages.columns, html, url, names)]
    made = [StructField(name, _type_of(name)) for name in (*names, "error")]
    work = partial(_extract, html=html, url=url, fields=names, method=method, options=wanted, sites=sites)
    return pages.mapInArrow(work, StructType([*kept, *made]))


def learn_sites(
    pages: DataFrame, path: str | Path, html: str = "html", url: str = "url", *, grouping: Grouping = "host"
) -> None:
    """Learn the sites of a data frame, and write them to a file for ``extract_dataframe(..., sites=path)``.

    Workers reduce each batch to its sites, and this process merges them, so pages do not leave their worker. The rows
    are those of ``maintext batch --by-site``.
    """
    work = partial(_learn, html=html, url=url, grouping=grouping)
    learnt = pages.mapInArrow(work, "site string, content binary")
    save_sites(((row["site"], bytes(row["content"])) for row in learnt.toLocalIterator()), Path(path), grouping)


def _type_of(name: str) -> DoubleType | StringType:
    return DoubleType() if field_kinds().get(name) == "number" else StringType()


def _read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield from page_batches(batch.column("path").to_pylist())


def _learn(batches: Iterator[pa.RecordBatch], **how: Any) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield from learn_batch(batch, **how).to_batches()


def _extract(batches: Iterator[pa.RecordBatch], **how: Any) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield extract_batch(batch, **how)
