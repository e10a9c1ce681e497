"""Common Crawl through NeMo Curator, with maintext as its extractor: ``python with_nemo_curator.py OUT_FOLDER``.

This downloads from Common Crawl, and needs NeMo Curator, which is installed by its own instructions.
"""

import sys

from nemo_curator.pipeline import Pipeline
from nemo_curator.stages.text.download import CommonCrawlDownloadExtractStage
from nemo_curator.stages.text.io.writer import JsonlWriter

from maintext.integrations.nemo_curator import MaintextAlgorithm

if __name__ == "__main__":
    pipeline = Pipeline("common-crawl")
    pipeline.add_stage(
        CommonCrawlDownloadExtractStage(
            "2024-30", "2024-30", f"{sys.argv[1]}/warcs", html_extraction=MaintextAlgorithm(), url_limit=1
        )
    )
    pipeline.add_stage(JsonlWriter(f"{sys.argv[1]}/texts"))
    pipeline.run()
