"""Which of several dates is that of publication: not the change's, not a teaser's, not a product's."""

import json

import pytest

import maintext

TEXT = "<div><p>It rained all day, and nobody minded, for there was enough to read.</p></div>"
META = '<meta property="article:published_time" content="2018-09-02T10:40:00+00:00">'
CHANGED = '<meta property="article:modified_time" content="2019-05-07T08:15:30+00:00">'
TITLE = "<title>Rain in May</title>"


def document_of(head: str = "", body: str = "", url: str | None = None) -> maintext.Document:
    return maintext.extract(f"<html><head>{TITLE}{head}</head><body>{body}{TEXT}</body></html>", url)


def linked(content: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(content)}</script>'


def test_a_day_at_the_headline_that_is_the_day_of_the_change_is_not_the_day_of_publication() -> None:
    document = document_of(META + CHANGED, "<h1>Rain in May</h1><p>May 7, 2019</p>")
    assert document.date == "2018-09-02T10:40:00+00:00"
    assert document.metadata["modified"].value == "2019-05-07T08:15:30+00:00"


def test_another_day_at_the_headline_corrects_the_one_for_machines() -> None:
    assert document_of(META + CHANGED, "<h1>Rain in May</h1><p>May 9, 2019</p>").date == "2019-05-09"


def test_a_moment_that_readers_see_as_a_mere_hour_is_compared_with_the_change() -> None:
    published = linked({"@type": "NewsArticle", "headline": "Rain in May", "datePublished": "2019-05-06T17:29:54Z"})
    body = '<h1>Rain in May</h1><div class="date"><time datetime="2019-05-07T10:15:00Z">10:15</time></div>'
    assert document_of(published + CHANGED, body).date == "2019-05-06T17:29:54Z"
    assert document_of(published, body).date == "2019-05-07T10:15:00Z"


def test_numbers_of_day_and_month_in_the_other_order_are_the_same_day() -> None:
    published = linked({"@type": "Article", "headline": "Rain in May", "datePublished": "2018-09-10T16:07:00.000Z"})
    assert document_of(published, "<h1>Rain in May</h1><p>09.10.2018</p>").date == "2018-09-10T16:07:00Z"


def test_the_day_on_which_a_page_was_first_published_may_be_anywhere() -> None:
    body = "<h1>Rain in May</h1><p>7 May 2019</p>" + TEXT
    body += "<p>This article was originally published on 2 September 2018 but has been updated since.</p>"
    assert document_of(body=body).date == "2018-09-02"


def test_a_day_in_one_line_with_a_change_is_that_of_publication() -> None:
    body = "<h1>Rain in May</h1>" + 60 * f"{TEXT}<hr>" + "<p>September 2, 2018. Updated: May 7, 2019</p>"
    assert document_of(CHANGED, body).date == "2018-09-02"


def test_a_teaser_right_before_the_headline_has_a_date_of_its_own() -> None:
    teaser = '<div><a href="/x">Sun in June</a> <div><time datetime="2020-06-01">1 June 2020</time></div></div>'
    body = f'{teaser}<h1>\n<span>Rain in May</span></h1><p><time datetime="2018-09-02">2 Sept 2018</time> by Ann</p>'
    assert document_of(body=body).date == "2018-09-02"


def test_the_date_of_a_quoted_post_is_not_that_of_the_page() -> None:
    post = '<p>It rains.</p>&mdash; Ann Lee (@annlee) <a href="https://posts.example.net/1">May 7, 2019</a>'
    body = f"<h1>Rain in May</h1>{TEXT}<blockquote class=post>{post}</blockquote>"
    assert document_of(body=body).date is None
    assert document_of(body="<h1>Rain in May</h1><p>9 May 2019</p>" + body).date == "2019-05-09"
    line = "<p>9 May 2019</p><blockquote><p>A quotation.</p></blockquote>"
    assert document_of(body=f"<h1>Rain in May</h1>{line}").date == "2019-05-09"
    assert (
        document_of(body=f"<blockquote><h1>Rain in May</h1><p>9 May 2019</p>{TEXT}</blockquote>").date == "2019-05-09"
    )


def test_the_dates_of_many_items_are_those_of_teasers() -> None:
    teasers = "".join(
        f'<article itemscope itemtype="https://schema.org/Article"><a href="/{day}">Other news of the day</a>'
        f'<span itemprop="datePublished">2020-06-{day:02}</span></article>'
        for day in range(1, 6)
    )
    date = '<meta name="date" content="2018-09-02">'
    assert document_of(date, "<h1>Rain in May</h1>" + 9 * TEXT + teasers).date == "2018-09-02"


@pytest.mark.parametrize("kind", ["Product", "Book", "VideoGame"])
def test_the_date_of_a_product_is_not_that_of_the_page(kind: str) -> None:
    product = {"@type": kind, "name": "Umbrella", "datePublished": "2010-01-01"}
    review = {"@type": "Review", "itemReviewed": product, "datePublished": "2018-09-02"}
    assert document_of(linked(product)).date is None
    assert document_of(linked([product, review])).date == "2018-09-02"
    assert document_of(linked({**product, "review": review})).date is None


def test_a_name_that_says_published_goes_before_one_that_says_date() -> None:
    head = '<meta name="date" content="2019-05-07"><meta name="published-date" content="2018-09-02">'
    assert document_of(head).date == "2018-09-02"


def test_a_number_in_the_address_may_begin_with_the_minute_of_its_making() -> None:
    url = "https://example.org/news/article/A2018090214320005196"
    assert document_of(url=url).date == "2018-09-02"
    assert document_of(body="<h1>Rain in May</h1><p>3 September 2018</p>", url=url).date == "2018-09-03"
    copy = "https://archive.example/web/20190717140047/http://example.org/rain"
    assert document_of(url=copy).date is None


@pytest.mark.parametrize(
    ("script", "date"),
    [
        ('var ct = "1535885000";', "2018-09-02T18:43:20+08:00"),
        ("var ct='1535885000000'", "2018-09-02T18:43:20+08:00"),
        ('var publish_time = "2018-09-02" || "";', "2018-09-02"),
        ("window.createTime = '2018-09-02 10:40';", "2018-09-02T10:40:00"),
        ('{"create_time":1535885000}', "2018-09-02T18:43:20+08:00"),
        ('{"create_time":1535885000, "reply": {"create_time": 1545885000}}', None),
        ('var ct = "15";', None),
    ],
)
def test_an_article_may_have_its_date_only_in_a_script(script: str, date: str | None) -> None:
    page = (
        f"<title>雨</title><script>{script}</script><h1>五月的雨</h1><p>整天下雨，没有人介意，因为有足够的书可读。</p>"
    )
    assert maintext.extract(page).date == date


def test_the_moment_in_a_script_is_in_universal_time_on_other_pages() -> None:
    assert document_of('<script>var ct = "1535885000";</script>').date == "2018-09-02T10:43:20Z"


@pytest.mark.parametrize(
    "label",
    [
        "Closing date",
        "Apply by",
        "Bewerbungsschluss:",
        "Date limite",
        "Fecha límite",
        "Scadenza",
        "Prazo",
        "截止",
        "締切",
        "마감",
    ],
)
def test_the_end_of_an_offer_is_not_its_date(label: str) -> None:
    offer = '<script type="application/ld+json">{"@type": "JobPosting", "datePosted": "2018-09-02"}</script>'
    body = f"<h1>Rain in May</h1><dl><dt>{label}<dd>2018-10-15</dl><p>It rained all day, and nobody minded.</p>"
    assert document_of(offer, body=body).date == "2018-09-02"
    assert document_of(body=body).date is None


def test_the_date_of_a_thread_is_that_of_its_first_post() -> None:
    posts = "".join(
        f'<div class="post"><div class="author"><a href="/u/{name}">{name}</a></div><div>{day} 10:40</div>'
        f'<div class="message">{name} thinks that it rained all day, and that nobody minded.</div></div>'
        for name, day in (
            ("ann", "02 Sep 2018"),
            ("ben", "05 Sep 2018"),
            ("cleo", "06 Sep 2018"),
            ("dan", "07 Sep 2018"),
        )
    )
    document = document_of(body=f"<h1>Rain in May</h1><p>05 Sep 2018</p>{posts}")
    assert document.page_type == "forum"
    assert document.date == "2018-09-02T10:40:00"


@pytest.mark.parametrize(
    "line",
    [
        "May 2018",
        "Published: May 2018",
        "Published May 2018",
        "Veröffentlicht im Mai 2018",
        "Publicado en mayo de 2018",
        "2018年5月",
        "2018-05",
        "mai 2018",
        "mayo de 2018",
        "พฤษภาคม 2561",
    ],
)
def test_a_month_without_a_day_is_all_that_is_known(line: str) -> None:
    document = document_of(body=f"<h1>Rain in May</h1><p>{line}</p>")
    assert document.date == "2018-05"
    assert document.published is None
    assert document.to_dict()["published"] is None


def test_a_month_for_machines_is_taken_if_no_day_is_known() -> None:
    head = '<meta name="citation_publication_date" content="2018/05">'
    assert document_of(head).date == "2018-05"
    assert document_of(head, "<h1>Rain in May</h1><p>3 May 2018</p>").date == "2018-05-03"
    assert document_of('<meta name="dc.date" content="May 2018">').date == "2018-05"


def test_months_of_an_archive_are_not_those_of_the_page() -> None:
    assert document_of(body="<h1>Rain in May</h1><ul><li>May 2018</li><li>June 2018</li></ul>").date is None
    assert document_of(body="<h1>Rain in May</h1><p>It began in May 2018</p>").date is None
    assert document_of(body="<h1>Rain in May</h1><p>Published by the town in May 2018</p>").date is None


def test_the_day_on_which_a_page_was_published_is_better_than_that_of_publishing_it_again() -> None:
    """The time is that of a program, which publishes the page after every change."""
    head = '<meta name="published-time" content="2026-03-09T08:45:32"><meta name="published-date" content="2021-02-16">'
    assert document_of(head).date == "2021-02-16"


@pytest.mark.parametrize(
    ("body", "date"),
    [
        ("<p>Published <time>September 2, 2018</time></p>", "2018-09-02"),
        ("<p><time>September 2, 2018</time></p>", "2019-05-07T08:15:30Z"),
        ("<p>Published September 2, 2018</p><p>Published September 9, 2018</p>", "2019-05-07T08:15:30Z"),
        ("<p>Published September 2, 2019</p>", "2019-05-07T08:15:30Z"),
    ],
)
def test_a_day_for_machines_that_is_that_of_the_change_is_not_the_day_of_publication(body: str, date: str) -> None:
    """The only day that is labelled as that of publication is, even if it comes after the text."""
    day = "2019-05-07T08:15:30Z"
    head = linked({"@type": "Article", "headline": "Rain in May", "datePublished": day, "dateModified": day})
    assert document_of(head, "<h1>Rain in May</h1>" + 30 * f"{TEXT}<hr>" + body).date == date


def test_several_times_of_one_day_in_a_line_keep_their_order() -> None:
    times = ("2024-02-11T06:00:00Z", "2024-02-11T14:30:00Z")
    one, other = (f"<time datetime={time}>11 Feb 2024</time>" for time in times)
    document = maintext.extract(f"<h1>Storm</h1><p>{one} Updated {other}</p><p>Waves have damaged the pier.</p>")
    assert (document.date, document.modified and document.modified.hour) == (times[0], 14)
