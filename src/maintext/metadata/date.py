"""The days on which a page was published and last changed."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Final

from maintext.dates import first_date
from maintext.dates.months import NUMBER_OF_MONTH
from maintext.metadata._collect import WordSearch, linked_texts, markup_after
from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact
from maintext.metadata.headline import Headline
from maintext.metadata.visible_dates import VisibleDate, is_month_first

_OTHER_META: Final = re.compile(
    r"^(?!.*(?:modif|updat|expir|revis|valid|end|event|start)).*(?:date(?![a-z])|publish|pubtime|publishtime)",
    re.IGNORECASE,
)
"""Other names of meta elements with a date; there are too many to list."""
_URL_DATES: Final = (
    re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[/_-]?(?P<month>0[1-9]|1[0-2])[/_-]?(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"),
    re.compile(r"/(?P<year>(?:19|20)\d\d)[/_-](?P<month>\d\d?|[a-z]{3,9})[/_-](?P<day>\d\d?)(?=/|$)", re.IGNORECASE),
    re.compile(r"(?<![\da-z])(?P<day>\d\d?)[-_](?P<month>\d\d?)[-_](?P<year>20\d\d)(?![\da-z])", re.IGNORECASE),
)
_IN_SCRIPT: Final = re.compile(
    r"(?:datePublished|published_?[aA]t|published_?[oO]n|publish_?[dD]ate|pubDate|datePosted|publicationDate)"
    r"(?:\\?[\"']|&quot;)\s*:\s*(?:\\?[\"']|&quot;)([^\"'\\&]{8,40})"
)
_SCRIPT_WORDS: Final = WordSearch((b"publish", b"pubdate", b"dateposted", b"publicationdate"))
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_DATE_FACTS: Final = ("published", "some date", "modified")
"""Facts of meta elements whose names are known to be of dates."""
_AT_THE_HEADLINE: Final = 5.0
_BESIDE: Final = 10.0
_NEAR: Final = 25.0
_FAR: Final = 45.0
"""Costs of visible dates: at the headline, beside the best one, near the headline, and too far from it."""


def choose_published(
    candidates: Candidates, headline: Headline | None, all_visible: Callable[[], Sequence[VisibleDate]]
) -> Fact | None:
    """The day of publication.

    Args:
        candidates: of the page.
        headline: where the headline is.
        all_visible: returns the dates in the visible text; called only where they matter.
    """
    limit = candidates.latest_day
    in_url = next(_possible(url_dates(candidates), limit), None) if _YEAR.search(candidates.url) else None
    structured_facts = _possible(published_candidates(candidates, surely=in_url is not None), limit)
    structured = next(structured_facts, None)
    if structured:
        is_confirmed = in_url is not None and in_url.value == structured.value[:10]
        if is_confirmed or headline is None or not headline.is_title:
            return structured
        return _corrected(structured, all_visible(), structured_facts) or structured
    visible = all_visible()
    published = [each for each in visible if not each.is_change and each.cost < _FAR]
    if in_url:
        return _same_day(in_url, published) or in_url
    for dates in (published, visible):
        if dates and dates[0].cost < _NEAR:
            return Fact(dates[0].value, dates[0].source)
    found = next(_possible(script_dates(candidates), limit), None)
    found = found or next(_possible(modified_candidates(candidates), limit), None)
    if not found and visible:
        best = (published or visible)[0]
        found = Fact(best.value, best.source)
    return found


def choose_modified(candidates: Candidates, all_visible: Callable[[], Sequence[VisibleDate]]) -> Fact | None:
    """The day of the last change: the one that the page declares for machines, else a visible one."""
    limit = candidates.latest_day
    declared = next(_possible(modified_candidates(candidates), limit), None)
    if declared:
        return declared
    for each in all_visible():
        if each.is_change:
            return Fact(each.value, each.source)
    return None


def _same_day(in_url: Fact, published: Sequence[VisibleDate]) -> Fact | None:
    """The visible date that is the address's, with its time of day, or right at the headline one day off."""
    for each in published:
        if each.value[:10] == in_url.value:
            return Fact(each.value, each.source)
    for each in published:
        if each.cost < _AT_THE_HEADLINE and _days_apart(each.value, in_url.value) == 1:
            return Fact(each.value, each.source)
    return None


def _corrected(structured: Fact, visible: Sequence[VisibleDate], others: Iterable[Fact]) -> Fact | None:
    """The date right at the headline, if it differs from the one for machines.

    The date for machines is often in the time zone of the server, or has been corrected by an editor since. A day that
    is labelled as that of a change counts only against linked data or microdata alone: people took it for the date of
    the page in 19 of 21 cases on the development sets, and against meta elements in 5 of 24.

    Args:
        structured: the date for machines.
        visible: the dates in the visible text, best first.
        others: the other dates for machines.
    """
    if not visible:
        return None
    declared, best = structured.value, visible[0]
    if any(
        each.value[:10] == declared[:10] and each.cost < best.cost + _BESIDE and not each.is_change for each in visible
    ):
        return None
    is_same_event = _days_apart(best.value, declared) <= 1
    if best.cost > (_NEAR if is_same_event else _AT_THE_HEADLINE):
        return None
    if is_same_event or not best.is_change or all(fact.source != "meta" for fact in (structured, *others)):
        return Fact(best.value, best.source)
    return None


def _days_apart(one: str, other: str) -> int:
    return abs((date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])).days)


def _possible(texts: Iterable[tuple[str, str]], limit: str) -> Iterator[Fact]:
    """The dates in texts as ISO 8601, each with its source, except those in the future."""
    for text, source in texts:
        value = first_date(text)
        if value and value[:10] <= limit:
            yield Fact(value, source)


def published_candidates(candidates: Candidates, *, surely: bool) -> Iterator[tuple[str, str]]:
    """Texts with the date of publication for machines, and their sources, the most reliable first.

    Args:
        candidates: of the page.
        surely: leave out dates that may not be those of publication.
    """
    main, meta, items = candidates.main, candidates.meta, candidates.items
    yield from [(text, "json-ld") for text in linked_texts(main, "datePublished")]
    yield from [(content, "meta") for _, content in meta.get("published", ())]
    yield from [(item.value, "microdata") for item in items if item.name == "datepublished"]
    if surely:
        return
    yield from [(content, "meta") for _, content in meta.get("some date", ())]
    yield from [(text, "json-ld") for name in ("dateCreated", "uploadDate") for text in linked_texts(main, name)]
    yield from [(item.value, "microdata") for item in items if item.name == "datecreated"]
    for fact, pairs in meta.items():
        if fact not in _DATE_FACTS:
            for name, content in pairs:
                if ("date" in name or "pub" in name) and _OTHER_META.search(name):
                    yield content, "meta"


def modified_candidates(candidates: Candidates) -> Iterator[tuple[str, str]]:
    """Texts with the date of the last change for machines, and their sources."""
    main = [thing for thing in candidates.linked if thing.is_main]
    yield from [(text, "json-ld") for text in linked_texts(main, "dateModified")]
    yield from [(content, "meta") for _, content in candidates.meta.get("modified", ())]
    for item in candidates.items:
        if item.name in ("datemodified", "dateupdate"):
            yield item.value, "microdata"


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


def script_dates(candidates: Candidates) -> Iterator[tuple[str, str]]:
    """The day of publication in scripts and data of the page, for sites that build their pages in the browser.

    If there are several days, some of them are those of other pages, so none is returned.
    """
    if candidates.lines is None:
        return
    texts = [text for _, text in markup_after(candidates.lines.rows, _SCRIPT_WORDS, 120)]
    days = {
        value[:10]: value for text in texts for match in _IN_SCRIPT.finditer(text) if (value := first_date(match[1]))
    }
    if len(days) == 1:
        yield from [(value, "script") for value in days.values()]
