"""Fetch several pages politely: obey robots.txt, and pause between requests to one host."""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar
from urllib.parse import urljoin, urlsplit

from maintext.errors import AbsentError, FetchError
from maintext.fetch import clock
from maintext.fetch.cancellation import Cancellation
from maintext.fetch.options import FetchOptions
from maintext.fetch.request import fetch
from maintext.fetch.response import LISTS, Fetched
from maintext.fetch.robots import Robots

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
    rules: Robots | None = None
    """None until robots.txt is fetched."""
    refusal: str = ""


class Politeness:
    """Remembers when each host may be asked again, and what its robots.txt allows."""

    def __init__(self, options: FetchOptions, cancellation: Cancellation | None = None) -> None:
        """Store the options, and what may end all requests."""
        self._options = options
        self._cancellation = cancellation or Cancellation()
        self._hosts: OrderedDict[str, _Host] = OrderedDict()
        self._lock = threading.Lock()

    def page(self, url: str) -> Fetched:
        """Fetch a page as soon as its host may be asked.

        Raises:
            FetchError: the page cannot be fetched, or robots.txt does not allow it.
        """
        return fetch(url, self._options, before=self.wait_for_turn, cancellation=self._cancellation)

    def wait_for_turn(self, url: str) -> None:
        """Wait until the host of a URL may be asked; called for each redirect too.

        Raises:
            FetchError: robots.txt does not allow the URL.
        """
        origin = _origin(url)
        host = self._host(origin)
        with host.lock:
            self._cancellation.check()
            if self._options.robots:
                self._fetch_rules(host, origin)
                if host.refusal or (host.rules and not host.rules.allow(url)):
                    raise FetchError(f"{url}: {host.refusal or 'robots.txt does not allow it'}")
            self._cancellation.sleep(max(host.next_time - clock.now(), 0.0))
            host.next_time = clock.now() + self._delay(host)

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps that the robots.txt of a host names; relative addresses are resolved."""
        origin = _origin(url)
        host = self._host(origin)
        with host.lock:
            self._fetch_rules(host, origin)
            return tuple(urljoin(origin, each) for each in host.rules.sitemaps) if host.rules else ()

    def _host(self, origin: str) -> _Host:
        with self._lock:
            host = self._hosts.setdefault(origin, _Host())
            self._hosts.move_to_end(origin)
            while len(self._hosts) > _MOST_HOSTS:
                self._hosts.popitem(last=False)
            return host

    def _delay(self, host: _Host) -> float:
        demanded = host.rules.delay if host.rules else None
        return min(max(self._options.host_seconds, demanded or 0.0), max(_LONGEST_DELAY, self._options.host_seconds))

    def _fetch_rules(self, host: _Host, origin: str) -> None:
        """Fetch robots.txt once. A host without one allows everything; one that does not answer allows nothing."""
        if host.rules is not None or host.refusal:
            return
        options = replace(self._options, max_bytes=_ROBOTS_BYTES, cache=None, retries=1)
        try:
            found = fetch(f"{origin}/robots.txt", options, LISTS, cancellation=self._cancellation)
            content = found.body.decode("utf-8", "replace")
        except AbsentError:
            content = ""
        except FetchError as error:
            host.refusal = f"robots.txt cannot be fetched ({error})"
            return
        host.rules = Robots.parse(content, self._options.user_agent.partition("/")[0])


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


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
