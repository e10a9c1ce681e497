"""Draw numbers in document order as SVG: one panel per quantity, the chosen parts shaded, the largest ones named.

The picture is one file that needs nothing else. Its colours follow the reader's light or dark scheme. Its size does not
grow with the page: where there are more numbers than pixels, a pixel shows the largest of its numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.support.svg import Box, clipped, escaped, round_steps, width_of

Floats = NDArray[np.float64]

_WIDTH: Final = 960
_LEFT: Final = 66
_RIGHT: Final = 18
_HEAD: Final = 92
_GAP: Final = 44
_FOOT: Final = 50
_FIRST_HEIGHT: Final = 290
_HEIGHT: Final = 120
_ROW: Final = 17
"""The height of a row with a name."""
_NAME_WIDTH: Final = 290
_LEAST_NAME: Final = 90
_LEAST_TEXT: Final = 40

_STYLE: Final = """
svg { --ground: #fff; --ink: #1b1f24; --soft: #5b636e; --line: #e1e4e8; --plain: #9aa3ae; --chosen: #0b5cad;
  --shade: #dbe9f8; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { svg { --ground: #14171b; --ink: #e3e6ea; --soft: #9aa3ae; --line: #2e343c;
  --plain: #6b7480; --chosen: #6cb2f7; --shade: #1b3149; } }
text { fill: var(--soft); font: 12px system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
.ground { fill: var(--ground); } .shade { fill: var(--shade); }
.title { fill: var(--ink); font-size: 18px; font-weight: 600; } .panel { fill: var(--ink); font-weight: 600; }
.name { fill: var(--ink); } .text { fill: var(--soft); } .tick { font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); } .zero { stroke: var(--soft); } .leader { stroke: var(--soft); stroke-width: 0.75; }
.plain { stroke: var(--plain); } .chosen { stroke: var(--chosen); } .bars { fill: none; }
.dot { fill: var(--chosen); stroke: var(--ground); } .dot.other { fill: var(--plain); }
"""


@dataclass(frozen=True, eq=False, slots=True)
class Panel:
    """One quantity of all items."""

    label: str
    values: Floats


@dataclass(frozen=True, eq=False, slots=True)
class ScorePlot:
    """What to draw. The first panel is the one whose largest numbers are named."""

    title: str
    note: str
    unit: str
    """What an item is called, in the plural."""
    panels: Sequence[Panel]
    chosen: NDArray[np.bool_]
    names: Mapping[int, tuple[str, str]]
    """Names of the items with the largest numbers of the first panel, each with the beginning of its text."""

    def to_svg(self) -> str:
        """The picture."""
        tops = [_HEAD + (_FIRST_HEIGHT + (place - 1) * _HEIGHT if place else 0) + place * _GAP for place in range(9)]
        shown = self.panels if len(self.chosen) else ()
        heights = [_FIRST_HEIGHT, *([_HEIGHT] * (len(shown) - 1))] if shown else []
        bottom = tops[len(heights) - 1] + heights[-1] if heights else _HEAD
        parts = [self._head()]
        for place, panel in enumerate(shown):
            box = Box(_LEFT, tops[place], _WIDTH - _RIGHT, tops[place] + heights[place])
            parts.append(_Drawn(panel, box, self.chosen, self.names if place == 0 else {}).parts())
        parts.append(self._axis(bottom))
        height = bottom + _FOOT
        title = escaped(f"{self.title}: {self.note}")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
            f'height="{height}" role="img" aria-label="{title}"><style>{_STYLE}</style>'
            f'<rect class="ground" width="100%" height="100%"/>{"".join(parts)}</svg>\n'
        )

    def _head(self) -> str:
        """The title, a note below it, and the legend."""
        width = _WIDTH - _LEFT - _RIGHT
        marks = (
            '<rect class="shade" x="0" y="-10" width="18" height="12"/><path class="bars chosen" stroke-width="3" '
            'd="M6 2v-8M12 2v-5"/><text x="24">selected</text>'
            '<path class="bars plain" stroke-width="3" d="M92 2v-8M98 2v-5"/><text x="108">not selected</text>'
        )
        return (
            f'<text class="title" x="{_LEFT}" y="30">{escaped(clipped(self.title, 0.6 * width))}</text>'
            f'<text x="{_LEFT}" y="50">{escaped(clipped(self.note, width))}</text>'
            f'<g transform="translate({_WIDTH - _RIGHT - 184} 30)">{marks}</g>'
        )

    def _axis(self, bottom: float) -> str:
        """The numbers and the name of the horizontal axis."""
        if not len(self.chosen):
            return ""
        count = len(self.chosen)
        parts = []
        for number in round_steps(1, count, 9):
            if number == int(number) and number >= 1:
                x = _LEFT + (number - 0.5) / count * (_WIDTH - _LEFT - _RIGHT)
                parts.append(f'<text class="tick" x="{x:.1f}" y="{bottom + 17}" text-anchor="middle">{number:g}</text>')
        middle = (_LEFT + _WIDTH - _RIGHT) / 2
        label = f"{self.unit} in document order"
        parts.append(f'<text x="{middle}" y="{bottom + 38}" text-anchor="middle">{escaped(label)}</text>')
        return "".join(parts)


class _Drawn:
    """One panel on its place."""

    def __init__(self, panel: Panel, box: Box, chosen: NDArray[np.bool_], names: Mapping[int, tuple[str, str]]) -> None:
        self._panel, self._box, self._chosen, self._names = panel, box, chosen, names
        finite = panel.values[np.isfinite(panel.values)]
        low, high = min(0.0, float(finite.min(initial=0))), max(0.0, float(finite.max(initial=0)))
        high = high if high > low else low + 1
        self._values = np.nan_to_num(np.clip(panel.values, low, high))
        self._low, self._high = low, high
        self._bins = min(len(chosen), int(box.right - box.left))

    def parts(self) -> str:
        """The panel: shade, grid, bars, names."""
        label = (
            f'<text class="panel" x="{self._box.left}" y="{self._box.top - 9:.1f}">{escaped(self._panel.label)}</text>'
        )
        return self._shade() + self._grid() + label + self._bars() + self._labels()

    def _x(self, item: float) -> float:
        return self._box.left + item / len(self._chosen) * (self._box.right - self._box.left)

    def _y(self, value: float) -> float:
        top = self._box.top + len(self._names) * _ROW + (_ROW if self._names else 0)
        return self._box.bottom - (value - self._low) / (self._high - self._low) * (self._box.bottom - top)

    def _bin_of(self) -> NDArray[np.int64]:
        return np.arange(len(self._chosen)) * self._bins // len(self._chosen)

    def _shade(self) -> str:
        """One rectangle for each run of bins with chosen items."""
        marked = np.zeros(self._bins + 2, dtype=np.int8)
        marked[1 + self._bin_of()[self._chosen]] = 1
        edges = np.diff(marked)
        runs = zip(np.flatnonzero(edges == 1).tolist(), np.flatnonzero(edges == -1).tolist(), strict=True)
        width = (self._box.right - self._box.left) / self._bins
        return "".join(
            f'<rect class="shade" x="{self._box.left + start * width:.1f}" y="{self._box.top:.1f}" '
            f'width="{(stop - start) * width:.1f}" height="{self._box.bottom - self._box.top:.1f}"/>'
            for start, stop in runs
        )

    def _grid(self) -> str:
        parts = []
        for value in round_steps(self._low, self._high, 5 if self._names else 4):
            y, kind = self._y(value), "zero" if value == 0 else "grid"
            parts.append(
                f'<line class="{kind}" x1="{self._box.left}" x2="{self._box.right}" y1="{y:.1f}" y2="{y:.1f}"/>'
                f'<text class="tick" x="{self._box.left - 8}" y="{y + 4:.1f}" text-anchor="end">{_number(value)}</text>'
            )
        return "".join(parts)

    def _bars(self) -> str:
        """A line from zero to each bin's largest number, in two paths: chosen items and others."""
        width = (self._box.right - self._box.left) / self._bins
        thick = max(0.8, min(14.0, 0.72 * width))
        bins, zero = self._bin_of(), self._y(0.0)
        parts = []
        for kind, mask in (("plain", ~self._chosen), ("chosen", self._chosen)):
            most, least = np.zeros(self._bins), np.zeros(self._bins)
            np.maximum.at(most, bins[mask], self._values[mask])
            np.minimum.at(least, bins[mask], self._values[mask])
            path = "".join(
                f"M{self._box.left + (place + 0.5) * width:.1f} {zero:.1f}V{self._y(value):.1f}"
                for column in (most, least)
                for place, value in enumerate(column.tolist())
                if value
            )
            parts.append(f'<path class="bars {kind}" stroke-width="{thick:.2f}" d="{path}"/>' if path else "")
        return "".join(parts)

    def _labels(self) -> str:
        """Dots on the largest numbers, with their names above them."""
        parts = []
        for row, (item, left, right) in enumerate(self._flags()):
            x, y = self._x(item + 0.5), self._y(float(self._values[item]))
            top = self._box.top + row * _ROW
            name, text = self._names[item]
            name = clipped(name, right - left)
            text = clipped(text, right - left - width_of(name)) if right - left - width_of(name) > _LEAST_TEXT else ""
            anchor = f'x="{x + 5:.1f}"' if left >= x else f'x="{x - 5:.1f}" text-anchor="end"'
            parts.append(
                f'<line class="leader" x1="{x:.1f}" x2="{x:.1f}" y1="{top + 3:.1f}" y2="{y:.1f}"/>'
                f'<circle class="dot{"" if self._chosen[item] else " other"}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
                f'<text class="name" {anchor} y="{top + 13:.1f}">{escaped(name)}'
                f'<tspan class="text" dx="5">{escaped(text)}</tspan></text>'
            )
        return "".join(parts)

    def _flags(self) -> list[tuple[int, float, float]]:
        """The items to name, one row each from the top, with the left and right end of the name.

        A name begins at its item and goes to the right, and the next item to the right is one row lower: so no name
        covers the line from another name to its item. Names that would leave the panel go to the left, in the topmost
        rows, the rightmost item first.
        """
        place = {item: self._x(item + 0.5) for item in self._largest()}
        border = self._box.right
        to_left = [item for item, x in place.items() if x + _NAME_WIDTH > border]
        to_right = [item for item in place if item not in to_left]
        flags = [(item, place[item] - _NAME_WIDTH, place[item]) for item in sorted(to_left, reverse=True)]
        for item in sorted(to_right):
            ends = [place[other] for other in to_left if place[other] - place[item] > _LEAST_NAME]
            flags.append((item, place[item], min(place[item] + _NAME_WIDTH, *ends, border)))
        return flags

    def _largest(self) -> list[int]:
        """The items with the largest numbers above zero that have a name."""
        order = np.argsort(-self._values, kind="stable")[: len(self._names)].tolist()
        return [item for item in order if item in self._names and self._values[item] > 0]


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}"
