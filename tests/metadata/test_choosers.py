"""Choosers are functions of candidates: here of ones that are written by hand."""

from typing import Any
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.metadata import Fact, site
from maintext.metadata.address import choose_address, first_address
from maintext.metadata.author import choose_author
from maintext.metadata.candidates import Candidates, Heading
from maintext.metadata.date import choose_modified, choose_published
from maintext.metadata.description import choose_description
from maintext.metadata.headline import Headline, find_headline
from maintext.metadata.image import choose_image
from maintext.metadata.keywords import choose_keywords
from maintext.metadata.language import choose_language
from maintext.metadata.linked_data import Thing
from maintext.metadata.microdata import Item
from maintext.metadata.page_type import choose_page_type
from maintext.metadata.site import SiteNames, choose_site
from maintext.metadata.title import choose_title
from maintext.metadata.visible_dates import VisibleDate, is_month_first


def thing(kind: str, **item: Any) -> Thing:
    return Thing(frozenset({kind}), item, {}, False, kind != "website", kind == "article")


def heading(text: str, level: int = 1) -> Heading:
    return Heading(level, level, text, "".join(filter(str.isalnum, text.lower())))


def item(name: str, value: str) -> Item:
    return Item(name, value, "", 1, -1, ())


def test_the_name_of_the_site_is_that_of_a_meta_element() -> None:
    candidates = Candidates(
        meta={"site": (("og:site_name", "The Daily"),)}, linked=(thing("website", name="Daily Inc"),)
    )
    assert choose_site(SiteNames(candidates), "Rain | Other", lambda: "Rain") == Fact("The Daily", "meta")
    linked = SiteNames(Candidates(linked=candidates.linked))
    assert choose_site(linked, "", lambda: "") == Fact("Daily Inc", "json-ld")
    assert choose_site(SiteNames(Candidates()), "", lambda: "") is None


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Rain | The Daily", "The Daily"),
        ("Rain - Weather - The Daily", "The Daily"),
        ("Rain – Die Zeitung für Stadt und Land", "Die Zeitung für Stadt und Land"),
        ("暴雨 | 每日新闻", None),
        ("Rain", None),
        ("Sun | The Daily", None),
        ("Rain - 2024", None),
        ("Rain - why it is so wet in May, and whether it will end", None),
        ("example | Rain", "example"),
        ("Sun | Example", "Example"),
    ],
)
def test_a_site_that_no_field_names_is_the_part_of_the_title_beside_the_headline(title: str, name: str | None) -> None:
    """A name that the host has needs no headline."""
    names = SiteNames(Candidates(host="www.example.org"))
    expected = Fact(name, "title element") if name else None
    assert choose_site(names, title, lambda: "Rain") == expected


def test_a_site_is_recognised_by_its_names_and_its_host() -> None:
    site = SiteNames(Candidates(host="daily.example", meta={"site": (("og:site_name", "Harwick Times"),)}))
    assert all(map(site.contains, ("harwick times", "The Harwick Times", "Daily", "Harwick Times Online")))
    assert not any(map(site.contains, ("Rain", "Harwick Times reports on heavy rain", "Ann Lee")))


@pytest.mark.parametrize(
    ("candidates", "fact"),
    [
        (Candidates(title_element="Rain in May | The Daily"), Fact("Rain in May", "title element")),
        (Candidates(title_element="Rain in May", headings=(heading("Rain in May"),)), Fact("Rain in May", "heading")),
        (Candidates(meta={"title": (("og:title", "Rain"),)}, title_element="Sun"), Fact("Rain", "meta")),
        (Candidates(linked=(thing("article", headline="Rain"),)), Fact("Rain", "json-ld")),
        (Candidates(headings=(heading("Rain"), heading("Sun"))), Fact("Rain", "heading")),
        (Candidates(headings=(heading("Rain", 2),)), None),
    ],
)
def test_the_title_is_chosen(candidates: Candidates, fact: Fact | None) -> None:
    assert choose_title(candidates, SiteNames(candidates)) == fact


def test_a_page_without_lines_has_no_headline() -> None:
    assert find_headline(Candidates(headings=(heading("Rain"),)), "Rain") is None


@pytest.mark.parametrize(
    ("candidates", "fact"),
    [
        (
            Candidates(main=(thing("article", author={"name": "Ann Lee"}),), meta={"author": (("author", "Bo"),)}),
            Fact("Ann Lee", "json-ld", ("Ann Lee",)),
        ),
        (
            Candidates(meta={"author": (("citation_author", "Lee, Ann"), ("author", "Bo Chen"))}),
            Fact("Ann Lee", "meta", ("Ann Lee",)),
        ),
        (
            Candidates(
                meta={"label 1": (("twitter:label1", "Written by"),), "data 1": (("twitter:data1", "Bo Chen"),)}
            ),
            Fact("Bo Chen", "meta", ("Bo Chen",)),
        ),
        (Candidates(items=(item("author", "Bo Chen"),)), Fact("Bo Chen", "microdata", ("Bo Chen",))),
        (
            Candidates(meta={"author": (("author", "The Daily"),), "site": (("og:site_name", "The Daily"),)}),
            Fact("The Daily", "meta", ("The Daily",)),
        ),
        (Candidates(), None),
    ],
)
def test_the_author_is_chosen(candidates: Candidates, fact: Fact | None) -> None:
    assert choose_author(candidates, None, SiteNames(candidates)) == fact


def visible(value: str, cost: float, *, is_change: bool = False) -> VisibleDate:
    return VisibleDate(value, "visible text", cost, is_change)


HEADLINE = Headline(0, 0, True)
PUBLISHED = {"published": (("pubdate", "2018-05-02"),)}


@pytest.mark.parametrize(
    ("candidates", "headline", "dates", "fact"),
    [
        (Candidates(meta=PUBLISHED), None, (), Fact("2018-05-02", "meta")),
        (Candidates(meta=PUBLISHED), HEADLINE, (visible("2018-05-03", 1),), Fact("2018-05-03", "visible text")),
        (Candidates(meta=PUBLISHED), HEADLINE, (visible("2018-05-03", 30),), Fact("2018-05-02", "meta")),
        (
            Candidates(meta=PUBLISHED, url="https://example.org/2018/05/02/"),
            HEADLINE,
            (visible("2018-05-03", 1),),
            Fact("2018-05-02", "meta"),
        ),
        (
            Candidates(meta=PUBLISHED),
            HEADLINE,
            (visible("2018-06-03", 1, is_change=True),),
            Fact("2018-05-02", "meta"),
        ),
        (
            Candidates(main=(thing("article", datePublished="2018-05-02"),)),
            HEADLINE,
            (visible("2018-06-03", 1, is_change=True),),
            Fact("2018-06-03", "visible text"),
        ),
        (Candidates(url="https://example.org/2018/05/02/"), None, (), Fact("2018-05-02", "url")),
        (
            Candidates(url="https://example.org/2018/05/02/"),
            HEADLINE,
            (visible("2018-05-02T10:40", 9),),
            Fact("2018-05-02T10:40", "visible text"),
        ),
        (Candidates(), HEADLINE, (visible("2018-05-03", 50),), Fact("2018-05-03", "visible text")),
        (Candidates(meta={"published": (("pubdate", "2021-05-02"),)}, latest_day="2020-01-02"), None, (), None),
        (Candidates(meta={"other": (("sitedate", "2018-05-02"),)}), None, (), Fact("2018-05-02", "meta")),
        (Candidates(meta={"other": (("expirydate", "2018-05-02"),)}), None, (), None),
    ],
)
def test_the_day_of_publication_is_chosen(
    candidates: Candidates, headline: Headline | None, dates: tuple[VisibleDate, ...], fact: Fact | None
) -> None:
    assert choose_published(candidates, headline, lambda: dates) == fact


def test_the_day_of_the_last_change_is_chosen() -> None:
    dates = (visible("2018-05-03", 1), visible("2018-05-04", 2, is_change=True))
    assert choose_modified(Candidates(), lambda: dates) == Fact("2018-05-04", "visible text")
    declared = Candidates(meta={"modified": (("lastmod", "2018-05-05"),)})
    assert choose_modified(declared, lambda: dates) == Fact("2018-05-05", "meta")
    assert choose_modified(Candidates(), tuple) is None


def test_american_pages_write_the_month_first() -> None:
    assert is_month_first(Candidates(host="daily.com", languages=(("en_US", "meta"),)))
    assert not is_month_first(Candidates(host="daily.co.uk", languages=(("en", "meta"),)))
    assert not is_month_first(Candidates(host="daily.com", languages=(("de", "meta"),)))


def test_the_description_has_letters() -> None:
    candidates = Candidates(
        meta={"description": (("og:description", "..."),)}, items=(item("description", "About rain"),)
    )
    assert choose_description(candidates) == Fact("About rain", "microdata")
    assert choose_description(Candidates(main=(thing("article", description="Rain"),))) == Fact("Rain", "json-ld")
    assert choose_description(Candidates()) is None


def test_the_language_is_spelled_as_usual() -> None:
    assert choose_language(Candidates(languages=(("??", "meta"), ("ZH_hans_cn", "meta")))) == Fact("zh-Hans-CN", "meta")
    assert choose_language(Candidates()) is None


def test_keywords_are_those_of_the_first_source() -> None:
    meta = {"keywords": (("keywords", "a, b"),)}
    assert choose_keywords(Candidates(meta=meta)) == Fact("a, b", "meta", ("a", "b"))
    assert choose_keywords(Candidates(meta=meta, tag_links=("c", "d; c"))) == Fact("c, d", "link", ("c", "d"))
    assert choose_keywords(Candidates(meta={"tags": (("article:tag", " , "),)})) is None


def test_addresses_are_resolved_and_others_passed_over() -> None:
    candidates = Candidates(
        base="https://example.org/a/",
        links={"canonical": ("", "mailto:ann@example.org", "../b"), "image_src": ("/i.png",)},
        meta={"image": (("og:image", "data:,"),)},
    )
    assert choose_address(candidates) == Fact("https://example.org/b", "link element")
    assert choose_image(candidates) == Fact("https://example.org/i.png", "link element")


def test_the_image_of_linked_data_may_be_an_object() -> None:
    candidates = Candidates(main=(thing("article", image=[{"url": "https://example.org/i.png"}]),))
    assert choose_image(candidates) == Fact("https://example.org/i.png", "json-ld")


def test_the_kind_of_page_is_declared() -> None:
    assert choose_page_type(Candidates(linked=(thing("product"),))) == Fact("product", "json-ld")
    assert choose_page_type(Candidates(linked=(thing("article"),))) == Fact("article", "json-ld")
    assert choose_page_type(Candidates(meta={"type": (("og:type", "Article"),)})) == Fact("article", "meta")
    assert choose_page_type(Candidates()) is None


@given(st.text("ab1 -|–:/_<>\t!中カ·»", max_size=14))
def test_titles_are_split_at_every_separator(title: str) -> None:
    """The pieces are those between the matches of the pattern, however they are found."""
    ends = [0, *[place for match in site._SEPARATOR.finditer(title) for place in match.span()], len(title)]
    pieces = [
        (title[start:stop], start, stop)
        for start, stop in zip(ends[::2], ends[1::2], strict=True)
        if title[start:stop].strip()
    ]
    assert site._pieces(title) == (pieces or [(title, 0, len(title))])


@given(st.sampled_from(["", "https://a.example/b/c", "http://a.example/"]), st.text("ab./?&=%;#-_~:,+", max_size=12))
def test_complete_addresses_are_resolved_as_by_the_standard_library(base: str, rest: str) -> None:
    address = f"https://b.example/{rest}"
    fact = first_address(base, [(address, "meta")])
    assert fact == Fact(urljoin(base, address), "meta")
