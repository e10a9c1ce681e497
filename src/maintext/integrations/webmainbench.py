"""WebMainBench: the extractor that its evaluators run. Needs the package ``webmainbench`` and what it imports.

Importing this module registers the extractor under the name ``maintext``, so that ``ExtractorFactory.create`` and the
evaluators find it by name.
"""

from typing import Any

from webmainbench.extractors import BaseExtractor, ExtractionResult, ExtractorFactory

import maintext

__all__ = ["MaintextExtractor"]


class MaintextExtractor(BaseExtractor):  # type: ignore[misc]
    """Extracts the main text as Markdown, which the evaluators compare with the label.

    The settings in ``config`` are ``method`` (a name from ``maintext.methods()``), ``favor``, ``links`` and ``images``.
    Links and images are left out by default, because the labels have none.
    """

    version = maintext.__version__
    description = "Main text as Markdown, by maintext"

    def __init__(self, name: str = "maintext", config: dict[str, Any] | None = None) -> None:
        """Store the name and the settings."""
        super().__init__(name, config)

    def _setup(self) -> None:
        """Read the settings. The package calls this once."""
        self._method = str(self.config.get("method", maintext.DEFAULT_METHOD))
        self._favor = self.config.get("favor")
        self._options = maintext.Options(
            links=bool(self.config.get("links", False)), images=bool(self.config.get("images", False))
        )

    def _extract_content(self, html: str, url: str | None = None) -> ExtractionResult:
        """The result for one page. The package reports an exception as a failure on this page."""
        document = maintext.extract(html, url, self._method, favor=self._favor, options=self._options)
        return ExtractionResult(
            content=document.markdown,
            main_html=document.html,
            version=self.version,
            title=document.title,
            author=document.author,
            publish_date=document.date,
            language=document.language,
            confidence_score=document.confidence,
        )


ExtractorFactory.register("maintext", MaintextExtractor)
