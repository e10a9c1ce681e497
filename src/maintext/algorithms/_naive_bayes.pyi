import numpy as np
from numpy.typing import NDArray

def split_into_blocks(
    tag: NDArray[np.int16],
    columns: NDArray[np.intc],
    segments: NDArray[np.intc],
    is_shown: NDArray[np.uint8],
    kinds_of_tag: NDArray[np.uint8],
    found: NDArray[np.intc],
    sums: NDArray[np.float64],
) -> tuple[int, int]: ...
