"""WARC or Parquet files to Parquet on Ray: ``python with_ray.py OUT INPUT...``.

With ``--by-site SITES`` before them, pages are judged by other pages of their site; the file SITES is made for that.

Runs on this machine with two workers; in a cluster leave out ``num_cpus`` and Ray finds the cluster that it is in.
"""

import sys

import ray

from maintext.engines.ray import extract_dataset, learn_sites, read_pages

if __name__ == "__main__":
    words = sys.argv[1:]
    sites = words.pop(1) if words[0] == "--by-site" else None
    out, *paths = words[1:] if sites else words
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200_000_000)
    if sites:
        learn_sites(read_pages(paths), sites)
    extract_dataset(read_pages(paths), sites=sites).write_parquet(out)
