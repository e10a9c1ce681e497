"""Titles and dates, from small pages that hold one thing each."""

import json

import pytest

import maintext
from maintext.dates import dates_in, first_date

TEXT = "<div><p>It rained all day, and nobody minded, for there was enough to read.</p></div>"


def date_of(head: str = "", body: str = "", url: str | None = None) -> str | None:
    return maintext.extract(f"<html><head>{head}</head><body>{body}{TEXT}</body></html>", url).date


def title_of(head: str, body: str = "") -> str | None:
    return maintext.extract(f"<html><head>{head}</head><body>{body}{TEXT}</body></html>").title


def linked(content: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(content)}</script>'


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2018年09月02日 10:40:22", "2018-09-02T10:40:22"),
        ("2018年9月2日", "2018-09-02"),
        ("2018 年 9 月 2 日 08:05", "2018-09-02T08:05:00"),
        ("2018年9月2日10时40分", "2018-09-02T10:40:00"),
        ("2018年9月2日10時40分22秒", "2018-09-02T10:40:22"),
        ("2018年9月2号", "2018-09-02"),
        ("来源：新华社　2018-09-02 10:40", "2018-09-02T10:40:00"),
        ("2018년 9월 2일", "2018-09-02"),
        ("2018년 9월 2일 10시 40분", "2018-09-02T10:40:00"),
        ("2018-09-02", "2018-09-02"),
        ("2018-09-02T10:40:22Z", "2018-09-02T10:40:22Z"),
        ("2018-09-02T10:40:22.123+08:00", "2018-09-02T10:40:22+08:00"),
        ("2018-9-2", "2018-09-02"),
        ("2018/09/02", "2018-09-02"),
        ("2018.09.02", "2018-09-02"),
        ("20180902", "2018-09-02"),
        ("2 September 2018", "2018-09-02"),
        ("Sept. 2, 2018", "2018-09-02"),
        ("September 2nd, 2018", "2018-09-02"),
        ("SEPTEMBER 2, 2018", "2018-09-02"),
        ("Published on Sep 2 2018 at noon", "2018-09-02"),
        ("2. September 2018", "2018-09-02"),
        ("2. März 2018, 10:40 Uhr", "2018-03-02T10:40:00"),
        ("2 de septiembre de 2018", "2018-09-02"),
        ("1er janvier 2020", "2020-01-01"),
        ("2 сентября 2018", "2018-09-02"),
        ("2 września 2018", "2018-09-02"),
        ("02.09.2018", "2018-09-02"),
        ("02/09/2018", "2018-09-02"),
        ("09/13/2018", "2018-09-13"),
        ("13/09/2018", "2018-09-13"),
        ("29 February 2020", "2020-02-29"),
    ],
)
def test_a_date_is_read_in_the_forms_that_people_write(written: str, iso: str) -> None:
    assert first_date(written) == iso
    assert first_date(f"Updated: {written}, by the editors") == iso


@pytest.mark.parametrize(
    "written",
    ["", "no date", "2018年13月40日", "31 February 2018", "29 February 2019", "2018-00-10", "2018-13-13", "0000-00-00",
     "12018-09-02", "2018-09-021", "1899-01-01", "3018-01-01", "call 2018 09 02", "Maybe 2, 2018", "Room 20181340"],
)  # fmt: skip
def test_what_is_no_date_is_passed_over(written: str) -> None:
    assert first_date(written) is None


def test_an_impossible_date_does_not_hide_a_possible_one() -> None:
    assert first_date("30.02.2018, corrected on 02.03.2018") == "2018-03-02"


def test_all_dates_come_with_their_places() -> None:
    text = "On 2018-09-02 and on 3 May 2017."
    assert sorted(dates_in(text)) == [(3, "2018-09-02"), (21, "2017-05-03")]


def test_the_first_date_is_the_one_that_stands_first() -> None:
    assert first_date("3 May 2017, updated 2018-09-02") == "2017-05-03"


@pytest.mark.parametrize("written", ["September 2, 2018 10:40 PM", "2018-09-02 10:40 p.m.", "2018年9月2日 下午10:40"])
def test_a_time_in_the_afternoon_is_not_read_as_one_in_the_morning(written: str) -> None:
    assert first_date(written) in ("2018-09-02", "2018-09-02T22:40:00")


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


def test_other_scripts_are_no_linked_data() -> None:
    assert date_of('<script>{"datePublished": "2018-09-02"}</script>') is None


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
    assert date_of('<meta name="date" content="2017-01-01">', "<p>2016-01-01</p>", url) == "2017-01-01"
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
