"""Plain-text tables for the terminal."""

from collections.abc import Sequence


def aligned(lines: Sequence[Sequence[str]], numbers: set[int]) -> str:
    """Aligned columns with two spaces between them; ``numbers`` are the columns to align to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    shown = []
    for line in lines:
        cells = [
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        shown.append("  ".join(cells).rstrip())
    return "\n".join(shown)
