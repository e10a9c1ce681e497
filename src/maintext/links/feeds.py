"""Read feeds (RSS, Atom and JSON Feed) and sitemaps."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError, fromstring

from maintext.errors import PageError
from maintext.links.link import Link, absolute, as_iso

_XML_START: Final = re.compile(r"\s*(?:<\?xml\b|<(?:\w+:)?(?:rss|feed|RDF|urlset|sitemapindex)\b)")
_HTML_REFERENCE: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)(\w+;)?")
_INVALID_CHARACTER: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def is_json_feed(text: str) -> bool:
    """Whether a text looks like a JSON feed."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and '"items"' in text


def json_links(text: str, base: str) -> Iterator[Link]:
    """Yield the items of a JSON feed."""
    try:
        items = json.loads(text.lstrip("\ufeff")).get("items")
    except (ValueError, RecursionError, AttributeError):
        raise PageError("this starts like a JSON feed but is not valid") from None
    for item in items if isinstance(items, list) else []:
        address = item.get("url") or item.get("external_url") if isinstance(item, dict) else None
        if isinstance(address, str) and (url := absolute(base, address)):
            yield Link(url, _string(item.get("title")), as_iso(_string(item.get("date_published"))))


def is_xml_listing(text: str) -> bool:
    """Whether a text looks like an XML feed or sitemap, and not like a page."""
    head = text.lstrip("\ufeff")[:2000]
    return _XML_START.match(head) is not None and "<html" not in head.lower()


def parsed(text: str) -> Element:
    """Parse a feed or sitemap and return its root; common errors of feeds are corrected first."""
    if "<!ENTITY" in text:
        raise PageError("this XML declares its own entities, which no feed needs")
    clean = _INVALID_CHARACTER.sub("", _HTML_REFERENCE.sub(_resolved, text.lstrip("\ufeff \t\r\n")))
    try:
        return fromstring(clean)
    except (ParseError, ValueError) as error:
        raise PageError(f"this is not valid XML: {error}") from error


def kind_of(root: Element) -> str:
    """Return ``feed``, ``sitemap`` or ``sitemap index``."""
    kinds = {"rss": "feed", "feed": "feed", "RDF": "feed", "urlset": "sitemap", "sitemapindex": "sitemap index"}
    name = _local(root)
    if name not in kinds:
        raise PageError(f"this is XML with the root <{name}>, not a feed or sitemap")
    return kinds[name]


def feed_links(root: Element, base: str) -> Iterator[Link]:
    """Yield the entries of an RSS or Atom feed."""
    for item in root.iter():
        if _local(item) not in ("item", "entry"):
            continue
        parts = {_local(part): part for part in reversed(item)}
        date = next((_text(parts[name]) for name in ("pubDate", "published", "date", "updated") if name in parts), None)
        if (address := _address(item, parts)) and (url := absolute(base, address)):
            yield Link(url, _text(parts.get("title")), as_iso(date))


def _address(item: Element, parts: dict[str, Element]) -> str | None:
    """Return the URL of an entry: an attribute in Atom, the text of link or guid in RSS."""
    for part in item:
        if _local(part) == "link" and part.get("rel", "alternate") == "alternate" and part.get("href"):
            return part.get("href")
    written = _text(parts.get("link"))
    guid = parts.get("guid")
    if not written and guid is not None and guid.get("isPermaLink", "true") == "true":
        return _text(guid)
    return written


def sitemap_links(root: Element, base: str) -> Iterator[Link]:
    """Yield the URLs of a sitemap, or the sitemaps of a sitemap index."""
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
    """Resolve a character reference of HTML that XML does not know; escape a lone ampersand."""
    character = html.unescape(reference[0]) if reference[1] else reference[0]
    return character.replace("&", "&amp;").replace("<", "&lt;")
