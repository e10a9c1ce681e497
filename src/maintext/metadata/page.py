"""What a page says about itself, found once and shared by all choosers.

A chooser asks for meta elements, linked data, microdata, headings and lines of text. Each is looked for when it is
first asked for, and the table is all that is looked at.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final
from urllib.parse import urljoin, urlsplit

from maintext.dates import first_date
from maintext.dates._years import places_of_years
from maintext.metadata.lines import Lines, spaced
from maintext.metadata.linked_data import Thing, linked_data_rows, things_of
from maintext.metadata.meta import meta_contents
from maintext.metadata.microdata import Item, items_of
from maintext.metadata.rows import Rows
from maintext.metadata.search import Words
from maintext.metadata.text import folded, letters
from maintext.table import PageTable
from maintext.table.references import in_text

_MIDDLE: Final = re.compile(r"/\d\d?/(?:19|20)\d\d(?!\d)")
_SLASHED: Final = re.compile(r"(?<![\d/])(\d\d?)/(\d\d?)/((?:19|20)\d\d)(?!\d)")
"""Dates with slashes; the middle of one is found much faster than its beginning."""
_DAY: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/]?(\d\d)[-/]?(\d\d)(?!\d)")
_DATE_NAMES: Final = ("datePublished", "dateModified", "dateCreated", "uploadDate")
ASIDE: Final = ("nav", "aside", "footer")
"""Elements beside the main text."""
_HEADINGS: Final = ("h1", "h2", "h3", "h4")
_MOST_ROWS: Final = 500
"""Elements of a kind that are looked at. Pages with more are made to be slow, or repeat themselves."""
_MOST_PLACES: Final = 200
_AMERICAN_ENGLISH: Final = ("en", "en-us")
_BEFORE: Final = 5_000
_AFTER: Final = 20_000
"""Characters before and behind the headline in which dates are looked for."""
_AMERICAN: Final = frozenset("com org net edu gov us io co info biz".split())


@dataclass(frozen=True, eq=False)
class Heading:
    """A heading that people see."""

    row: int
    name: str
    text: str

    @cached_property
    def letters(self) -> str:
        """Its letters and digits."""
        return letters(self.text)


@dataclass(frozen=True, eq=False)
class Page:
    """A page's table, its address, and when it was fetched."""

    table: PageTable
    url: str = ""
    fetched: datetime | None = None

    @cached_property
    def meta(self) -> Mapping[str, tuple[str, ...]]:
        """The contents of the meta elements by their names in lower case."""
        places = self.table.origin[self._rows_of("meta")].tolist()
        return meta_contents(self.table.source, [place for place in places if place >= 0])

    def meta_values(self, *names: str) -> list[tuple[str, str]]:
        """Name and content of the meta elements that have one of the names, in the order of the names."""
        return [(name, content) for name in names for content in self.meta.get(name, ())]

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """The objects of the page's linked data."""
        return things_of(self.table, self.rows)

    @cached_property
    def is_article(self) -> bool:
        """Whether the page says that it is an article: a text with a headline, not a shop, a list or a home page."""
        return (
            any(thing.is_article for thing in self.things)
            or "article" in self.meta.get("og:type", ())
            or "article:published_time" in self.meta
        )

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The properties of the page's microdata."""
        return items_of(self.table, self.rows)

    @cached_property
    def title_element(self) -> str:
        """The text of ``<title>``; that of an icon is not the page's."""
        icons = self.rows.of("svg")
        for row in self.rows.of("title"):
            in_icon = bool(icons) and icons[0] < row and self.rows.spans_of("svg").hold(row)
            if not in_icon and (text := folded(in_text(self.table.inner_markup(row)))):
                return text
        return ""

    @cached_property
    def rows(self) -> Rows:
        """The rows, to be asked for by names of elements and words in start tags."""
        return Rows(self.table)

    def _rows_of(self, name: str) -> list[int]:
        """The rows of the elements with a name, as many as an honest page has."""
        return self.rows.of(name)[:_MOST_ROWS]

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The visible headings of the first level."""
        return self.headings_of("h1")

    def headings_of(self, *names: str) -> tuple[Heading, ...]:
        """The visible headings with these names, in the order of the page."""
        return tuple(heading for heading in self._all_headings if heading.name in names)

    @cached_property
    def _all_headings(self) -> tuple[Heading, ...]:
        named = sorted((row, name) for name in _HEADINGS for row in self.rows.of(name)[:_MOST_ROWS])
        seen = ((row, name, self.table.text_of(row)) for row, name in named if self.table.rendered[row])
        return tuple(Heading(row, name, text) for row, name, text in seen if text)

    @cached_property
    def lines(self) -> Lines:
        """The lines of the visible text."""
        return Lines(self.table)

    def spaced(self, row: int) -> str:
        """The text of a row with blanks where tags stand."""
        return spaced(self.table, int(self.table.segment_start[row]), int(self.table.segment_stop[row]))

    def lines_with_dates(self, line: int) -> tuple[int, ...]:
        """The numbers of the lines around one that may hold a date: those with a year in them, or with a ``<time>``.

        Of long pages only the part around that line and the end are looked at.
        """
        starts = self.lines.starts
        middle, end = starts[line] if starts else 0, len(self.table.text)
        spans = ((max(0, middle - _BEFORE), middle + _AFTER), (max(middle + _AFTER, end - _BEFORE), end))
        numbers = {
            self.lines.of_character(place) for span in spans for place in places_of_years(self.table.text, *span)
        }
        return tuple(sorted(numbers | set(self.time_lines)))

    @cached_property
    def time_lines(self) -> Mapping[int, tuple[tuple[int, str], ...]]:
        """The dates of ``<time>`` elements by the number of the line that they stand in."""
        found: dict[int, list[tuple[int, str]]] = {}
        titled = self.rows.naming(b'title="19', b'title="20')[:_MOST_ROWS]
        rows = {*filter(self._is_date_class, titled), *self._rows_of("time"), *self.rows.naming(b" datetime=")}
        for row in sorted(rows)[:_MOST_ROWS]:
            attributes = self.table.attributes(row)
            attribute = attributes.get("datetime") or attributes.get("title") or ""
            value = first_date(attribute) or first_date(self.table.text_of(row))
            if value:
                line = self.lines.of_segment(int(self.table.segment_start[row]))
                found.setdefault(line, []).append((row, value))
        return {line: tuple(values) for line, values in found.items()}

    def _is_date_class(self, row: int) -> bool:
        """Whether an element's class says, as the microformat hAtom has it, that its title is a date."""
        return bool(
            {"published", "updated", "dtstart", "date"} & set(self.table.attributes(row).get("class", "").split())
        )

    @cached_property
    def main_things(self) -> tuple[Thing, ...]:
        """The objects of the linked data that may be what the page is about, articles first."""
        main = [thing for thing in self.things if thing.is_main]
        return (*(thing for thing in main if thing.is_article), *(thing for thing in main if not thing.is_article))

    @cached_property
    def base(self) -> str:
        """The address that others are resolved against."""
        for row in self._rows_of("base"):
            if address := self.table.attributes(row).get("href", ""):
                try:
                    return urljoin(self.url, address.strip())
                except ValueError:
                    break
        return self.url

    @cached_property
    def links(self) -> Mapping[str, tuple[str, ...]]:
        """Where the ``<link>`` elements lead to that name the page itself or its picture, by their relation."""
        found: dict[str, list[str]] = {}
        elements = set(self.rows.of("link"))
        for row in self.rows.naming(b"canonical", b"image_src"):
            if row not in elements:
                continue
            attributes = self.table.attributes(row)
            for relation in attributes.get("rel", "").lower().split():
                found.setdefault(relation, []).append(attributes.get("href", ""))
        return {relation: tuple(addresses) for relation, addresses in found.items()}

    @cached_property
    def claimed_languages(self) -> tuple[tuple[str, str], ...]:
        """The languages that the page claims to be in, with their sources."""
        found = []
        for row in self._rows_of("html")[:1]:
            attributes = self.table.attributes(row)
            found += [(attributes[name], "html element") for name in ("lang", "xml:lang") if attributes.get(name)]
        names = ("og:locale", "content-language", "language", "dc.language", "dcterms.language")
        found += [(content, "meta") for _, content in self.meta_values(*names)]
        found += [(text, "json-ld") for thing in self.things if thing.is_main for text in thing.texts("inLanguage")]
        return tuple(found)

    @cached_property
    def language(self) -> str:
        """The language that the page claims to be in, in lower case."""
        return next((claimed.strip().lower().replace("_", "-") for claimed, _ in self.claimed_languages), "")

    @cached_property
    def month_first(self) -> bool:
        """Whether ``02/09/2018`` is in February here.

        Other dates of the page tell it, if one of them has a number above twelve; else American English is assumed
        where the page is in English and its address is not of another country.
        """
        known = self._days_for_machines
        for first, second, year in _slashed(self.table.text):
            if int(first) > 12 or int(second) > 12:
                return int(second) > 12
            readings = f"{year}-{int(first):02}-{int(second):02}", f"{year}-{int(second):02}-{int(first):02}"
            if readings[0] != readings[1] and any(each in known for each in readings):
                return readings[0] in known
        return self.language in _AMERICAN_ENGLISH and self.host.rpartition(".")[2] in _AMERICAN

    @cached_property
    def _days_for_machines(self) -> frozenset[str]:
        """All days that the page's address, meta elements and linked data name, whatever for."""
        texts = [self.url, *(content for contents in self.meta.values() for content in contents)]
        texts += [text for thing in self.things for name in _DATE_NAMES for text in thing.texts(name)]
        return frozenset("-".join(match) for text in texts for match in _DAY.findall(text))

    @cached_property
    def host(self) -> str:
        """The host of the page's address, without ``www``."""
        try:
            host = urlsplit(self.url).hostname or ""
        except ValueError:
            return ""
        return host.removeprefix("www.")

    def behind(self, words: Words, size: int) -> Iterator[tuple[int, str]]:
        """The page's markup from each of the words on, as much as is asked for, with the number of the word.

        Linked data is left out: it has been read by then, and what was passed over in it had its reason.
        """
        source, found = self.table.source, words.places(self.table.source)
        linked = [
            (int(self.table.open_end[row]), int(self.table.close_start[row]))
            for row in (linked_data_rows(self.table, self.rows) if found else ())
        ]
        counts = [0] * len(words.words)
        for place, number in found:
            counts[number] += 1
            if counts[number] <= _MOST_PLACES and not any(start <= place < stop for start, stop in linked):
                yield number, source[max(0, place - 10) : place + size].decode("utf-8", "replace")


def _slashed(text: str) -> Iterator[tuple[str, str, str]]:
    """The numbers of all dates with slashes."""
    for middle in _MIDDLE.finditer(text):
        for before in (2, 1):
            if middle.start() >= before and (found := _SLASHED.match(text, middle.start() - before)):
                yield found[1], found[2], found[3]
                break
