"""WARC or Parquet files to Parquet on Ray: ``python with_ray.py OUT INPUT...``.

Runs on this machine with two workers; in a cluster leave out ``num_cpus`` and Ray finds the cluster that it is in.
"""

import sys

import ray

from maintext.engines.ray import extract_dataset, read_pages

if __name__ == "__main__":
    out, *paths = sys.argv[1:]
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200_000_000)
    extract_dataset(read_pages(paths)).write_parquet(out)
