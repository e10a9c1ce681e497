"""The parts of a Document that people read: facts, dates, excerpts, and what a notebook shows."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final

import pytest

import maintext

ARTICLE: Final = "It rained all day, and nobody minded, for there was enough to read and enough to eat."


def dated(published: str, more: str = "") -> maintext.Document:
    head = f'<meta property="article:published_time" content="{published}">{more}'
    return maintext.extract(f"<head>{head}</head><body><div><p>{ARTICLE}</p></div></body>")


def failed() -> maintext.Document:
    """The document of something that is not a page."""
    pages: Iterable[Any] = [3]
    return next(iter(maintext.extract_many(pages, 0)))


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2023-03-14T06:05:00+02:00", datetime(2023, 3, 14, 6, 5, tzinfo=timezone(timedelta(hours=2)))),
        ("2023-03-14T06:05:00Z", datetime(2023, 3, 14, 6, 5, tzinfo=UTC)),
        ("2023-03-14T06:05:00", datetime(2023, 3, 14, 6, 5)),
        ("2023-03-14", datetime(2023, 3, 14)),
        ("2023-03-14T06:05:00+99:00", datetime(2023, 3, 14, 6, 5)),
    ],
)
def test_the_date_is_a_datetime_with_the_time_zone_of_the_page(written: str, moment: datetime) -> None:
    document = dated(written)
    assert document.published == moment
    assert document.published.tzinfo == moment.tzinfo
    assert document.to_dict()["published"] == moment.isoformat()


def test_facts_are_attributes() -> None:
    document = dated(
        "2023-03-14",
        '<meta property="og:site_name" content="The Daily Rain">'
        '<meta name="description" content="A day in May.">'
        '<meta property="og:image" content="https://example.org/rain.jpg">'
        '<meta property="article:modified_time" content="2023-03-15T08:00:00Z">',
    )
    assert (document.site, document.description) == ("The Daily Rain", "A day in May.")
    assert (document.image, document.excerpt) == ("https://example.org/rain.jpg", "A day in May.")
    assert document.modified == datetime(2023, 3, 15, 8, tzinfo=UTC)


def test_facts_that_the_page_does_not_have_are_none() -> None:
    document = maintext.extract("")
    assert (document.site, document.description, document.image) == (None, None, None)
    assert (document.published, document.modified, document.excerpt) == (None, None, "")


def test_an_excerpt_is_the_beginning_of_the_text_cut_between_words() -> None:
    excerpt = maintext.extract(f"<div><p>{ARTICLE}</p><p>{ARTICLE}</p><p>{ARTICLE}</p></div>", method="p-value").excerpt
    assert excerpt.startswith(f"{ARTICLE} {ARTICLE}")
    assert excerpt.endswith("…")
    assert 160 < len(excerpt) <= 200
    assert f"{ARTICLE} {ARTICLE} {ARTICLE} ".startswith(f"{excerpt[:-1]} ")


def test_an_excerpt_in_a_script_without_spaces_is_cut_anywhere() -> None:
    text = "雨下了整整一天没有人在意因为有足够的书可以读" * 30
    assert maintext.extract(f"<div><p>{text}</p></div>", method="p-value").excerpt == f"{text[:199]}…"


def test_a_document_is_true_if_it_has_text() -> None:
    assert maintext.extract(f"<div><p>{ARTICLE}</p></div>")
    assert not maintext.extract("")
    assert not failed()


def test_the_error_is_in_the_dictionary() -> None:
    assert failed().error.startswith("TypeError")
    assert failed().to_dict()["error"] == failed().error
    assert maintext.extract("").to_dict()["error"] == ""


def test_a_notebook_shows_the_facts_and_the_text() -> None:
    page = f"<title>Rain &lt;3</title><body><div><h1>Rain &lt;3</h1><p>{ARTICLE} <b>So.</b></p></div></body>"
    document = maintext.extract(page, method="p-value")
    assert document._repr_markdown_() == document.markdown
    assert document._repr_html_().startswith("<p><strong>Rain &lt;3</strong>")
    assert document._repr_html_().endswith(document.html)


def test_a_notebook_shows_why_there_is_no_text() -> None:
    document = maintext.extract("<script>x</script>")
    advice = "(try --render, which runs its scripts in a browser)"
    reason = f"no main text: the page has no visible text; it may need JavaScript {advice}"
    assert document._repr_markdown_() == f"*{reason}*"
    assert f"<em>{reason}</em>" in document._repr_html_()
