"""A spider whose items get their main text from maintext: ``python with_scrapy.py OUT.jsonl URL...``.

The callback ``parse`` yields pages, which the item pipeline completes. The callback ``parse_article`` gets an article
from scrapy-poet.
"""

import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any, ClassVar

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import Request, Response
from scrapy_poet import DummyResponse
from zyte_common_items import Article

out, *urls = sys.argv[1:]


class Spider(scrapy.Spider):
    """Visits each address twice, once for each way."""

    name = "articles"
    custom_settings: ClassVar = {
        "ADDONS": {"scrapy_poet.Addon": 300},
        "SCRAPY_POET_PROVIDERS": {"maintext.integrations.scrapy.ArticleProvider": 500},
        "ITEM_PIPELINES": {"maintext.integrations.scrapy.MaintextPipeline": 300},
        "MAINTEXT_FIELDS": ["title", "date", "text"],
        "FEEDS": {out: {"format": "jsonlines", "fields": ["url", "title", "text", "headline", "articleBody"]}},
        "LOG_LEVEL": "WARNING",
    }

    async def start(self) -> AsyncIterator[Request]:
        """The requests."""
        for url in urls:
            yield Request(url, self.parse, dont_filter=True)
            yield Request(url, self.parse_article, dont_filter=True)

    def parse(self, response: Response, **_others: Any) -> Iterator[dict[str, Any]]:
        """An item with the page, which the pipeline completes."""
        yield {"url": response.url, "html": response.body}

    def parse_article(self, response: DummyResponse, article: Article) -> Iterator[Article]:
        """The article of a page."""
        yield article


if __name__ == "__main__":
    process = CrawlerProcess()
    process.crawl(Spider)
    process.start()
