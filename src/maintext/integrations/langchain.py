"""LangChain: load pages, transform documents that contain HTML, and parse blobs (extra ``langchain``)."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from typing import Any

from langchain_core.document_loaders import BaseBlobParser, BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.documents.base import Blob

import maintext
from maintext.integrations.documents import Form, documents_of, facts_of, is_kept, several

__all__ = ["MaintextLoader", "MaintextParser", "MaintextTransformer"]


class MaintextLoader(BaseLoader):
    """Loads the main text of addresses and pages, one document each, in their order.

    Several pages are fetched at the same time. robots.txt is obeyed, and there is a pause between requests to one host.
    """

    def __init__(
        self,
        urls_or_pages: Any,
        *,
        format: Form = "markdown",  # noqa: A002 (as in the command line)
        continue_on_failure: bool = False,
        **settings: Any,
    ) -> None:
        """Store the settings.

        Args:
            urls_or_pages: one or several addresses or pages, as for ``maintext.aextract_many``.
            format: how the text is written: ``markdown``, ``text`` or ``html``.
            continue_on_failure: skip pages that cannot be fetched or extracted. Otherwise they raise ``PageError``.
            settings: more arguments of ``maintext.aextract_many``, such as ``fetch``, ``options`` and ``concurrency``.
        """
        self.urls_or_pages = list(several(urls_or_pages))
        self.format: Form = format
        self.continue_on_failure = continue_on_failure
        self.settings = settings

    def lazy_load(self) -> Iterator[Document]:
        """Yield the documents as they are ready."""
        for document in documents_of(self.urls_or_pages, **self.settings):
            if is_kept(document, self.continue_on_failure):
                yield _as_langchain(document, self.format)

    async def alazy_load(self) -> AsyncIterator[Document]:
        """Yield the documents as they are ready, without blocking the event loop."""
        async with aclosing(maintext.aextract_many(self.urls_or_pages, **self.settings)) as documents:
            async for document in documents:
                if is_kept(document, self.continue_on_failure):
                    yield _as_langchain(document, self.format)


class _Extractor:
    """The settings that the transformer and the parser share."""

    def __init__(
        self,
        *,
        format: Form = "markdown",  # noqa: A002 (as in the command line)
        method: str | maintext.Method = maintext.DEFAULT_METHOD,
        options: maintext.Options | None = None,
    ) -> None:
        """Store the settings, which are those of ``maintext.extract``."""
        self.format: Form = format
        self.method = method
        self.options = options or maintext.Options()


class MaintextTransformer(_Extractor, BaseDocumentTransformer):
    """Replaces the HTML of documents by their main text, and adds the facts about the page to their metadata."""

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return a new document for each; the metadata that it had stays."""
        return [self._transformed(document) for document in documents]

    def _transformed(self, document: Document) -> Document:
        url = document.metadata.get("source") or document.metadata.get("url")
        found = maintext.extract(document.page_content, url, self.method, options=self.options)
        return _as_langchain(found, self.format, document.metadata, document.id)


class MaintextParser(_Extractor, BaseBlobParser):
    """Parses blobs of HTML, for loaders of files and buckets."""

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        """Yield the document of a blob."""
        found = maintext.extract(blob.as_bytes(), blob.source, self.method, options=self.options)
        yield _as_langchain(found, self.format, blob.metadata)


def _as_langchain(
    document: maintext.Document, form: Form, metadata: dict[str, Any] | None = None, identifier: str | None = None
) -> Document:
    facts = {"source": document.url, **facts_of(document)} if document.url else facts_of(document)
    return Document(page_content=document.formatted(form), metadata={**facts, **(metadata or {})}, id=identifier)
