"""Authors in the visible text: marked elements, links to pages of authors, and lines around the headline."""

import re
from collections.abc import Iterator
from typing import Final

from maintext.dates import written_dates
from maintext.metadata._collect import Lines, Snippets, contains_any, may_hold_date
from maintext.metadata.headline import Headline
from maintext.metadata.person_names import (
    AUTHOR_LABELS,
    BY_WORDS,
    LEAD,
    WORDS_BEFORE_COLON,
    byline_name,
    is_capitalised,
    is_person,
)

_CLASS: Final = re.compile(
    r"(?:^|[\s_-]|[a-z](?=A|B|W))(?:by-?line|author|autor|auteur|writer|contributor|posted-?by|username|user-name|creator|nickname|reporter)",
    re.IGNORECASE,
)
_LINK: Final = re.compile(
    r"/(?:authors?|autor(?:en)?|auteurs?|writers?|reporters?|contributors?|journalists?|redakt\w+|people|profiles?|staff|team|members?|users?|by)/[^/]",
    re.IGNORECASE,
)
_NOT_BY: Final = Snippets(
    "comment related sidebar footer recommend teaser popular avatar follow social share reviewer photo credit "
    "caption".split()
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
"""Introductions that are clear enough anywhere on the page."""
_STRONG_BEGINNINGS: Final = frozenset("wri pos wor sto tex art cre pub by: aut von авт".split())
"""Their first three letters, to skip most lines."""
_LABEL: Final = re.compile(
    rf"(?<!\w)(?:(?:{AUTHOR_LABELS})\s*[:：]|(?:written|posted|published)\s+by\s)\s*(?P<name>\S.*)$", re.IGNORECASE
)
_NEXT_LABEL: Final = re.compile(r"\s\S{1,20}\s?[:：]|[|•·⋅●–—]|\s-\s")
"""Where something else begins after a name: another label, such as the number of views, or a mark."""
_MOST_WORDS: Final = 3
"""Words of a name before another label, of which only the last word is recognised."""
_PICTURE: Final = Snippets(
    "photo foto image bild credit getty pexels unsplash shutterstock © illustration copyright".split()
)
_PARTS: Final = re.compile(r"[|•·⋅–—]|\s-\s")
_MARKING: Final = ("class", "id", "data-testid", "data-component")
_ATTRIBUTES: Final = frozenset({*_MARKING, "rel", "href"})
_MAX_ROWS: Final = 500
_MAX_BYLINE: Final = 150
_AFTER: Final = 30
_BEFORE: Final = 6
"""Lines after and before the headline in which bylines are searched for."""
_SUBMITTED: Final = re.compile(
    r"(?:^|\s)(?:by|von|par|por)\s+(?:/?u/|@)?([\w.-]{2,30})(?=\s*(?:[|·•(,]|$)|\s+(?:\d|an?\s|on\s|at\s|vor\s|il\sy\s|hace\s))",
    re.IGNORECASE,
)
_UNDER_HEADLINE: Final = 4
"""Lines below the headline of a thread in which the one who submitted its link is named."""
_LINK_COST: Final = 3
"""Lines by which a link to a page of an author counts as farther away than a marked element."""


def marked_names(lines: Lines, headline: Headline) -> list[str]:
    """The names in the elements nearest to the headline whose class or link marks them as the author."""
    rows = lines.rows
    found: list[tuple[float, int, int, int, str, str]] = []
    marked = (rows.authors or rows.rare_authors)[:_MAX_ROWS]
    for row, line, distance in lines.near(marked, headline.first, headline.last, _AFTER):
        attributes = rows.attributes(row, _ATTRIBUTES)
        marks = " ".join([attributes.get(name, "") for name in _MARKING])
        if contains_any(marks.lower(), _NOT_BY) or rows.is_in_info_box(row):
            continue
        if "author" in attributes.get("rel", "").lower().split():
            mark = "rel"
        elif _CLASS.search(marks):
            mark = f"class {attributes.get('class', '')}"
        elif _LINK.search(attributes.get("href", "")):
            mark = "link"
        else:
            continue
        if mark == "link" and distance + _LINK_COST > _AFTER:
            continue
        text = rows.spaced_text(row)
        name = byline_name(text) if 0 < len(text) <= _MAX_BYLINE else ""
        if not name:
            continue
        found.append((distance + (_LINK_COST if mark == "link" else 0), len(text), line, rows.parent(row), mark, name))
    if not found:
        return []
    best = min(found)
    return [each[5] for each in found if each[4] == best[4] and (each[2] == best[2] or each[3] == best[3])]


def submitter(lines: Lines, headline: Headline, poster: str) -> str:
    """Who submitted the link that a thread is about: the name after "by" between the headline and the first post.

    Empty without one: then the page begins with the post of its author.
    """
    for number in range(headline.last + 1, min(len(lines), headline.last + 1 + _UNDER_HEADLINE)):
        text = lines.spaced(number)
        if poster in text:
            return ""
        if len(text) <= _MAX_BYLINE and (match := _SUBMITTED.search(text)):
            return match[1]
    return ""


def byline_names(lines: Lines, headline: Headline) -> Iterator[tuple[list[str], bool]]:
    """The names in lines around the headline, the surest first, and whether they are surely people.

    First names after "by", then names beside a date, then a name alone with a date in one of the next lines, and at
    last a line anywhere on the page that names its author.
    """
    after = range(headline.last + 1, min(len(lines), headline.last + _AFTER))
    around = [*after, *range(headline.first - 1, max(-1, headline.first - _BEFORE), -1)]
    for number in lines.introducing(around, BY_WORDS, WORDS_BEFORE_COLON, _MAX_BYLINE):
        name, is_sure = _introduced_name(lines, number)
        if name:
            yield [name], is_sure
    for number in around[:8]:
        text = lines.spaced(number)
        dates = written_dates(text) if len(text) < 90 and may_hold_date(text) else []
        if dates:
            rest = f"{text[: dates[0].start]} | {text[dates[-1].end :]}"
            parts = [part.strip(" ,.-") for part in _PARTS.split(rest)]
            yield [part for part in parts if is_person(part)], False
    for number in after[:3]:
        text = lines.spaced(number)
        is_candidate = len(text) < 80 and not lines.rows.is_in_heading(lines.row(number))
        if is_candidate and is_person(text) and written_dates(_short_lines_near(lines, number)):
            yield [text], False
    for number in lines.beginning_with(headline.last + 1, _STRONG_BEGINNINGS):
        if _STRONG_LEAD.match(lines.page_text, lines.start(number)) and len(lines.text(number)) < _MAX_BYLINE:
            name = byline_name(lines.spaced(number))
            if is_capitalised(name) and not lines.rows.is_in_info_box(lines.row(number)):
                yield [name], False


def _short_lines_near(lines: Lines, number: int) -> str:
    """The short ones of a line, the one before it and the two after it."""
    numbers = range(max(0, number - 1), min(number + 3, len(lines)))
    return " ".join([text for text in map(lines.text, numbers) if len(text) < 80])


def _introduced_name(lines: Lines, number: int) -> tuple[str, bool]:
    """The name in a line that may say "by", empty without one, and whether it is surely that of a person."""
    if contains_any(lines.text(number).lower(), _PICTURE) or lines.rows.is_in_info_box(lines.row(number)):
        return "", False
    text = lines.spaced(number)
    if _ONLY_LEAD.match(text) and number + 1 < len(lines):
        following = lines.spaced(number + 1)
        name = byline_name(following) if len(following) < 80 else ""
        is_byline = is_capitalised(name)
    elif LEAD.match(text):
        name = byline_name(text)
        is_byline = is_capitalised(name) and (" " in name or len(text) < 40)
    elif match := _BYLINE.search(text):
        name = byline_name(match["name"])
        is_single = " " not in name and bool(written_dates(text)) and is_capitalised(name)
        is_byline = is_single or is_person(name)
    else:
        name, is_byline = "", False
    return (name, is_person(name)) if is_byline else (_labelled_name(text), True)


def _labelled_name(text: str) -> str:
    """The name in a line with several facts: "3 May 2020, Author: Ann Lee, Views: 12"; empty without one."""
    match = _LABEL.search(text)
    if match is None:
        return ""
    name = byline_name(_NEXT_LABEL.split(match["name"], maxsplit=1)[0])
    return name if is_person(name) and len(name.split()) <= _MOST_WORDS else ""
