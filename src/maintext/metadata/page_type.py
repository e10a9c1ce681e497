"""The kind of page as the page itself declares it, for methods that do not recognise it."""

from typing import Final

from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact

_LINKED: Final = (
    ("forum", ("discussionforumposting", "qapage", "question")),
    ("product", ("product", "productgroup")),
    ("collection", ("collectionpage", "itemlist", "searchresultspage")),
    ("documentation", ("techarticle", "apireference")),
)
_OPEN_GRAPH: Final = {"article": "article", "product": "product", "product.item": "product", "og:product": "product"}


def choose_page_type(candidates: Candidates) -> Fact | None:
    """The kind of page that linked data or OpenGraph declare, in the words of ``Document.page_type``."""
    outer = [thing for thing in candidates.linked if not thing.inner]
    for kind, types in _LINKED:
        if any(not thing.types.isdisjoint(types) for thing in outer):
            return Fact(kind, "json-ld")
    if any(thing.is_article for thing in outer):
        return Fact("article", "json-ld")
    for _, content in candidates.meta.get("type", ()):
        if kind := _OPEN_GRAPH.get(content.lower(), ""):
            return Fact(kind, "meta")
    return None
