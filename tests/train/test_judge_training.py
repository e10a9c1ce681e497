"""Training the judge: labels by type and by address, and a whole training on pages made here."""

import pytest
from helpers.made_pages import PAGES

from maintext.algorithms.learned.page_judge import JudgeModel
from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.read import page_table
from maintext.train.judge_training import label_by_address, label_of, train_judge


@pytest.mark.parametrize(
    ("url", "label"),
    [
        ("https://news.example/", False),
        ("https://news.example", False),
        ("https://news.example/tag/boats", False),
        ("https://news.example/Category/the-old-mill-is-sold-now", False),
        ("https://news.example/2024/05/", False),
        ("https://news.example/the-old-mill-is-sold", True),
        ("https://news.example/a/123456.html", True),
        ("https://news.example/about", None),
        ("page.html", None),
        ("", None),
    ],
)
def test_some_addresses_tell_what_a_page_is(url: str, label: bool | None) -> None:
    assert label_by_address(url) is label


@pytest.mark.parametrize(
    ("kind", "text", "label"),
    [("article", "", True), ("forum", "x", True), ("listing", "x", False), ("", "x", True), ("", " ", None)],
)
def test_labelled_pages_tell_it_by_their_type_or_text(kind: str, text: str, label: bool | None) -> None:
    assert label_of(LabelledPage("1", "", text, type=kind)) is label


@pytest.fixture(scope="module")
def judge() -> JudgeModel:
    crawled = [
        ("crawl", LabelledPage("1", PAGES[1][1].html, "", "https://news.example/the-old-mill-is-sold")),
        ("crawl", LabelledPage("2", PAGES[0][1].html, "", "https://news.example/")),
        ("crawl", LabelledPage("3", PAGES[0][1].html, "", "https://news.example/unknown")),
        ("crawl", LabelledPage("4", "<p> </p>", "", "https://news.example/tag/x")),
    ]
    return train_judge(PAGES, crawled, frozenset({"crawl"}))


def test_pages_whose_address_tells_nothing_are_left_out(judge: JudgeModel) -> None:
    assert judge.trained_on == {"made": len(PAGES), "crawl": 2}


def test_a_trained_judge_tells_articles_from_lists(judge: JudgeModel) -> None:
    for _, page in PAGES[:12]:
        table = page_table(page.html)
        assert (judge.probability(table) > 0.5) == (page.type == "article")
        assert (judge.probability(table, page.url) > 0.5) == (page.type == "article")


def test_one_kind_of_page_is_too_little() -> None:
    articles = [(name, page) for name, page in PAGES if page.type == "article"]
    with pytest.raises(DataError, match="pages with and without a main text"):
        train_judge(articles)
    with pytest.raises(DataError, match="no page has an address"):
        train_judge([(name, LabelledPage(page.id, page.html, page.text, type=page.type)) for name, page in PAGES])
