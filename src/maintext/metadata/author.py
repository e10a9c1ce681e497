"""The authors of a page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from maintext.metadata._collect import RowIndex, WordSearch, markup_after, texts_of
from maintext.metadata.byline_words import OF_LANGUAGE
from maintext.metadata.bylines import byline_names, marked_names, submitter
from maintext.metadata.candidates import Candidates
from maintext.metadata.cjk_bylines import cjk_names
from maintext.metadata.cjk_names import is_chinese
from maintext.metadata.facts import Fact
from maintext.metadata.headline import Headline
from maintext.metadata.linked_data import Thing
from maintext.metadata.microdata import Item
from maintext.metadata.person_names import cleaned, distinct, single_names
from maintext.metadata.site import SiteNames

_WRITTEN_BY: Final = re.compile(
    r"written|author|by\b|verfasst|geschrieben|écrit|escrito|scritto|作者|автор|投稿|执笔", re.IGNORECASE
)
_LIBRARIES: Final = ("citation_author", "dc.creator", "dcterms.creator")
"""Names of meta elements with the last name first, as libraries have it."""
_IN_SCRIPT: Final = re.compile(
    r"(?:\\?[\"']|&quot;)(?:authors?|author_?[nN]ame|byline|username)\\*(?:[\"']|&quot;)\s*:\s*(?:\{[^{}]{0,200}?name\\*(?:[\"']|&quot;)\s*:\s*)?"
    r"\\*(?:[\"']|&quot;)([^\"'\\&{}<>]{2,60})\\*(?:[\"']|&quot;)"
)

_KEYS: Final = ("author", "byline", "username")
_SCRIPT_WORDS: Final = WordSearch([f"{mark}{key}".encode() for key in _KEYS for mark in "\"';"])
"""Keys of JSON with the quotation mark before them."""


_SAMPLE: Final = 2_000
"""Characters of the page whose script is looked at."""


def choose_author(candidates: Candidates, headline: Headline | None, site: SiteNames, poster: str = "") -> Fact | None:
    """The authors with their source, joined by commas.

    The author of a thread is that of its first post, ``poster``, or who submitted the link that it is about. A
    site that signs its pages is better than nobody, except on Chinese pages: portals put their name on everything.
    """
    doubtful: Fact | None = None
    by = OF_LANGUAGE.get(candidates.languages[0][0][:3].rstrip("-_,").lower()) if candidates.languages else None
    for source, names, is_sure in author_candidates(candidates, headline, poster):
        if poster and source == "byline":
            return Fact(names[0], source, tuple(names))
        usable = [name for each in names if (name := cleaned(by.sub("", each) if by else each))]
        found = distinct([each for name in usable for each in (single_names(name) if name.count(" ") > 1 else (name,))])
        if not found:
            continue
        others = tuple([name for name in found if not site.contains(name)]) if len(found) > 1 or not is_sure else found
        if others or is_sure:
            found = others or found
            return Fact(", ".join(found), source, found)
        doubtful = doubtful or Fact(", ".join(found), source, found)
    return None if doubtful and is_chinese(candidates.text[:_SAMPLE]) else doubtful


def author_candidates(
    candidates: Candidates, headline: Headline | None, poster: str = ""
) -> Iterator[tuple[str, Sequence[str], bool]]:
    """Source, names and whether they are surely people, the most reliable first; in a thread no name of a reply."""
    linked = [linked_authors(thing) for thing in candidates.main if "author" in thing.item or "creator" in thing.item]
    for people, _ in linked:
        yield "json-ld", people, True
    lines = candidates.lines
    if poster:
        yield "byline", [(submitter(lines, headline, poster) if lines and headline else "") or poster], True
        return
    if lines and (names := cjk_names(lines)):
        yield "visible text", names, False
    for name, pairs in groupby(candidates.meta.get("author", ()), key=itemgetter(0)):
        contents = [content for _, content in pairs]
        yield "meta", [_first_name_first(each) for each in contents] if name in _LIBRARIES else contents, False
    if "label 1" in candidates.meta or "label 2" in candidates.meta:
        yield "meta", labelled_authors(candidates.meta), False
    if candidates.items:
        yield "microdata", microdata_authors(candidates.items), False
    if lines and headline:
        if lines.rows.authors or lines.rows.rare_authors:
            yield "byline", marked_names(lines, headline), False
        for names, is_sure in byline_names(lines, headline):
            yield "visible text", names, is_sure
    for _, others in linked:
        yield "json-ld", others, False
    if lines is not None:
        yield "script", script_authors(lines.rows), False


def linked_authors(thing: Thing) -> tuple[list[str], list[str]]:
    """The authors in linked data that are people, and those that are organisations."""
    people: list[str] = []
    others: list[str] = []
    values = thing.value("author") or thing.value("creator")
    for value in values if isinstance(values, list) else [values]:
        kinds = str(value.get("@type", "")).lower() if isinstance(value, Mapping) else "person"
        (others if "organization" in kinds or "brand" in kinds else people).extend(texts_of(value))
    return people, others


def _first_name_first(name: str) -> str:
    """``Last, First`` as ``First Last``."""
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first and len(last.split()) <= 2 else name


def labelled_authors(meta: Mapping[str, Sequence[tuple[str, str]]]) -> list[str]:
    """The contents of ``twitter:data1`` and ``twitter:data2`` whose label says that they are authors."""
    return [
        data
        for number in "12"
        if any(_WRITTEN_BY.search(label) for _, label in meta.get(f"label {number}", ()))
        for _, data in meta.get(f"data {number}", ())
    ]


def microdata_authors(items: Sequence[Item]) -> list[str]:
    """The names of the items that are authors, else the texts of the elements themselves."""
    authors = [item for item in items if item.name in ("author", "creator")]
    if not authors:
        return []
    beside = [item for item in authors if item.scope == authors[0].scope]
    rows = {each.row for each in beside}
    named = [
        item.value for item in items if item.name == "name" and item.around[:1] == ("author",) and item.scope in rows
    ]
    return named or [item.value for item in beside if len(item.value) < 80]


def script_authors(rows: RowIndex) -> list[str]:
    """The first author in the data for scripts."""
    found = sorted(markup_after(rows, _SCRIPT_WORDS, 300), key=lambda each: each[0] // len(_KEYS))
    for _, text in found:
        if match := _IN_SCRIPT.search(text):
            return [match[1]]
    return []
