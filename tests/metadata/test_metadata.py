"""What is known of a page, from small pages that hold one thing each."""

import json
import pickle
from datetime import UTC, datetime

import pytest

import maintext
from maintext.metadata import Fact

TEXT = "<div><p>It rained all day, and nobody minded, for there was enough to read.</p></div>"


def date_of(head: str = "", body: str = "", url: str | None = None) -> str | None:
    return maintext.extract(f"<html><head>{head}</head><body>{body}{TEXT}</body></html>", url).date


def title_of(head: str, body: str = "") -> str | None:
    return maintext.extract(f"<html><head>{head}</head><body>{body}{TEXT}</body></html>").title


def linked(content: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(content)}</script>'


@pytest.mark.parametrize(
    "content",
    [
        {"@type": "NewsArticle", "datePublished": "2018-09-02"},
        [{"@type": "WebSite"}, {"@type": "NewsArticle", "datePublished": "2018-09-02"}],
        {"@graph": [{"@type": "WebPage"}, {"@type": "Article", "datePublished": "2018-09-02"}]},
        {"dateModified": "2019-01-01", "mainEntity": {"datePublished": "2018-09-02"}},
        {"datePublished": ["no text"], "dateCreated": "2018-09-02"},
        {"datePublished": "soon", "uploadDate": "2018-09-02"},
        {"dateModified": "2018-09-02"},
    ],
)
def test_the_date_is_found_in_linked_data(content: object) -> None:
    assert date_of(linked(content)) == "2018-09-02"
    assert date_of(body=linked(content)) == "2018-09-02"


@pytest.mark.parametrize("broken", ["{", "", "[" * 100_000, '{"datePublished": 5}', "null", '{"datePublished": "x"}'])
def test_broken_linked_data_is_passed_over(broken: str) -> None:
    script = f'<script type="application/ld+json">{broken}</script>'
    assert date_of(script) is None
    assert date_of(script + linked({"datePublished": "2018-09-02"})) == "2018-09-02"


def test_linked_data_with_a_line_break_in_a_text_is_read() -> None:
    script = '<script type="application/ld+json">{"headline": "a\nb", "datePublished": "2018-09-02"}</script>'
    assert date_of(script) == "2018-09-02"


def test_data_in_other_scripts_is_the_last_resort_and_only_where_it_names_one_day() -> None:
    script = '<script>var page = {"datePublished": "2018-09-02"}</script>'
    assert date_of(script) == "2018-09-02"
    assert date_of(script, "<h1>Rain</h1><p>2017-01-01</p>") == "2017-01-01"
    assert date_of(script + '<script>{"datePublished": "2017-01-01"}</script>') is None


@pytest.mark.parametrize(
    "attribute",
    ['property="article:published_time"', 'name="date"', 'name="PubDate"', 'itemprop="datePublished"', 'name="DC.date"',
     'name="publish-date"', 'property="og:published_time"'],
)  # fmt: skip
def test_the_date_is_found_in_a_meta_element(attribute: str) -> None:
    assert date_of(f'<meta {attribute} content="2018-09-02T10:40:22+02:00">') == "2018-09-02T10:40:22+02:00"


def test_the_day_of_publication_goes_before_the_day_of_the_last_change() -> None:
    modified = '<meta property="article:modified_time" content="2019-01-01">'
    published = '<meta property="article:published_time" content="2018-09-02">'
    assert date_of(modified + published) == "2018-09-02"
    assert date_of(linked({"dateModified": "2019-01-01", "datePublished": "2018-09-02"})) == "2018-09-02"
    assert date_of(linked({"dateModified": "2019-01-01"}) + published) == "2018-09-02"


def test_a_meta_element_without_a_date_is_passed_over() -> None:
    assert date_of('<meta name="date" content="today"><meta name="pubdate" content="2018-09-02">') == "2018-09-02"


@pytest.mark.parametrize(
    "element",
    ['<time datetime="2018-09-02">then</time>', "<time>2 September 2018</time>", '<time datetime="20180902">x</time>'],
)
def test_the_date_is_found_in_a_time_element(element: str) -> None:
    assert date_of(body=element) == "2018-09-02"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/2018/09/02/rain.html",
        "https://example.org/news/20180902/rain.html",
        "https://example.org/rain-2018-09-02",
        "https://example.org/n1/2018/0902/c1001-1.html",
        "https://example.org/gn/2018/09-02/8617.shtml",
        "https://example.org/2018_09_02/rain.html",
    ],
)
def test_the_date_is_found_in_the_address(url: str) -> None:
    assert date_of(url=url) == "2018-09-02"


@pytest.mark.parametrize(
    "url",
    ["https://example.org/", "https://example.org/2018/13/02/", "https://example.org/a/3920180902", "https://example.org/2018"],
)  # fmt: skip
def test_an_address_without_a_date_gives_none(url: str) -> None:
    assert date_of(url=url) is None


def test_structured_data_goes_before_the_address_and_the_address_before_the_text() -> None:
    url = "https://example.org/2018/09/02/"
    assert date_of('<meta name="pubdate" content="2017-01-01">', "<p>2016-01-01</p>", url) == "2017-01-01"
    assert date_of("", "<p>2016-01-01</p>", url) == "2018-09-02"
    assert date_of("", "<p>2016-01-01</p>") == "2016-01-01"


def test_the_visible_date_next_to_the_headline_is_the_one() -> None:
    body = "<p>Today is 2024-05-05</p><p>A menu, rather long and of no use</p><h1>Rain</h1><p>2018-09-02</p>"
    assert date_of(body=body + TEXT + "<p>Copyright 2023-01-01</p>") == "2018-09-02"


def test_dates_in_scripts_are_not_visible() -> None:
    assert date_of(body="<h1>Rain</h1><script>var d = '2018-09-02'</script>") is None


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


def fact_of(field: str, head: str = "", body: str = "", url: str | None = None) -> Fact | None:
    page = f"<html><head>{head}</head><body>{body}{TEXT}</body></html>"
    return maintext.extract(page, url).metadata.get(field)


@pytest.mark.parametrize(
    ("head", "body", "url", "source"),
    [
        (linked({"@type": "Article", "datePublished": "2018-09-02"}), "", None, "json-ld"),
        ('<meta name="pubdate" content="2018-09-02">', "", None, "meta"),
        ("", '<meta itemprop="datePublished" content="2018-09-02">', None, "microdata"),
        ("", '<span property="schema:dateCreated" content="2018-09-02"></span>', None, "microdata"),
        ("", '<h1>Rain</h1><time datetime="2018-09-02">then</time>', None, "time element"),
        ("", "<h1>Rain</h1><p>Published 2 September 2018</p>", None, "visible text"),
        ("", "", "https://example.org/2018/09/02/rain", "url"),
        ("", "", "https://example.org/2018/september/02/rain", "url"),
        ("", "", "https://example.org/news/02-09-2018", "url"),
        ("<script>{'datePublished': '2018-09-02'}</script>", "", None, "script"),
    ],
)
def test_the_date_tells_its_source(head: str, body: str, url: str | None, source: str) -> None:
    assert fact_of("date", head, body, url) == Fact("2018-09-02", source)


def test_future_dates_are_passed_over() -> None:
    assert date_of('<meta name="date" content="2998-01-01"><meta name="pubdate" content="2018-09-02">') == "2018-09-02"
    assert date_of(linked({"@type": "Article", "datePublished": "2098-01-01"})) is None
    assert date_of(url="https://example.org/2098/01/01/") is None


def test_dates_after_the_page_was_fetched_are_passed_over() -> None:
    page = '<meta name="date" content="2018-09-02"><h1>Rain</h1><p>Published 30 August 2018</p>' + TEXT
    assert maintext.extract(page, fetched=datetime(2018, 8, 31, tzinfo=UTC)).date == "2018-08-30"
    assert maintext.extract(page, fetched=datetime(2018, 9, 2, tzinfo=UTC)).date == "2018-08-30"


def test_dates_told_from_now_need_the_time_of_fetching() -> None:
    page = f"<h1>Rain</h1><p>Posted 2 hours ago</p>{TEXT}"
    assert maintext.extract(page).date is None
    fetched = datetime(2018, 9, 2, 10, 40, tzinfo=UTC)
    assert maintext.extract(page, fetched=fetched).date == "2018-09-02T08:40:00+00:00"


def test_the_day_at_the_headline_is_the_one_of_the_place_not_of_the_server() -> None:
    head = linked({"@type": "NewsArticle", "datePublished": "2018-09-01T23:30:00Z"}) + "<title>Rain in May</title>"
    assert date_of(head, "<h1>Rain in May</h1><p>2 September 2018</p>") == "2018-09-02"
    assert date_of(head, "<h1>Rain in May</h1><p>1 September 2018</p>") == "2018-09-01T23:30:00Z"


def test_a_day_that_the_address_confirms_is_not_given_up() -> None:
    head = linked({"@type": "NewsArticle", "datePublished": "2018-09-01"}) + "<title>Rain in May</title>"
    body = "<h1>Rain in May</h1><p>2 December 2018</p>"
    assert date_of(head, body, "https://example.org/2018/09/01/rain") == "2018-09-01"
    assert date_of(head, body) == "2018-12-02"


def test_the_day_of_a_change_is_not_that_of_publication() -> None:
    title = "<title>Rain in May</title>"
    head = '<meta property="article:published_time" content="2018-09-01">' + title
    body = "<h1>Rain in May</h1><p>Last updated: 2 December 2018</p>"
    assert date_of(head, body) == "2018-09-01"
    assert date_of(linked({"@type": "Article", "datePublished": "2018-09-01"}) + title, body) == "2018-12-02"
    assert fact_of("modified", head, body) == Fact("2018-12-02", "visible text")
    both = "<h1>Rain in May</h1><p>Updated 2 December 2018, first published 1 September 2018</p>"
    assert date_of("<title>Rain in May</title>", both) == "2018-09-01"


@pytest.mark.parametrize(
    ("head", "body", "source"),
    [
        (linked({"@type": "Article", "dateModified": "2018-09-02"}), "", "json-ld"),
        ('<meta property="article:modified_time" content="2018-09-02">', "", "meta"),
        ("", '<meta itemprop="dateModified" content="2018-09-02">', "microdata"),
        ("", "<h1>Rain</h1><p>Zuletzt aktualisiert am 02.09.2018</p>", "visible text"),
        ("", "<h1>雨</h1><p>更新：2018年9月2日</p>", "visible text"),
    ],
)
def test_the_last_change_tells_its_source(head: str, body: str, source: str) -> None:
    assert fact_of("modified", head, body) == Fact("2018-09-02", source)


@pytest.mark.parametrize(
    "line",
    ["© 2 September 2018", "Joined: 2 September 2018", "Member since 2 September 2018", "注册时间 2018-09-02",
     "The offer is valid until 2 September 2018"],
)  # fmt: skip
def test_other_days_than_that_of_publication_are_passed_over(line: str) -> None:
    assert date_of(body=f"<h1>Rain</h1><p>{line}</p>") is None


def test_an_ambiguous_day_is_read_as_the_rest_of_the_page_has_it() -> None:
    body = "<h1>Rain</h1><p>02/09/2018</p>"
    assert date_of(body=body) == "2018-09-02"
    assert date_of(body=body + "<p>It was dry again 09/25/2018 at last</p>") == "2018-02-09"
    assert date_of(body=body, url="https://example.org/2018/02/09") == "2018-02-09"
    american = f"<html lang=en-US><body>{body}{TEXT}</body></html>"
    assert maintext.extract(american, "https://example.com/").date == "2018-02-09"
    assert maintext.extract(american, "https://example.co.uk/").date == "2018-09-02"


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


def test_a_meta_element_that_says_only_date_gives_way_to_the_address() -> None:
    head = '<meta name="date" content="2019-01-01">'
    assert date_of(head) == "2019-01-01"
    assert date_of(head, url="https://example.org/2018/09/02/rain") == "2018-09-02"
    assert date_of(head.replace("date", "pubdate"), url="https://example.org/2018/09/02/rain") == "2019-01-01"


def test_the_day_before_or_after_that_of_the_address_is_taken_from_the_headline_only() -> None:
    url = "https://example.org/2018/09/02/rain"
    assert date_of("", "<h1>Rain</h1><p>Published 1 September 2018, 23:30</p>", url) == "2018-09-01T23:30:00"
    assert date_of("", "<h1>Rain</h1><p>Published 2 September 2018, 00:30</p>", url) == "2018-09-02T00:30:00"
    assert date_of("", "<h1>Rain</h1><p>Published 30 September 2018</p>", url) == "2018-09-02"


def test_the_title_of_an_element_is_a_date_where_its_class_says_so() -> None:
    body = '<h1>Rain</h1><p><abbr class="published" title="2018-09-02T10:40:00Z">on Sunday</abbr></p>'
    assert date_of(body=body) == "2018-09-02T10:40:00Z"
    assert date_of(body=body.replace("published", "rain")) is None


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
