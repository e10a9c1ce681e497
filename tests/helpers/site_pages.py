"""Pages of sites, made here: each has its own article in the template of its site."""

import random
from typing import Final

from helpers.made_pages import sentence

NOTICE: Final = (
    "Our paper is written by people who live here, and it is paid for by its readers. If you like what you read, then "
    "please think about a subscription. It costs less than a coffee a week, and you can end it whenever you want to."
)
"""Prose in the template: nothing on a single page says that it is not part of the article."""


def article(number: int, paragraphs: int = 2) -> list[str]:
    """The paragraphs of an article."""
    draw = random.Random(number)
    return [" ".join(sentence(draw) for _ in range(3)) for _ in range(paragraphs)]


def site_page(number: int, site: str = "a", paragraphs: int = 2) -> str:
    """A page of a site."""
    menu = "".join(f"<li><a href=/{site}/{word}>{word.title()}</a></li>" for word in ("home", "news", "sport"))
    text = "".join(f"<p>{paragraph}</p>" for paragraph in article(number, paragraphs))
    return (
        f"<html><body class='page page-{number}'><ul class='{site}-menu'>{menu}</ul>"
        f"<div class='{site}-text'><h1>Number {site} {number * 7919}</h1>{text}<p>{NOTICE}</p></div>"
        f"<div class='{site}-foot'>Imprint of {site}, page {number}</div></body></html>"
    )


def site_pages(count: int, site: str = "a") -> list[str]:
    """Some pages of a site."""
    return [site_page(number, site) for number in range(count)]


def url_of(number: int, site: str = "a") -> str:
    """The address of a page."""
    return f"https://{site}.example/{number}"
