from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from maintext.table import Mask, PageTable

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
def fingerprint_of(text: str) -> str: ...
def has_visible_text(keep: Mask, segments: NDArray[np.intc]) -> bool: ...
def possible_repeats(text: bytes, keep: Mask, segments: NDArray[np.intc], min_length: int) -> int: ...
def repeated_neighbours(text: bytes, keep: Mask, segments: NDArray[np.intc]) -> list[tuple[int, int]]: ...
def copied_segments(
    source: bytes,
    text: bytes,
    keep: Mask,
    segments: NDArray[np.intc],
    rows: NDArray[np.intc],
    tag: NDArray[np.int16],
    min_length: int,
    levels: int,
) -> list[int]: ...
def link_targets(source: bytes) -> set[bytes]: ...

class Phrases:
    def __init__(self, phrases: Sequence[str]) -> None: ...

def last_lines(
    text: bytes,
    keep: Mask,
    segments: NDArray[np.intc],
    phrases: Phrases,
    max_segments: int,
    max_lines: int,
    max_characters: int,
) -> tuple[int, list[str]]: ...
def segments_joined_to(
    tag: NDArray[np.int16], rows: NDArray[np.intc], segments: NDArray[np.intc], keep: Mask, wanted: int
) -> list[int]: ...
def mentions_wall(source: bytes, start: int, stop: int) -> bool: ...
def scan_sections(
    keep: Mask, segments: NDArray[np.intc], tag: NDArray[np.int16], rows: NDArray[np.intc], rendered: Mask
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[int], int]: ...

class NameSet:
    def __len__(self) -> int: ...
    def add(self, mark: bytes, name: bytes) -> None: ...

def rows_that_may_be_hidden(
    source: bytes,
    keep: Mask,
    segments: NDArray[np.intc],
    rows: NDArray[np.intc],
    hiding: NDArray[np.uint8],
    tag: NDArray[np.int16],
    names: NameSet | None,
) -> list[int]: ...
def rows_with_names(
    source: bytes,
    keep: Mask,
    segments: NDArray[np.intc],
    rows: NDArray[np.intc],
    hiding: NDArray[np.uint8],
    tag: NDArray[np.int16],
    wanted: NameSet,
) -> list[int]: ...
def without_opaque_colours(
    source: bytes, listed: list[int], rows: NDArray[np.intc], hiding: NDArray[np.uint8]
) -> list[int]: ...
def rows_alike(
    source: bytes,
    listed: list[int],
    segments: NDArray[np.intc],
    rows: NDArray[np.intc],
    tag: NDArray[np.int16],
) -> list[tuple[int, int, int, int]]: ...
def style_sheets(
    source: bytes, rows: NDArray[np.intc], tag: NDArray[np.int16], style: int, template: int
) -> list[tuple[int, int, int, bool]]: ...
def style_rules(
    source: bytes, sheets: list[tuple[int, int]], names: NameSet, with_colours: bool = False
) -> list[tuple[int, int, int, int, tuple[tuple[int, int], ...], bool]]: ...
def hiding_names(
    source: bytes, rows: NDArray[np.intc], tag: NDArray[np.int16], style: int, names: NameSet, max_coloured: int
) -> list[bytes] | None: ...
def segments_with_invisible(encoded: bytes, keep: Mask, segments: NDArray[np.intc]) -> list[int]: ...

class FirstLook:
    table: PageTable
    keep: Mask
    rows: list[int]
    names: NameSet | None
    hiding: list[bytes] | None
    may_be_hidden: bool
    has_invisible: bool
    may_have_wall: bool
    repeats: int
    def __init__(
        self,
        table: PageTable,
        keep: Mask,
        with_hidden: bool,
        max_coloured: int,
        tail: tuple[Phrases, int, int, int, int] | tuple[()],
        min_repeat: int,
    ) -> None: ...
