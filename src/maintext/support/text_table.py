"""Tables for a terminal."""

from collections.abc import Sequence


def aligned(lines: Sequence[Sequence[str]], numbers: set[int]) -> str:
    """Columns under each other, two spaces between, those of numbers to the right; the last one is not filled up."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    shown = []
    for line in lines:
        cells = [
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        shown.append("  ".join(cells).rstrip())
    return "\n".join(shown)
