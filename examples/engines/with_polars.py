"""Parquet to Parquet through Polars: ``python with_polars.py OUT INPUT``."""

import sys

import polars as pl

from maintext.arrow import extract_table


def extracted(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame without its pages and with what they say."""
    return pl.DataFrame(extract_table(frame.to_arrow()))


if __name__ == "__main__":
    out, path = sys.argv[1:]
    pages = pl.read_parquet(path, columns=["id", "url", "html"])
    pl.concat(extracted(part) for part in pages.iter_slices(256)).write_parquet(out)
