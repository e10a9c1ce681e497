"""``Document`` with the arguments and the results that users of readability-lxml know.

>>> from maintext.compat.readability import Document
>>> doc = Document("<title>Rain | The Daily</title><div><p>It rained all day, and nobody minded.</p></div>")
>>> doc.title()
'Rain | The Daily'
>>> doc.summary(html_partial=True)
'<div><p>It rained all day, and nobody minded.</p></div>'
"""

from typing import Any, Final

import numpy as np

from maintext.document import Document as _Document
from maintext.extraction import extract as _extract
from maintext.metadata import title_element
from maintext.options import Options
from maintext.read import page_table
from maintext.support.cached_property import cached_property
from maintext.table import PageTable

_WITHOUT_HEADLINE: Final = Options(headline="nowhere")
"""A summary has no headline: it is ``title()``."""
_NO_EFFECT: Final = frozenset(
    "positive_keywords negative_keywords min_text_length retry_length xpath handle_failures".split()
)


class Document:
    """A page, and the readable part of it."""

    def __init__(self, input: str | bytes, url: str | None = None, **arguments: Any) -> None:  # noqa: A002 (their name)
        """Take a page.

        Args:
            input: the page.
            url: where it is from; addresses are resolved against it.
            arguments: positive_keywords, negative_keywords, min_text_length, retry_length, xpath and handle_failures
                are taken and have no effect: they tune a method that is not used here.
        """
        self.input = input
        self.url = url
        for name in arguments.keys() - _NO_EFFECT:
            raise TypeError(f"Document() got an unexpected keyword argument {name!r}")

    @cached_property
    def _document(self) -> _Document:
        return _extract(self.input, self.url, options=_WITHOUT_HEADLINE)

    @cached_property
    def _table(self) -> PageTable:
        return page_table(self.input)

    def title(self) -> str:
        """The page's title with all that is in it."""
        return title_element(self._table) or "[no-title]"

    def short_title(self) -> str:
        """The headline."""
        return self._document.title or "[no-title]"

    def author(self) -> str:
        """Who wrote it."""
        return self._document.author or "[no-author]"

    def content(self) -> str:
        """The markup of the page's body."""
        table = self._table
        row = int(np.argmax(table.in_body))
        return table.source[int(table.open_start[row]) : int(table.close_end[row])].decode("utf-8", "replace")

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The main text as clean HTML.

        Args:
            html_partial: a ``div`` to embed instead of a page.
            keep_all_images: has no effect: the images of the main text are always kept.
        """
        partial = f"<div>{self._document.html}</div>"
        return partial if html_partial else f"<html><body>{partial}</body></html>"

    def get_clean_html(self) -> str:
        """The same as ``summary()``."""
        return self.summary()
