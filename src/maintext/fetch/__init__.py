"""Pages from the web, politely and safely (extra ``fetch``).

Addresses that lead into the own network are refused unless they are allowed explicitly: a service that fetches what
strangers name must not become their way in.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from maintext.document import Document
from maintext.errors import FetchError, OptionError, check_optional, check_type
from maintext.extraction import DEFAULT_METHOD, chosen_method, extract
from maintext.fetch.options import FetchOptions
from maintext.fetch.response import Fetched
from maintext.options import EVERYTHING, Options
from maintext.selection import Method

if TYPE_CHECKING:
    from maintext.fetch.politeness import Manners
    from maintext.links import Link

__all__ = ["FetchOptions", "Fetched", "extract_url", "fetched_page", "links_at", "manners_for"]


def extract_url(  # noqa: PLR0913 (all parameters except the address have defaults)
    url: str,
    method: str | Method = DEFAULT_METHOD,
    *,
    fetch: FetchOptions | None = None,
    options: Options = EVERYTHING,
    favor: Literal["precision", "balanced", "recall"] | None = None,
    comments: bool | None = None,
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
        render: let a browser run the page's scripts first (extra ``render``).

    Raises:
        FetchError: the page cannot be fetched; the message says why.
        OptionError: an argument has a value that it cannot have.
    """
    if isinstance(options, FetchOptions):
        raise OptionError("options must be maintext.Options; pass FetchOptions as fetch=, not as options=")
    check_type("url", url, str)
    check_optional("fetch", fetch, FetchOptions)
    check_type("options", options, Options)
    chosen = chosen_method(method, favor, comments)
    page = fetched_page(url, fetch or FetchOptions(), render=render)
    return extract(page.body, page.url, chosen, charset=page.charset, fetched=page.fetched, options=options)


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
