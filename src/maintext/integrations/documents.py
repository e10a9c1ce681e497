"""What the bridges to frameworks share: how pages become documents, and which facts go with a text."""

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal

import maintext

Form = Literal["markdown", "text", "html"]
FACTS: Final = (
    "title", "author", "date", "language", "site", "description", "image", "page_type", "confidence",
)  # fmt: skip
"""The attributes of a document that are metadata of its text."""


def facts_of(document: maintext.Document) -> dict[str, Any]:
    """The facts that are known about a page, by name: strings and one number."""
    known = {name: getattr(document, name) for name in FACTS}
    return {name: value for name, value in known.items() if value is not None}


def documents_of(urls_or_pages: Iterable[Any], **settings: Any) -> Iterator[maintext.Document]:
    """Yield the documents of ``maintext.aextract_many`` in a program that is not written with async and await.

    The event loop runs in a thread of its own, because notebooks have one in the main thread already.
    """
    loop = asyncio.new_event_loop()
    documents = maintext.aextract_many(urls_or_pages, **settings)
    with ThreadPoolExecutor(1, "maintext-loop") as thread:
        under_way = thread.submit(loop.run_until_complete, _next(documents))
        try:
            while (document := under_way.result()) is not None:
                yield document
                under_way = thread.submit(loop.run_until_complete, _next(documents))
        finally:
            if not under_way.done():  # after Ctrl-C
                loop.call_soon_threadsafe(_cancel_all, loop)
            thread.submit(loop.run_until_complete, documents.aclose()).result()
            thread.submit(loop.close).result()


async def _next(documents: Any) -> maintext.Document | None:
    return await anext(documents, None)


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()


def several(urls_or_pages: Any) -> Iterable[Any]:
    """One address or page, or an iterable of them, as an iterable."""
    is_one = isinstance(urls_or_pages, str | bytes | maintext.RawPage) or hasattr(urls_or_pages, "__fspath__")
    return [urls_or_pages] if is_one else urls_or_pages


def is_kept(document: maintext.Document, continue_on_failure: bool) -> bool:
    """Whether a document is passed on: always, unless its page failed and failures are skipped.

    Raises:
        PageError: the page could not be fetched or extracted, and failures are not skipped.
    """
    if document.error and not continue_on_failure:
        raise maintext.PageError(document.error)
    return not document.error
