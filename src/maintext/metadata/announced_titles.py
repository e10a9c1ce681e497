"""The titles that a page has for machines: OpenGraph and other meta elements, linked data, ``<title>``."""

from typing import Final

from maintext.metadata._collect import letters, linked_texts
from maintext.metadata.candidates import Candidates
from maintext.metadata.site import SiteNames, without_site
from maintext.table.references import in_text

_MIN_LETTERS: Final = 12
"""Letters of a headline in the linked data that is not just a section's name."""
_MARKS: Final = frozenset("-–—|｜:：·•_ㅣ/<>»›")
"""Marks between a title and the names of a section or a site."""


def announced_titles(candidates: Candidates, site: SiteNames) -> list[tuple[str, str]]:
    """The titles that the page has for machines with their sources, the best first, without the site's name."""
    meta = candidates.meta
    alone: dict[str, str] = {}
    for text in [text for fact in ("title", "other title") for _, text in meta.get(fact, ())]:
        alone.setdefault(text, "")
    if candidates.title_element:
        alone.setdefault(candidates.title_element, "")
    for text in alone:
        alone[text] = without_site(_unescaped(text) if "&" in text else text, site)
    found = [(alone[text], "meta") for _, text in meta.get("title", ())]
    main = [thing for thing in candidates.linked if thing.is_main]
    found += [(_unescaped(text) if "&" in text else text, "json-ld") for text in linked_texts(main, "headline")]
    found += [(alone[text], "meta") for _, text in meta.get("other title", ())]
    if candidates.title_element:
        found.append((alone[candidates.title_element], "title element"))
    found = [(text, source) for text, source in found if letters(text)]
    return _shorter_first(found) if "json-ld" in [source for _, source in found[1:]] else found


def whole_titles(candidates: Candidates) -> list[str]:
    """The titles of OpenGraph, Twitter cards and ``<title>`` as the page has them, each once."""
    found = [_unescaped(text) if "&" in text else text for _, text in candidates.meta.get("title", ())]
    return list(dict.fromkeys([*found, candidates.title_element]))


def _unescaped(text: str) -> str:
    """A title without the character references that are left where a page has escaped them twice."""
    return in_text(text) if ";" in text else text


def _shorter_first(titles: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The titles, that of the linked data first if the first one only adds the names of a section and the site."""
    text, _ = titles[0]
    linked = next((each for each in titles if each[1] == "json-ld"), None)
    if linked is None or len(linked[0]) < _MIN_LETTERS or linked[0] == text or not text.startswith(linked[0]):
        return titles
    rest = text[len(linked[0]) :].lstrip()
    return [linked, *[each for each in titles if each is not linked]] if rest[:1] in _MARKS else titles
