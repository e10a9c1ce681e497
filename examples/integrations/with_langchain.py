"""Pages to LangChain documents: ``python with_langchain.py PAGE_OR_URL...``."""

import sys
from pathlib import Path

from langchain_core.documents import Document
from langchain_core.documents.base import Blob

from maintext.integrations.langchain import MaintextLoader, MaintextParser, MaintextTransformer

pages = [name if name.startswith("http") else Path(name) for name in sys.argv[1:]]
for document in MaintextLoader(pages).lazy_load():
    print(document.metadata.get("title"), len(document.page_content))

# HTML that is in documents already, and blobs of any loader.
html = "<nav>Home</nav><article><h1>Rain in May</h1><p>It rained all day in Harwick, and nobody minded.</p></article>"
[transformed] = MaintextTransformer().transform_documents(
    [Document(html, metadata={"source": "https://example.org/1"})]
)
[parsed] = MaintextParser(format="text").lazy_parse(Blob.from_data(html))
print(transformed.metadata["source"], "|", parsed.page_content)
