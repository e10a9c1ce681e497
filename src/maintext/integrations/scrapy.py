"""Scrapy: an item pipeline, and a provider of articles for scrapy-poet (extra ``scrapy``)."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy_poet.page_input_providers import PageObjectInputProvider
from zyte_common_items import Article, ArticleMetadata, Author, Image

import maintext

__all__ = ["ArticleProvider", "MaintextPipeline", "article_of"]

FIELDS: Final = ("title", "author", "date", "language", "text")
"""The fields that the pipeline adds by default."""


class MaintextPipeline:
    """Adds the main text and facts about the page to items that contain the page's HTML.

    These settings of the project change it: ``MAINTEXT_HTML_FIELD`` (``html``) and ``MAINTEXT_URL_FIELD`` (``url``)
    name the fields of the page; ``MAINTEXT_FIELDS`` are the attributes of a ``maintext.Document`` to add;
    ``MAINTEXT_DROP_EMPTY`` drops items whose page has no main text.
    """

    def __init__(
        self,
        html_field: str = "html",
        url_field: str = "url",
        fields: Sequence[str] = FIELDS,
        drop_empty: bool = False,
    ) -> None:
        """Store the settings.

        Raises:
            OptionError: documents do not have a field.
        """
        if unknown := [name for name in fields if not hasattr(maintext.Document, name) and name != "url"]:
            raise maintext.OptionError(f"MAINTEXT_FIELDS: a document has no {unknown[0]!r}")
        self.html_field = html_field
        self.url_field = url_field
        self.fields = tuple(fields)
        self.drop_empty = drop_empty

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "MaintextPipeline":
        """The pipeline with the settings of a project."""
        settings = crawler.settings
        return cls(
            settings.get("MAINTEXT_HTML_FIELD", "html"),
            settings.get("MAINTEXT_URL_FIELD", "url"),
            settings.getlist("MAINTEXT_FIELDS", list(FIELDS)),
            settings.getbool("MAINTEXT_DROP_EMPTY", False),
        )

    def process_item(self, item: Any) -> Any:
        """Return the item with the new fields; an item without a page stays as it is."""
        adapter = ItemAdapter(item)
        page = adapter.get(self.html_field)
        if not isinstance(page, str | bytes):
            return item
        url = adapter.get(self.url_field)
        document = maintext.extract(page, url if isinstance(url, str) else None)
        if self.drop_empty and not document:
            raise DropItem(f"no main text: {document.reason}")
        for name in self.fields:
            adapter[name] = getattr(document, name)
        return item


class ArticleProvider(PageObjectInputProvider):
    """Provides ``zyte_common_items.Article`` to callbacks and page objects, extracted from the response by maintext.

    Add it to ``SCRAPY_POET_PROVIDERS``.
    """

    provided_classes = {Article}  # noqa: RUF012 (as scrapy-poet declares it)
    name = "maintext-article"

    def __call__(self, to_provide: set[Callable[..., Any]], response: Response) -> list[Article]:
        """The article of a response."""
        content_type = response.headers.get("Content-Type")
        declared = (content_type or b"").decode("latin-1").lower().partition("charset=")[2].strip("\"' ;") or None
        document = maintext.extract(response.body, response.url, charset=declared, fetched=datetime.now(UTC))
        return [article_of(document, response.url)]


def article_of(document: maintext.Document, url: str) -> Article:
    """A document as an article of zyte-common-items."""
    author = document.metadata.get("author")
    names = (author.values or (author.value,)) if author else ()
    canonical = document.metadata.get("url")
    return Article(
        url=url,
        canonicalUrl=canonical.value if canonical else None,
        headline=document.title,
        authors=[Author(name=name) for name in names] or None,
        datePublished=_written(document.published),
        datePublishedRaw=document.date,
        dateModified=_written(document.modified),
        inLanguage=document.language.partition("-")[0] if document.language else None,
        mainImage=Image(url=document.image) if document.image else None,
        description=document.description,
        articleBody=document.text or None,
        articleBodyHtml=document.html or None,
        metadata=ArticleMetadata(
            dateDownloaded=_written(datetime.now(UTC)),
            probability=1.0 if document.confidence is None else document.confidence,
        ),
    )


def _written(moment: datetime | None) -> str | None:
    """A moment as zyte-common-items writes it, which always has a time zone: UTC if the page names none."""
    if moment is None:
        return None
    if moment.tzinfo is None or not moment.utcoffset():
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    return moment.isoformat(timespec="seconds")
