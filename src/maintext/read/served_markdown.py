"""Pages that a server sends as Markdown: written as HTML and then read like any other page.

The front matter becomes the elements of the head that HTML pages have for the same facts. HTML inside Markdown stays
HTML, so hidden text in it is recognised too.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from maintext.errors import PageError
from maintext.read.front_matter import split_front_matter
from maintext.support.extras import needed

MARKDOWN: Final = "markdown"
"""The ``text_source`` of the table of such a page."""
MAX_MARKDOWN: Final = 500_000
"""Bytes. markdown-it needs about a second for them, ten if they are made to be slow."""
_KEYS: Final[Mapping[str, Sequence[str]]] = {
    "title": ("title", "headline"),
    "author": ("author", "authors", "author.name", "authors.name", "byline"),
    "published": ("date", "published", "published_at", "published_time", "datepublished", "pubdate", "created"),
    "modified": ("modified", "updated", "updated_at", "modified_time", "datemodified", "lastmod", "last_updated"),
    "description": ("description", "summary", "excerpt"),
    "keywords": ("keywords", "tags"),
    "site": ("site", "site_name", "sitename", "publisher"),
    "image": ("image", "og_image", "cover", "thumbnail", "image.url"),
    "language": ("language", "lang", "locale"),
    "url": ("canonical", "canonical_url", "url", "permalink"),
}
"""By fact: the keys of front matter, the best first."""
_META: Final[Mapping[str, str]] = {
    "title": 'property="og:title"',
    "author": 'name="author"',
    "published": 'property="article:published_time"',
    "modified": 'property="article:modified_time"',
    "description": 'name="description"',
    "keywords": 'name="keywords"',
    "site": 'property="og:site_name"',
    "image": 'property="og:image"',
}


class MarkdownPage(bytes):
    """The bytes of a page in Markdown. The class says so, and stays with them on their way through the program."""

    __slots__ = ()


def as_html(text: str) -> str:
    """A Markdown page as an HTML page.

    Raises:
        PageError: the page is too long, or markdown-it-py is not installed.
    """
    if len(text) > MAX_MARKDOWN:
        raise PageError(f"the page has {len(text):,} characters of Markdown; no more than {MAX_MARKDOWN:,} are read")
    values, body = split_front_matter(text)
    facts = {fact: found for fact, keys in _KEYS.items() if (found := _first(values, keys))}
    language = escape(facts.pop("language", [""])[0])
    content = _renderer().render(body)
    head = "\n".join(_head(facts))
    return (
        f'<!doctype html>\n<html lang="{language}"><head>\n{head}\n</head><body><article>\n{content}</article></body>'
    )


def _renderer() -> Any:
    markdown_it = needed("markdown_it", extra="fetch", user="a page in Markdown", error=PageError)
    return markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"])


def _first(values: Mapping[str, list[str]], keys: Sequence[str]) -> list[str]:
    return next((values[key] for key in keys if key in values), [])


def _head(facts: Mapping[str, list[str]]) -> Iterator[str]:
    """The elements of the head for some facts."""
    for fact, values in facts.items():
        if fact == "url":
            yield f'<link rel="canonical" href="{escape(values[0])}">'
        elif fact == "author":
            yield from (f'<meta {_META[fact]} content="{escape(value)}">' for value in values)
        else:
            yield f'<meta {_META[fact]} content="{escape(", ".join(values))}">'
