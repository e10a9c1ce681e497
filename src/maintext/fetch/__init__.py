"""Pages from the web, politely and safely (extra ``fetch``).

Addresses that lead into the own network are refused unless they are allowed explicitly: a service that fetches what
strangers name must not become their way in.
"""

from maintext.document import Document
from maintext.errors import FetchError
from maintext.extraction import DEFAULT_METHOD, extract
from maintext.fetch.options import FetchOptions
from maintext.fetch.page import Fetched
from maintext.selection import Method

__all__ = ["FetchOptions", "Fetched", "extract_url", "fetched_page"]


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


def fetched_page(url: str, options: FetchOptions, *, render: bool = False) -> Fetched:
    """The page at an address, as the server sends it or as a browser has it after its scripts have run."""
    try:
        if render:
            from maintext.fetch.render import rendered  # noqa: PLC0415

            return rendered(url, options)
        from maintext.fetch.request import fetch  # noqa: PLC0415
    except ImportError as error:
        extra = "render" if render else "fetch"
        raise FetchError(f"{error.name} is needed to fetch {url}: pip install 'maintext[{extra}]'") from error
    return fetch(url, options)
