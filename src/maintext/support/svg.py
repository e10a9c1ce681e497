"""What all plots share: boxes, texts of a known width, and round numbers for axes."""

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

FONT: Final = 12
"""The size of most letters."""
_NOT_IN_XML: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NARROW: Final = 0.63 * FONT
"""The estimated width of a letter that is not wide."""
_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; ``top`` is the smaller of the two heights, as in SVG."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """Return the area that both cover."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, across) * max(0.0, down)


def escaped(value: str) -> str:
    """A text as it is written in SVG; characters that XML does not allow are replaced."""
    return escape(_NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", value))


def width_of(name: str) -> float:
    """Estimate the width of a name, rather too wide, because the reader's font is unknown."""
    return sum(FONT if unicodedata.east_asian_width(each) in "WF" else _NARROW for each in name) + 2


def clipped(name: str, width: float) -> str:
    """A name shortened to a width, not yet escaped."""
    if width_of(name) <= width:
        return name
    name = name[: int(width / _NARROW)]
    while name and width_of(name + _ELLIPSIS) > width:
        name = name[:-1]
    return name.rstrip() + _ELLIPSIS


def round_steps(low: float, high: float, at_most: int) -> Sequence[float]:
    """Round numbers between two values, at equal distances and not too many: multiples of 1, 2 or 5."""
    if not high > low:
        return [low]
    size = 10.0 ** math.floor(math.log10((high - low) / at_most))
    step = next(size * factor for factor in (1, 2, 5, 10, 20) if (high - low) / (size * factor) <= at_most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{number * step:.12g}") for number in range(first, last + 1)]
