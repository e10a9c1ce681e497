"""Text to tag ratio of lines.

T. Weninger, W. H. Hsu, "Text extraction from the Web via text-to-tag ratio", 2008 (TTR), and T. Weninger, W. H. Hsu,
J. Han, "CETR: content extraction via tag ratios", 2010.

The ratio of a line is its number of characters divided by its number of tags, or by 1 if it has none. The ratios are
smoothed, so that a short line among long ones is kept.

- ``form="ttr"`` (2008): a moving average. Lines are content from ``threshold`` standard deviations of the ratios on.
- ``form="cetr"`` (2010): a normal distribution as weights. G is how much the mean of the next lines is above the line
  itself, smoothed again, and its size is the second coordinate of the line. The lines are grouped around three centres
  (3-means). One centre stays at the origin; the lines around it are not content, all others are.

Our choices where the papers say nothing:

- Lines are those that a reader sees: pages of today are often written in a few very long lines. ``lines="source"`` uses
  the lines of the markup, as the originals do. Lines without text and tags are left out.
- Characters are those that are not white space. Only tags of visible elements count.
- Beyond the first and the last line all ratios are 0.
- The other two centres start at the largest values and halfway to them, so that the result is always the same. A centre
  that loses all its lines stays where it is. The grouping ends when it does not change any more, or after 50 rounds.
- A text that is on several lines is kept if at least half of it is.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

import numpy as np

from maintext.algorithms._methods import away_from_origin, derive, smooth
from maintext.algorithms.quantities import Floats
from maintext.algorithms.text_lines import TextLines
from maintext.errors import OptionError, check_fields
from maintext.selection import Column, Selection, nothing
from maintext.table import Mask, PageTable

MAX_RADIUS: Final = 1_000
"""Time and memory grow with the radius."""
_ROUNDS: Final = 50
_AHEAD: Final = 3
"""How many lines the derivative looks at, the line itself included."""


@dataclass(frozen=True, slots=True)
class TagRatio:
    """TR = characters / tags of a line."""

    name: ClassVar[str] = "tag-ratio"
    form: Literal["cetr", "ttr"] = "cetr"
    radius: int = 2
    """How many lines on each side a ratio is smoothed with."""
    threshold: float = 1.0
    """For ``ttr``: how many standard deviations of the ratios make a line content."""
    lines: Literal["shown", "source"] = "shown"

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type, or a radius out of range."""
        check_fields(self)
        if not 0 <= self.radius <= MAX_RADIUS:
            raise OptionError(f"radius must be 0 to {MAX_RADIUS}, not {self.radius}")

    def select(self, table: PageTable) -> Selection:
        """The lines with many characters for their tags."""
        lines = TextLines.of(table, self.lines)
        if not lines.characters.any():
            return nothing(table, "the page has no text")
        tags = lines.tags()
        used = (lines.characters > 0) | (tags > 0)
        ratio = lines.characters / np.maximum(1, tags)
        tr = ratio[used]
        quantities: dict[str, Column] = {"characters": lines.characters, "tags": tags, "TR": ratio}
        if self.form == "ttr":
            smooth = _smoothed(tr, np.ones(2 * self.radius + 1))
            content = smooth >= self.threshold * tr.std()
        else:
            weights = np.exp(-(np.arange(-self.radius, self.radius + 1) ** 2) / 2)
            smooth = _smoothed(tr, weights)
            g = np.abs(_smoothed(_derivative(smooth), weights))
            content = _away_from_origin(smooth, g)
            quantities["G"] = _spread(g, used)
        quantities["score"] = _spread(smooth, used)
        reason = "no line of the page has many more characters for its tags than the others"
        return lines.selection(_spread(content, used).astype(bool), quantities, reason)


def _spread(column: Floats | Mask, used: Mask) -> Floats:
    """The values of the used lines as a column of all lines, 0 for the others."""
    every = np.zeros(len(used))
    every[used] = column
    return every


def _smoothed(column: Floats, weights: Floats) -> Floats:
    """The weighted mean of each value and its neighbours."""
    smoothed = np.empty_like(column)
    smooth(column, weights, smoothed)
    return smoothed


def _derivative(column: Floats) -> Floats:
    """The mean of a value and the next ones, less the value."""
    derivative = np.empty_like(column)
    derive(column, _AHEAD, derivative)
    return derivative


def _away_from_origin(x: Floats, y: Floats) -> Mask:
    """Which points belong to one of the two centres that are not fixed at the origin."""
    away = np.empty(len(x), dtype=bool)
    away_from_origin(x, y, _ROUNDS, away.view(np.uint8))
    return away
