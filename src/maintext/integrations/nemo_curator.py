"""NeMo Curator: an algorithm for ``CommonCrawlDownloadExtractStage(html_extraction=MaintextAlgorithm())``.

There is no extra: NeMo Curator brings PyTorch, and is installed by its own instructions.
"""

from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm

import maintext

__all__ = ["MaintextAlgorithm"]


class MaintextAlgorithm(HTMLExtractorAlgorithm):  # type: ignore[misc]
    """Extracts the main text of pages in all languages."""

    def __init__(
        self, method: str | maintext.Method = maintext.DEFAULT_METHOD, options: maintext.Options | None = None
    ) -> None:
        """Store the settings, which are those of ``maintext.extract``."""
        self.method = method
        self.options = options or maintext.Options()

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:
        """The paragraphs of a page; None if it has no main text. Stop words and the language are not needed."""
        text = maintext.extract(html, None, self.method, options=self.options).text
        return text.split("\n") if text else None
