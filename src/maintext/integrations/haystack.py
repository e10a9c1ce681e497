"""Haystack: a component that turns HTML into documents (extra ``haystack``)."""

from pathlib import Path
from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict, logging
from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
from haystack.dataclasses import ByteStream

import maintext
from maintext.integrations.documents import Form, facts_of

__all__ = ["MaintextToDocument"]

logger = logging.getLogger(__name__)


@component
class MaintextToDocument:
    """Converts HTML files and streams, such as those of a ``LinkContentFetcher``, to documents with their main text."""

    def __init__(
        self,
        format: Form = "markdown",  # noqa: A002 (as in the command line)
        method: str = maintext.DEFAULT_METHOD,
        options: dict[str, Any] | None = None,
        store_full_path: bool = False,
    ) -> None:
        """Store the settings.

        Args:
            format: how the text is written: ``markdown``, ``text`` or ``html``.
            method: a name from ``maintext.methods()``.
            options: the fields of ``maintext.Options`` that differ from their defaults.
            store_full_path: keep the whole path of a file in the metadata, not only its name.
        """
        self.format: Form = format
        self.method = method
        self.options = options or {}
        self.store_full_path = store_full_path
        self._options = maintext.Options(**self.options)

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain data, as for all components."""
        return default_to_dict(
            self,
            format=self.format,
            method=self.method,
            options=self.options,
            store_full_path=self.store_full_path,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "MaintextToDocument":
        """The component with some settings."""
        found: MaintextToDocument = default_from_dict(cls, data)
        return found

    @component.output_types(documents=list[Document])
    def run(
        self, sources: list[str | Path | ByteStream], meta: dict[str, Any] | list[dict[str, Any]] | None = None
    ) -> dict[str, list[Document]]:
        """Convert pages. A page that cannot be read or has no main text is skipped with a warning.

        Args:
            sources: paths of files, or streams; the ``url`` in the metadata of a stream is that of its page.
            meta: more metadata, for all documents or one for each.
        """
        documents = []
        for source, more in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            try:
                stream = get_bytestream_from_source(source)
                found = maintext.extract(stream.data, stream.meta.get("url"), self.method, options=self._options)
            except (OSError, ValueError) as error:
                logger.warning("Could not read {source}. Skipping it. Error: {error}", source=source, error=error)
                continue
            if not found:
                logger.warning("Skipping {source}: {reason}", source=source, reason=found.reason)
                continue
            known = {**facts_of(found), **self._stream_meta(stream), **more}
            documents.append(Document(content=found.formatted(self.format), meta=known))
        return {"documents": documents}

    def _stream_meta(self, stream: ByteStream) -> dict[str, Any]:
        """The metadata of a stream, with the name of its file instead of the whole path."""
        path = stream.meta.get("file_path")
        if path is None or self.store_full_path:
            return dict(stream.meta)
        return {**stream.meta, "file_path": Path(path).name}
