"""The limits of the call that a thread is in: time that is left, and characters that an output may have.

Steps that may take long call ``check`` now and then. It raises ``LimitReached`` when the time is over. A caller that
has part of the result catches it and returns that part. So no signal and no other thread is needed, and a limit holds
wherever the call was made.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from math import inf
from typing import Final

LIMITS: Final = ("seconds", "bytes", "elements", "output")
"""The names of the limits."""


class LimitReached(Exception):  # noqa: N818 (not an error: what there is will be used)
    """A step stopped because a limit was reached. It never leaves the library."""


_NONE: Final[tuple[float, int, tuple[set[str], ...]]] = (inf, sys.maxsize, ())
"""Outside of a call: the deadline, the characters of an output, and where limits that were reached are noted."""


class _Thread(threading.local):
    """The limits of one thread. They are one value, because looking up a value of a thread takes long."""

    def __init__(self) -> None:
        self.limits = _NONE


_thread = _Thread()
now: Callable[[], float] = time.monotonic
"""The clock; tests replace it."""


def _forget() -> None:
    """Start a child process without the limits of its parent."""
    _thread.limits = _NONE


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class limited:  # noqa: N801 (used like a function)
    """Limits for the statements of a ``with`` block. Inside of another such block the stricter limits hold."""

    __slots__ = ("_before", "_hits", "_output", "_seconds")

    def __init__(self, seconds: float, output: int, hits: set[str]) -> None:
        """Take the limits, and the set to which the names of limits are added that were reached."""
        self._seconds, self._output, self._hits = seconds, output, hits

    def __enter__(self) -> None:
        """Begin to count."""
        deadline, characters, hits = self._before = _thread.limits
        end, output = now() + self._seconds, self._output
        _thread.limits = (
            end if end < deadline else deadline,
            output if output < characters else characters,
            (*hits, self._hits),
        )

    def __exit__(self, *_: object) -> None:
        """Go back to the limits before."""
        _thread.limits = self._before


def check() -> None:
    """Raise ``LimitReached`` if the time of the call is over."""
    if now() >= _thread.limits[0]:
        hit("seconds")
        raise LimitReached


def is_over() -> bool:
    """Whether the time of the call is over."""
    if now() < _thread.limits[0]:
        return False
    hit("seconds")
    return True


def hit(limit: str) -> None:
    """Note that a limit was reached."""
    for hits in _thread.limits[2]:
        hits.add(limit)


def max_characters() -> int:
    """The number of characters that an output may have."""
    return _thread.limits[1]


def shortened(text: str) -> str:
    """A text that is not longer than an output may be, cut at the end of a line if it has several."""
    most = _thread.limits[1]
    if len(text) <= most:
        return text
    hit("output")
    end = text.rfind("\n", 0, most + 1)
    return text[: end if end > 0 else most]
