"""A clock for tests that moves only when it is told to."""

import threading
from datetime import UTC, datetime


class FakeClock:
    """Replaces ``maintext.fetch.clock``: ``sleep`` returns at once and moves the time forward."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.step = 0.0
        """Seconds that pass whenever the clock is read."""
        self.waits: list[float] = []
        """All waits longer than 0, in seconds."""

    def now(self) -> float:
        self.time += self.step
        return self.time

    def date(self) -> datetime:
        return datetime.fromtimestamp(self.time, UTC)

    def sleep(self, seconds: float, until: threading.Event) -> None:
        if until.is_set():
            return
        self.time += seconds
        if seconds > 0:
            self.waits.append(seconds)
