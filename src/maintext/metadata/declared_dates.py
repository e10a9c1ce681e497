"""Dates that a page does not show: for machines, in its address, and in its scripts."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

from maintext.dates import first_date
from maintext.dates.months import NUMBER_OF_MONTH
from maintext.metadata._collect import WordSearch, linked_texts, markup_after
from maintext.metadata.candidates import Candidates
from maintext.metadata.microdata import Item
from maintext.metadata.other_days import without_readers_reviews
from maintext.metadata.visible_dates import is_month_first

_OTHER_META: Final = re.compile(
    r"^(?!.*(?:modif|updat|expir|revis|valid|end|event|start)).*(?:date(?![a-z])|publish|pubtime|publishtime)",
    re.IGNORECASE,
)
"""Other names of meta elements with a date; there are too many to list."""
_WORKS: Final = frozenset(
    "product productgroup productmodel individualproduct book movie tvseries tvepisode videogame game musicalbum "
    "musicrecording softwareapplication mobileapplication webapplication vehicle car".split()
)
"""Types of things that a page is about. Their dates are not those of the page."""
_URL_DATES: Final = (
    re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[/_-]?(?P<month>0[1-9]|1[0-2])[/_-]?(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"),
    re.compile(r"/(?P<year>(?:19|20)\d\d)[/_-](?P<month>\d\d?|[a-z]{3,9})[/_-](?P<day>\d\d?)(?=/|$)", re.IGNORECASE),
    re.compile(r"(?<![\da-z])(?P<day>\d\d?)[-_](?P<month>\d\d?)[-_](?P<year>20\d\d)(?![\da-z])", re.IGNORECASE),
)
_FILED: Final = re.compile(
    r"(?<!\d)(20[0-3]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d{1,15}(?=[^/\d]{0,20}/?(?:[?#]|$))"
)
"""A number at the end of a path that begins with the minute in which the page was filed."""
_IN_SCRIPT: Final = re.compile(
    r"(?:datePublished|published_?[aA]t|published_?[oO]n|publish_?[dD]ate|pubDate|datePosted|publicationDate)"
    r"(?:\\?[\"']|&quot;)\s*:\s*(?:\\?[\"']|&quot;)([^\"'\\&]{8,40})"
)
_VARIABLE: Final = re.compile(
    r"(?:var\s+ct|create_?time|publish_?time)\\?[\"']?\s{0,3}(?P<sign>[:=])\s{0,3}\\?[\"']?"
    r"(?:(?P<seconds>1\d{9})(?:\d{3})?(?![\d.])|(?P<written>(?:19|20)\d\d[-/.年][^\"'\\;<]{3,24}))",
    re.IGNORECASE,
)
"""The time of publication as a variable or value of a script: seconds or milliseconds since 1970, or a written date."""
_SCRIPT_WORDS: Final = WordSearch(
    (b"publish", b"pubdate", b"dateposted", b"publicationdate", b"createtime", b"create_time", b"var ct")
)
_ZONES: Final = (
    (re.compile("[\u3040-\u30ff\uac00-\ud7af]"), timezone(timedelta(hours=9))),
    (re.compile("[\u4e00-\u9fff]"), timezone(timedelta(hours=8))),
)
"""Zones in which days are counted on pages in Japanese or Korean, and in Chinese; on others it is UTC."""
_SAMPLE: Final = 2_000
_PUBLISHED: Final = ("datePublished", "datePosted")
"""Properties of the day of publication; the second is that of offers, such as jobs and flats."""
_DATE_FACTS: Final = ("published", "some date", "modified")
"""Facts of meta elements whose names are known to be of dates."""
_MAX_SCOPES: Final = 2
"""Items with a date of their own: the page, and the article in it. A list of teasers has more."""


def published_candidates(candidates: Candidates, *, surely: bool) -> Iterator[tuple[str, str]]:
    """Texts with the date of publication for machines, and their sources, the most reliable first.

    Args:
        candidates: of the page.
        surely: leave out dates that may not be those of publication.
    """
    things = without_readers_reviews(candidates.main) if len(candidates.main) > 1 else candidates.main
    main = [thing for thing in things if thing.types.isdisjoint(_WORKS)]
    meta, items = candidates.meta, candidates.items
    yield from [(text, "json-ld") for name in _PUBLISHED for text in linked_texts(main, name)]
    yield from [(content, "meta") for _, content in meta.get("published", ())]
    for name in _PUBLISHED if items else ():
        yield from [(text, "microdata") for text in _own_dates(items, name.lower())]
    if surely:
        return
    others = [
        (name, content)
        for fact, pairs in meta.items()
        if fact not in _DATE_FACTS
        for name, content in pairs
        if ("date" in name or "pub" in name) and _OTHER_META.search(name)
    ]
    yield from [(content, "meta") for name, content in others if "publish" in name]
    yield from [(content, "meta") for _, content in meta.get("some date", ())]
    yield from [(text, "json-ld") for name in ("dateCreated", "uploadDate") for text in linked_texts(main, name)]
    yield from [(text, "microdata") for text in _own_dates(items, "datecreated")] if items else ()
    yield from [(content, "meta") for name, content in others if "publish" not in name]


def modified_candidates(candidates: Candidates) -> list[tuple[str, str]]:
    """Texts with the date of the last change for machines, and their sources."""
    main = [thing for thing in candidates.linked if thing.is_main and thing.types.isdisjoint(_WORKS)]
    found = [(text, "json-ld") for text in linked_texts(main, "dateModified")]
    found += [(content, "meta") for _, content in candidates.meta.get("modified", ())]
    found += [(item.value, "microdata") for item in candidates.items if item.name in ("datemodified", "dateupdate")]
    return found


def _own_dates(items: Iterable[Item], name: str) -> list[str]:
    """The texts of a property of the page's own item. If several items have it, they are teasers of other pages."""
    named = [item for item in items if item.name == name]
    scopes = {item.scope for item in named}
    return [item.value for item in named] if len(scopes) <= _MAX_SCOPES else []


def url_dates(candidates: Candidates) -> Iterator[tuple[str, str]]:
    """The days in the page's address."""
    for form in _URL_DATES:
        for match in form.finditer(candidates.url):
            month = NUMBER_OF_MONTH.get(match["month"].lower(), 0) or (
                int(match["month"]) if match["month"].isdecimal() else 0
            )
            day = int(match["day"])
            if match.start("day") < match.start("year") and (month > 12 or is_month_first(candidates)) and day <= 12:
                month, day = day, month
            yield f"{match['year']}-{month:02}-{day:02}", "url"


def filed_dates(candidates: Candidates) -> list[tuple[str, str]]:
    """The day in the number of the page, if its address ends with one that has a time in it."""
    return [("-".join(match.groups()), "url") for match in _FILED.finditer(candidates.url)]


def script_dates(candidates: Candidates, *, assigned: bool = False) -> list[tuple[str, str]]:
    """The day of publication in scripts and data of the page, for sites that build their pages in the browser.

    If there are several days, some of them are those of other pages, so none is returned.

    Args:
        candidates: of the page.
        assigned: only variables of a script, which belong to the page itself: data may be that of other pages.
    """
    if candidates.lines is None:
        return []
    found = markup_after(candidates.lines.rows, _SCRIPT_WORDS, 120)
    days: dict[str, str] = {}
    for _, text in () if assigned else found:
        for match in _IN_SCRIPT.finditer(text):
            if value := first_date(match[1]):
                days[value[:10]] = value
    for _, text in () if days else found:
        variable = _VARIABLE.search(text)
        if variable and (variable["sign"] == "=" or not assigned) and (value := _value(variable, candidates)):
            days[value[:10]] = max(value, days.get(value[:10], ""), key=len)
    return [(value, "script") for value in days.values()] if len(days) == 1 else []


def _value(variable: re.Match[str], candidates: Candidates) -> str | None:
    """The date of a variable."""
    if variable["written"]:
        return first_date(variable["written"])
    moment = datetime.fromtimestamp(int(variable["seconds"]), _zone(candidates))
    return moment.isoformat().replace("+00:00", "Z")


def _zone(candidates: Candidates) -> timezone:
    """The zone in which the readers of the page count days, by its script."""
    sample = f"{candidates.title_element} {candidates.text[:_SAMPLE]}"
    return next((zone for letters, zone in _ZONES if letters.search(sample)), UTC)
