"""Addresses: the one that the page gives itself, and that of the picture that stands for it."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from maintext.metadata.facts import Fact
from maintext.metadata.page import Page


def url_fact(page: Page) -> Fact | None:
    """The canonical address: the page's own link, else OpenGraph."""
    candidates = [Fact(address, "link element") for address in page.links.get("canonical", ())]
    candidates += [Fact(content, "meta") for _, content in page.meta_values("og:url", "twitter:url")]
    return next(_absolute(page, candidates), None)


def image_fact(page: Page) -> Fact | None:
    """The picture that social networks and search engines are told to show."""
    names = ("og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src", "thumbnail")
    candidates = [Fact(content, "meta") for _, content in page.meta_values(*names)]
    for thing in page.main_things:
        candidates += [
            Fact(address, "json-ld") for name in ("image", "thumbnailUrl") for address in _addresses(thing.value(name))
        ]
    candidates += [Fact(address, "link element") for address in page.links.get("image_src", ())]
    candidates += [
        Fact(item.link or item.value, "microdata") for item in page.items if item.name == "image" and not item.is_inner
    ]
    return next(_absolute(page, candidates), None)


def _addresses(value: Any) -> Iterator[str]:
    """Addresses in linked data: strings, or objects with a ``url``, alone or in a list."""
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            yield from (each[name] for name in ("url", "contentUrl", "@id") if isinstance(each.get(name), str))


def _absolute(page: Page, candidates: list[Fact]) -> Iterator[Fact]:
    """The addresses in full, resolved as a browser would; what cannot be one is left out."""
    for fact in candidates:
        try:
            address = urljoin(page.base, fact.value.strip())
            parts = urlsplit(address)
        except ValueError:
            continue
        if fact.value.strip() and parts.scheme in ("http", "https") and parts.netloc:
            yield Fact(address, fact.source)
