"""Fetch and extract without blocking an event loop.

The work is done by a thread, with the same code as elsewhere. When the task that waits is cancelled, the thread's
connections are shut down, and the task ends when the thread has ended: nothing is left behind.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from maintext.document import Document
from maintext.errors import check_optional, check_type
from maintext.extraction import DEFAULT_METHOD, chosen_method
from maintext.fetch import check_options, document_of, fetched_page, politeness_for
from maintext.fetch.cancellation import Cancellation
from maintext.fetch.options import FetchOptions
from maintext.fetch.response import Fetched
from maintext.options import EVERYTHING, Options
from maintext.selection import Method

T = TypeVar("T")


async def aextract_url(  # noqa: PLR0913 (all parameters except the address have defaults)
    url: str,
    method: str | Method = DEFAULT_METHOD,
    *,
    fetch: FetchOptions | None = None,
    options: Options = EVERYTHING,
    favor: Literal["precision", "balanced", "recall"] | None = None,
    comments: bool | None = None,
    kind: str | None = None,
) -> Document:
    """Fetch a page and extract its main text without blocking the event loop.

    The arguments and errors are those of ``extract_url``. If the task is cancelled, the request ends at once.
    """
    check_options(fetch, options)
    chosen = chosen_method(method, favor=favor, comments=comments, kind=kind)
    return await _fetched(url, fetch, lambda page: document_of(page, chosen, options))


async def afetch_page(
    url: str, fetch: FetchOptions | None = None, *, polite: bool = False, any_type: bool = False
) -> Fetched:
    """Fetch a page as ``fetch_page`` does, without blocking the event loop."""
    return await _fetched(url, fetch, lambda page: page, polite=polite, any_type=any_type)


async def _fetched(
    url: str,
    fetch: FetchOptions | None,
    then: Callable[[Fetched], T],
    *,
    polite: bool = False,
    any_type: bool = False,
) -> T:
    """Fetch a page in a thread and return what ``then`` makes of it there."""
    check_type("url", url, str)
    check_optional("fetch", fetch, FetchOptions)
    options, cancellation = fetch or FetchOptions(), Cancellation()

    def work() -> T:
        politeness = politeness_for(options, cancellation) if polite else None
        page = fetched_page(url, options, politeness=politeness, cancellation=cancellation, any_type=any_type)
        return then(page)

    return await in_thread(work, cancellation.cancel)


async def in_thread(work: Callable[[], T], cancel: Callable[[], None]) -> T:
    """Await a function that runs in a thread of its own; on cancellation, cancel it and wait for its end."""
    with ThreadPoolExecutor(1, "maintext-async") as thread:
        future = asyncio.get_running_loop().run_in_executor(thread, work)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            cancel()
            await asyncio.wait([future])
            future.exception()  # of the cancelled request, which nobody needs
            raise
