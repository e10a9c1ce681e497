"""Days that a page says are those of something else: of an event, the end of an offer, or of a reader's review."""

from collections.abc import Iterable, Iterator
from typing import Final

from maintext.dates import first_date, written_dates
from maintext.metadata._collect import RowIndex, linked_texts
from maintext.metadata.candidates import Candidates
from maintext.metadata.linked_data import Thing

_EVENT_DATES: Final = ("startDate", "endDate", "doorTime", "previousStartDate", "validThrough")
_EVENT_PROPERTIES: Final = frozenset(name.lower() for name in _EVENT_DATES)
_REVIEWS: Final = frozenset({"review", "reviews"})
"""Properties whose values are reviews of what the page is about."""
_HINTS: Final = (b"review", b"date", b"doortime", b"validthrough", b"&")
"""A start tag with one of the properties has one of these, in upper or lower case."""
_REVIEW_TYPES: Final = frozenset({"review", "userreview"})
_PRODUCTS: Final = frozenset("product productgroup productmodel individualproduct".split())
_ATTRIBUTES: Final = frozenset("itemprop content datetime".split())
_MAX_ROWS: Final = 300
_MAX_TEXT: Final = 2_000
"""Characters of a review in which its date is."""


def days_of_others(candidates: Candidates) -> frozenset[str]:
    """The days of events and offers, and of reviews of what the page is about, in linked data and microdata."""
    rows = candidates.lines.rows if candidates.lines is not None else None
    texts = list(_linked(candidates.linked)) if candidates.linked else []
    found = {value[:10] for text in texts if (value := first_date(text))}
    if rows is not None and rows.properties:
        found.update(_in_microdata(rows))
    return frozenset(found)


def without_readers_reviews(things: Iterable[Thing]) -> list[Thing]:
    """The objects that may be the page, without the reviews of readers: several reviews of one product.

    A single review is the text of the page, and the product is what it is about.
    """
    found = list(things)
    if len(found) <= 2 or all(thing.types.isdisjoint(_PRODUCTS) for thing in found):
        return found
    others = [thing for thing in found if thing.types.isdisjoint(_REVIEW_TYPES)]
    return others if len(others) < len(found) - 1 else found


def _linked(things: tuple[Thing, ...]) -> Iterator[str]:
    for name in _EVENT_DATES:
        yield from linked_texts(things, name)
    reviews = [each for each in things if not each.types.isdisjoint(_REVIEW_TYPES)]
    if reviews:
        own = {id(thing.item) for thing in without_readers_reviews([each for each in things if each.is_main])}
        yield from linked_texts([each for each in reviews if id(each.item) not in own], "datePublished")


def _in_microdata(rows: RowIndex) -> Iterator[str]:
    """The days of events, and all days in reviews."""
    for row in rows.items[:_MAX_ROWS]:
        if not rows.may_say(row, _HINTS):
            continue
        own = rows.attributes(row, _ATTRIBUTES)
        properties = own.get("itemprop", "").lower().split()
        if not _EVENT_PROPERTIES.isdisjoint(properties):
            if value := first_date(own.get("content") or own.get("datetime") or rows.text(row)):
                yield value[:10]
        elif not _REVIEWS.isdisjoint(properties):
            yield from (each.value[:10] for each in written_dates(rows.spaced_text(row)[:_MAX_TEXT]))
            yield from _declared(rows, row)


def _declared(rows: RowIndex, review: int) -> Iterator[str]:
    """The days that the elements of a review have in their attributes."""
    for row in rows.items[:_MAX_ROWS]:
        if review < row < rows.end(review):
            own = rows.attributes(row, _ATTRIBUTES)
            if "date" in own.get("itemprop", "").lower():
                value = first_date(own.get("content") or own.get("datetime") or "")
                yield from (value[:10],) if value else ()
