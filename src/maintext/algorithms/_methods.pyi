import numpy as np
from numpy.typing import NDArray

def best_below(parent: NDArray[np.intc], value: NDArray[np.float64], best: NDArray[np.intc]) -> None: ...
def count_tokens(text: bytes, place: NDArray[np.intc], marks: bool, tokens: NDArray[np.int64]) -> None: ...
def split_at_line_ends(text: bytes, place: NDArray[np.intc], pieces: NDArray[np.intc]) -> int: ...

class TokenList:
    def __init__(
        self,
        text: bytes,
        place: NDArray[np.intc],
        tag: NDArray[np.int16],
        rows: NDArray[np.intc],
        is_shown: NDArray[np.uint8],
        hashes: NDArray[np.uint64],
        places: NDArray[np.intc],
    ) -> None: ...
    def fill(self, owner: NDArray[np.intc], stack: NDArray[np.intc]) -> int: ...
