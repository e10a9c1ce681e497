# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""What the second stage looks at besides: the first stage's probabilities of what is around a block.

Blocks are taken all at once or some at a time, as in ``features``.
"""

import numpy as np

from maintext.algorithms.learned import columns

AT_P = len(columns.FIRST)
LEVELS = columns.LEVELS
AT_LEVELS = AT_P + 3
AT_BEST = AT_LEVELS + 4 * LEVELS
AT_ALIKE = AT_BEST + 3
AT_ORDER = AT_ALIKE + 3
AT_WHOLE = AT_ORDER + 9
CHARACTERS = 7
OF_PAGE = len(columns.CONTEXT) - columns.CONTEXT.index("main of page")
FAR = 50


class Outline:
    """What the first stage found on a page, as far as it is the same for all blocks."""

    def __init__(self):
        self.of_page = self.of_page_array = np.empty(OF_PAGE, dtype=np.float32)


def begin(rows, survey, p, sums, groups, until, outline):
    """Look at the probabilities of the whole page, before the features of its first blocks are made.

    Args:
        rows: the page.
        survey: its blocks.
        p: the first stage's probability of each block.
        sums: room for four numbers a row.
        groups: room for four numbers a block.
        until: room for two numbers a block and one more.
        outline: what is found is left there; ``of_page`` is not touched.
    """
    _sum_rows(rows, survey, p, sums)
    _sum_groups(survey, p, groups)
    _find_best(rows, sums, outline)
    outline.first = outline.last = -1
    until[0, 0] = until[0, 1] = 0
    for block in range(survey.count):
        n = survey.counts[CHARACTERS, block]
        until[block + 1, 0] = until[block, 0] + p[block] * n
        until[block + 1, 1] = until[block, 1] + n
        if p[block] > 0.5:
            outline.last = block
            if outline.first < 0:
                outline.first = block
    return 0


def _sum_rows(rows, survey, p, sums):
    """Characters, those of main text, blocks and those of main text, in each row."""
    set_rows(sums, rows.count, 0)
    for block in range(survey.count):
        owner = survey.owner[block]
        n = survey.counts[CHARACTERS, block]
        sums[owner, 0] += n
        sums[owner, 1] += p[block] * n
        sums[owner, 2] += 1
        sums[owner, 3] += p[block]
    for row in range(rows.count - 1, 0, -1):
        above = rows.parent[row]
        for each in range(4):
            sums[above, each] += sums[row, each]
    return 0


def _sum_groups(survey, p, groups):
    """The same for blocks under the same path."""
    set_rows(groups, survey.count, 0)
    for block in range(survey.count):
        group = survey.group[block]
        n = survey.counts[CHARACTERS, block]
        groups[group, 0] += p[block] * n
        groups[group, 1] += n
        groups[group, 2] += p[block]
        groups[group, 3] += 1
    return 0


def _find_best(rows, sums, outline):
    """The element that would be the best choice."""
    best = 0
    worth = -1.0
    main = max(1e-9, sums[0, 1])
    for row in range(rows.count):
        value = 2 * sums[row, 1] / max(1e-9, sums[row, 0] + main)
        if value > worth:
            worth = value
            best = row
    outline.best = best
    outline.worth = worth
    outline.share = sums[best, 0] / max(1, sums[0, 0])
    return 0


def fill(rows, survey, p, sums, groups, until, outline, least, first, last, out):
    """Make the features of the second stage, behind those of the first, that are not the same for all blocks.

    Args:
        rows: the page.
        survey: its blocks.
        p: the first stage's probability of each block.
        sums: what ``begin`` left there.
        groups: likewise.
        until: likewise.
        outline: likewise.
        least: nobody asks for the features of blocks that are less probable.
        first: the first block of which they are made.
        last: the block behind the last.
        out: the features; their first column is that of the first of these blocks.
    """
    main = max(1e-9, sums[0, 1])
    for block in range(first, last):
        if p[block] >= least:
            column = block - first
            _beside(survey, p, block, column, out)
            _around(survey, sums, main, block, column, out)
            owner = survey.owner[block]
            out[AT_BEST, column] = owner >= outline.best and owner < rows.end[outline.best]
            _alike(survey, p, groups, block, column, out)
            _order(survey, until, block, column, out)
    return _likely(survey, p, outline, first, last, out)


def fill_page(outline, columns, out):
    """Write what is the same for all blocks to the first columns."""
    for column in range(columns):
        out[AT_BEST + 1, column] = outline.worth
        out[AT_BEST + 2, column] = outline.share
    for each in range(OF_PAGE):
        for column in range(columns):
            out[AT_WHOLE + each, column] = outline.of_page[each]
    return 0


def _beside(survey, p, block, column, out):
    out[AT_P, column] = p[block]
    out[AT_P + 1, column] = p[block + 1] if block + 1 < survey.count else 0
    out[AT_P + 2, column] = p[block - 1] if block > 0 else 0
    return 0


def _around(survey, sums, main, block, column, out):
    """The probability of the elements around a block, and of what is in them beside the next inner one."""
    inner = survey.around[0, block]
    for level in range(LEVELS):
        at = AT_LEVELS + 4 * level
        row = survey.around[level, block]
        mass = sums[row, 1]
        out[at, column] = mass / max(1, sums[row, 0])
        out[at + 1, column] = mass / main
        out[at + 2, column] = sums[row, 3] / max(1, sums[row, 2])
        out[at + 3, column] = (mass - sums[inner, 1]) / max(1, sums[row, 0] - sums[inner, 0])
        inner = row
    return 0


def _alike(survey, p, groups, block, column, out):
    """The probability of blocks under the same path."""
    group = survey.group[block]
    count = groups[group, 3]
    out[AT_ALIKE, column] = groups[group, 0] / groups[group, 1]
    out[AT_ALIKE + 1, column] = groups[group, 2] / count
    out[AT_ALIKE + 2, column] = (groups[group, 2] - p[block]) / max(1, count - 1)
    return 0


def _order(survey, until, block, column, out):
    """How much of the main text comes before and after, and how near it is."""
    at = AT_ORDER
    main = max(1e-9, until[survey.count, 0])
    out[at, column] = until[block, 0] / main
    out[at + 1, column] = (main - until[block + 1, 0]) / main
    for each in range(3):
        radius = 3 if each == 0 else 8 if each == 1 else 20
        low = max(0, block - radius)
        high = min(survey.count, block + radius + 1)
        out[at + 2 + each, column] = (until[high, 0] - until[low, 0]) / max(1, until[high, 1] - until[low, 1])
    return 0


def _likely(survey, p, outline, first, last, out):
    """How far off likely blocks are: the first and the last of the page, the next before and the next after."""
    at = AT_ORDER + 5
    if outline.first < 0:
        for each in range(4):
            for column in range(last - first):
                out[at + each, column] = -FAR
        return 0
    before = 1
    while before < FAR and before <= first and p[first - before] <= 0.5:
        before += 1
    if before > first:
        before = FAR
    for block in range(first, last):
        column = block - first
        out[at, column] = max(-FAR, min(FAR, block - outline.first))
        out[at + 1, column] = max(-FAR, min(FAR, outline.last - block))
        out[at + 2, column] = before
        before = 1 if p[block] > 0.5 else min(FAR, before + 1)
    after = 0
    while after < FAR and last + after < survey.count and p[last + after] <= 0.5:
        after += 1
    if last + after >= survey.count:
        after = FAR
    for block in range(last - 1, first - 1, -1):
        after = 0 if p[block] > 0.5 else min(FAR, after + 1)
        out[at + 3, block - first] = after
    return 0
