"""What is known of a page, from small pages that hold one thing each."""

import pickle

import pytest
from helpers.page_facts import TEXT, fact_of, linked, title_of

import maintext
from maintext.metadata import Fact


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>Rain in May</title>", "", "Rain in May"),
        ("<title>Rain in May all day - The Daily</title>", "", "Rain in May all day"),
        ("<title>Rain in May all day | The Daily</title>", "", "Rain in May all day"),
        ("<title>五月的雨下了一整天_新闻网</title>", "", "五月的雨下了一整天"),
        ("<title>  Rain \n in&nbsp;May &amp; June </title>", "", "Rain in May & June"),
        ("<title>Rain in May - The Daily</title>", "<h1>Rain in May</h1>", "Rain in May"),
        ("<title>Rain in May - The Daily</title>", "<h1>The Daily</h1><h1>Rain in May</h1>", "Rain in May"),
        ("<title>Rain in May</title>", "<h1>Login</h1>", "Rain in May"),
        ('<meta property="og:title" content="Rain in May"><title>The Daily</title>', "", "Rain in May"),
        ('<meta name="twitter:title" content="Rain &quot;in&quot; May">', "", 'Rain "in" May'),
        ('<meta property="og:title" content=" "><title>Rain</title>', "", "Rain"),
        (
            '<meta property="og:site_name" content="The Daily"><title>The Daily | Rain in May</title>',
            "",
            "Rain in May",
        ),
        ("", "<h1>Rain <em>in</em> May</h1>", "Rain in May"),
        ("", "<h1></h1><h1>Rain</h1>", "Rain"),
        ("<title></title>", "", None),
        ("", "", None),
        ("<title>A well-known state-of-the-art title</title>", "", "A well-known state-of-the-art title"),
    ],
)
def test_the_title_is_the_headline_without_the_site(head: str, body: str, title: str | None) -> None:
    assert title_of(head, body) == title


def test_a_site_name_in_a_heading_is_not_the_headline() -> None:
    head = "<title>What is rain, and where does it come from? - The Book of Weather</title>"
    assert (
        title_of(head, "<h1>The Book of Weather</h1><h2>What is rain, and where does it come from?</h2>")
        == "What is rain, and where does it come from?"
    )
    assert title_of("<title>Rain - and no end</title>", "<h1>Rain - and no end</h1>") == "Rain - and no end"


def test_a_title_of_an_icon_is_not_the_title_of_the_page() -> None:
    assert title_of("", "<svg><title>Menu</title></svg><h1>Rain in May</h1>") == "Rain in May"


def test_the_address_is_kept_as_it_was_given() -> None:
    assert maintext.extract(TEXT, "not even an address").url == "not even an address"
    assert maintext.extract(TEXT).url is None


@pytest.mark.parametrize(
    ("head", "body", "fact"),
    [
        ("<title>Rain in May</title>", "<h1>Rain in May</h1>", Fact("Rain in May", "heading")),
        ('<meta property="og:title" content="Rain in May">', "", Fact("Rain in May", "meta")),
        (linked({"@type": "Article", "headline": "Rain in May"}), "", Fact("Rain in May", "json-ld")),
        ("<title>Rain in May</title>", "", Fact("Rain in May", "title element")),
        ('<meta property="og:title" content="Rain in May: all about it">', "<h1>Rain in May</h1>",
         Fact("Rain in May", "heading")),
        ('<meta property="og:title" content="Buy umbrellas online">', "<h1>Stay dry!</h1>",
         Fact("Buy umbrellas online", "meta")),
        ('<meta property="og:type" content="article"><meta property="og:title" content="It rains and rains">',
         "<h1>Rain in May</h1>", Fact("Rain in May", "heading")),
    ],
)  # fmt: skip
def test_the_title_tells_its_source(head: str, body: str, fact: Fact) -> None:
    assert fact_of("title", head, body) == fact


@pytest.mark.parametrize(
    ("title", "head", "url"),
    [
        ("Rain in May", "<title>Rain in May | Weather | The Daily</title>"
         '<meta property="og:site_name" content="The Daily">', None),
        ("Rain in May - and no end of it", "<title>Rain in May - and no end of it - The Daily</title>"
         '<meta property="og:site_name" content="The Daily">', None),
        ("Rain in May", "<title>thedaily.example - Rain in May</title>", "https://www.thedaily.example/1"),
        ("五月的雨下了一整天", "<title>五月的雨下了一整天-每日新闻</title>"
         '<meta property="og:site_name" content="每日新闻">', None),
        ("Rain-soaked towns", "<title>Rain-soaked towns</title>", None),
    ],
)  # fmt: skip
def test_a_title_loses_the_site_and_nothing_else(title: str, head: str, url: str | None) -> None:
    page = f"<html><head>{head}</head><body>{TEXT}</body></html>"
    assert (maintext.extract(page, url).title or "").startswith(title)


@pytest.mark.parametrize(
    ("field", "head", "fact"),
    [
        ("site", '<meta property="og:site_name" content="The Daily">', Fact("The Daily", "meta")),
        ("site", linked({"@type": "WebSite", "name": "The Daily"}), Fact("The Daily", "json-ld")),
        ("site", linked({"@type": "Article", "publisher": {"name": "The Daily"}}), Fact("The Daily", "json-ld")),
        ("description", '<meta name="description" content="It rains.">', Fact("It rains.", "meta")),
        ("description", linked({"@type": "Article", "description": "It rains."}), Fact("It rains.", "json-ld")),
        ("url", '<link rel="canonical" href="/rain">', Fact("https://example.org/rain", "link element")),
        ("url", '<meta property="og:url" content="https://example.org/c">', Fact("https://example.org/c", "meta")),
        ("image", '<meta property="og:image" content="rain.png">', Fact("https://example.org/a/rain.png", "meta")),
        ("image", linked({"@type": "Article", "image": {"url": "https://example.org/rain.png"}}),
         Fact("https://example.org/rain.png", "json-ld")),
        ("tags", '<meta name="keywords" content="rain, May,rain">', Fact("rain, May", "meta", ("rain", "May"))),
        ("tags", linked({"@type": "Article", "keywords": ["rain"]}), Fact("rain", "json-ld", ("rain",))),
        ("language", '<meta property="og:locale" content="en_GB">', Fact("en-GB", "meta")),
        ("language", linked({"@type": "Article", "inLanguage": "en"}), Fact("en", "json-ld")),
    ],
)  # fmt: skip
def test_the_other_fields_tell_their_sources(field: str, head: str, fact: Fact) -> None:
    assert fact_of(field, head, url="https://example.org/a/b") == fact


@pytest.mark.parametrize(
    ("page", "language"),
    [
        ("<html lang=EN-us><p>It rained.</p>", "en-US"),
        ("<html lang='zh_hans_cn'><p>雨</p>", "zh-Hans-CN"),
        ("<p>五月的雨下了一整天。</p>", "zh"),
        ("<p>雨は一日中降り続いた。</p>", "ja"),
        ("<p>하루 종일 비가 내렸다.</p>", "ko"),
        ("<p>It rained all day.</p>", None),
        ("<html lang='%LANG%'><p>It rained all day.</p>", None),
    ],
)
def test_the_language_is_the_one_claimed_or_that_of_the_script(page: str, language: str | None) -> None:
    assert maintext.extract(page).language == language


def test_addresses_that_are_none_are_passed_over() -> None:
    head = '<link rel="canonical" href="http://[broken"><meta property="og:image" content="data:image/png;base64,x">'
    assert fact_of("url", head, url="https://example.org/") is None
    assert fact_of("image", head, url="https://example.org/") is None
    assert fact_of("url", '<link rel="canonical" href="/rain">') is None


def test_metadata_is_a_mapping_of_what_is_known() -> None:
    known = maintext.extract(f"<title>Rain in May</title>{TEXT}", method="p-value").metadata
    assert list(known) == ["title", "language"]
    assert known["title"].source == "title element"
    assert known.to_dict() == {
        "title": {"value": "Rain in May", "source": "title element"},
        "language": {"value": "en", "source": "visible text"},
    }
    with pytest.raises(KeyError):
        known["author"]
    with pytest.raises(AttributeError):
        known["title"].value = "Sun"  # type: ignore[misc]


def test_a_pickled_document_keeps_its_metadata() -> None:
    document = maintext.extract(f"<title>Rain in May</title>{TEXT}", "https://example.org/2018/09/02/")
    copy = pickle.loads(pickle.dumps(document))
    assert copy.metadata == document.metadata
    assert copy == document


def test_the_text_alone_does_not_pay_for_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("metadata was looked for")

    monkeypatch.setattr("maintext.document.stated_facts.Facts", refuse)
    assert maintext.extract(TEXT).text


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>Rain in May / Weather talk / Forums</title>", "<h1>Forums</h1><h2>Rain in May</h2>", "Rain in May"),
        ("<title>Umbrellas for everybody</title>", "<h1>Stay dry all year round</h1>", "Stay dry all year round"),
        ('<meta property="og:title" content="7 rainy days to see in 2024">', "<h1>7 rainy days to see in 2025</h1>",
         "7 rainy days to see in 2025"),
        ('<meta property="og:site_name" content="The Daily"><title>Rain in May</title>',
         "<h1>Rain in May | The Daily</h1>", "Rain in May"),
        ('<meta property="og:site_name" content="Rain"><title>Rain and more rain in May</title>',
         "<h1>Rain and more rain in May</h1>", "Rain and more rain in May"),
    ],
)  # fmt: skip
def test_where_title_and_heading_differ_the_rest_of_the_page_decides(head: str, body: str, title: str) -> None:
    assert title_of(head, body) == title


@pytest.mark.parametrize(
    ("head", "kind", "source"),
    [
        ('<script type="application/ld+json">{"@type": "Product", "name": "Cup"}</script>', "product", "json-ld"),
        ('<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>', "forum", "json-ld"),
        ('<script type="application/ld+json">{"@type": "NewsArticle"}</script>', "article", "json-ld"),
        ("<meta property=og:type content=article>", "article", "meta"),
    ],
)
def test_the_kind_of_page_is_a_fact(head: str, kind: str, source: str) -> None:
    """A method that judges it is asked first, then the page."""
    page = f"<head>{head}</head><body>{TEXT}</body>"
    told = maintext.extract(page, method="p-value").metadata["page_type"]
    assert (told.value, told.source) == (kind, source)
    judged = maintext.extract(page)
    assert (judged.metadata["page_type"].value, judged.metadata["page_type"].source) == (judged.page_type, "method")
    assert "page_type" not in maintext.extract(f"<body>{TEXT}</body>", method="p-value").metadata


def test_a_kicker_in_the_heading_is_not_part_of_the_title() -> None:
    head = '<meta property="og:title" content="Rain in the month of May">'
    head += linked({"@type": "NewsArticle", "headline": "Rain in the month of May"})
    assert title_of(head, "<h1><span>Weather</span> Rain in the month of May</h1>") == "Rain in the month of May"


def test_the_shorter_title_of_the_linked_data_goes_before_one_with_a_section() -> None:
    head = '<meta property="og:title" content="Rain in the month of May-Weatherㅣ">'
    assert title_of(head + linked({"@type": "NewsArticle", "headline": "Rain in the month of May"})) == (
        "Rain in the month of May"
    )
