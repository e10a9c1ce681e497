"""What extractors tell of a page besides its text, and whether that is right.

A field is scored on the pages where people told the answer: the same letters and digits for a title, the same set of
name words for the authors, the same day for the date.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import maintext
from maintext.data import LabelledPage
from maintext.dates import first_date
from maintext.decode import decode
from maintext.metadata.text import letters
from maintext.words import words

OURS: Final = "maintext"
"""The name of our row: the methods differ in the text, not in this."""
FIELDS: Final = ("title", "author", "date")


@dataclass(frozen=True, slots=True)
class Answer:
    """What an extractor tells of a page; empty where it tells nothing."""

    title: str = ""
    author: str = ""
    date: str = ""


Teller = Callable[[bytes, str], Answer]
"""From a page's bytes and its address to an answer."""


def known_fields(page: LabelledPage) -> tuple[str, ...]:
    """The fields whose answer is known for a page."""
    return tuple(field for field in FIELDS if getattr(page, field))


def is_right(field: str, found: str, wanted: str) -> bool:
    """Whether an answer is the known one."""
    if field == "title":
        return letters(found) == letters(wanted)
    if field == "author":
        return set(words(found)) == set(words(wanted))
    day = (first_date(wanted) or "")[:10]
    return bool(day) and (first_date(found) or "")[:10] == day


def _answer(title: Any, author: Any, date: Any) -> Answer:
    names = ", ".join(map(str, author)) if isinstance(author, list | tuple) else author
    return Answer(*("" if value is None else str(value) for value in (title, names, date)))


def _ours() -> Teller:
    def tell(page: bytes, url: str) -> Answer:
        document = maintext.extract(page, url or None)
        return _answer(document.title, document.author, document.date)

    return tell


def _trafilatura() -> Teller:
    extract = importlib.import_module("trafilatura.metadata").extract_metadata

    def tell(page: bytes, url: str) -> Answer:
        found = extract(page, default_url=url or None)
        return Answer() if found is None else _answer(found.title, found.author, found.date)

    return tell


def _turbohtml() -> Teller:
    module = importlib.import_module("turbohtml")

    def tell(page: bytes, url: str) -> Answer:
        found = module.parse(page).article()
        return Answer() if found is None else _answer(found.title, found.byline, found.date)

    return tell


def _readability() -> Teller:
    module = importlib.import_module("readability")
    return lambda page, url: _answer(module.Document(decode(page).text).short_title(), None, None)


def _newspaper() -> Teller:
    module = importlib.import_module("newspaper")

    def tell(page: bytes, url: str) -> Answer:
        article = module.Article(url=url or "https://example.org/", fetch_images=False)
        article.download(input_html=decode(page).text)
        article.parse()
        return _answer(article.title, list(article.authors), article.publish_date)

    return tell


def _goose() -> Teller:
    goose = importlib.import_module("goose3").Goose({"enable_image_fetching": False})

    def tell(page: bytes, url: str) -> Answer:
        found = goose.extract(raw_html=decode(page).text)
        return _answer(found.title, list(found.authors), found.publish_date)

    return tell


def _gne() -> Teller:
    extractor = importlib.import_module("gne").GeneralNewsExtractor()

    def tell(page: bytes, url: str) -> Answer:
        found = extractor.extract(decode(page).text)
        return _answer(found.get("title"), found.get("author"), found.get("publish_time"))

    return tell


_TELLERS: Final[dict[str, tuple[tuple[str, ...], Callable[[], Teller]]]] = {
    OURS: (FIELDS, _ours),
    "trafilatura": (FIELDS, _trafilatura),
    "turbohtml": (FIELDS, _turbohtml),
    "readability-lxml": (("title",), _readability),
    "newspaper4k": (FIELDS, _newspaper),
    "goose3": (FIELDS, _goose),
    "gne": (FIELDS, _gne),
}
"""By name what an extractor tells, and what makes it ready. Those that tell nothing besides the text are not here."""


def tellers() -> tuple[str, ...]:
    """The extractors that tell more of a page than its text."""
    return tuple(_TELLERS)


def fields_of(name: str) -> tuple[str, ...]:
    """The fields that an extractor tells."""
    return _TELLERS[name][0]


def teller_of(name: str) -> Teller:
    """An extractor, ready to be asked."""
    return _TELLERS[name][1]()
