"""The headline of a page.

Pages announce a title to machines (``<title>``, OpenGraph, linked data) and show one to people (``<h1>``). If both are
the same there is nothing to choose. If the announced one contains the heading, the rest of it is for search engines. If
they differ, an article's headline is its heading; other pages have a slogan there.
"""

from typing import Final

from maintext.metadata._collect import letters, linked_texts
from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact
from maintext.metadata.site import SiteNames, beginnings_of, without_known_site, without_site
from maintext.words import words

_MIN_COMMON: Final = 0.5
"""The share of their words that two wordings of one title have in common."""
_MIN_LETTERS: Final = 12
"""Letters of a heading that says more than "Login". If only ``<title>`` differs from it, it is the headline."""

_MARKS: Final = frozenset("-–—|｜:：·•_ㅣ/<>»›")
"""Marks between a title and the names of a section or a site."""


def choose_title(candidates: Candidates, site: SiteNames) -> Fact | None:
    """The headline with its source."""
    shown = [heading.text for heading in candidates.headings if heading.level == 1]
    headings = [without_known_site(text, site) for text in shown if not site.contains(text)]
    announced = announced_titles(candidates, site)
    if announced:
        heading = _better_heading(candidates, headings, announced)
        return Fact(*announced[0]) if heading is None else Fact(heading, "heading")
    return Fact((headings or shown)[0], "heading") if shown else None


def _better_heading(candidates: Candidates, headings: list[str], announced: list[tuple[str, str]]) -> str | None:
    """The heading that is a better title than the announced one, by the surest rule that finds one."""
    keys = [letters(text) for text, _ in announced]
    shown = [(letters(heading), heading) for heading in headings]
    for key, heading in shown:
        if key in keys:
            return heading
    if shown and announced[0][1] == "meta" and (kickerless := _without_kicker(shown, announced)):
        return kickerless
    for key, heading in sorted(shown, key=lambda each: -len(each[0])):
        if len(key) >= 3 and any(key in other for other in keys):
            return heading
    lower = {heading.letters for heading in candidates.headings if heading.level > 1}
    if lower:
        for text in beginnings_of(announced[0][0]):
            if letters(text) in lower:
                return text
    return _other_heading(candidates, shown, keys, announced) if shown else None


def _without_kicker(shown: list[tuple[str, str]], announced: list[tuple[str, str]]) -> str | None:
    """The announced title without what a heading has before it, if OpenGraph and linked data announce the same one."""
    by_source = {source: letters(text) for text, source in reversed(announced)}
    text = announced[0][0]
    key = letters(text)
    if by_source.get("json-ld") != key or len(key) < _MIN_LETTERS:
        return None
    return text if any(other.endswith(key) for other, _ in shown) else None


def _other_heading(
    candidates: Candidates, shown: list[tuple[str, str]], keys: list[str], announced: list[tuple[str, str]]
) -> str | None:
    """The heading of an article, or the only heading of a page if it is likely to be the headline."""
    is_article = _is_article(candidates)
    if is_article:
        for key, heading in shown:
            if any(other in key for other in keys):
                return heading
    if len(shown) > 1:
        return None
    key, heading = shown[0]
    if is_article or _has_same_words(heading, announced[0][0]):
        return heading
    only_title = all(source == "title element" for _, source in announced)
    return heading if only_title and len(key) >= _MIN_LETTERS and key not in letters(candidates.title_element) else None


def _is_article(candidates: Candidates) -> bool:
    """Whether the page declares itself an article: a text with a headline, not a shop, a list or a home page."""
    return (
        any(thing.is_article for thing in candidates.linked)
        or "article" in [content for _, content in candidates.meta.get("type", ())]
        or "article:published_time" in [name for name, _ in candidates.meta.get("published", ())]
    )


def _has_same_words(one: str, other: str) -> bool:
    """Whether two titles have most of their words in common."""
    ours, theirs = set(words(one)), set(words(other))
    return len(ours & theirs) > _MIN_COMMON * len(ours | theirs)


def announced_titles(candidates: Candidates, site: SiteNames) -> list[tuple[str, str]]:
    """The titles that the page has for machines with their sources, the best first, without the site's name."""
    meta = candidates.meta
    alone: dict[str, str] = {}
    for text in [text for fact in ("title", "other title") for _, text in meta.get(fact, ())]:
        alone.setdefault(text, "")
    if candidates.title_element:
        alone.setdefault(candidates.title_element, "")
    for text in alone:
        alone[text] = without_site(text, site)
    found = [(alone[text], "meta") for _, text in meta.get("title", ())]
    found += [
        (text, "json-ld") for text in linked_texts([thing for thing in candidates.linked if thing.is_main], "headline")
    ]
    found += [(alone[text], "meta") for _, text in meta.get("other title", ())]
    if candidates.title_element:
        found.append((alone[candidates.title_element], "title element"))
    found = [(text, source) for text, source in found if letters(text)]
    return _shorter_first(found) if "json-ld" in [source for _, source in found[1:]] else found


def _shorter_first(titles: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The titles, that of the linked data first if the first one only adds the names of a section and the site."""
    text, _ = titles[0]
    linked = next((each for each in titles if each[1] == "json-ld"), None)
    if linked is None or len(linked[0]) < _MIN_LETTERS or linked[0] == text or not text.startswith(linked[0]):
        return titles
    rest = text[len(linked[0]) :].lstrip()
    return [linked, *[each for each in titles if each is not linked]] if rest[:1] in _MARKS else titles
