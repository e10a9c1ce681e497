"""Fetch pages from the web, politely and safely (extra ``fetch``).

URLs that point into the local network are refused unless they are allowed explicitly: a service that fetches URLs from
strangers must not let them into its own network.
"""

from typing import TYPE_CHECKING, Literal

from maintext.document import Document
from maintext.errors import FetchError, OptionError, check_optional, check_type
from maintext.extraction import DEFAULT_METHOD, chosen_method, extract
from maintext.fetch.options import FetchOptions
from maintext.fetch.response import HTML, Fetched
from maintext.options import EVERYTHING, Options
from maintext.selection import Method
from maintext.support.extras import needed

if TYPE_CHECKING:
    from maintext.fetch.cancellation import Cancellation
    from maintext.fetch.politeness import Politeness

__all__ = ["FetchOptions", "Fetched", "extract_url", "fetch_page", "fetched_page", "politeness_for"]


def extract_url(  # noqa: PLR0913 (all parameters except the address have defaults)
    url: str,
    method: str | Method = DEFAULT_METHOD,
    *,
    fetch: FetchOptions | None = None,
    options: Options = EVERYTHING,
    favor: Literal["precision", "balanced", "recall"] | None = None,
    comments: bool | None = None,
    kind: str | None = None,
    render: bool = False,
) -> Document:
    """Fetch a page and extract its main text.

    Args:
        url: the address of the page, with ``http://`` or ``https://``.
        method: a name from ``maintext.methods()``, or a method with options.
        fetch: limits, the cache, and whether addresses in the local network are allowed.
        options: which parts of the main text to keep.
        favor: which to favor for doubtful blocks, as for ``extract``.
        comments: also find readers' comments, as for ``extract``.
        kind: the kind of page, if you know it, as for ``extract``.
        render: let a browser run the page's scripts first (extra ``render``).

    Raises:
        FetchError: the page cannot be fetched; the message says why.
        OptionError: an argument has a value that it cannot have.
    """
    check_options(fetch, options)
    chosen = chosen_method(method, favor=favor, comments=comments, kind=kind)
    return document_of(fetch_page(url, fetch, render=render), chosen, options)


def fetch_page(
    url: str,
    fetch: FetchOptions | None = None,
    *,
    polite: bool = False,
    any_type: bool = False,
    render: bool = False,
) -> Fetched:
    """Fetch a page and return it as the server sent it.

    Args:
        url: the address of the page, with ``http://`` or ``https://``.
        fetch: limits, the cache, and whether addresses in the local network are allowed.
        polite: obey robots.txt. One page is otherwise fetched without asking, as a browser does.
        any_type: accept every content type, not only pages.
        render: let a browser run the page's scripts first (extra ``render``).

    Raises:
        FetchError: the page cannot be fetched; the message says why.
    """
    check_type("url", url, str)
    check_optional("fetch", fetch, FetchOptions)
    options = fetch or FetchOptions()
    politeness = politeness_for(options) if polite else None
    return fetched_page(url, options, render=render, politeness=politeness, any_type=any_type)


def check_options(fetch: FetchOptions | None, options: Options) -> None:
    """Raise OptionError if the options of a document and those for fetching are not what they should be."""
    if isinstance(options, FetchOptions):
        raise OptionError("options must be maintext.Options; pass FetchOptions as fetch=, not as options=")
    check_optional("fetch", fetch, FetchOptions)
    check_type("options", options, Options)


def document_of(page: Fetched, method: Method, options: Options) -> Document:
    """Extract the main text of a fetched page."""
    return extract(page.body, page.url, method, charset=page.charset, fetched=page.fetched, options=options)


def fetched_page(  # noqa: PLR0913 (all parameters except the first two have defaults)
    url: str,
    options: FetchOptions,
    *,
    render: bool = False,
    politeness: "Politeness | None" = None,
    cancellation: "Cancellation | None" = None,
    any_type: bool = False,
) -> Fetched:
    """Fetch a page, as the server sends it or as it is after a browser has run its scripts."""
    before = politeness.wait_for_turn if politeness else _no_wait
    if render:
        needed("maintext.fetch.browser", extra="render", user="rendering pages", error=FetchError)
        from maintext.fetch.browser import rendered  # noqa: PLC0415

        before(url)
        return rendered(url, options)
    needed("maintext.fetch.request", extra="fetch", user="fetching pages", error=FetchError)
    from maintext.fetch.request import fetch  # noqa: PLC0415

    return fetch(url, options, None if any_type else HTML, before, cancellation)


def politeness_for(options: FetchOptions, cancellation: "Cancellation | None" = None) -> "Politeness":
    """Return an object that keeps the pauses and robots.txt rules of all hosts, to share between requests."""
    needed("maintext.fetch.politeness", extra="fetch", user="fetching pages", error=FetchError)
    from maintext.fetch.politeness import Politeness  # noqa: PLC0415

    return Politeness(options, cancellation)


def _no_wait(_url: str) -> None:
    """Allow a single page at once."""
