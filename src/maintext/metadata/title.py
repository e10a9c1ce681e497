"""The headline of a page.

Pages announce a title to machines (``<title>``, OpenGraph, linked data) and show one to people (``<h1>``). Where both
say the same there is nothing to choose. Where the announced one holds the heading, the rest of it is for search
engines. Where they differ, an article's headline is its heading; other pages put a slogan there.
"""

from collections.abc import Iterator
from typing import Final

from maintext.metadata.facts import Fact
from maintext.metadata.page import Page
from maintext.metadata.site import SiteNames, beginnings_of, without_known_site, without_site
from maintext.metadata.text import letters
from maintext.words import words

_META: Final = ("og:title", "twitter:title", "citation_title", "dc.title", "dcterms.title", "title")
_MOST: Final = 0.5
"""The share of their words that two wordings of one title have in common."""
_TELLING: Final = 12
"""Letters of a heading that says more than "Login"; where only ``<title>`` speaks against it, it is the headline."""


def title_fact(page: Page, site: SiteNames) -> Fact | None:
    """The headline with its source."""
    shown = [heading.text for heading in page.headings]
    headings = [Fact(without_known_site(text, site), "heading") for text in shown if not site.hold(text)]
    announced = announced_titles(page, site)
    if announced:
        return next(_by_preference(page, headings, announced))
    return next(iter(headings), None) or next((Fact(text, "heading") for text in shown), None)


def _by_preference(page: Page, headings: list[Fact], announced: list[Fact]) -> Iterator[Fact]:
    """The titles that the rules find, the surest first; the announced one at last."""
    keys = [letters(fact.value) for fact in announced]
    shown = [(letters(heading.value), heading) for heading in headings]
    yield from (heading for key, heading in shown if key in keys)
    longest = sorted(shown, key=lambda each: -len(each[0]))
    yield from (heading for key, heading in longest if len(key) >= 3 and any(key in other for other in keys))
    yield from _repeated(page, announced[0])
    if page.is_article:
        yield from (heading for key, heading in shown if any(other in key for other in keys))
    if len(shown) == 1:
        key, heading = shown[0]
        if page.is_article or _alike(heading.value, announced[0].value):
            yield heading
        only_title = all(fact.source == "title element" for fact in announced)
        if only_title and len(key) >= _TELLING and key not in letters(page.title_element):
            yield heading
    yield announced[0]


def _repeated(page: Page, announced: Fact) -> Iterator[Fact]:
    """The beginning of the announced title, up to one of its separators, that a lower heading of the page repeats."""
    shown = {heading.letters for heading in page.headings_of("h2", "h3", "h4")}
    return (Fact(text, "heading") for text in beginnings_of(announced.value) if letters(text) in shown)


def _alike(one: str, other: str) -> bool:
    """Whether two titles are in most of their words the same."""
    ours, theirs = set(words(one)), set(words(other))
    return len(ours & theirs) > _MOST * len(ours | theirs)


def announced_titles(page: Page, site: SiteNames) -> list[Fact]:
    """The titles that the page gives to machines, the most reliable first, without the site's name."""
    given = [(text, "meta") for _, text in page.meta_values(*_META[:2])]
    linked = [Fact(text, "json-ld") for thing in page.things if thing.is_main for text in thing.texts("headline")]
    others = [(text, "meta") for _, text in page.meta_values(*_META[2:])]
    others += [(page.title_element, "title element")] if page.title_element else []
    alone = {text: without_site(text, site) for text in dict.fromkeys(text for text, _ in given + others)}
    facts = [Fact(alone[text], source) for text, source in given] + linked
    facts += [Fact(alone[text], source) for text, source in others]
    return [fact for fact in facts if letters(fact.value)]
