"""The kind of page as the page itself says it, for methods that do not tell."""

from typing import Final

from maintext.metadata.facts import Fact
from maintext.metadata.page import Page

_LINKED: Final = (
    ("forum", ("discussionforumposting", "qapage", "question")),
    ("product", ("product", "productgroup")),
    ("collection", ("collectionpage", "itemlist", "searchresultspage")),
    ("documentation", ("techarticle", "apireference")),
)
_OPEN_GRAPH: Final = {"article": "article", "product": "product", "product.item": "product", "og:product": "product"}


def page_type_fact(page: Page) -> Fact | None:
    """What linked data or OpenGraph say the page is, in the words of ``Document.page_type``."""
    for kind, types in _LINKED:
        if any(thing.types.intersection(types) and not thing.inner for thing in page.things):
            return Fact(kind, "json-ld")
    if any(thing.is_article for thing in page.things):
        return Fact("article", "json-ld")
    claimed = (_OPEN_GRAPH.get(content.lower()) for content in page.meta.get("og:type", ()))
    return next((Fact(kind, "meta") for kind in claimed if kind), None)
