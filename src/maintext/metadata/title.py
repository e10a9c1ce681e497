"""The headline of a page.

Pages announce a title to machines (``<title>``, OpenGraph, linked data) and show one to people (``<h1>``). Where both
say the same there is nothing to choose. Where the announced one holds the heading, the rest of it is for search
engines. Where they differ, an article's headline is its heading; other pages put a slogan there.
"""

from typing import Final

from maintext.metadata.facts import Fact
from maintext.metadata.page import Page
from maintext.metadata.site import SiteNames, without_site
from maintext.metadata.text import letters

_META: Final = ("og:title", "twitter:title", "citation_title", "dc.title", "dcterms.title", "title")


def title_fact(page: Page) -> Fact | None:
    """The headline with its source."""
    site = SiteNames(page)
    announced = announced_titles(page, site)
    headings = [Fact(text, "heading") for _, text in page.headings if not site.hold(text)]
    if not announced:
        return headings[0] if headings else next((Fact(text, "heading") for _, text in page.headings), None)
    keys = [letters(fact.value) for fact in announced]
    for heading in headings:
        if letters(heading.value) in keys:
            return heading
    for heading in sorted(headings, key=lambda each: -len(each.value)):
        key = letters(heading.value)
        if len(key) >= 3 and any(key in other for other in keys):
            return heading
    if page.is_article:
        for heading in headings:
            if any(other in letters(heading.value) for other in keys):
                return heading
        if len(headings) == 1:
            return headings[0]
    return announced[0]


def announced_titles(page: Page, site: SiteNames) -> list[Fact]:
    """The titles that the page gives to machines, the most reliable first, without the site's name."""
    facts = [Fact(without_site(text, site), "meta") for _, text in page.meta_values(*_META[:2])]
    facts += [Fact(text, "json-ld") for thing in page.things if thing.is_main for text in thing.texts("headline")]
    facts += [Fact(without_site(text, site), "meta") for _, text in page.meta_values(*_META[2:])]
    if page.title_element:
        facts.append(Fact(without_site(page.title_element, site), "title element"))
    return [fact for fact in facts if letters(fact.value)]
