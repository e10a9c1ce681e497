"""The item pipeline and the provider of articles, with the real packages."""

from dataclasses import dataclass

import pytest
from helpers.commands import ARTICLE, PAGE
from helpers.pages import PAGES

import maintext

pytest.importorskip("scrapy")
pytest.importorskip("scrapy_poet")
pytest.importorskip("zyte_common_items")

from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler
from zyte_common_items import Article

from maintext.integrations.scrapy import ArticleProvider, MaintextPipeline, article_of

pytestmark = pytest.mark.slow


@dataclass
class Item:
    """An item with fields of its own."""

    page: str
    title: str | None = None
    text: str | None = None


class TestPipeline:
    def test_an_item_gets_the_text(self) -> None:
        found = MaintextPipeline().process_item({"url": "https://example.org/1", "html": PAGE.encode(), "shelf": 4})
        assert (found["text"], found["shelf"]) == (ARTICLE, 4)
        assert {"title", "author", "date", "language"} <= found.keys()

    def test_settings_choose_the_fields(self) -> None:
        settings = {"MAINTEXT_HTML_FIELD": "page", "MAINTEXT_FIELDS": ["title", "text"]}
        pipeline = MaintextPipeline.from_crawler(get_crawler(settings_dict=settings))
        assert pipeline.process_item(Item(PAGE)).text == ARTICLE

    def test_an_item_without_a_page_stays_as_it_is(self) -> None:
        assert MaintextPipeline().process_item({"url": "x"}) == {"url": "x"}

    def test_items_without_text_can_be_dropped(self) -> None:
        assert MaintextPipeline().process_item({"html": ""})["text"] == ""
        with pytest.raises(DropItem, match="the page is empty"):
            MaintextPipeline(drop_empty=True).process_item({"html": ""})

    def test_unknown_fields_are_refused(self) -> None:
        with pytest.raises(maintext.OptionError, match="'words'"):
            MaintextPipeline(fields=["words"])


def provided(response: HtmlResponse) -> Article:
    [found] = ArticleProvider(None)({Article}, response)  # type: ignore[no-untyped-call]
    assert isinstance(found, Article)
    return found


class TestArticle:
    def article(self, name: str) -> Article:
        response = HtmlResponse("https://example.org/1", body=PAGES[name].read_bytes())
        return provided(response)

    def test_a_response_becomes_an_article(self) -> None:
        found, expected = self.article("blog"), maintext.extract(PAGES["blog"], "https://example.org/1")
        assert (found.headline, found.articleBody) == (expected.title, expected.text)
        assert found.datePublished == "2021-11-06T18:30:00-05:00"
        assert found.authors and [each.name for each in found.authors] == [expected.author]
        assert found.inLanguage == "en"
        assert found.metadata and found.metadata.probability == expected.confidence
        assert found.articleBodyHtml == expected.html

    def test_a_moment_always_has_a_time_zone(self) -> None:
        assert self.article("chinese-news").datePublished == "2018-09-02T10:40:22Z"

    def test_the_charset_of_the_server_is_used(self) -> None:
        page = "<p>Шёл дождь, и никто не был против, потому что было что почитать.</p>".encode("koi8-r")
        response = HtmlResponse(
            "https://example.org/", body=page, headers={"Content-Type": "text/html; charset=KOI8-R"}
        )
        found = provided(response)
        assert str(found.articleBody).startswith("Шёл дождь")

    def test_an_empty_page_is_an_article_with_nothing_in_it(self) -> None:
        found = article_of(maintext.extract(""), "https://example.org/")
        assert (found.articleBody, found.headline, found.authors) == (None, None, None)
