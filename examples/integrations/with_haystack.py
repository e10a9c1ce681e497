"""Pages through a Haystack pipeline: ``python with_haystack.py PAGE...``."""

import os
import sys

os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")

from haystack import Pipeline
from haystack.components.preprocessors import DocumentCleaner

from maintext.integrations.haystack import MaintextToDocument

pipeline = Pipeline()
pipeline.add_component("pages", MaintextToDocument(format="text", options={"images": False}))
pipeline.add_component("cleaner", DocumentCleaner())
pipeline.connect("pages", "cleaner")
# A pipeline can be stored as YAML. Haystack loads components of other packages only if they are allowed.
pipeline = Pipeline.loads(pipeline.dumps(), allowed_modules=["maintext.integrations.haystack"])
for document in pipeline.run({"pages": {"sources": sys.argv[1:]}})["cleaner"]["documents"]:
    print(document.meta["file_path"], "|", document.meta.get("title"), "|", len(document.content))
