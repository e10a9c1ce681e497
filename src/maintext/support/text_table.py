"""Plain-text tables for the terminal."""

import shutil
import unicodedata
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

_NARROWEST: Final = 12
"""A column is not made narrower than this."""


def terminal_width() -> int:
    """The width of the terminal in columns, 0 if the output does not go to one and COLUMNS is not set."""
    return shutil.get_terminal_size((0, 0)).columns


def display_width(text: str) -> int:
    """The columns that a text takes: two for a Chinese, Japanese or Korean character, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(map(_width_of, text))


def _width_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shortened(text: str, width: int, *, keep_end: bool = False) -> str:
    """A text of limited width in columns; an ellipsis says that a part of it is missing."""
    if display_width(text) <= width:
        return text
    kept: list[str] = []
    left = width - 1
    for character in reversed(text) if keep_end else text:
        left -= _width_of(character)
        if left < 0:
            break
        kept.append(character)
    return "…" + "".join(reversed(kept)) if keep_end else "".join(kept) + "…"


def aligned(
    lines: Sequence[Sequence[str]],
    numbers: set[int],
    width: int = 0,
    flexible: Mapping[int, bool] = MappingProxyType({}),
    gap: int = 2,
) -> str:
    """Aligned columns.

    Args:
        lines: the cells of each line.
        numbers: the columns to align to the right.
        width: the most columns of the terminal that a line may take; 0 for any number.
        flexible: columns of text that are shortened if the lines are too long, each with whether its end is kept.
        gap: spaces between columns.
    """
    widths = [max(display_width(line[column]) for line in lines) for column in range(len(lines[0]))]
    if width and sum(widths) + gap * (len(widths) - 1) > width:
        rest = sum(widths[column] for column in range(len(widths)) if column not in flexible)
        share = width - rest - gap * (len(widths) - 1)
        for left, column in zip(
            range(len(flexible), 0, -1), sorted(flexible, key=lambda each: widths[each]), strict=True
        ):
            widths[column] = min(widths[column], max(_NARROWEST, share // left))
            share -= widths[column]
    shown = []
    for line in lines:
        cells = []
        for column, (cell, room) in enumerate(zip(line, widths, strict=True)):
            text = shortened(cell, room, keep_end=flexible[column]) if column in flexible else cell
            blank = " " * (room - display_width(text))
            cells.append(blank + text if column in numbers else text + blank)
        shown.append((" " * gap).join(cells).rstrip())
    return "\n".join(shown)
