"""The days on which a page was published and last changed."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Final

from maintext.dates import first_date, written_month
from maintext.metadata.candidates import Candidates
from maintext.metadata.declared_dates import (
    filed_dates,
    modified_candidates,
    published_candidates,
    script_dates,
    url_dates,
)
from maintext.metadata.facts import Fact
from maintext.metadata.headline import Headline
from maintext.metadata.other_days import days_of_others
from maintext.metadata.visible_dates import VisibleDate, visible_month

_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_AT_THE_HEADLINE: Final = 5.0
_BESIDE: Final = 10.0
_NEAR: Final = 25.0
_FAR: Final = 45.0
"""Costs of visible dates: at the headline, beside the best one, near the headline, and too far from it."""


def choose_published(
    candidates: Candidates,
    headline: Headline | None,
    all_visible: Callable[[], Sequence[VisibleDate]],
    *,
    is_thread: bool = False,
) -> Fact | None:
    """The day of publication.

    Args:
        candidates: of the page.
        headline: where the headline is.
        all_visible: returns the dates in the visible text; called only where they matter.
        is_thread: whether the page is a thread of posts: its day is that of the first one.
    """
    limit = candidates.latest_day
    in_url = next(_possible(url_dates(candidates), limit), None) if _YEAR.search(candidates.url) else None
    structured_facts = _possible(published_candidates(candidates, surely=in_url is not None), limit)
    structured = next(structured_facts, None)
    if structured:
        is_confirmed = in_url is not None and in_url.value == structured.value[:10]
        if is_confirmed or headline is None or not headline.is_title:
            return structured
        shown = _own(candidates, all_visible(), structured)
        return (_corrected(candidates, structured, structured_facts, shown) if shown else None) or structured
    visible = _own(candidates, all_visible(), in_url)
    visible = _first_post(visible) if is_thread else visible
    if in_url:
        return _same_day(in_url, [each for each in visible if not each.is_change and each.cost < _FAR]) or in_url
    return next(_not_declared(candidates, headline, visible), None)


def _own(candidates: Candidates, visible: Sequence[VisibleDate], declared: Fact | None) -> Sequence[VisibleDate]:
    """The visible dates without those of events and reviews, unless the page declares that they are its own."""
    lines = candidates.lines
    may_name_others = visible and (candidates.linked or (lines is not None and lines.rows.properties))
    days = days_of_others(candidates) if may_name_others else frozenset[str]()
    if declared is not None:
        days -= {declared.value[:10]}
    return [each for each in visible if each.is_first or each.value[:10] not in days] if days else visible


def _not_declared(candidates: Candidates, headline: Headline | None, visible: Sequence[VisibleDate]) -> Iterator[Fact]:
    """The days of publication of a page that does not declare one for machines, the most likely first.

    A month is better than the day of a change.
    """
    limit = candidates.latest_day
    published = [each for each in visible if not each.is_change]
    yield from [_shown(each) for each in visible if each.is_first]
    yield from [_shown(each) for each in published[:1] if each.cost < _AT_THE_HEADLINE]
    yield from _possible(script_dates(candidates, assigned=True), limit)
    yield from [_shown(each) for each in published[:1] if each.cost < _NEAR]
    if month := _month(candidates, headline):
        yield month
    written = modified_candidates(candidates)
    changes = list(_possible(written, limit)) if written else []
    if visible and visible[0].cost < _NEAR:
        yield min([_shown(visible[0]), *changes], key=lambda fact: fact.value[:10])
    yield from _possible(script_dates(candidates), limit)
    yield from _possible(filed_dates(candidates), limit)
    yield from [_shown(each) for each in published if each.is_labelled]
    yield from changes
    yield from [_shown(each) for each in (*[each for each in published if each.cost < _FAR], *visible)]


def _first_post(visible: Sequence[VisibleDate]) -> Sequence[VisibleDate]:
    """The visible dates of a thread, the earliest of those near the headline first: the others are those of replies."""
    published = [each for each in visible if not each.is_change]
    near = [each for each in published if each.cost < published[0].cost + _BESIDE]
    return sorted(visible, key=lambda each: each is not first) if (first := min(near, default=None)) else visible


def _shown(visible: VisibleDate) -> Fact:
    return Fact(visible.value, visible.source)


def _month(candidates: Candidates, headline: Headline | None) -> Fact | None:
    """The month of publication: one for machines, else one in a line of its own near the headline."""
    for text, source in published_candidates(candidates, surely=False):
        if month := written_month(text):
            return Fact(month, source)
    month = visible_month(candidates.lines, headline) if candidates.lines and headline else None
    return Fact(month, "visible text") if month and month <= candidates.latest_day else None


def choose_modified(candidates: Candidates, all_visible: Callable[[], Sequence[VisibleDate]]) -> Fact | None:
    """The day of the last change: the one that the page declares for machines, else a visible one."""
    limit = candidates.latest_day
    written = modified_candidates(candidates)
    if written and (declared := next(_possible(written, limit), None)):
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


def _corrected(
    candidates: Candidates, structured: Fact, others: Iterable[Fact], visible: Sequence[VisibleDate]
) -> Fact | None:
    """The date right at the headline, if it differs from the one for machines.

    The date for machines is often in the time zone of the server, or has been corrected by an editor since. A day that
    is labelled as that of a change counts only against linked data or microdata alone: people took it for the date of
    the page in 19 of 21 cases on the development sets, and against meta elements in 5 of 24. A day without a label that
    is that of the last change is not the day of publication: people took it for the date of the page in 6 of 16 cases.
    Only if it has the very moment of the change in a ``<time>`` they took it in 5 of 5 cases. If the date for machines
    is itself that of the last change, the only day that is labelled as that of publication counts, wherever it is.

    Args:
        candidates: of the page.
        structured: the date for machines.
        others: the other dates for machines.
        visible: the dates in the visible text, best first; at least one.
    """
    declared, best = structured.value, visible[0]
    if any(
        each.value[:10] == declared[:10] and each.cost < best.cost + _BESIDE and not each.is_change for each in visible
    ):
        return None
    labelled = [each for each in visible if each.is_labelled and not each.is_change]
    if len(labelled) == 1 and labelled[0].value < declared[:10] and _is_change(candidates, declared):
        return _shown(labelled[0])
    is_same_event = _days_apart(best.value, declared) <= 1
    if best.cost > (_NEAR if is_same_event else _AT_THE_HEADLINE) or _is_swapped(best.value, declared):
        return None
    if best.is_change and not is_same_event:
        return _shown(best) if all(fact.source != "meta" for fact in (structured, *others)) else None
    if is_same_event and best.is_written:
        return _shown(best)
    changes = list(_possible(modified_candidates(candidates), candidates.latest_day))
    if is_same_event:
        is_change = _has_minute_of(best.value, changes) and not _has_minute_of(best.value, [structured])
    else:
        changes = [fact for fact in changes if fact.value[:10] == best.value[:10]]
        is_moment = best.source == "time element" and any(_is_same_moment(best.value, fact.value) for fact in changes)
        is_change = bool(changes) and not is_moment
    return None if is_change else _shown(best)


def _is_change(candidates: Candidates, declared: str) -> bool:
    """Whether the day of publication for machines is the very second of the last change."""
    changes = _possible(modified_candidates(candidates), candidates.latest_day)
    return any(_is_same_moment(declared, fact.value) for fact in changes)


def _is_swapped(one: str, other: str) -> bool:
    """Whether a date has the numbers of month and day the other way round as one that a program wrote, with a zone."""
    is_exact = len(other) > len("2000-01-01T00:00:00")
    return (
        is_exact
        and one[:4] == other[:4]
        and one[5:7] == other[8:10]
        and one[8:10] == other[5:7]
        and one[5:7] != one[8:10]
    )


def _has_minute_of(value: str, facts: Iterable[Fact]) -> bool:
    """Whether a date has the minute of one of some others: the hour depends on the time zone."""
    minute = value[14:16]
    return minute != "" and any(fact.value[14:16] == minute for fact in facts)


def _is_same_moment(one: str, other: str) -> bool:
    """Whether two dates are the same second, each in its own zone; one without a zone is none in particular."""
    try:
        first, second = datetime.fromisoformat(one), datetime.fromisoformat(other)
    except ValueError:
        return False
    if first.tzinfo is None or second.tzinfo is None:
        return one[:19] == other[:19] and len(one) > len("2000-01-01")
    return first.astimezone(UTC) == second.astimezone(UTC)


def _days_apart(one: str, other: str) -> int:
    return abs((date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])).days)


def _possible(texts: Iterable[tuple[str, str]], limit: str) -> Iterator[Fact]:
    """The dates in texts as ISO 8601, each with its source, except those in the future."""
    for text, source in texts:
        value = first_date(text)
        if value and value[:10] <= limit:
            yield Fact(value, source)
