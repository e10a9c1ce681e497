"""End requests of other threads at once, wherever they wait: for a connection, for a server, or for their turn."""

import threading
from collections.abc import Callable

from maintext.errors import FetchError
from maintext.fetch import clock


class Cancellation:
    """Shared by requests that end together. A request that is cancelled raises ``FetchError``."""

    def __init__(self) -> None:
        """Start without requests."""
        self._lock = threading.Lock()
        self._event = threading.Event()
        self._calls: set[Callable[[], None]] = set()

    def cancel(self) -> None:
        """End all requests, also those that begin later."""
        with self._lock:
            self._event.set()
            calls = tuple(self._calls)
        for call in calls:
            call()

    def check(self) -> None:
        """Raise FetchError if the requests are cancelled."""
        if self._event.is_set():
            raise FetchError("the request was cancelled")

    def sleep(self, seconds: float) -> None:
        """Wait, unless the requests are cancelled."""
        clock.sleep(seconds, self._event)
        self.check()

    def add(self, call: Callable[[], None]) -> None:
        """Have a function called on cancellation. It must not block or raise."""
        with self._lock:
            self.check()
            self._calls.add(call)

    def remove(self, call: Callable[[], None]) -> None:
        """Forget a function that was added."""
        with self._lock:
            self._calls.discard(call)
