"""Pages from the web, politely and safely (extra ``fetch``).

Addresses that lead into the own network are refused unless they are allowed explicitly: a service that fetches what
strangers name must not become their way in.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from maintext.document import Document
from maintext.errors import FetchError
from maintext.extraction import DEFAULT_METHOD, extract
from maintext.fetch.options import FetchOptions
from maintext.fetch.response import Fetched
from maintext.selection import Method

if TYPE_CHECKING:
    from maintext.fetch.politeness import Manners
    from maintext.links import Link

__all__ = ["FetchOptions", "Fetched", "extract_url", "fetched_page", "links_at", "manners_for"]


def extract_url(
    url: str,
    method: str | Method = DEFAULT_METHOD,
    *,
    options: FetchOptions | None = None,
    render: bool = False,
) -> Document:
    """The main text of the page at an address.

    Args:
        url: where the page is, with ``http://`` or ``https://``.
        method: a name from ``maintext.methods()`` or a method with options of your own.
        options: limits, cache, and whether addresses of the own network may be asked.
        render: let a browser run the page's scripts first (extra ``render``).

    Raises:
        FetchError: the page cannot be had, with the reason.
    """
    page = fetched_page(url, options or FetchOptions(), render=render)
    return extract(page.body, page.url, method, charset=page.charset, fetched=page.fetched)


def fetched_page(url: str, options: FetchOptions, *, render: bool = False, manners: "Manners | None" = None) -> Fetched:
    """The page at an address, as the server sends it or as a browser has it after its scripts have run."""
    before = manners.may_ask if manners else _whenever
    with _extra("render" if render else "fetch"):
        if render:
            from maintext.fetch.browser import rendered  # noqa: PLC0415

            before(url)
            return rendered(url, options)
        from maintext.fetch.request import fetch  # noqa: PLC0415

        return fetch(url, options, before=before)


def manners_for(options: FetchOptions) -> "Manners":
    """What to keep between pages so that no host is asked too often, or for what it does not allow."""
    with _extra("fetch"):
        from maintext.fetch.politeness import Manners  # noqa: PLC0415

        return Manners(options)


def links_at(url: str, options: FetchOptions, on_problem: Callable[[str], None]) -> "Iterator[Link]":
    """The links of a front page, sitemap or feed; see ``maintext.links.crawl``."""
    with _extra("fetch"):
        from maintext.links.crawl import links_at as found  # noqa: PLC0415

        return found(url, options, on_problem)


def _whenever(_url: str) -> None:
    """One page is asked for at once."""


@contextmanager
def _extra(name: str) -> Iterator[None]:
    """Say what to install where it is not."""
    try:
        yield
    except ImportError as error:
        raise FetchError(f"fetching needs {error.name}: pip install 'maintext[{name}]'") from error
