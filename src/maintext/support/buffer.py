"""Memory that a thread uses again and again: to read a page, then to judge it, then for its next page."""

import threading
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Block = NDArray[np.ubyte]
NO_BLOCK: Final[Block] = np.empty(0, dtype=np.ubyte)
_KEPT_BYTES: Final = 1 << 22
"""A larger block is not kept: few pages need as much."""
_ALIGNED: Final = 64
"""Arrays begin at multiples of this, as the lines of the processor's cache do."""
_spare = threading.local()


def take_block() -> Block:
    """The block of this thread. Nobody else has it until it is given back, not even what interrupts the work."""
    block: Block = getattr(_spare, "block", NO_BLOCK)
    _spare.block = NO_BLOCK
    return block


def give_back(block: Block) -> bool:
    """Leave a block for what comes next on this thread; gives whether it is kept."""
    is_kept = len(block) <= _KEPT_BYTES
    _spare.block = block if is_kept else NO_BLOCK
    return is_kept


def at_least(block: Block, size: int) -> Block:
    """A block or, if it has fewer bytes than so many, a new one."""
    return block if len(block) >= size else np.empty(size, dtype=np.ubyte)


class Memory:
    """A block that is parted into arrays, one behind the other."""

    def __init__(self, block: Block) -> None:
        """Begin with an empty block."""
        self.block = block
        self.used = 0

    def array(self, shape: int | tuple[int, int], kind: Any) -> NDArray[Any]:
        """An array of any content: in the block or, where it has no room for it, on its own."""
        start = self.used
        stop = start + _size_of(shape, kind)
        if stop > len(self.block):
            return np.empty(shape, dtype=kind)
        self.used = stop
        return np.ndarray(shape, kind, self.block, start)


def memory_for(block: Block, *arrays: tuple[int | tuple[int, int], Any]) -> Memory:
    """Memory with room for some arrays, each with its shape and kind: a block or, if it is too small, a new one."""
    return Memory(at_least(block, sum(_size_of(shape, kind) for shape, kind in arrays)))


def _size_of(shape: int | tuple[int, int], kind: Any) -> int:
    """How many bytes of a block an array takes."""
    size: int = prod(shape if isinstance(shape, tuple) else (shape,)) * np.dtype(kind).itemsize
    return -(-size // _ALIGNED) * _ALIGNED
