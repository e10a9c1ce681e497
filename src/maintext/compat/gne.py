"""``GeneralNewsExtractor`` with the arguments and the results that users of GNE know.

>>> from maintext.compat.gne import GeneralNewsExtractor
>>> page = "<title>雨</title><body><div><p>雨下了整整一天，没有人在意，因为有足够的书可以读。</p></div></body>"
>>> GeneralNewsExtractor().extract(page)["content"]
'雨下了整整一天，没有人在意，因为有足够的书可以读。'
"""

from typing import Any

from maintext.blocks import Figure, Picture
from maintext.document import Document
from maintext.errors import OptionError
from maintext.extraction import extract as _extract
from maintext.metadata import meta_elements
from maintext.read import page_table


class GeneralNewsExtractor:
    """Extracts news from Chinese and other pages."""

    def extract(
        self,
        html: str,
        host: str = "",
        normalize: bool = False,
        with_body_html: bool = False,
        use_visiable_info: bool = False,
        **arguments: Any,
    ) -> dict[str, Any]:
        """Title, author, time, text, images and meta elements of a page.

        Args:
            html: the page.
            host: what the addresses of images are resolved against.
            normalize: has no effect: every page is read as browsers do.
            with_body_html: also give the page's own markup of the text, as ``body_html``.
            use_visiable_info: has no effect.
            arguments: ``title_xpath`` and its like, and ``noise_node_list``, are refused unless they are empty: what
                they are there for, our methods find by themselves.
        """
        refused = [name for name, value in arguments.items() if value]
        if refused:
            raise OptionError(f"maintext.compat.gne cannot honour {', '.join(sorted(refused))}")
        document = _extract(html, host or None)
        news: dict[str, Any] = {
            "title": document.title or "",
            "author": document.author or "",
            "publish_time": document.date or "",
            "content": document.text,
            "images": _images(document),
            "meta": meta_elements(page_table(html)),
        }
        return {**news, "body_html": document.source_html} if with_body_html else news


def _images(document: Document) -> list[str]:
    """The addresses of all images, each once."""
    found: dict[str, None] = {}
    for block in document.blocks:
        inlines = getattr(block, "inlines", ())
        found |= dict.fromkeys(inline.src for inline in inlines if isinstance(inline, Picture))
        if isinstance(block, Figure):
            found[block.src] = None
    return list(found)
