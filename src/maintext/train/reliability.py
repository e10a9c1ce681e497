"""How far the confidence of the learned method can be believed, as a plot to put into a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

_SIZE: Final = 360
_MARGIN: Final = 48
_INNER: Final = _SIZE - 2 * _MARGIN
_TICKS: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
_LARGEST: Final = 14.0


@dataclass(frozen=True, slots=True)
class Bin:
    """Pages with about the same confidence."""

    low: float
    high: float
    pages: int
    confidence: float
    """Their mean confidence."""
    good: float
    """The share of them whose answer is good."""


def reliability_plot(bins: Sequence[Bin]) -> str:
    """An SVG in which every bin is a dot, as large as it has pages; a confidence that holds lies on the line."""
    most = max((each.pages for each in bins), default=1)
    dots = "".join(
        f'<circle cx="{_x(each.confidence):.1f}" cy="{_y(each.good):.1f}" r="{_LARGEST * sqrt(each.pages / most):.1f}" '
        f'fill="#1f6feb" fill-opacity="0.75"><title>{each.pages} pages: said {each.confidence:.3f}, seen '
        f"{each.good:.3f}</title></circle>"
        for each in bins
    )
    grid = "".join(
        f'<path d="M{_x(tick)} {_y(0)}V{_y(1)}M{_x(0)} {_y(tick)}H{_x(1)}" stroke="#d0d7de"/>'
        f'<text x="{_x(tick)}" y="{_y(0) + 16}" text-anchor="middle">{tick:g}</text>'
        f'<text x="{_x(0) - 6}" y="{_y(tick) + 4}" text-anchor="end">{tick:g}</text>'
        for tick in _TICKS
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}" width="{_SIZE}" height="{_SIZE}" '
        'font-family="sans-serif" font-size="11" fill="#24292f"><rect width="100%" height="100%" fill="#ffffff"/>'
        f'{grid}<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#57606a" stroke-dasharray="4 3"/>{dots}'
        f'<text x="{_x(0.5)}" y="{_SIZE - 10}" text-anchor="middle">confidence</text>'
        f'<text transform="translate(14 {_y(0.5)}) rotate(-90)" text-anchor="middle">share of good answers</text>'
        "</svg>\n"
    )


def _x(share: float) -> float:
    return _MARGIN + share * _INNER


def _y(share: float) -> float:
    return _SIZE - _MARGIN - share * _INNER
