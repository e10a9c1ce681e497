from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from maintext.table.page_table import PageTable

MAX_ATTRIBUTES: int

class RowColumn(IntEnum):
    PARENT = 0
    END = 1
    LEVEL = 2
    ORIGIN = 3
    OPEN_START = 4
    OPEN_END = 5
    CLOSE_START = 6
    CLOSE_END = 7
    SEGMENT_START = 8
    SEGMENT_STOP = 9
    CHARACTERS = 10
    PUNCTUATION = 11
    TAG_LENGTH = 12
    CLASS_START = 13
    CLASS_STOP = 14
    ID_START = 15
    ID_STOP = 16
    MARK_START = 17
    MARK_STOP = 18

class SegmentColumn(IntEnum):
    SEGMENT_OWNER = 0
    SEGMENT_LINE = 1
    SEGMENT_CELL = 2
    SEGMENT_CHARACTERS = 3
    SEGMENT_OFFSET = 4
    SEGMENT_PLACE = 5
    SEGMENT_SOURCE_START = 6
    SEGMENT_SOURCE_STOP = 7

class Hiding(IntEnum):
    BY_ATTRIBUTE = 1
    BY_ARIA = 2
    BY_STYLE = 4
    BY_DOUBTFUL_STYLE = 8

class TableView:
    count: int
    segments: int
    def __init__(self, table: PageTable) -> None: ...

def mark_tags(tag: NDArray[np.int16], is_one: NDArray[np.uint8], marked: NDArray[np.uint8]) -> None: ...
def rows_with_tag(tag: NDArray[np.int16], wanted: int) -> list[int]: ...
def first_with_tag(tag: NDArray[np.int16], wanted: int) -> int: ...
def add_to_parents(parent: NDArray[np.intc], sums: NDArray[np.int64]) -> None: ...
def count_around(parent: NDArray[np.intc], marked: NDArray[np.uint8], counts: NDArray[np.int64]) -> None: ...
def find_nearest(parent: NDArray[np.intc], marked: NDArray[np.uint8], nearest: NDArray[np.int64]) -> None: ...
def attributes_at(source: bytes, place: int, wanted: frozenset[str] | None = None) -> dict[str, str]: ...
def attribute_at(source: bytes, place: int, name: bytes) -> str: ...
