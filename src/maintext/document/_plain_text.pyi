from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from maintext.table import Mask

class Repeat(IntEnum):
    SEGMENTS = 1
    LINES = 2

def write_text(
    text: bytes,
    keep: Mask,
    segments: NDArray[np.intc],
    tag: NDArray[np.int16],
    rows: NDArray[np.intc],
    out: NDArray[np.ubyte],
) -> int: ...
def has_visible_text(keep: Mask, segments: NDArray[np.intc]) -> bool: ...
def possible_repeats(text: bytes, keep: Mask, segments: NDArray[np.intc], min_length: int) -> int: ...
def find_same_lines(
    text: bytes,
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    keys: NDArray[np.uint64],
    slots: NDArray[np.intc],
    first: NDArray[np.intc],
) -> None: ...
