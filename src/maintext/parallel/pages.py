"""Many pages: lazily, in order, and each with an answer, whatever a page does to the process that has it."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from maintext.algorithms import method_named
from maintext.document import Document
from maintext.errors import MaintextError, OptionError, check_optional, check_range, check_type
from maintext.extraction import DEFAULT_METHOD, extract
from maintext.options import EVERYTHING, Options
from maintext.parallel.pool import Crew, Failed
from maintext.read.given_page import GivenPage
from maintext.selection import Method

PAGE_SECONDS: Final = 60.0
"""No page of the development sets takes a hundredth of it."""
_BUNDLE_PAGES: Final = 8
_BUNDLE_SIZE: Final = 1_000_000
"""Pages go to a worker some at a time, since a page alone takes little longer than handing it over."""


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as it came, and what is known of where it came from."""

    html: GivenPage
    url: str | None = None
    charset: str | None = None
    """What the server said the encoding is."""
    fetched: datetime | None = None


Pages: TypeAlias = Iterable[GivenPage | tuple[GivenPage, str | None] | RawPage]


def extract_many(
    pages: Pages,
    workers: int | None = None,
    method: str | Method = DEFAULT_METHOD,
    *,
    page_seconds: float = PAGE_SECONDS,
    options: Options = EVERYTHING,
) -> Iterator[Document]:
    """The documents of many pages, in the order of the pages; none is missing.

    A page that fails, takes too long or ends its process gives an empty document with the ``error``. Pages are taken
    from the iterable as they are needed, a few ahead of the documents.

    Args:
        pages: each as for ``extract``, as ``(page, url)`` or as a ``RawPage``. Files are read by the workers.
        workers: processes, each with the model loaded once; all cores if None. With 0 the pages are worked on here,
            which a page without end would not survive.
        method: a name from ``maintext.methods()`` or a method with options of your own.
        page_seconds: after how long a page is given up.
        options: what of the main text is wanted.
    """
    count = checked_workers(workers)
    check_range("page_seconds", page_seconds, 0)
    check_type("options", options, Options)
    chosen = method_named(method)
    if not count:
        return map(document_maker(chosen, options), pages)
    return _through_workers(pages, Crew(document_maker, (chosen, options), count, page_seconds, _weight))


def _through_workers(pages: Pages, crew: Crew) -> Iterator[Document]:
    method, _ = crew.arguments
    for page, answer in crew.answers(map(_picklable, pages)):
        yield failed_document(_url_of(page), method, answer.error) if isinstance(answer, Failed) else answer


def document_maker(method: Method, options: Options = EVERYTHING) -> Callable[[Any], Document]:
    """A function that gives the document of a page, come what may; made once in each worker."""
    extract("<p>A page that has the model loaded before the first one counts.</p>", None, method)

    def document(page: Any) -> Document:
        try:
            raw = as_raw_page(page)
            return extract(raw.html, raw.url, method, charset=raw.charset, fetched=raw.fetched, options=options)
        except Exception as error:
            return failed_document(_url_of(page), method, told(error))

    return document


def failed_document(url: str | None, method: Method, error: str) -> Document:
    """The empty document of a page that could not be worked on."""
    return replace(extract("", url, "p-value"), method=method.name, reason=f"failed: {error}", error=error)


def as_raw_page(page: Any) -> RawPage:
    """A page in any of the forms that ``extract_many`` takes."""
    if isinstance(page, tuple) and len(page) == 2:
        page = RawPage(*page)
    elif isinstance(page, str | bytes | bytearray | memoryview | os.PathLike):
        page = RawPage(page)
    if not isinstance(page, RawPage):
        raise TypeError(f"a page must be as for extract, (page, url) or RawPage, not {type(page).__name__}")
    return replace(page, html=bytes(page.html)) if isinstance(page.html, memoryview) else page


def checked_workers(workers: int | None) -> int:
    """How many processes are meant: None is a process for each core that this one may use."""
    check_optional("workers", workers, int)
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if workers < 0:
        raise OptionError(f"workers must be 0 or more, not {workers}")
    return workers


def told(error: Exception) -> str:
    """An error in a line; the kind of error too, unless it is one that we raise on purpose."""
    message = " ".join(str(error).split())
    return message if isinstance(error, MaintextError) else f"{type(error).__name__}: {message}".removesuffix(": ")


def bundle_weight(characters: int) -> float:
    """What a page weighs in a bundle for a worker."""
    return max(1 / _BUNDLE_PAGES, characters / _BUNDLE_SIZE)


def _picklable(page: Any) -> Any:
    """A page that can be sent to a worker; what is not a page is left for the worker to refuse."""
    try:
        return as_raw_page(page)
    except TypeError:
        return page


def _weight(page: Any) -> float:
    try:
        html = as_raw_page(page).html
        return bundle_weight(os.stat(html).st_size if isinstance(html, os.PathLike) else len(html))  # noqa: PTH116
    except (TypeError, OSError):
        return 1.0


def _url_of(page: Any) -> str | None:
    try:
        return as_raw_page(page).url
    except TypeError:
        return None
