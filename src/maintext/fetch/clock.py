"""The clock of this package. All its time limits and pauses go through here, so that tests can replace it."""

import threading
import time
from datetime import UTC, datetime


def now() -> float:
    """Return seconds on a clock that only moves forward."""
    return time.monotonic()


def date() -> datetime:
    """Return the current date and time."""
    return datetime.now(UTC)


def sleep(seconds: float, until: threading.Event) -> None:
    """Wait, but no longer than until the event is set."""
    until.wait(seconds)
