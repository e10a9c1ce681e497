"""The dates of a page: where they are found, and which of them counts."""

from datetime import UTC, datetime

import pytest
from helpers.page_facts import TEXT, date_of, fact_of, linked

import maintext
from maintext.metadata import Fact


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
    "line",
    [
        "Esta página foi editada pela última vez às 14h22min de 3 de maio de 2024.",
        "Última alteração: 3 de maio de 2024",
        "Esta página se editó por última vez el 3 may 2024 a las 10:00.",
        "Questa pagina è stata modificata il 3 mag 2024 alle 10:12.",
        "Deze pagina is voor het laatst bewerkt op 3 mei 2024 om 10:12.",
        "Senast ändrad 3 maj 2024",
        "Sidst redigeret 3. maj 2024",
        "Sivua on viimeksi muutettu 3. toukokuuta 2024",
        "Ostatnio edytowany 3 maja 2024",
        "Stránka byla naposledy editována 3. 5. 2024 v 10:12.",
        "A lap utolsó módosítása: 2024. május 3.",
        "Эта страница в последний раз была отредактирована 3 мая 2024 в 10:12.",
        "Son düzenlenme: 3 Mayıs 2024",
        "Halaman ini terakhir diubah pada 3 Mei 2024",
        "Trang này được sửa đổi lần cuối vào ngày 3 tháng 5 năm 2024",
        "آخر تعديل لهذه الصفحة كان يوم 3 مايو 2024",
        "本页面最后修订于2024年5月3日 (星期五) 10:12。",
    ],
)
def test_the_day_of_a_change_is_recognised_in_many_languages(line: str) -> None:
    fact = fact_of("modified", "", f"<h1>Tarouca</h1><p>One line of text.</p><footer>{line}</footer>")
    assert fact is not None
    assert fact.value[:10] == "2024-05-03"


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


PRODUCT = {"@type": "Product", "name": "Lamp"}
REVIEW = {"@type": "Review", "datePublished": "2018-09-02", "author": "Ann"}
SHOWN_REVIEW = "<h1>Lamp</h1><p>Ann on 2 September 2018: a good lamp</p>"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (linked(PRODUCT | {"review": REVIEW}), SHOWN_REVIEW),
        (linked([PRODUCT, REVIEW, REVIEW]), SHOWN_REVIEW),
        (
            "",
            '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Lamp</h1>'
            '<div itemprop="review" itemscope><meta itemprop="datePublished" content="2018-09-02">Ann</div>'
            "</div><p>2 September 2018</p>",
        ),
    ],
)
def test_the_day_of_a_review_is_not_that_of_the_product(head: str, body: str) -> None:
    assert date_of(head, body) is None
    assert date_of(head, body + "<p>Published on 1 August 2018</p>") == "2018-08-01"


def test_a_page_that_is_a_review_has_its_day() -> None:
    assert date_of(linked(REVIEW | {"itemReviewed": PRODUCT}), SHOWN_REVIEW) == "2018-09-02"
    assert date_of(linked({"@type": "Article", "datePublished": "2018-09-02", "review": REVIEW}), SHOWN_REVIEW)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (linked({"@type": "MusicEvent", "startDate": "2018-09-02T20:00"}), "<h1>Concert</h1><p>2 September 2018</p>"),
        (
            "",
            '<div itemscope itemtype="https://schema.org/Event"><h1>Concert</h1>'
            '<time itemprop="startDate" datetime="2018-09-02T20:00">2 September 2018</time></div>',
        ),
    ],
)
def test_the_day_of_an_event_is_not_that_of_its_page(head: str, body: str) -> None:
    assert date_of(head, body) is None
    assert date_of(head + '<meta property="article:published_time" content="2018-08-01">', body) == "2018-08-01"
    assert date_of(head, f"{body}<p>First published 2 September 2018</p>") == "2018-09-02"
