"""WARC or Parquet files to Parquet on Spark: ``python with_spark.py OUT INPUT...``.

With ``--by-site SITES`` before them, pages are judged by other pages of their site; the file SITES is made for that.

Runs on this machine with two workers, each task tried up to four times; ``spark-submit --master`` names a cluster.
"""

import os
import sys

from pyspark.sql import SparkSession

from maintext.engines.spark import extract_dataframe, learn_sites, read_pages

if __name__ == "__main__":
    words = sys.argv[1:]
    sites = words.pop(1) if words[0] == "--by-site" else None
    out, *paths = words[1:] if sites else words
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "256")
        .getOrCreate()
    )
    if sites:
        learn_sites(read_pages(spark, paths), sites)
    extract_dataframe(read_pages(spark, paths), sites=sites).write.parquet(out)
    spark.stop()
