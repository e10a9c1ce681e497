"""Place the labels of points so that none covers another label or a point."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from maintext.support.svg import Box, width_of

_HEIGHT: Final = 16
_DOT: Final = 6
_DISTANCES: Final = (9, 14, 22, 32, 44, 58, 74, 92, 112, 134, 158)
_ANGLES: Final = (0, 180, 90, 270, 45, 315, 135, 225, 20, 340, 160, 200, 70, 110, 250, 290)
"""Directions in degrees, the most readable first: right, left, above, below."""


def placed(points: Sequence[tuple[float, float]], names: Sequence[str], frame: Box) -> list[Box]:
    """Return one box per name: near its point, within the frame, and clear of points and other names."""
    dots = [Box(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in points]
    boxes: dict[int, Box] = {}
    for place in sorted(range(len(points)), key=lambda each: -_crowd(points, each)):
        taken = [*boxes.values(), *(dot for other, dot in enumerate(dots) if other != place)]
        boxes[place] = _free(_candidates(*points[place], width_of(names[place])), taken, frame)
    return [boxes[place] for place in range(len(points))]


def _crowd(points: Sequence[tuple[float, float]], place: int) -> int:
    """Count the points nearby: labels in a crowd are placed first, because the others have more space."""
    return sum(math.dist(points[place], other) < 60 for other in points)


def _candidates(x: float, y: float, width: float) -> Iterator[Box]:
    for distance in _DISTANCES:
        for angle in _ANGLES:
            along, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            middle = x + along * (distance + width / 2)
            height = y - up * (distance + _HEIGHT / 2)
            yield Box(middle - width / 2, height - _HEIGHT / 2, middle + width / 2, height + _HEIGHT / 2)


def _free(candidates: Iterator[Box], taken: list[Box], frame: Box) -> Box:
    """Return the first box that covers nothing, or else the one that covers least."""
    best, least = Box(0, 0, 0, 0), math.inf
    for box in candidates:
        outside = (box.right - box.left) * (box.bottom - box.top) - box.overlap(frame)
        cost = 4 * outside + sum(box.overlap(other) for other in taken)
        if cost < least - 1e-6:
            best, least = box, cost
        if cost < 1e-6:
            break
    return best
