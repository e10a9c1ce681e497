"""Title and date of a page, read from its table."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

import numpy as np

from maintext import tags
from maintext.dates import dates_in, first_date
from maintext.references import in_text
from maintext.selection import Selection
from maintext.structured import linked_data_values
from maintext.table import PageTable

_TITLE_NAMES: Final = ("og:title", "twitter:title", "dc.title", "title")
_DATE_NAMES: Final = (
    "article:published_time",
    "og:published_time",
    "datepublished",
    "date",
    "pubdate",
    "publishdate",
    "publish_date",
    "publish-date",
    "publication_date",
    "dc.date",
    "dc.date.issued",
    "dcterms.date",
    "dcterms.created",
    "sailthru.date",
    "parsely-pub-date",
    "weibo:article:create_at",
)
_LINKED_DATE_NAMES: Final = ("datePublished", "dateCreated", "uploadDate")
_CHANGE_NAMES: Final = ("article:modified_time", "og:updated_time", "last-modified")
_SEPARATOR: Final = re.compile(r"\s+[|\-\u2013\u2014\xb7\xbb:]+\s+|\s*[|_\xbb\u4e28]+\s*")
_URL_DATE: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2])[/_-]?(0[1-9]|[12]\d|3[01])(?!\d)")
_BEFORE_THE_ANCHOR: Final = 3.0
"""How much farther a visible date above the headline counts than one below it: there stands today's date."""


def title(table: PageTable) -> str | None:
    """The headline: an ``<h1>`` that the page's title repeats, else OpenGraph, else ``<title>`` without the site."""
    site = _site(table)
    announced = [_without_site(text, site) for _, text in _named(table, _TITLE_NAMES)]
    if in_head := _title_element(table):
        announced.append(_without_site(in_head, site))
    headings = [text for row in _headings(table) if (text := table.text_of(row))]
    for heading in sorted(headings, key=len, reverse=True):
        if any(_is_part(heading, text) or _is_part(text, heading) for text in announced):
            return heading
    return next(iter(announced or headings), None)


def _is_part(text: str, whole: str) -> bool:
    letters = _letters(text)
    return bool(letters) and letters in _letters(whole)


def date(table: PageTable, selection: Selection, url: str | None) -> str | None:
    """The day of publication: structured data, meta, ``<time>``, the URL, then dates in the text near the headline.

    A date in the text that names the day of the URL is taken for its time of day. The day of the last change stands in
    where there is nothing else.
    """
    published = _first_of(_linked_dates(table), _meta_dates(table), _time_elements(table))
    if published:
        return published
    visible = _visible_date(table, selection)
    in_url = _URL_DATE.search(url or "")
    day = first_date("-".join(in_url.groups())) if in_url else None
    found = visible if day is None or (visible or "").startswith(day) else day
    return found or _first_of(linked_data_values(table, ("dateModified",)), _changes(table))


def _first_of(*sources: Iterator[str]) -> str | None:
    return next(filter(None, map(first_date, chain(*sources))), None)


def _named(table: PageTable, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """The meta elements of the given names with their content, in the order of the names."""
    found = []
    for row in np.flatnonzero(table.tag == tags.code_of("meta")).tolist():
        attributes = table.attributes(row)
        name = (attributes.get("property") or attributes.get("name") or attributes.get("itemprop") or "").lower()
        content = " ".join(attributes.get("content", "").split())
        if name in names and content:
            found.append((name, content))
    return sorted(found, key=lambda item: names.index(item[0]))


def _title_element(table: PageTable) -> str:
    in_icon = table.inside(table.has_tag(frozenset({"svg"})))
    for row in np.flatnonzero(table.has_tag(frozenset({"title"})) & ~in_icon).tolist():
        if text := " ".join(in_text(table.inner_markup(row)).split()):
            return text
    return ""


def _headings(table: PageTable) -> list[int]:
    return np.flatnonzero((table.tag == tags.code_of("h1")) & table.rendered).tolist()


def _site(table: PageTable) -> str:
    names = _named(table, ("og:site_name", "application-name"))
    return names[0][1] if names else ""


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def _without_site(text: str, site: str) -> str:
    """Take the site's name off a page title: the part that is known to be it, else the last if the rest is longer."""
    parts = _SEPARATOR.split(text)
    if len(parts) < 2:
        return text
    is_site = [bool(site) and _letters(part) == _letters(site) for part in parts]
    if is_site[-1] or (not any(is_site) and len(parts[-1]) < len(text) / 2):
        return text[: text.rindex(parts[-1])].rstrip(" \t|-\u2013\u2014\xb7\xbb:_\u4e28")
    if is_site[0]:
        return text[len(parts[0]) :].lstrip(" \t|-\u2013\u2014\xb7\xbb:_\u4e28")
    return text


def _linked_dates(table: PageTable) -> Iterator[str]:
    yield from linked_data_values(table, _LINKED_DATE_NAMES)


def _meta_dates(table: PageTable) -> Iterator[str]:
    yield from (content for _, content in _named(table, _DATE_NAMES))


def _changes(table: PageTable) -> Iterator[str]:
    yield from (content for _, content in _named(table, _CHANGE_NAMES))


def _time_elements(table: PageTable) -> Iterator[str]:
    for row in np.flatnonzero(table.tag == tags.code_of("time")).tolist():
        yield table.attributes(row).get("datetime", "")
        yield table.text_of(row)


def _visible_date(table: PageTable, selection: Selection) -> str | None:
    """The date in the text that stands closest to the headline, or to where the main text begins."""
    headings = _headings(table)
    anchors = headings or selection.rows.tolist()
    if not anchors:
        return None
    anchor = int(table.segment_offset[table.segment_start[anchors[0]]])
    end = int(table.segment_offset[table.segment_stop[anchors[0]]]) if headings else anchor

    def distance(place: int) -> float:
        return place - end if place >= anchor else (anchor - place) * _BEFORE_THE_ANCHOR

    found = [(distance(place), value) for place, value in dates_in(table.text)]
    return min(found)[1] if found else None
