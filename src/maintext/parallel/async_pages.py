"""Extract many pages and addresses without blocking an event loop, a bounded number at a time."""

import asyncio
import re
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from maintext.algorithms import method_named
from maintext.document import Document
from maintext.errors import OptionError, check_range, check_type
from maintext.extraction import DEFAULT_METHOD
from maintext.fetch import check_options, politeness_for
from maintext.fetch.awaitable import in_thread
from maintext.fetch.cancellation import Cancellation
from maintext.fetch.options import FetchOptions
from maintext.options import EVERYTHING, Options
from maintext.parallel.pages import (
    PAGE_SECONDS,
    RawPage,
    as_raw_page,
    checked_workers,
    document_maker,
    failed_document,
    one_line_error,
)
from maintext.parallel.pool import Failed, RunningPool, WorkerPool
from maintext.read.given_page import GivenPage
from maintext.selection import Method

if TYPE_CHECKING:
    from maintext.fetch.politeness import Politeness

CONCURRENCY: Final = 16
"""Pages that are fetched or extracted at the same time, by default."""
_END: Final = object()
"""What comes after the last item."""
_ADDRESS: Final = re.compile(r"https?://\S+", re.IGNORECASE)

AsyncPage: TypeAlias = GivenPage | tuple[GivenPage, str | None] | RawPage


async def aextract_many(  # noqa: PLR0913 (all parameters except the pages have defaults)
    urls_or_pages: Iterable[AsyncPage] | AsyncIterable[AsyncPage],
    workers: int | None = 0,
    method: str | Method = DEFAULT_METHOD,
    *,
    concurrency: int = CONCURRENCY,
    fetch: FetchOptions | None = None,
    page_seconds: float = PAGE_SECONDS,
    options: Options = EVERYTHING,
) -> AsyncGenerator[Document, None]:
    """Yield one document per address or page, in their order, without blocking the event loop.

    If a page cannot be fetched, fails or takes too long, its document is empty and has ``error`` set. Pages are read
    only ``concurrency`` ahead of the documents, so a slow consumer slows the reading down. When the iteration is
    cancelled or closed, all requests, threads and processes end with it; leave a loop early inside
    ``contextlib.aclosing``, which closes it at once.

    Args:
        urls_or_pages: an iterable or async iterable. A string that starts with ``http://`` or ``https://`` and has no
            white space is an address, which is fetched; everything else is a page as for ``extract_many``.
        workers: the number of processes that extract. With 0 threads of this process do, without a time limit; that is
            fast enough for pages from the web. None means one per core.
        method: a name from ``maintext.methods()`` or a method object.
        concurrency: how many pages are fetched or extracted at the same time.
        fetch: the options for fetching. robots.txt is obeyed, and there is a pause between requests to one host.
        page_seconds: the time limit for extracting one page in a worker.
        options: which parts of the main text to keep.
    """
    check_options(fetch, options)
    check_range("page_seconds", page_seconds, 0)
    check_type("concurrency", concurrency, int)
    if concurrency < 1:
        raise OptionError(f"concurrency must be 1 or more, not {concurrency}")
    count, chosen = checked_workers(workers), method_named(method)
    work = _Work(chosen, fetch or FetchOptions(), ThreadPoolExecutor(concurrency, "maintext-async"))
    try:
        if count:
            work.processes = RunningPool(WorkerPool(document_maker, (chosen, options), count, page_seconds))
        else:
            work.extract = await in_thread(lambda: document_maker(chosen, options), lambda: None)
        async with aclosing(_in_order(_each(urls_or_pages), work.document, concurrency)) as documents:
            async for document in documents:
                yield document
    finally:
        await in_thread(work.close, lambda: None)


async def _in_order(
    items: AsyncGenerator[Any, None], answer: Callable[[Any], Awaitable[Document]], concurrency: int
) -> AsyncGenerator[Document, None]:
    """Yield the answer to each item in order; at most ``concurrency`` are unanswered or unread at any time."""
    answers: deque[asyncio.Task[Document]] = deque()
    reading: asyncio.Task[Any] | None = asyncio.create_task(_next(items))
    try:
        while answers or reading:
            may_read = reading is not None and len(answers) < concurrency
            awaited: list[asyncio.Task[Any]] = [*islice(answers, 1), *([reading] if reading and may_read else [])]
            await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            if reading and may_read and reading.done():
                item, reading = reading.result(), None
                if item is not _END:
                    answers.append(asyncio.create_task(_answered(answer, item)))
                    reading = asyncio.create_task(_next(items))
            while answers and answers[0].done():
                yield answers.popleft().result()
    finally:
        unfinished: list[asyncio.Task[Any]] = [*answers, *([reading] if reading else [])]
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)
        await items.aclose()


async def _answered(answer: Callable[[Any], Awaitable[Document]], item: Any) -> Document:
    return await answer(item)


async def _next(items: AsyncGenerator[Any, None]) -> Any:
    return await anext(items, _END)


async def _each(items: Any) -> AsyncGenerator[Any, None]:
    """Yield the items of an iterable or async iterable."""
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


@dataclass
class _Work:
    """The requests, threads and processes of one iteration."""

    method: Method
    fetch: FetchOptions
    threads: ThreadPoolExecutor
    extract: Callable[[RawPage], Document] | None = None
    """Extracts a page in a thread of this process."""
    processes: RunningPool | None = None
    """Extract pages instead, if there are any."""
    cancellation: Cancellation = field(default_factory=Cancellation)
    politeness: "Politeness | None" = None

    async def document(self, page: Any) -> Document:
        """The document of a page or address; empty with an error if it fails."""
        try:
            raw = await self._fetched(page) if _is_address(page) else as_raw_page(page)
        except Exception as error:
            return failed_document(page if isinstance(page, str) else None, self.method, one_line_error(error))
        if self.processes is None:
            document: Document = await self._in_threads(self.extract, raw)
            return document
        found = await asyncio.wrap_future(self.processes.submit(raw))
        return failed_document(raw.url, self.method, found.error) if isinstance(found, Failed) else found

    async def _fetched(self, url: str) -> RawPage:
        self.politeness = self.politeness or politeness_for(self.fetch, self.cancellation)
        page = await self._in_threads(self.politeness.page, url)
        return RawPage(page.body, page.url, page.charset, page.fetched)

    async def _in_threads(self, work: Any, item: Any) -> Any:
        """Run a function in a thread; on cancellation all requests end, because one ends only if all do."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work, item)
        except asyncio.CancelledError:
            self.cancellation.cancel()
            raise

    def close(self) -> None:
        """End all requests, threads and processes."""
        self.cancellation.cancel()
        self.threads.shutdown(cancel_futures=True)
        if self.processes:
            self.processes.close()


def _is_address(page: Any) -> bool:
    """Whether a page is given by its address."""
    return isinstance(page, str) and _ADDRESS.fullmatch(page) is not None
