from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from maintext.table import PageTable

class Mark(IntEnum):
    TEXT = 0
    SHAPE = 1
    LINK = 2

class PageMarks:
    of_segment: NDArray[np.intc]
    marks: NDArray[np.uint32]
    count: int
    def __init__(self, table: PageTable) -> None: ...
    def key(self) -> int: ...

class MarkTable:
    def __init__(self, keys: NDArray[np.uint32], counts: NDArray[np.intc]) -> None: ...

def counts_on_other_pages(
    page: PageMarks, texts: MarkTable, shapes: MarkTable, links: MarkTable, is_known: bool
) -> NDArray[np.intc]: ...
