# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True
"""Where the lines of the visible text begin and end; as machine code where the package was built with a compiler.

The types are in ``breaks.pxd``.
"""

from maintext.table import Ints


def line_breaks(line: Ints, characters: Ints) -> tuple[list[int], list[int]]:
    """The first segment of each line that is not blank, and the one behind its last.

    Args:
        line: of each segment.
        characters: how many a reader sees of each segment.
    """
    first: list[int] = []
    stop: list[int] = []
    before = -1
    for segment in range(len(line)):
        if not characters[segment]:
            continue
        if before < 0 or line[segment] != line[before]:
            if before >= 0:
                stop.append(before + 1)
            first.append(segment)
        before = segment
    if before >= 0:
        stop.append(before + 1)
    return first, stop
