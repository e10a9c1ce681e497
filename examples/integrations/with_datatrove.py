"""Pages in JSON lines through datatrove: ``python with_datatrove.py OUT_FOLDER IN_FOLDER``.

A ``WarcReader`` can take the place of the reader; datatrove needs python-magic and warcio for it.
"""

import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

from maintext.integrations.datatrove import MaintextExtractor

if __name__ == "__main__":
    out, folder = sys.argv[1:]
    pipeline = [JsonlReader(folder, text_key="html"), MaintextExtractor(), JsonlWriter(out, compression=None)]
    LocalPipelineExecutor(pipeline, tasks=1, logging_dir=f"{out}/logs").run()
