"""datatrove: an extractor for its pipelines (extra ``datatrove``)."""

from typing import Any

from datatrove.pipeline.extractors.base import BaseExtractor

import maintext
from maintext.integrations.documents import Form

__all__ = ["MaintextExtractor"]


class MaintextExtractor(BaseExtractor):  # type: ignore[misc]
    """Replaces the HTML of documents by their main text; documents without one are dropped by datatrove."""

    name = "maintext"

    def __init__(
        self,
        format: Form = "text",  # noqa: A002 (as in the command line)
        method: str | maintext.Method = maintext.DEFAULT_METHOD,
        options: maintext.Options | None = None,
        timeout: float = 10,
    ) -> None:
        """Store the settings.

        Args:
            format: how the text is written: ``text``, ``markdown`` or ``html``.
            method: a name from ``maintext.methods()`` or a method object.
            options: which parts of the main text to keep.
            timeout: seconds for one page; the first page also waits for the model.
        """
        super().__init__(timeout)
        self.format: Form = format
        self.method = method
        self.options = options or maintext.Options()

    def extract(self, text: str | tuple[Any, ...]) -> str:
        """The main text of a page."""
        return maintext.extract(str(text), None, self.method, options=self.options).formatted(self.format)
