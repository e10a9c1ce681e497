"""The plots, drawn as SVG by hand: colours and fonts come from the style sheet, so they follow the colour scheme.

A plot that is scaled down to a phone has letters nobody can read. The larger ones are therefore drawn twice, for two
widths, and the style sheet shows one of them.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from statistics import quantiles
from typing import Final

from maintext.evaluate.report.point_labels import placed
from maintext.support.svg import FONT, Box, clipped, escaped, width_of

WIDE: Final = 1064
NARROW: Final = 340
PAGE: Final = 712
"""Together with its margins, as wide as the text in our documentation."""
_HEADROOM: Final = 12
"""How far names may stand out at the top: a system that is nearly always right is there."""
_BINS: Final = 40
_MARGIN: Final = 12
"""Around a plot that is a file of its own."""
_FONTS: Final = "system-ui, Segoe UI, Roboto, Noto Sans, Liberation Sans, sans-serif"


@dataclass(frozen=True, slots=True)
class Axis:
    """What the horizontal axis of the plot of accuracy against speed counts."""

    title: str
    unit: str


MILLISECONDS: Final = Axis("milliseconds a page", "ms")


@dataclass(frozen=True, slots=True)
class Point:
    """A system in the plot of accuracy against speed."""

    name: str
    time: float
    f1: float
    ours: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A system in a bar chart."""

    name: str
    value: float
    ours: bool


@dataclass(frozen=True, slots=True)
class Spread:
    """The page scores of a system."""

    name: str
    scores: Sequence[float]
    ours: bool


@dataclass(frozen=True, slots=True)
class _Frame:
    """The inner area of a plot, and the values at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    x: tuple[float, float]
    y: tuple[float, float]

    def at(self, time: float, f1: float) -> tuple[float, float]:
        """Return the position of a point; the horizontal axis is logarithmic."""
        across = (math.log10(time) - self.x[0]) / (self.x[1] - self.x[0])
        up = (f1 - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + across * (self.right - self.left), self.bottom - up * (self.bottom - self.top)


def scatter(points: Sequence[Point], width: int = WIDE, axis: Axis = MILLISECONDS) -> str:
    """Plot accuracy against speed; the best systems are at the top left."""
    shown = [point for point in points if point.time > 0]
    if not shown:
        return ""
    height = 400 if width == NARROW else 500
    ends = _decades([point.time for point in shown]), _range([point.f1 for point in shown])
    frame = _Frame(46, 30, width - 14, height - 46, *ends)
    centres = [frame.at(point.time, point.f1) for point in shown]
    around = Box(frame.left, frame.top - _HEADROOM, frame.right, frame.bottom)
    boxes = placed(centres, [point.name for point in shown], around)
    parts = [_grid(frame, axis)]
    for point, (x, y), box in sorted(zip(shown, centres, boxes, strict=True), key=lambda each: each[0].ours):
        note = f"{point.name}: F1 {point.f1:.3f}, {point.time:.3g} {axis.unit}"
        parts.append(_dot(point, x, y, box, note))
    return _svg(width, height, f"Mean F1 against {axis.title} of {len(shown)} systems", "".join(parts))


def three_digits(value: float) -> str:
    """Write a score beside its bar."""
    return f"{value:.3f}"


def bars(
    values: Sequence[Bar],
    title: str,
    width: int = NARROW,
    full: float = 1.0,
    shown: Callable[[float], str] = three_digits,
) -> str:
    """Draw one bar per system, in the given order; ``full`` is the value of a bar of full length."""
    step, name_width = 19, _name_width([bar.name for bar in values], width)
    room = width - name_width - 48
    parts = []
    for place, bar in enumerate(values):
        y = place * step
        length = max(1.0, room * min(1.0, max(0.0, bar.value / full)))
        parts.append(
            f'<g class="{_whose(bar.ours)}"><title>{escaped(bar.name)}: {shown(bar.value)}</title>'
            f'<text class="name" x="{name_width - 8}" y="{y + 13}" text-anchor="end">'
            f"{escaped(clipped(bar.name, name_width - 10))}"
            f'</text><rect class="track" x="{name_width}" y="{y + 3}" width="{room}" height="13" rx="2"/>'
            f'<rect class="fill" x="{name_width}" y="{y + 3}" width="{length:.1f}" height="13" rx="2"/>'
            f'<text class="value" x="{width - 2}" y="{y + 13}" text-anchor="end">{shown(bar.value)}</text></g>'
        )
    return _svg(width, max(1, len(values)) * step + 2, title, "".join(parts))


def alone(plot: str) -> str:
    """Return a plot as a file of its own, with the style sheet of the plots, which follows the colour scheme."""
    style = resources.files(__package__).joinpath("plots.css").read_text("utf-8")
    size = re.search(r'viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"', plot)
    if size is None:
        raise ValueError("not one of our plots")
    width, height = int(size[1]) + 2 * _MARGIN, int(size[2]) + 2 * _MARGIN
    box = f'viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" width="{width}" height="{height}"'
    start, inside = plot.replace(size[0], box, 1).split(">", 1)
    ground = f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="{width}" height="{height}" rx="6" fill="var(--ground)"/>'
    return (
        f'{start} xmlns="http://www.w3.org/2000/svg" font-family="{_FONTS}"><style>\n{style}</style>{ground}{inside}\n'
    )


def strips(spreads: Sequence[Spread], width: int = WIDE) -> str:
    """Draw one histogram of page scores per system, with quartiles and median below it."""
    step, top = 42, 22
    name_width = _name_width([each.name for each in spreads], width)
    left, right = name_width, width - (74 if width == WIDE else 50)
    height = top + step * len(spreads) + 30
    tallest = max((share for each in spreads for share in _shares(each.scores)), default=1.0) or 1.0
    ticks = (0, 0.25, 0.5, 0.75, 1)
    parts = [_tick(left + tick * (right - left), top, height - 26, f"{tick:g}") for tick in ticks]
    parts.append(f'<text class="tick" x="{width - 2}" y="12" text-anchor="end">below 0.5</text>')
    for place, each in enumerate(spreads):
        if each.scores:
            parts.append(_strip(each, Box(left, top + place * step, right, top + (place + 1) * step), tallest, width))
    return _svg(width, height, f"Distribution of the page F1 of {len(spreads)} systems", "".join(parts))


def _strip(spread: Spread, box: Box, tallest: float, width: int) -> str:
    base, across = box.bottom - 9, (box.right - box.left) / _BINS
    rects = []
    for place, share in enumerate(_shares(spread.scores)):
        if share:
            tall = max(1.0, (base - box.top - 4) * math.sqrt(share / tallest))
            x = box.left + place * across
            rects.append(f"M{x + 0.5:.1f} {base:.1f}v-{tall:.1f}h{across - 1:.1f}v{tall:.1f}z")
    low, middle, high = _quartiles(spread.scores)
    poor = sum(score < 0.5 for score in spread.scores) / len(spread.scores)
    x_low, x_middle, x_high = (box.left + value * (box.right - box.left) for value in (low, middle, high))
    return (
        f'<g class="{_whose(spread.ours)}"><title>{escaped(spread.name)}: median {middle:.3f}, '
        f"quartiles {low:.3f} and {high:.3f}, {len(spread.scores):,} pages</title>"
        f'<text class="name" x="{box.left - 10}" y="{base - 6}" text-anchor="end">'
        f'{escaped(clipped(spread.name, box.left - 10))}</text><path class="fill" d="{"".join(rects)}"/>'
        f'<line class="box" x1="{x_low:.1f}" x2="{x_high:.1f}" y1="{base + 4}" y2="{base + 4}"/>'
        f'<circle class="median" cx="{x_middle:.1f}" cy="{base + 4}" r="3"/>'
        f'<text class="value" x="{width - 2}" y="{base - 6}" text-anchor="end">{100 * poor:.1f} %</text></g>'
    )


def _shares(scores: Sequence[float]) -> list[float]:
    counts = [0] * _BINS
    for score in scores:
        counts[min(_BINS - 1, max(0, int(score * _BINS)))] += 1
    return [count / len(scores) for count in counts] if scores else []


def _quartiles(scores: Sequence[float]) -> tuple[float, float, float]:
    if len(scores) == 1:
        return scores[0], scores[0], scores[0]
    low, middle, high = quantiles(scores, n=4, method="inclusive")
    return low, middle, high


def _decades(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the logarithmic axis, with a margin for the points."""
    low, high = math.log10(min(values)), math.log10(max(values))
    spare = max(0.08, 0.06 * (high - low))
    return low - spare, high + spare


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the score axis, multiples of 0.05; starting at 0 would waste the height."""
    low = math.floor(min(values) * 20 - 0.3) / 20
    high = math.ceil(max(values) * 20 + 0.3) / 20
    low, high = max(0.0, low), min(1.0, high)
    return (low, high) if high > low else (low - 0.05, high + 0.05)


def _grid(frame: _Frame, axis: Axis) -> str:
    parts = []
    step = next(step for step in (0.05, 0.1, 0.2, 0.5, 1) if (frame.y[1] - frame.y[0]) / step <= 8)
    for place in range(math.ceil(frame.y[0] / step - 1e-9), math.floor(frame.y[1] / step + 1e-9) + 1):
        y = frame.at(1, place * step)[1]
        parts.append(f'<line class="grid" x1="{frame.left}" x2="{frame.right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{frame.left - 8}" y="{y + 4:.1f}" text-anchor="end">')
        parts.append(f"{place * step:.2f}</text>")
    for time in _ticks(frame.x):
        parts.append(_tick(frame.at(time, frame.y[0])[0], frame.top, frame.bottom, f"{time:g}"))
    parts.append('<text class="axis" x="0" y="13">mean F1</text>')
    middle = (frame.left + frame.right) / 2
    parts.append(f'<text class="axis" x="{middle}" y="{frame.bottom + 38}" text-anchor="middle">')
    parts.append(f"{escaped(axis.title)}, logarithmic</text>")
    return "".join(parts)


def _ticks(ends: tuple[float, float]) -> list[float]:
    """Return round times between the ends: 1, 2 and 5 of each decade, or only the decades if that is too many."""
    decades = range(math.floor(ends[0]), math.ceil(ends[1]) + 1)
    for steps in ((1, 2, 5), (1, 3), (1,)):
        found = [step * 10.0**decade for decade in decades for step in steps]
        inside = [float(f"{time:g}") for time in found if ends[0] <= math.log10(time) <= ends[1]]
        if len(inside) <= 8:
            return inside
    return inside[:: math.ceil(len(inside) / 8)]


def _tick(x: float, top: float, bottom: float, label: str) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>'
        f'<text class="tick" x="{x:.1f}" y="{bottom + 17}" text-anchor="middle">{label}</text>'
    )


def _dot(point: Point, x: float, y: float, box: Box, note: str) -> str:
    """Draw a point, its label, and a line between them if the label had to move away."""
    near_x, near_y = min(max(x, box.left), box.right), min(max(y, box.top), box.bottom)
    line = ""
    if math.hypot(near_x - x, near_y - y) > 12:
        line = f'<line class="leader" x1="{x:.1f}" y1="{y:.1f}" x2="{near_x:.1f}" y2="{near_y:.1f}"/>'
    return (
        f'<g class="{_whose(point.ours)}"><title>{escaped(note)}</title>'
        f"{line}"
        f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
        f'<text class="label" {_anchor(x, box)} y="{box.bottom - 4:.1f}">{escaped(point.name)}</text></g>'
    )


def _anchor(x: float, box: Box) -> str:
    """Anchor a label at the end next to its point, because the width of its box is only an estimate."""
    if box.left >= x:
        return f'x="{box.left:.1f}"'
    if box.right <= x:
        return f'x="{box.right:.1f}" text-anchor="end"'
    return f'x="{(box.left + box.right) / 2:.1f}" text-anchor="middle"'


def _name_width(names: Sequence[str], width: int) -> int:
    """Return the width of the longest name, limited to what the plot can spare."""
    return min(int(0.44 * width), math.ceil(max((width_of(name) for name in names), default=0.0)) + 12)


def _whose(ours: bool) -> str:
    return "ours" if ours else "peer"


def _svg(width: int, height: float, title: str, inside: str) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'font-size="{FONT}" aria-label="{escaped(title)}">{inside}</svg>'
    )
