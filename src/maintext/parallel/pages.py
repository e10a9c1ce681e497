"""Extract many pages lazily and in order. Every page gets a document, even one that crashes its process."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from maintext.algorithms import method_named
from maintext.algorithms.recurrence import PagesOfSite
from maintext.document import Document
from maintext.errors import MaintextError, OptionError, check_optional, check_range, check_type, one_line
from maintext.extraction import DEFAULT_METHOD, extract
from maintext.options import EVERYTHING, Options
from maintext.parallel.pool import Failed, WorkerPool
from maintext.read.given_page import GivenPage
from maintext.selection import Method

PAGE_SECONDS: Final = 60.0
"""The default time limit. No page of the development sets takes a hundredth of it."""
_GROUP_PAGES: Final = 8
_GROUP_SIZE: Final = 1_000_000
"""Pages are sent to a worker in groups, because sending a page takes about as long as extracting it."""


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page before extraction, with what is known about its origin."""

    html: GivenPage
    url: str | None = None
    charset: str | None = None
    """The encoding that the server declared."""
    fetched: datetime | None = None
    kind: str | None = None
    """The kind of page, if it is known, as for ``extract``."""


Pages: TypeAlias = Iterable[GivenPage | tuple[GivenPage, str | None] | RawPage]


def extract_many(
    pages: Pages,
    workers: int | None = None,
    method: str | Method = DEFAULT_METHOD,
    *,
    page_seconds: float = PAGE_SECONDS,
    options: Options = EVERYTHING,
) -> Iterator[Document]:
    """Yield one document per page, in the order of the pages.

    If a page fails, takes too long or crashes its worker, its document is empty and has ``error`` set. The iterable is
    read only a few pages ahead of the documents.

    Args:
        pages: each as for ``extract``, as ``(page, url)`` or as a ``RawPage``. Files are read by the workers.
        workers: the number of processes; None means one per core. Each loads the model once. With 0 the pages are
            extracted in this process, without a time limit.
        method: a name from ``maintext.methods()`` or a method object.
        page_seconds: the time limit for one page.
        options: which parts of the main text to keep.
    """
    count = checked_workers(workers)
    check_range("page_seconds", page_seconds, 0)
    check_type("options", options, Options)
    chosen = method_named(method)
    if not count:
        return map(document_maker(chosen, options), pages)
    return _documents(pages, WorkerPool(document_maker, (chosen, options), count, page_seconds, _weight))


def _documents(pages: Pages, pool: WorkerPool) -> Iterator[Document]:
    method, _ = pool.arguments
    for page, answer in pool.answers(map(_picklable, pages)):
        yield failed_document(_url_of(page), method, answer.error) if isinstance(answer, Failed) else answer


def document_maker(
    method: Method, options: Options = EVERYTHING, site_of: Callable[[str | None], PagesOfSite | None] = lambda _: None
) -> Callable[[Any], Document]:
    """Return a function that extracts one page and never raises. Each worker calls this once.

    Args:
        method: the method.
        options: which parts of the main text to keep.
        site_of: finds what is known of other pages of the site that a URL belongs to.
    """
    extract("<p>Extracting this page loads the model before the first timed page.</p>", None, method)

    def document(page: Any) -> Document:
        try:
            raw = as_raw_page(page)
            return extract(
                raw.html,
                raw.url,
                method,
                kind=raw.kind,
                charset=raw.charset,
                fetched=raw.fetched,
                options=options,
                site=site_of(raw.url),
            )
        except Exception as error:
            return failed_document(_url_of(page), method, one_line_error(error))

    return document


def failed_document(url: str | None, method: Method, error: str) -> Document:
    """Return the empty document of a page that could not be extracted."""
    return replace(extract("", url, "p-value"), method=method.name, reason=f"failed: {error}", error=error)


def as_raw_page(page: Any) -> RawPage:
    """Convert any form of page that ``extract_many`` accepts."""
    if isinstance(page, tuple) and len(page) == 2:
        page = RawPage(*page)
    elif isinstance(page, str | bytes | bytearray | memoryview | os.PathLike):
        page = RawPage(page)
    if not isinstance(page, RawPage):
        raise TypeError(f"a page must be as for extract, (page, url) or RawPage, not {type(page).__name__}")
    return replace(page, html=bytes(page.html)) if isinstance(page.html, memoryview) else page


def checked_workers(workers: int | None) -> int:
    """Return the number of worker processes; None means one per core that this process may use."""
    check_optional("workers", workers, int)
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if workers < 0:
        raise OptionError(f"workers must be 0 or more, not {workers}")
    return workers


def one_line_error(error: Exception) -> str:
    """Return the message on one line, after the name of the class unless it is one of our own errors."""
    if isinstance(error, MaintextError):
        return str(error)
    return one_line(f"{type(error).__name__}: {error}".removesuffix(": "))


def group_weight(characters: int) -> float:
    """Return the share of a task group that a page of this size fills."""
    return max(1 / _GROUP_PAGES, characters / _GROUP_SIZE)


def _picklable(page: Any) -> Any:
    """A page that can be sent to a worker; what is not a page is left for the worker to refuse."""
    try:
        return as_raw_page(page)
    except TypeError:
        return page


def _weight(page: Any) -> float:
    try:
        html = as_raw_page(page).html
        return group_weight(os.stat(html).st_size if isinstance(html, os.PathLike) else len(html))  # noqa: PTH116
    except (TypeError, OSError):
        return 1.0


def _url_of(page: Any) -> str | None:
    try:
        return as_raw_page(page).url
    except TypeError:
        return None
