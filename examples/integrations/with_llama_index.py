"""Pages to LlamaIndex documents: ``python with_llama_index.py FOLDER``."""

import sys

from llama_index.core import SimpleDirectoryReader

from maintext.integrations.llama_index import MaintextReader

reader = MaintextReader(format="markdown")
files = SimpleDirectoryReader(sys.argv[1], required_exts=[".html"], file_extractor={".html": reader})
for document in files.load_data():
    print(document.metadata["file_name"], "|", document.metadata.get("title"), "|", len(document.text))

# Addresses work too: reader.load_data(["https://example.org/news/1"])
[document] = reader.load_data(["<article><h1>Rain in May</h1><p>It rained all day, and nobody minded.</p></article>"])
print(document.text)
