"""Parquet to Parquet through DuckDB: ``python with_duckdb.py OUT INPUT``.

DuckDB filters and joins, and hands the pages over as Arrow batches; its memory does not grow with the table.
"""

import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from maintext.arrow import extract_batch, output_schema

if __name__ == "__main__":
    out, path = sys.argv[1:]
    pages = duckdb.sql("SELECT id, url, html FROM read_parquet($path)", params={"path": path}).to_arrow_reader(256)
    schema = output_schema(pages.schema)
    rows = pa.RecordBatchReader.from_batches(schema, map(extract_batch, pages))
    with pq.ParquetWriter(out, schema) as writer:
        for batch in rows:
            writer.write_batch(batch)
