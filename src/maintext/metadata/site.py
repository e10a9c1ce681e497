"""The name of the site, and the page's title without it."""

import re
from typing import Final

from maintext.metadata.facts import Fact
from maintext.metadata.page import Page
from maintext.metadata.text import letters

_SITE_TYPES: Final = frozenset({"website", "organization", "newsmediaorganization", "corporation", "onlinebusiness"})
_META: Final = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher", "dcterms.publisher")
_WIDE: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef"
_SEPARATOR: Final = re.compile(
    r"\s+(?:[|\-\u2013\u2014\u2015~\u2022\xb7\u30fb\xbb\xab\u203a\u2039:/<>\u2192]|::|\|\||//|--|>>|<<)\s+"
    r"|\s*[|\uff5c\u4e28\u2502_]+\s*"
    rf"|(?<=[{_WIDE}\d!?])\s*[-\u2013\u2014]+\s*(?=[{_WIDE}])"
    rf"|\s+[-\u2013\u2014](?=\w)|(?<=\w)[-\u2013\u2014]\s+"
)
"""What stands between a headline and the name of a site; a hyphen within a word does not."""
_LONGEST: Final = 1_000
_MUCH_LONGER: Final = 1.7
"""A text that begins with the site's name and is so many times longer says more than that."""
_TEAM: Final = re.compile(r"\b(?:the|team|editorial|editors?|staff|redaktion|blog|inc|ltd|llc|gmbh|admin)\b\.?")
"""Words with which a site speaks of itself, in lower case."""


def site_fact(site: "SiteNames") -> Fact | None:
    """The site's name as the page gives it."""
    return next((Fact(name, source) for source, name in site.given), None)


def names_of_site(page: Page) -> list[tuple[str, str]]:
    """Sources and names that the page gives its site, the most reliable first."""
    named = [("meta", text) for _, text in page.meta_values(*_META)]
    named += [("json-ld", text) for thing in page.things if "website" in thing.types for text in thing.texts("name")]
    named += [("json-ld", text) for thing in page.things for text in thing.texts("publisher")]
    for thing in page.things:
        if thing.types & _SITE_TYPES and not thing.inner:
            named += [("json-ld", text) for key in ("name", "alternateName") for text in thing.texts(key)]
    return [(source, text) for source, text in named if letters(text) and "://" not in text]


class SiteNames:
    """Tells whether a text is the name of the site."""

    def __init__(self, page: Page) -> None:
        """Take the names that the page gives and that of the host."""
        self.given = names_of_site(page)
        names = [name for _, name in self.given]
        self.names = frozenset(each for name in names for each in (letters(name), _without_team(name)) if each)
        self.host = letters(page.host)

    def hold(self, text: str) -> bool:
        """Whether a text is one of the site's names, more or less, or its address."""
        whole, rest = letters(text), _without_team(text)
        return self._is_name(whole) or (rest not in ("", whole) and self._is_name(rest))

    def _is_name(self, word: str) -> bool:
        if not word or word in self.names or (len(word) >= 3 and word in self.host):
            return True
        long = [name for name in self.names if len(name) >= 4] if len(word) >= 4 else []
        return any(
            name.startswith(word) or (word.startswith(name) and len(word) < _MUCH_LONGER * len(name)) for name in long
        )


def _without_team(text: str) -> str:
    """The letters of a text without the words with which a site speaks of itself."""
    return letters(_TEAM.sub("", text.lower()))


def without_site(title: str, site: SiteNames) -> str:
    """A page's title without the name of its site.

    Parts at the ends that are known to be the site's name go. Where none is known, the last part goes if it is the
    shorter one, since that is where sites put their names.
    """
    pieces = _pieces(title)
    known = _without_known(title, pieces, site)
    if known == title and len(pieces) > 1 and len(title) - pieces[-1][1] < len(title) / 2:
        return title[: pieces[-2][2]].strip()
    return known


def without_known_site(title: str, site: SiteNames) -> str:
    """A title without the parts at its ends that are known to be the name of the site."""
    return _without_known(title, _pieces(title), site)


def _without_known(title: str, pieces: "list[tuple[str, int, int]]", site: SiteNames) -> str:
    first, last = 0, len(pieces)
    while last - first > 1 and site.hold(pieces[last - 1][0]):
        last -= 1
    while last - first > 1 and site.hold(pieces[first][0]):
        first += 1
    if (first, last) == (0, len(pieces)):
        return title
    return title[pieces[first][1] : pieces[last - 1][2]].strip()


def beginnings_of(title: str) -> list[str]:
    """The title, and what is left of it when parts are taken off its end, the longest first."""
    return [title[:stop].strip() for _, _, stop in reversed(_pieces(title))]


def _pieces(title: str) -> list[tuple[str, int, int]]:
    """The parts between the separators with the places where they stand; a text without end is no title."""
    if len(title) > _LONGEST:
        return [(title, 0, len(title))]
    ends = [0, *(place for match in _SEPARATOR.finditer(title) for place in match.span()), len(title)]
    spans = [(start, stop) for start, stop in zip(ends[::2], ends[1::2], strict=True) if title[start:stop].strip()]
    return [(title[start:stop], start, stop) for start, stop in spans] or [(title, 0, len(title))]
