"""WARC or Parquet files to Parquet on Spark: ``python with_spark.py OUT INPUT...``.

Runs on this machine with two workers, each task tried up to four times; ``spark-submit --master`` names a cluster.
"""

import os
import sys

from pyspark.sql import SparkSession

from maintext.engines.spark import extract_dataframe, read_pages

if __name__ == "__main__":
    out, *paths = sys.argv[1:]
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "256")
        .getOrCreate()
    )
    extract_dataframe(read_pages(spark, paths)).write.parquet(out)
    spark.stop()
