"""Many pages from the web: as robots.txt asks, and never in a hurry with one host."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from protego import Protego

from maintext.errors import AbsentError, FetchError
from maintext.fetch.options import FetchOptions
from maintext.fetch.request import fetch
from maintext.fetch.response import LISTS, Fetched

THREADS: Final = 16
"""Pages that are waited for at a time; they are of different hosts, or of one that is asked once a second."""
_AHEAD: Final = 4 * THREADS
_MOST_HOSTS: Final = 10_000
"""Hosts that are remembered; memory must not grow with the crawl."""
_ROBOTS_BYTES: Final = 500_000
"""What RFC 9309 asks to read at least."""
_LONGEST_DELAY: Final = 60.0
"""No robots.txt can ask for more between two pages."""

T = TypeVar("T")


@dataclass(slots=True)
class _Host:
    lock: threading.Lock = field(default_factory=threading.Lock)
    next_time: float = 0.0
    rules: Protego | None = None
    """None until they were asked for."""
    refusal: str = ""


class Manners:
    """Remembers when each host was asked last, and what it allows."""

    def __init__(self, options: FetchOptions) -> None:
        """Behave as the options say."""
        self._options = options
        self._hosts: OrderedDict[str, _Host] = OrderedDict()
        self._lock = threading.Lock()

    def page(self, url: str) -> Fetched:
        """A page, when its host may be asked again.

        Raises:
            FetchError: it cannot be had, or robots.txt does not allow it.
        """
        return fetch(url, self._options, before=self.may_ask)

    def may_ask(self, url: str) -> None:
        """Wait for the turn of an address; redirects wait for theirs.

        Raises:
            FetchError: robots.txt does not allow it.
        """
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        host = self._host(origin)
        with host.lock:
            if self._options.robots:
                self._learn_rules(host, origin)
                agent = self._options.user_agent.partition("/")[0]
                if host.refusal or (host.rules and not host.rules.can_fetch(url, agent)):
                    raise FetchError(f"{url}: {host.refusal or 'robots.txt does not allow it'}")
            time.sleep(max(host.next_time - time.monotonic(), 0.0))
            host.next_time = time.monotonic() + self._delay(host)

    def _host(self, origin: str) -> _Host:
        with self._lock:
            host = self._hosts.setdefault(origin, _Host())
            self._hosts.move_to_end(origin)
            while len(self._hosts) > _MOST_HOSTS:
                self._hosts.popitem(last=False)
            return host

    def _delay(self, host: _Host) -> float:
        agent = self._options.user_agent.partition("/")[0]
        asked = host.rules.crawl_delay(agent) if host.rules else None
        return min(max(self._options.host_seconds, asked or 0.0), max(_LONGEST_DELAY, self._options.host_seconds))

    def _learn_rules(self, host: _Host, origin: str) -> None:
        """Ask for robots.txt once: a host that has none allows all, one that does not answer allows nothing."""
        if host.rules is not None or host.refusal:
            return
        options = replace(self._options, max_bytes=_ROBOTS_BYTES, cache=None, retries=1)
        try:
            content = fetch(f"{origin}/robots.txt", options, LISTS).body.decode("utf-8", "replace")
        except AbsentError:
            content = ""
        except FetchError as error:
            host.refusal = f"robots.txt cannot be had ({error})"
            return
        host.rules = Protego.parse(content)


def in_threads(work: Callable[[T], Any], items: Iterable[T], threads: int = THREADS) -> Iterator[tuple[T, Any]]:
    """Each item with what a function makes of it, in order, several at a time and taken not far ahead."""
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
