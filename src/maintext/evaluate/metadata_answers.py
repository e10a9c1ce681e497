"""The title, authors and date that extractors find, and whether they are right.

A field is scored on the pages whose answer is known: the same letters and digits for a title, the same set of
name words for the authors, the same day for the date, or the same month where the label has no day.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from maintext.data import LabelledPage
from maintext.dates import first_date, written_month
from maintext.decode import decode
from maintext.extraction import extract
from maintext.metadata._collect import letters
from maintext.words import words

OURS: Final = "maintext"
"""The name of our row: the methods differ in the text, not in this."""
FIELDS: Final = ("title", "author", "date")
_BETWEEN_NAMES: Final = frozenset("and und et og och y e".split())
"""Words that some labels have between names, and others do not."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The metadata that an extractor finds on a page; empty strings where it finds none."""

    title: str = ""
    author: str = ""
    date: str = ""


Extractor = Callable[[bytes, str], Answer]
"""Takes the bytes of a page and its URL."""


def known_fields(page: LabelledPage) -> tuple[str, ...]:
    """Return the fields of a page that are labelled."""
    return tuple(field for field in FIELDS if getattr(page, field))


def is_right(field: str, found: str, wanted: str) -> bool:
    """Whether an answer equals the label."""
    if field == "title":
        return letters(found) == letters(wanted)
    if field == "author":
        return set(words(found)) - _BETWEEN_NAMES == set(words(wanted)) - _BETWEEN_NAMES
    day = _day(wanted)
    return bool(day) and _day(found) == day


def _day(text: str) -> str:
    """The day of a date, or the month if that is all."""
    return (first_date(text) or written_month(text) or "")[:10]


def _answer(title: Any, author: Any, date: Any) -> Answer:
    names = ", ".join(map(str, author)) if isinstance(author, list | tuple) else author
    return Answer(*("" if value is None else str(value) for value in (title, names, date)))


def _ours() -> Extractor:
    def answer(page: bytes, url: str) -> Answer:
        document = extract(page, url or None)
        return _answer(document.title, document.author, document.date)

    return answer


def _trafilatura() -> Extractor:
    extract = importlib.import_module("trafilatura.metadata").extract_metadata

    def answer(page: bytes, url: str) -> Answer:
        found = extract(page, default_url=url or None)
        return Answer() if found is None else _answer(found.title, found.author, found.date)

    return answer


def _turbohtml() -> Extractor:
    module = importlib.import_module("turbohtml")

    def answer(page: bytes, url: str) -> Answer:
        found = module.parse(page).article()
        return Answer() if found is None else _answer(found.title, found.byline, found.date)

    return answer


def _readability() -> Extractor:
    module = importlib.import_module("readability")
    return lambda page, url: _answer(module.Document(decode(page).text).short_title(), None, None)


def _newspaper() -> Extractor:
    module = importlib.import_module("newspaper")

    def answer(page: bytes, url: str) -> Answer:
        article = module.Article(url=url or "https://example.org/", fetch_images=False)
        article.download(input_html=decode(page).text)
        article.parse()
        return _answer(article.title, list(article.authors), article.publish_date)

    return answer


def _goose() -> Extractor:
    goose = importlib.import_module("goose3").Goose({"enable_image_fetching": False})

    def answer(page: bytes, url: str) -> Answer:
        found = goose.extract(raw_html=decode(page).text)
        return _answer(found.title, list(found.authors), found.publish_date)

    return answer


def _gne() -> Extractor:
    extractor = importlib.import_module("gne").GeneralNewsExtractor()

    def answer(page: bytes, url: str) -> Answer:
        found = extractor.extract(decode(page).text)
        return _answer(found.get("title"), found.get("author"), found.get("publish_time"))

    return answer


_EXTRACTORS: Final[dict[str, tuple[tuple[str, ...], Callable[[], Extractor]]]] = {
    OURS: (FIELDS, _ours),
    "trafilatura": (FIELDS, _trafilatura),
    "turbohtml": (FIELDS, _turbohtml),
    "readability-lxml": (("title",), _readability),
    "newspaper4k": (FIELDS, _newspaper),
    "goose3": (FIELDS, _goose),
    "gne": (FIELDS, _gne),
}
"""By name: the fields that an extractor finds, and how to load it. Extractors that find only text are not listed."""


def extractors() -> tuple[str, ...]:
    """Return the names of the extractors that find metadata."""
    return tuple(_EXTRACTORS)


def fields_of(name: str) -> tuple[str, ...]:
    """Return the fields that an extractor finds."""
    return _EXTRACTORS[name][0]


def extractor_of(name: str) -> Extractor:
    """Load an extractor."""
    return _EXTRACTORS[name][1]()
