"""Requests on their way to the worker processes: a bounded queue in front of the pool that batches use."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

from maintext.errors import FetchError, PrivateAddressError
from maintext.fetch import Fetched, fetched_page
from maintext.fetch.request import check_address
from maintext.parallel.pages import checked_workers
from maintext.parallel.pool import Failed, RunningPool, WorkerPool
from maintext.parallel.worker import ENDED
from maintext.serve.page_tasks import PageTask, UnusablePage, task_runner
from maintext.serve.problems import RefusedError
from maintext.serve.settings import ServeOptions

FETCHES: Final = 32
"""Pages that are fetched at the same time. Fetching waits for other servers, so it must not occupy workers."""
_SHORTEST: Final = 0.001
"""Seconds for fetching a page, at least."""
RETRY_SECONDS: Final = 2
"""What a client is told to wait when the queue is full."""


class Workers:
    """The worker processes of the service, and the number of requests that use or wait for them."""

    def __init__(self, options: ServeOptions, runner: Callable[[int], Callable[[PageTask], Any]] = task_runner) -> None:
        """Prepare the pool; a worker starts with the first task that needs it, and calls ``runner`` once."""
        count = max(1, checked_workers(options.workers))
        self._options = options
        self._pool = RunningPool(WorkerPool(runner, (options.worker_bytes,), count, options.page_seconds))
        self._fetches = ThreadPoolExecutor(FETCHES, "maintext-fetch")
        self.capacity = count + options.waiting
        """Requests that may be extracted or wait for it at the same time."""
        self._fetching = 0
        self.busy = 0
        """Requests that are being extracted or wait for it."""
        self.lost = 0
        """Tasks that crashed a worker or took too long."""

    async def answer(self, task: PageTask) -> dict[str, Any]:
        """Have a worker answer a task.

        Raises:
            RefusedError: the queue is full, or the page cannot be used.
        """
        if self.busy >= self.capacity:
            raise RefusedError(503, "all workers are busy; try again later", RETRY_SECONDS)
        self.busy += 1
        try:
            found = await self._found(task)
        finally:
            self.busy -= 1
        if isinstance(found, Failed):
            raise RefusedError(422, f"the page could not be extracted: {found.error}")
        if isinstance(found, UnusablePage):
            raise RefusedError(422, found.detail)
        answer: dict[str, Any] = found
        return answer

    async def _found(self, task: PageTask) -> Any:
        """The answer of a worker. A task whose worker ended is given to another one, in case it was not to blame."""
        found = await asyncio.wrap_future(self._pool.submit(task))
        if isinstance(found, Failed):
            self.lost += 1
            if found.error.startswith(ENDED):
                found = await asyncio.wrap_future(self._pool.submit(task))
        return found

    async def fetch(self, url: str, seconds: float | None = None) -> Fetched:
        """Fetch a page.

        Raises:
            RefusedError: this is not a web address, too many pages are being fetched, or the page cannot be fetched.
        """
        try:
            check_address(url)
        except FetchError as error:
            raise RefusedError(422, str(error)) from error
        if self._fetching >= FETCHES + self._options.waiting:
            raise RefusedError(503, "too many pages are being fetched; try again later", RETRY_SECONDS)
        options = self._options.fetch
        if seconds is not None:
            options = replace(options, seconds=max(_SHORTEST, min(seconds, options.seconds)))
        self._fetching += 1
        try:
            return await asyncio.wrap_future(self._fetches.submit(fetched_page, url, options))
        except PrivateAddressError as error:
            raise RefusedError(403, str(error)) from error
        except FetchError as error:
            raise RefusedError(502, str(error)) from error
        finally:
            self._fetching -= 1

    def close(self) -> None:
        """End all processes and threads."""
        self._fetches.shutdown(wait=False, cancel_futures=True)
        self._pool.close()
