"""The memory that a thread reuses: one buffer, and the objects it keeps for its next page.

The parser, the engine and the text writer borrow the same buffer one after another, so a thread needs as much memory as
the largest of them.
"""

import os
import threading
from collections.abc import Callable
from math import prod
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Buffer: TypeAlias = NDArray[np.ubyte]
Kept = TypeVar("Kept")
NO_BUFFER: Final[Buffer] = np.empty(0, dtype=np.ubyte)
_MAX_KEPT_BYTES: Final = 1 << 22
"""Larger buffers are released: few pages need as much."""
_ALIGNMENT: Final = 64
"""Arrays begin at multiples of this number of bytes, the size of a line of the processor's cache."""


class _Thread(threading.local):
    """The spare buffer and the kept objects of one thread."""

    def __init__(self) -> None:
        self.buffer = NO_BUFFER
        self.objects: dict[str, Any] = {}


_thread = _Thread()


def _forget() -> None:
    """Start a child process without the buffer and objects of its parent, which may have been in use."""
    _thread.buffer = NO_BUFFER
    _thread.objects = {}


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def borrow() -> Buffer:
    """Take the buffer of this thread, which may be empty.

    No other code can use it until it is returned with ``give_back``, not even code that interrupts this thread.
    """
    buffer = _thread.buffer
    _thread.buffer = NO_BUFFER
    return buffer


def give_back(buffer: Buffer) -> bool:
    """Leave a buffer for the next borrower on this thread; return whether it is kept."""
    is_kept = len(buffer) <= _MAX_KEPT_BYTES
    _thread.buffer = buffer if is_kept else NO_BUFFER
    return is_kept


def kept(name: str, factory: Callable[[], Kept]) -> Kept:
    """Take the object that this thread keeps under a name, or make one.

    As with ``borrow``, no other code gets it until ``keep`` returns it.
    """
    made: Kept | None = _thread.objects.pop(name, None)
    return factory() if made is None else made


def keep(name: str, thing: object) -> None:
    """Keep an object for the next call of ``kept`` on this thread."""
    _thread.objects[name] = thing


def at_least(buffer: Buffer, size: int) -> Buffer:
    """Return the buffer, or a new one if it has fewer than ``size`` bytes."""
    return buffer if len(buffer) >= size else np.empty(size, dtype=np.ubyte)


class Arena:
    """Divides a buffer into arrays, one after another."""

    def __init__(self, buffer: Buffer) -> None:
        """Start at the beginning of a buffer."""
        self.buffer = buffer
        self.used = 0

    def array(self, shape: int | tuple[int, int], kind: Any) -> NDArray[Any]:
        """An uninitialised array: the next part of the buffer, or separate memory if it does not fit."""
        start = self.used
        stop = start + _size_of(shape, kind)
        if stop > len(self.buffer):
            return np.empty(shape, dtype=kind)
        self.used = stop
        return np.ndarray(shape, kind, self.buffer, start)


def arena_for(buffer: Buffer, *arrays: tuple[int | tuple[int, int], Any]) -> Arena:
    """An arena large enough for arrays of the given shapes and types: in the buffer, or in a new one if need be."""
    return Arena(at_least(buffer, sum(_size_of(shape, kind) for shape, kind in arrays)))


def _size_of(shape: int | tuple[int, int], kind: Any) -> int:
    """The number of bytes that an array takes in a buffer."""
    size: int = prod(shape if isinstance(shape, tuple) else (shape,)) * np.dtype(kind).itemsize
    return -(-size // _ALIGNMENT) * _ALIGNMENT
