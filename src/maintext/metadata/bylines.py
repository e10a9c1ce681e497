"""Authors that people see: marked elements, links to pages of authors, and lines around the headline."""

import re
from collections.abc import Iterator
from typing import Final

from maintext.dates import written_dates
from maintext.metadata.headline import Place
from maintext.metadata.names import LEAD, byline_name, is_capitalised, is_person, may_lead
from maintext.metadata.page import ASIDE, Page
from maintext.metadata.text import lines_beginning

_WORDS: Final = (b"author", b"byline", b"autor", b"writer", b"username")
_MORE_WORDS: Final = (
    b"auteur", b"contributor", b"reporter", b"creator", b"vcard", b"redakt", b"/people/", b"/profile", b"/staff/",
    b"/members/", b"by-line",
)  # fmt: skip
"""What start tags of authors hold: the usual words, and those that are looked for on pages without them."""
_CLASS: Final = re.compile(
    r"(?:^|[\s_-]|[a-z](?=A|B|W))(?:by-?line|author|autor|auteur|writer|contributor|posted-?by|vcard|username|user-name|creator|nickname|reporter)",
    re.IGNORECASE,
)
_LINK: Final = re.compile(
    r"/(?:authors?|autor(?:en)?|auteurs?|writers?|reporters?|contributors?|journalists?|redakt\w+|people|profiles?|staff|team|members?|users?|by)/[^/]",
    re.IGNORECASE,
)
_NOT_BY: Final = re.compile(
    r"comment|related|sidebar|footer|recommend|teaser|popular|avatar|follow|social|share|reviewer|photo|credit|caption",
    re.IGNORECASE,
)
_BYLINE: Final = re.compile(r"(?:^|\s|[|•·⋅●–—\-,)\d]\s*)(?:by|von|par|por)[:\s]\s*(?P<name>\S.*)$", re.IGNORECASE)
_ONLY_LEAD: Final = re.compile(
    r"^\W*(?:written\s+by|by|posted\s+by|words\s+by|authors?|von|autor(?:in)?|par|auteur|por)\s*[:：]?\s*$",
    re.IGNORECASE,
)
_STRONG_LEAD: Final = re.compile(
    r"\s{0,200}\W{0,5}(?:(?:written|posted|words|story|text|article|created|published)\s+by\b|by:|"
    r"(?:authors?|autor(?:in|en)?|auteure?|autore|von|автор|text)\s*:|von\s+\S+\s\S+\s+am\s)",
    re.IGNORECASE,
)
"""Leads that say so much that the line may stand anywhere."""
_STRONG_BEGINNINGS: Final = frozenset("wri pos wor sto tex art cre pub by: aut von авт".split())
"""How they begin, so that most lines need not be looked at."""
_PICTURE: Final = re.compile(
    r"photo|foto|image|bild|credit|getty|pexels|unsplash|shutterstock|©|illustration|copyright", re.IGNORECASE
)
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_MOST_ROWS: Final = 500
_AFTER: Final = 30
_BEFORE: Final = 6


def marked_names(page: Page, place: Place) -> list[str]:
    """The names in the elements nearest to the headline whose class, or whose link, says that they are the author."""
    aside = page.rows.spans_of(*ASIDE)
    found: list[tuple[float, int, int, int, str, str]] = []
    for row in (page.rows.naming(*_WORDS) or page.rows.naming(*_MORE_WORDS))[:_MOST_ROWS]:
        if not page.table.rendered[row] or page.table.segment_start[row] >= page.table.segment_stop[row]:
            continue
        signature = _signature(page, row)
        text = page.spaced(row) if signature else ""
        if not text or len(text) > 150:
            continue
        name = byline_name(text)
        if not name:
            continue
        line = page.lines.of_segment(int(page.table.segment_start[row]))
        distance = line - place.last if line >= place.first else 2 * (place.first - line) + 2
        distance += (15 if aside.hold(row) else 0) + (3 if signature == "link" else 0)
        if distance <= _AFTER:
            found.append((distance, len(text), line, int(page.table.parent[row]), signature, name))
    if not found:
        return []
    best = min(found)
    return [each[5] for each in found if each[4] == best[4] and (each[2] == best[2] or each[3] == best[3])]


def _signature(page: Page, row: int) -> str:
    """What says that an element is an author; empty if nothing does."""
    attributes = page.table.attributes(row)
    marks = " ".join(attributes.get(name, "") for name in ("class", "id", "data-testid", "data-component"))
    if _NOT_BY.search(marks):
        return ""
    if "author" in attributes.get("rel", "").lower().split():
        return "rel"
    if _CLASS.search(marks):
        return f"class {attributes.get('class', '')}"
    return "link" if _LINK.search(attributes.get("href", "")) else ""


def byline_names(page: Page, place: Place) -> Iterator[tuple[list[str], bool]]:
    """The names in lines around the headline, the surest first, and whether they are surely people.

    "By ...", then a name beside a date, then a name alone with a date in the next line, and at last what is said to be
    the author anywhere on the page.
    """
    after = range(place.last + 1, min(len(page.lines), place.last + _AFTER))
    around = [*after, *range(place.first - 1, max(-1, place.first - _BEFORE), -1)]
    for number in around:
        yield from _led(page, number)
    for number in around[:8]:
        text = page.lines.spaced(number)
        dates = written_dates(text) if len(text) < 90 else []
        if dates:
            rest = f"{text[: dates[0].start]} | {text[dates[-1].end :]}"
            parts = [part.strip(" ,.-") for part in re.split(r"[|•·⋅–—]|\s-\s", rest)]
            yield [part for part in parts if is_person(part)], False
    for number in list(after)[:3]:
        text = page.lines.spaced(number)
        heading = page.rows.spans_of(*_HEADINGS).hold(page.lines.row(number))
        if len(text) < 80 and not heading and is_person(text) and written_dates(_near(page, number)):
            yield [text], False
    starts = page.lines.starts
    for number in lines_beginning(page.table.text, starts, place.last + 1, _STRONG_BEGINNINGS):
        if _STRONG_LEAD.match(page.table.text, starts[number]) and len(page.lines.text(number)) < 150:
            name = byline_name(page.lines.spaced(number))
            yield [name] if is_capitalised(name) else [], False


def _near(page: Page, number: int) -> str:
    """The short ones of a line, the one before it and the two behind it."""
    numbers = range(max(0, number - 1), min(number + 3, len(page.lines)))
    return " ".join(text for text in map(page.lines.text, numbers) if len(text) < 80)


def _led(page: Page, number: int) -> Iterator[tuple[list[str], bool]]:
    """The name in a line that says "by"."""
    text = page.lines.text(number)
    if len(text) > 150 or not may_lead(page.lines.spaced(number)) or _PICTURE.search(text):
        return
    text = page.lines.spaced(number)
    if _ONLY_LEAD.match(text) and number + 1 < len(page.lines):
        following = page.lines.spaced(number + 1)
        name = byline_name(following) if len(following) < 80 else ""
        yield [name] if is_capitalised(name) else [], is_person(name)
    elif LEAD.match(text):
        name = byline_name(text)
        yield [name] if is_capitalised(name) and (" " in name or len(text) < 40) else [], is_person(name)
    elif match := _BYLINE.search(text):
        name = byline_name(match["name"])
        single = " " not in name and bool(written_dates(text)) and is_capitalised(name)
        yield [name] if is_person(name) or single else [], is_person(name)
