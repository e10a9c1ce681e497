"""WARC or Parquet files to Parquet in a datatrove pipeline: ``python with_datatrove.py OUT_FOLDER INPUT...``.

The step stands where a reader and an extractor of datatrove's own would; filters and deduplication may follow it.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.writers import ParquetWriter

from maintext.arrow import extract_batch, page_batches


class MainTexts(PipelineStep):
    """The main texts of the pages of files; a page without one is dropped, and counted."""

    type = "READER"
    name = "maintext"

    def __init__(self, paths: Sequence[str]) -> None:
        """Read from these files, which the tasks share."""
        super().__init__()
        self.paths = paths

    def run(self, data: Any = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """A document for each page with a text."""
        yield from data or ()
        for batch in page_batches(self.paths[rank::world_size]):
            for row in extract_batch(batch, fields=("title", "language", "text")).to_pylist():
                self.stat_update("extracted" if row["text"] else "dropped")
                if row["text"]:
                    metadata = {name: row[name] for name in ("url", "title", "language")}
                    yield Document(text=row["text"], id=row["id"], metadata=metadata)


if __name__ == "__main__":
    out, *paths = sys.argv[1:]
    LocalPipelineExecutor([MainTexts(paths), ParquetWriter(out)], tasks=2, logging_dir=f"{out}/logs").run()
