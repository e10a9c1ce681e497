"""Feeds and sitemaps: XML, or JSON for feeds of that kind."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError, fromstring

from maintext.errors import PageError
from maintext.links.link import Link, absolute, as_iso

_XML_START: Final = re.compile(r"\s*(?:<\?xml\b|<(?:\w+:)?(?:rss|feed|RDF|urlset|sitemapindex)\b)")
_FOREIGN_REFERENCE: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)(\w+;)?")
_NO_CHARACTER: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def is_json_feed(text: str) -> bool:
    """Whether a text seems to be a JSON feed."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and '"items"' in text


def json_links(text: str, base: str) -> Iterator[Link]:
    """The items of a JSON feed."""
    try:
        items = json.loads(text.lstrip("\ufeff")).get("items")
    except (ValueError, RecursionError, AttributeError):
        raise PageError("this begins like a JSON feed, but is none") from None
    for item in items if isinstance(items, list) else []:
        address = item.get("url") or item.get("external_url") if isinstance(item, dict) else None
        if isinstance(address, str) and (url := absolute(base, address)):
            yield Link(url, _string(item.get("title")), as_iso(_string(item.get("date_published"))))


def is_xml_listing(text: str) -> bool:
    """Whether a text seems to be a feed or a sitemap, as against a page."""
    head = text.lstrip("\ufeff")[:2000]
    return _XML_START.match(head) is not None and "<html" not in head.lower()


def parsed(text: str) -> Element:
    """The root of a feed or sitemap; the slips that feeds are full of are put right."""
    if "<!ENTITY" in text:
        raise PageError("this XML declares entities of its own, which no feed needs")
    clean = _NO_CHARACTER.sub("", _FOREIGN_REFERENCE.sub(_resolved, text.lstrip("\ufeff \t\r\n")))
    try:
        return fromstring(clean)
    except (ParseError, ValueError) as error:
        raise PageError(f"this is no XML that can be read: {error}") from error


def kind_of(root: Element) -> str:
    """``feed``, ``sitemap`` or ``sitemap index``."""
    kinds = {"rss": "feed", "feed": "feed", "RDF": "feed", "urlset": "sitemap", "sitemapindex": "sitemap index"}
    name = _local(root)
    if name not in kinds:
        raise PageError(f"this is XML with the root <{name}>, no feed or sitemap")
    return kinds[name]


def feed_links(root: Element, base: str) -> Iterator[Link]:
    """The entries of RSS and Atom."""
    for item in root.iter():
        if _local(item) not in ("item", "entry"):
            continue
        parts = {_local(part): part for part in reversed(item)}
        date = next((_text(parts[name]) for name in ("pubDate", "published", "date", "updated") if name in parts), None)
        if (address := _address(item, parts)) and (url := absolute(base, address)):
            yield Link(url, _text(parts.get("title")), as_iso(date))


def _address(item: Element, parts: dict[str, Element]) -> str | None:
    """Where an entry leads: Atom has it in an attribute, RSS as text or as the name of the entry."""
    for part in item:
        if _local(part) == "link" and part.get("rel", "alternate") == "alternate" and part.get("href"):
            return part.get("href")
    written = _text(parts.get("link"))
    guid = parts.get("guid")
    if not written and guid is not None and guid.get("isPermaLink", "true") == "true":
        return _text(guid)
    return written


def sitemap_links(root: Element, base: str) -> Iterator[Link]:
    """The addresses of a sitemap, or of the sitemaps that an index lists."""
    for entry in root:
        parts = {_local(part): part for part in reversed(list(entry.iter()))}
        address = _text(parts.get("loc"))
        if address and (url := absolute(base, address)):
            yield Link(url, _text(parts.get("title")), as_iso(_text(parts.get("lastmod"))))


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _text(element: Element | None) -> str | None:
    return None if element is None else " ".join("".join(element.itertext()).split()) or None


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _resolved(reference: re.Match[str]) -> str:
    """What a reference of HTML means, which XML does not know; an ampersand alone is meant as such."""
    character = html.unescape(reference[0]) if reference[1] else reference[0]
    return character.replace("&", "&amp;").replace("<", "&lt;")
