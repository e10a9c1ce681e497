"""Who wrote a page."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from maintext.metadata.bylines import byline_names, marked_names
from maintext.metadata.cjk_bylines import cjk_names
from maintext.metadata.facts import Fact
from maintext.metadata.headline import Place
from maintext.metadata.linked_data import Thing, texts_of
from maintext.metadata.names import cleaned, distinct
from maintext.metadata.page import Page
from maintext.metadata.search import Words
from maintext.metadata.site import SiteNames

_META: Final = tuple(
    "citation_author author article:author_name parsely-author sailthru.author byl dc.creator dcterms.creator "
    "article:author dc.contributor creator og:article:author og:author bt:author rbauthors mediator_author".split()
)
_WRITTEN_BY: Final = re.compile(
    r"written|author|by\b|verfasst|geschrieben|écrit|escrito|scritto|作者|автор|投稿|执笔", re.IGNORECASE
)
_LIBRARIES: Final = ("citation_author", "dc.creator", "dcterms.creator")
"""Names that put the last name first, as libraries do."""
_IN_SCRIPT: Final = re.compile(
    r"(?:\\?[\"']|&quot;)(?:authors?|author_?[nN]ame|byline|username)\\*(?:[\"']|&quot;)\s*:\s*(?:\{[^{}]{0,200}?name\\*(?:[\"']|&quot;)\s*:\s*)?"
    r"\\*(?:[\"']|&quot;)([^\"'\\&{}<>]{2,60})\\*(?:[\"']|&quot;)"
)

_KEYS: Final = ("author", "byline", "username")
_SCRIPT_WORDS: Final = Words([f"{mark}{key}".encode() for key in _KEYS for mark in "\"';"])
"""Keys of data, with the quotation mark before them."""


def author_fact(page: Page, place: Place | None, site: SiteNames) -> Fact | None:
    """The authors with their source, joined by commas."""
    doubtful: Fact | None = None
    for source, names, sure in author_candidates(page, place):
        found = distinct(name for name in map(cleaned, names) if name)
        if not found:
            continue
        fact = Fact(", ".join(found), source, found)
        if sure or not all(site.hold(name) for name in found):
            return fact
        doubtful = doubtful or fact
    return doubtful


def author_candidates(page: Page, place: Place | None) -> Iterator[tuple[str, list[str], bool]]:
    """Source, names and whether they are surely people, the most reliable first."""
    for thing in page.main_things:
        yield "json-ld", linked_authors(thing)[0], True
    for names in islice(cjk_names(page), 1):
        yield "visible text", names, False
    for name in _META:
        contents = page.meta.get(name, ())
        yield "meta", [_turned(each) if name in _LIBRARIES else each for each in contents], False
    yield "meta", twitter_labels(page), False
    yield "microdata", microdata_authors(page), False
    if place:
        yield "byline", marked_names(page, place), False
        for names, sure in byline_names(page, place):
            yield "visible text", names, sure
    for thing in page.main_things:
        yield "json-ld", linked_authors(thing)[1], False
    yield "script", script_authors(page), False


def linked_authors(thing: Thing) -> tuple[list[str], list[str]]:
    """The authors in linked data that are people, and those that are organisations or not said to be either."""
    people: list[str] = []
    others: list[str] = []
    values = thing.value("author") or thing.value("creator")
    for value in values if isinstance(values, list) else [values]:
        kinds = str(value.get("@type", "")).lower() if isinstance(value, Mapping) else "person"
        (others if "organization" in kinds or "brand" in kinds else people).extend(texts_of(value))
    return people, others


def _turned(name: str) -> str:
    """``Last, First`` as people say it."""
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first and len(last.split()) <= 2 else name


def twitter_labels(page: Page) -> list[str]:
    """``twitter:label1`` says what ``twitter:data1`` is."""
    return [
        data
        for number in "12"
        if any(_WRITTEN_BY.search(label) for label in page.meta.get(f"twitter:label{number}", ()))
        for data in page.meta.get(f"twitter:data{number}", ())
    ]


def microdata_authors(page: Page) -> list[str]:
    """The names of the items that are authors, else what stands in the elements themselves."""
    own = [item for item in page.items if not item.is_inner]
    authors = [item for item in own if item.name in ("author", "creator")]
    if not authors:
        return []
    beside = [item for item in authors if item.scope == authors[0].scope]
    named = [
        item.value
        for item in own
        if item.name == "name" and item.around[:1] == ("author",) and item.scope in {each.row for each in beside}
    ]
    return named or [item.value for item in beside if len(item.value) < 80]


def script_authors(page: Page) -> list[str]:
    """The first author that the data for scripts names."""
    found = sorted(page.behind(_SCRIPT_WORDS, 300), key=lambda each: each[0] // len(_KEYS))
    matches = (_IN_SCRIPT.search(text) for _, text in found)
    return next(([match[1]] for match in matches if match), [])
