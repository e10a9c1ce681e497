"""The days on which a page was published and last changed."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from maintext.dates import first_date
from maintext.dates.months import NUMBER_OF_MONTH
from maintext.metadata.facts import Fact
from maintext.metadata.page import Page
from maintext.metadata.search import Words
from maintext.metadata.shown import Shown

_PUBLISHED_META: Final = tuple(
    "article:published_time article:published og:published_time og:article:published_time datepublished "
    "publication_date publish_date publish-date publishdate pubdate pub_date parsely-pub-date sailthru.date "
    "cxenseparse:recs:publishtime bt:pubdate citation_publication_date citation_online_date citation_date "
    "dc.date.issued dcterms.issued dc.issued dc.date.created dcterms.created dc.created originalpublicationdate "
    "article_date_original weibo:article:create_at rnews:datepublished displaydate release_date article.published "
    "video:release_date".split()
)
_SOME_DATE_META: Final = tuple("dc.date dcterms.date date created created_at creation_date".split())
"""Names that do not say of what: some sites put the time there at which the page was made for the reader."""
_MODIFIED_META: Final = tuple(
    "article:modified_time og:updated_time article:modified og:modified_time datemodified last-modified lastmod "
    "revised dcterms.modified dc.date.modified dc.modified modified updated_time".split()
)
_OTHER_META: Final = re.compile(
    r"^(?!.*(?:modif|updat|expir|revis|valid|end|event|start)).*(?:date(?![a-z])|publish|pubtime|publishtime)",
    re.IGNORECASE,
)
"""Other names of meta elements that tell a day; there is no end of them."""
_URL_DATES: Final = (
    re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[/_-]?(?P<month>0[1-9]|1[0-2])[/_-]?(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"),
    re.compile(r"/(?P<year>(?:19|20)\d\d)[/_-](?P<month>\d\d?|[a-z]{3,9})[/_-](?P<day>\d\d?)(?=/|$)", re.IGNORECASE),
    re.compile(r"(?<![\da-z])(?P<day>\d\d?)[-_](?P<month>\d\d?)[-_](?P<year>20\d\d)(?![\da-z])", re.IGNORECASE),
)
_IN_SCRIPT: Final = re.compile(
    r"(?:datePublished|published_?[aA]t|published_?[oO]n|publish_?[dD]ate|pubDate|datePosted|publicationDate)"
    r"(?:\\?[\"']|&quot;)\s*:\s*(?:\\?[\"']|&quot;)([^\"'\\&]{8,40})"
)
_SCRIPT_WORDS: Final = Words((b"publish", b"pubdate", b"dateposted", b"publicationdate"))
_AT_THE_HEADLINE: Final = 5.0
_BESIDE: Final = 10.0
_NEAR: Final = 25.0
_FAR: Final = 45.0
"""Costs of dates on the page: those that stand at the headline, beside the best one, near the headline, and too far."""


def date_fact(page: Page, all_shown: Callable[[], Sequence[Shown]], *, at_headline: bool) -> Fact | None:
    """The day of publication.

    Args:
        page: the page.
        all_shown: gives the dates that people see; it is asked only where they matter.
        at_headline: whether it is known where the headline stands.
    """
    limit = latest(page)
    in_url = next(possible(url_dates(page), limit), None)
    candidates = list(possible(published_candidates(page, surely=in_url is not None), limit))
    if candidates:
        structured = candidates[0]
        agreed = in_url is not None and in_url.value == structured.value[:10]
        if agreed or not at_headline:
            return structured
        doubtful = all(fact.source != "meta" for fact in candidates)
        return _as_people_see_it(structured, _until(limit, all_shown()), doubtful=doubtful) or structured
    shown = _until(limit, all_shown())
    published = [each for each in shown if not each.updated and each.cost < _FAR]
    if in_url:
        return _same_moment(in_url, published) or in_url
    if published and published[0].cost < _NEAR:
        return Fact(published[0].value, published[0].source)
    if shown and shown[0].cost < _NEAR:
        return Fact(shown[0].value, shown[0].source)
    found = next(possible(script_dates(page), limit), None) or next(possible(modified_candidates(page), limit), None)
    return found or next((Fact(each.value, each.source) for each in [*published, *shown]), None)


def _until(limit: str, shown: Sequence[Shown]) -> list[Shown]:
    """The dates that do not lie in the future."""
    return [each for each in shown if each.value[:10] <= limit]


def _same_moment(in_url: Fact, published: Sequence[Shown]) -> Fact | None:
    """The shown date that is the address's, with its time of day, or the day before or after right at the headline."""
    same = [each for each in published if each.value[:10] == in_url.value]
    beside = [each for each in published if each.cost < _AT_THE_HEADLINE and _days_apart(each.value, in_url.value) == 1]
    return next((Fact(each.value, each.source) for each in same + beside), None)


def modified_fact(page: Page, all_shown: Callable[[], Sequence[Shown]]) -> Fact | None:
    """The day of the last change: what the page tells machines, else what it shows as such."""
    limit = latest(page)
    told = next(possible(modified_candidates(page), limit), None)
    if told:
        return told
    return next((Fact(each.value, each.source) for each in _until(limit, all_shown()) if each.updated), None)


def _as_people_see_it(structured: Fact, shown: Sequence[Shown], *, doubtful: bool) -> Fact | None:
    """The date right at the headline, where it is another one than that for machines.

    Machines are often told the day in the zone of the server, or a day that an editor has since corrected. A day that
    is said to be that of a change counts only against linked data or microdata alone: there people took it for the date
    of the page in 19 of 21 cases on the development sets, against meta elements in 5 of 24.
    """
    if not shown:
        return None
    told, best = structured.value, shown[0]
    beside = [each for each in shown if each.cost < best.cost + _BESIDE and not each.updated]
    if any(each.value[:10] == told[:10] for each in beside):
        return None
    same_event = _days_apart(best.value, told) <= 1
    if best.cost <= (_NEAR if same_event else _AT_THE_HEADLINE) and (same_event or doubtful or not best.updated):
        return Fact(best.value, best.source)
    return None


def _days_apart(one: str, other: str) -> int:
    return abs((date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])).days)


def latest(page: Page) -> str:
    """The last day that a page can be from: a day after it was fetched, since days begin earlier in the east."""
    fetched = page.fetched or datetime.now(tz=UTC)
    return (fetched + timedelta(days=1)).date().isoformat()


def possible(facts: Iterator[Fact], limit: str) -> Iterator[Fact]:
    """Facts with dates in them, as ISO 8601, without those that lie in the future."""
    for fact in facts:
        value = first_date(fact.value)
        if value and value[:10] <= limit:
            yield Fact(value, fact.source)


def published_candidates(page: Page, *, surely: bool) -> Iterator[Fact]:
    """What the page tells machines of its publication, the most reliable first.

    Args:
        page: the page.
        surely: leave out what may be another date than that of publication.
    """
    main = page.main_things
    yield from (Fact(text, "json-ld") for thing in main for text in thing.texts("datePublished"))
    yield from (Fact(content, "meta") for _, content in page.meta_values(*_PUBLISHED_META))
    yield from (
        Fact(item.value, "microdata") for item in page.items if item.name == "datepublished" and not item.is_inner
    )
    if surely:
        return
    yield from (Fact(content, "meta") for _, content in page.meta_values(*_SOME_DATE_META))
    for name in ("dateCreated", "uploadDate"):
        yield from (Fact(text, "json-ld") for thing in main for text in thing.texts(name))
    yield from (
        Fact(item.value, "microdata") for item in page.items if item.name == "datecreated" and not item.is_inner
    )
    for name, contents in page.meta.items():
        if ("date" in name or "pub" in name) and name not in _MODIFIED_META and _OTHER_META.search(name):
            yield from (Fact(content, "meta") for content in contents)


def modified_candidates(page: Page) -> Iterator[Fact]:
    """What the page tells machines of its last change."""
    for thing in page.things:
        if thing.is_main:
            yield from (Fact(text, "json-ld") for text in thing.texts("dateModified"))
    yield from (Fact(content, "meta") for _, content in page.meta_values(*_MODIFIED_META))
    yield from (
        Fact(item.value, "microdata")
        for item in page.items
        if item.name in ("datemodified", "dateupdate") and not item.is_inner
    )


def url_dates(page: Page) -> Iterator[Fact]:
    """The days in the page's address."""
    for form in _URL_DATES:
        for match in form.finditer(page.url):
            month = NUMBER_OF_MONTH.get(match["month"].lower(), 0) or (
                int(match["month"]) if match["month"].isdecimal() else 0
            )
            day = int(match["day"])
            if match.start("day") < match.start("year") and (month > 12 or page.month_first) and day <= 12:
                month, day = day, month
            yield Fact(f"{match['year']}-{month:02}-{day:02}", "url")


def script_dates(page: Page) -> Iterator[Fact]:
    """The day of publication in scripts and data of the page, as sites have it that make their pages in the browser.

    Where several days are named, some of them are those of other pages, so none is taken.
    """
    texts = (text for _, text in page.behind(_SCRIPT_WORDS, 120))
    days = {
        value[:10]: value for text in texts for match in _IN_SCRIPT.finditer(text) if (value := first_date(match[1]))
    }
    if len(days) == 1:
        yield from (Fact(value, "script") for value in days.values())
