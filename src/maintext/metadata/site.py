"""The name of the site, and the page's title without it."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from maintext.metadata._collect import Snippets, contains_any, letters, linked_texts
from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact

_SITE_TYPES: Final = frozenset({"website", "organization", "newsmediaorganization", "corporation", "onlinebusiness"})
_WIDE: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef"
_SEPARATOR: Final = re.compile(
    r"\s+(?:[|\-\u2013\u2014\u2015~\u2022\xb7\u30fb\xbb\xab\u203a\u2039:/<>\u2192]|::|\|\||//|--|>>|<<)\s+"
    r"|\s*[|\uff5c\u4e28\u2502_]+\s*"
    rf"|(?<=[{_WIDE}\d!?])\s*[-\u2013\u2014]+\s*(?=[{_WIDE}])"
    rf"|\s+[-\u2013\u2014](?=\w)|(?<=\w)[-\u2013\u2014]\s+"
)
"""Separators between a headline and the name of a site; a hyphen within a word is not one."""
_MARK: Final = re.compile(r"[|\-\u2013\u2014\u2015~\u2022\xb7\u30fb\xbb\xab\u203a\u2039:/<>\u2192\uff5c\u4e28\u2502_]")
"""Every separator begins with one of these, after white space. They are found much faster than separators."""
_MAX_TITLE: Final = 1_000
_MAX_RATIO: Final = 1.7
"""A text that begins with the site's name and is longer by this factor is not just the name."""
_MIN_NAME: Final = 3
"""Letters of a name that is recognised in the host."""
_MAX_NAME: Final = 40
"""Characters of a name that nothing but its place tells."""
_LONG: Final = 12
"""Letters of a headline that is part of a longer title, such as one with the number of an episode, not by chance."""
_TEAM: Final = re.compile(r"\b(?:the|team|editorial|editors?|staff|redaktion|blog|inc|ltd|llc|gmbh|admin)\b\.?")
"""Words that a site adds to its name when it refers to itself, in lower case."""
_TEAM_PARTS: Final = Snippets("the team editor staff redaktion blog inc ltd llc gmbh admin".split())
"""Every such word contains one of these."""


def choose_site(site: "SiteNames", title_element: str, headline: Callable[[], str]) -> Fact | None:
    """The most reliable name that the page uses for its site, else the one that ``<title>`` adds to the headline."""
    if site.given:
        return Fact(*site.given[0])
    name = _added_name(site, title_element, headline) if _MARK.search(title_element) else ""
    return Fact(name, "title element") if name else None


def _added_name(site: "SiteNames", title: str, headline: Callable[[], str]) -> str:
    """The part at an end of ``<title>`` that is the host's name, or the last one behind the headline.

    On labelled pages whose site is known otherwise, 85 % of these parts have that name too; the rest are mostly other
    names of the site, and slogans.
    """
    pieces = _pieces(title)
    if len(pieces) < 2:
        return ""
    for text, _, _ in (pieces[-1], pieces[0]):
        if len(letters(text)) >= _MIN_NAME and letters(text) in site.host:
            return text.strip()
    last = pieces[-1][0].strip()
    if len(last) > _MAX_NAME or not letters(last) or not any(each.isalpha() for each in last):
        return ""
    shown = letters(headline())
    before = letters(title[: pieces[-2][2]])
    return last if shown in (letters(pieces[0][0]), before) or (len(shown) >= _LONG and shown in before) else ""


def names_of_site(candidates: Candidates) -> list[tuple[str, str]]:
    """Names that the page uses for its site with their sources, the most reliable first."""
    named = [(content, "meta") for _, content in candidates.meta.get("site", ())]
    linked = candidates.linked
    if linked:
        sites = [thing for thing in linked if "website" in thing.types]
        texts = linked_texts(sites, "name") if sites else []
        texts += linked_texts(linked, "publisher")
        for thing in linked:
            if not thing.inner and not thing.types.isdisjoint(_SITE_TYPES):
                texts += linked_texts((thing,), "name") + linked_texts((thing,), "alternateName")
        named += [(text, "json-ld") for text in texts]
    return [(text, source) for text, source in named if letters(text) and "://" not in text]


class SiteNames:
    """The names of a site: those that the page uses, and its host."""

    def __init__(self, candidates: Candidates) -> None:
        """Collect the names."""
        self.given = names_of_site(candidates)
        texts = dict.fromkeys([name for name, _ in self.given])
        names = [each for name in texts for each in (letters(name), letters(_TEAM.sub("", name.lower())))]
        self.names = frozenset([name for name in names if name])
        self.long_names = tuple([name for name in self.names if len(name) >= 4])
        self.host = letters(candidates.host)

    def contains(self, text: str) -> bool:
        """Whether a text is one of the site's names, or nearly one, or its host."""
        whole, lower = letters(text), text.lower()
        rest = letters(_TEAM.sub("", lower)) if contains_any(lower, _TEAM_PARTS) else whole
        for word in (whole, rest) if rest not in ("", whole) else (whole,):
            if not word or word in self.names or (len(word) >= 3 and word in self.host):
                return True
            for name in self.long_names if len(word) >= 4 else ():
                if name.startswith(word) or (word.startswith(name) and len(word) < _MAX_RATIO * len(name)):
                    return True
        return False


def without_site(title: str, site: SiteNames) -> str:
    """A page's title without the name of its site.

    Parts at the ends that are known to be the site's name are removed. If none is known, the last part is removed if it
    is the shorter one, since that is where sites put their names.
    """
    pieces = _pieces(title) if _MARK.search(title) else ()
    if len(pieces) < 2:
        return title
    known = _without_known(title, pieces, site)
    if known == title and len(title) - pieces[-1][1] < len(title) / 2:
        return title[: pieces[-2][2]].strip()
    return known


def without_known_site(title: str, site: SiteNames) -> str:
    """A title without the parts at its ends that are known to be the name of the site."""
    pieces = _pieces(title) if _MARK.search(title) else ()
    return title if len(pieces) < 2 else _without_known(title, pieces, site)


def _without_known(title: str, pieces: Sequence[tuple[str, int, int]], site: SiteNames) -> str:
    first, last = 0, len(pieces)
    while last - first > 1 and site.contains(pieces[last - 1][0]):
        last -= 1
    while last - first > 1 and site.contains(pieces[first][0]):
        first += 1
    if (first, last) == (0, len(pieces)):
        return title
    return title[pieces[first][1] : pieces[last - 1][2]].strip()


def beginnings_of(title: str) -> list[str]:
    """The title, and its beginnings up to each separator, the longest first."""
    return [title[:stop].strip() for _, _, stop in reversed(_pieces(title))]


def long_endings_of(title: str) -> list[tuple[str, str]]:
    """The ends of a title that are longer than each part before them, each with all that is before it."""
    pieces = _pieces(title)
    longest, found = 0, list[tuple[str, str]]()
    for (_, before, stop), (_, start, _) in pairwise(pieces):
        longest = max(longest, stop - before)
        if len(title) - start > longest:
            found.append((title[:stop].strip(), title[start:].strip()))
    return found


def _pieces(title: str) -> list[tuple[str, int, int]]:
    """The parts between the separators, each with its start and stop. A very long text is not split."""
    if len(title) > _MAX_TITLE:
        return [(title, 0, len(title))]
    pieces = []
    start = 0
    for mark in _MARK.finditer(title):
        if mark.start() < start:
            continue
        if separator := _SEPARATOR.match(title, start + len(title[start : mark.start()].rstrip())):
            pieces.append((title[start : separator.start()], start, separator.start()))
            start = separator.end()
    pieces.append((title[start:], start, len(title)))
    return [piece for piece in pieces if piece[0].strip()] or [(title, 0, len(title))]
