"""Find the links of a front page that lead to articles.

A link to an article has a headline as its text, and a URL with words joined by hyphens, a date or a long number. Links
to sections and to pages about the site have short texts and short URLs, and are in the navigation. None of these signs
is certain, so they are weighed.
"""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote, urlsplit

import numpy as np

from maintext.links.link import Link, absolute
from maintext.metadata import base_address
from maintext.read import page_table
from maintext.sites.site_names import site_name

_MIN_WEIGHT: Final = 3
_FRAME: Final = frozenset({"nav", "footer", "aside", "form"})
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5"})
_WIDE: Final = re.compile(r"[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Characters of scripts whose words have about two characters."""
_DATED: Final = re.compile(r"/(?:19|20)\d\d[/_-]?[01]\d(?:[/_-]?[0-3]\d)?(?=\D|$)")
_NUMBERED: Final = re.compile(r"\d{5,}")
_FILE_SUFFIX: Final = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|pdf|zip|gz|mp[34]|css|js|xml|rss|json|exe|dmg|apk|docx?|xlsx?)$"
)
_ABOUT_SITE: Final = re.compile(
    r"/(?:tags?|topics?|categor(?:y|ies)|sections?|authors?|search|login|signin|register|subscribe|account|about|contact|"
    r"privacy|terms|imprint|impressum|help|faq|feeds?|rss|sitemap|page)(?:/|$|\.)"
)


def front_page_links(page: str | bytes, url: str, charset: str | None = None) -> Iterator[Link]:
    """Return the links that seem to lead to articles of the same site, in the order of the page."""
    table = page_table(page, charset)
    base = base_address(table, url) or url
    is_heading = table.has_tag(_HEADINGS)
    framed, headed = table.inside(table.has_tag(_FRAME)), table.inside(is_heading) | (table.subtree(is_heading) > 0)
    found: dict[str, tuple[int, str]] = {}
    for row in np.flatnonzero(table.is_link).tolist():
        address = absolute(base, table.attributes(row).get("href", ""))
        if address is None or not _same_site(address, url):
            continue
        text = " ".join(table.text_of(row).split())
        weight = _weight(address, text, framed=bool(framed[row]), heading=bool(headed[row]))
        before, words = found.get(address, (-9, ""))
        found[address] = max(before, weight), max(words, text, key=len)
    return (Link(address, text or None) for address, (weight, text) in found.items() if weight >= _MIN_WEIGHT)


def _weight(address: str, text: str, *, framed: bool, heading: bool) -> int:
    """Return how likely a link leads to an article: the sum of the signs for and against it."""
    parts = urlsplit(address)
    path = unquote(parts.path).lower()
    last = path.rstrip("/").rpartition("/")[2]
    if path in ("", "/") or _FILE_SUFFIX.search(path):
        return -9
    size = len(text) + len(_WIDE.findall(text))
    weight = 2 * (size >= 20) + (size >= 40) + heading
    weight += 2 * bool(_DATED.search(path)) or 2 * (len(re.findall(r"[-_]\w", last)) >= 3)
    weight += bool(_NUMBERED.search(last) or _NUMBERED.search(parts.query))
    return weight - 3 * framed - 3 * bool(_ABOUT_SITE.search(path))


def _same_site(address: str, url: str) -> bool:
    here, there = (site_name(each) for each in (url, address))
    return here == there or here.endswith(f".{there}") or there.endswith(f".{here}")
