"""LlamaIndex: read pages from addresses, files and strings (extra ``llama-index``)."""

from collections.abc import Iterator
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

import maintext
from maintext.integrations.documents import Form, documents_of, facts_of, is_kept, several

__all__ = ["MaintextReader"]


class MaintextReader(BaseReader):
    """Reads the main text of addresses and pages, one document each.

    A ``SimpleDirectoryReader`` can use it for files: ``file_extractor={".html": MaintextReader()}``.
    """

    def __init__(
        self,
        *,
        format: Form = "markdown",  # noqa: A002 (as in the command line)
        continue_on_failure: bool = False,
        **settings: Any,
    ) -> None:
        """Store the settings.

        Args:
            format: how the text is written: ``markdown``, ``text`` or ``html``.
            continue_on_failure: skip pages that cannot be fetched or extracted. Otherwise they raise ``PageError``.
            settings: more arguments of ``maintext.aextract_many``, such as ``fetch``, ``options`` and ``concurrency``.
        """
        self.format: Form = format
        self.continue_on_failure = continue_on_failure
        self.settings = settings

    def lazy_load_data(
        self, urls_or_pages: Any, extra_info: dict[str, Any] | None = None, **_others: Any
    ) -> Iterator[Document]:
        """Yield one document per address or page, in their order.

        Args:
            urls_or_pages: one or several addresses or pages, as for ``maintext.aextract_many``.
            extra_info: more metadata of all documents.
        """
        for document in documents_of(several(urls_or_pages), **self.settings):
            if is_kept(document, self.continue_on_failure):
                yield self._as_llama_index(document, extra_info or {})

    async def aload_data(
        self, urls_or_pages: Any, extra_info: dict[str, Any] | None = None, **_others: Any
    ) -> list[Document]:
        """Return the documents without blocking the event loop."""
        documents = maintext.aextract_many(several(urls_or_pages), **self.settings)
        kept = [each async for each in documents if is_kept(each, self.continue_on_failure)]
        return [self._as_llama_index(each, extra_info or {}) for each in kept]

    def _as_llama_index(self, document: maintext.Document, extra_info: dict[str, Any]) -> Document:
        facts = {"url": document.url, **facts_of(document)} if document.url else facts_of(document)
        return Document(text=document.formatted(self.format), metadata={**facts, **extra_info})
