"""Fetch several pages politely: obey robots.txt, and pause between requests to one host."""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from protego import Protego

from maintext.errors import AbsentError, FetchError
from maintext.fetch import clock
from maintext.fetch.options import FetchOptions
from maintext.fetch.request import fetch
from maintext.fetch.response import LISTS, Fetched

THREADS: Final = 16
"""Pages fetched at the same time, from different hosts or from one that is asked once per second."""
_AHEAD: Final = 4 * THREADS
_MOST_HOSTS: Final = 10_000
"""Hosts that are remembered, so that memory does not grow with the crawl."""
_ROBOTS_BYTES: Final = 500_000
"""How much of robots.txt is read; RFC 9309 requires at least this much."""
_LONGEST_DELAY: Final = 60.0
"""The longest pause that a robots.txt can demand."""

T = TypeVar("T")


@dataclass(slots=True)
class _Host:
    lock: threading.Lock = field(default_factory=threading.Lock)
    next_time: float = 0.0
    rules: Protego | None = None
    """None until robots.txt is fetched."""
    refusal: str = ""


class Politeness:
    """Remembers when each host may be asked again, and what its robots.txt allows."""

    def __init__(self, options: FetchOptions) -> None:
        """Store the options."""
        self._options = options
        self._hosts: OrderedDict[str, _Host] = OrderedDict()
        self._lock = threading.Lock()

    def page(self, url: str) -> Fetched:
        """Fetch a page as soon as its host may be asked.

        Raises:
            FetchError: the page cannot be fetched, or robots.txt does not allow it.
        """
        return fetch(url, self._options, before=self.wait_for_turn)

    def wait_for_turn(self, url: str) -> None:
        """Wait until the host of a URL may be asked; called for each redirect too.

        Raises:
            FetchError: robots.txt does not allow the URL.
        """
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        host = self._host(origin)
        with host.lock:
            if self._options.robots:
                self._fetch_rules(host, origin)
                agent = self._options.user_agent.partition("/")[0]
                if host.refusal or (host.rules and not host.rules.can_fetch(url, agent)):
                    raise FetchError(f"{url}: {host.refusal or 'robots.txt does not allow it'}")
            clock.sleep(max(host.next_time - clock.now(), 0.0))
            host.next_time = clock.now() + self._delay(host)

    def _host(self, origin: str) -> _Host:
        with self._lock:
            host = self._hosts.setdefault(origin, _Host())
            self._hosts.move_to_end(origin)
            while len(self._hosts) > _MOST_HOSTS:
                self._hosts.popitem(last=False)
            return host

    def _delay(self, host: _Host) -> float:
        agent = self._options.user_agent.partition("/")[0]
        demanded = host.rules.crawl_delay(agent) if host.rules else None
        return min(max(self._options.host_seconds, demanded or 0.0), max(_LONGEST_DELAY, self._options.host_seconds))

    def _fetch_rules(self, host: _Host, origin: str) -> None:
        """Fetch robots.txt once. A host without one allows everything; one that does not answer allows nothing."""
        if host.rules is not None or host.refusal:
            return
        options = replace(self._options, max_bytes=_ROBOTS_BYTES, cache=None, retries=1)
        try:
            content = fetch(f"{origin}/robots.txt", options, LISTS).body.decode("utf-8", "replace")
        except AbsentError:
            content = ""
        except FetchError as error:
            host.refusal = f"robots.txt cannot be fetched ({error})"
            return
        host.rules = Protego.parse(content)


def in_threads(work: Callable[[T], Any], items: Iterable[T], threads: int = THREADS) -> Iterator[tuple[T, Any]]:
    """Yield each item with ``work(item)``, in order; several run at the same time, and items are read a few ahead."""
    pool = ThreadPoolExecutor(threads, "maintext-fetch")
    under_way: deque[tuple[T, Future[Any]]] = deque()
    try:
        for item in items:
            under_way.append((item, pool.submit(work, item)))
            if len(under_way) >= _AHEAD:
                first, future = under_way.popleft()
                yield first, future.result()
        while under_way:
            first, future = under_way.popleft()
            yield first, future.result()
    finally:
        pool.shutdown(cancel_futures=True)
