# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""What the second stage looks at besides: the first stage's probabilities of what is around a block."""

from maintext.algorithms.learned import columns

AT_P = len(columns.FIRST)
LEVELS = columns.LEVELS
AT_LEVELS = AT_P + 3
AT_BEST = AT_LEVELS + 4 * LEVELS
AT_ALIKE = AT_BEST + 3
AT_ORDER = AT_ALIKE + 3
AT_WHOLE = AT_ORDER + 9
CHARACTERS = 7
FAR = 50.0


def fill(rows, survey, p, whole, sums, groups, until, least, out):
    """Fill the features of the second stage behind those of the first.

    Args:
        rows: the page.
        survey: its blocks.
        p: the first stage's probability of each block.
        whole: what is the same for all blocks, from ``main of page`` to the probabilities of the kinds of page.
        sums: room for four numbers a row.
        groups: room for four numbers a block.
        until: room for two numbers a block and one more.
        least: nobody asks for the features of blocks that are less probable.
        out: the features.
    """
    _beside(survey, p, least, out)
    _around(rows, survey, p, sums, least, out)
    _alike(survey, p, groups, least, out)
    _order(survey, p, until, least, out)
    _whole(survey, whole, out)
    return 0


def _beside(survey, p, least, out):
    for block in range(survey.count):
        if p[block] < least:
            continue
        out[AT_P, block] = p[block]
        out[AT_P + 1, block] = p[block + 1] if block + 1 < survey.count else 0
        out[AT_P + 2, block] = p[block - 1] if block > 0 else 0
    return 0


def _around(rows, survey, p, sums, least, out):
    """The probability of the elements around a block, and of what is in them beside the next inner one."""
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
    main = max(1e-9, sums[0, 1])
    for level in range(LEVELS):
        at = AT_LEVELS + 4 * level
        for block in range(survey.count):
            if p[block] < least:
                continue
            row = survey.around[level, block]
            inner = survey.around[level - 1, block] if level else row
            mass = sums[row, 1]
            out[at, block] = mass / max(1, sums[row, 0])
            out[at + 1, block] = mass / main
            out[at + 2, block] = sums[row, 3] / max(1, sums[row, 2])
            out[at + 3, block] = (mass - sums[inner, 1]) / max(1, sums[row, 0] - sums[inner, 0])
    best = 0
    worth = -1.0
    for row in range(rows.count):
        value = 2 * sums[row, 1] / max(1e-9, sums[row, 0] + main)
        if value > worth:
            worth = value
            best = row
    size = sums[best, 0] / max(1, sums[0, 0])
    for block in range(survey.count):
        owner = survey.owner[block]
        out[AT_BEST, block] = owner >= best and owner < rows.end[best]
        out[AT_BEST + 1, block] = worth
        out[AT_BEST + 2, block] = size
    return 0


def _alike(survey, p, groups, least, out):
    """The probability of blocks under the same path."""
    set_rows(groups, survey.count, 0)
    for block in range(survey.count):
        group = survey.group[block]
        n = survey.counts[CHARACTERS, block]
        groups[group, 0] += p[block] * n
        groups[group, 1] += n
        groups[group, 2] += p[block]
        groups[group, 3] += 1
    for block in range(survey.count):
        if p[block] < least:
            continue
        group = survey.group[block]
        count = groups[group, 3]
        out[AT_ALIKE, block] = groups[group, 0] / groups[group, 1]
        out[AT_ALIKE + 1, block] = groups[group, 2] / count
        out[AT_ALIKE + 2, block] = (groups[group, 2] - p[block]) / max(1, count - 1)
    return 0


def _order(survey, p, until, least, out):
    """How much of the main text comes before and after, how near it is, and how far off likely blocks are."""
    count = survey.count
    until[0, 0] = until[0, 1] = 0
    first = last = -1
    for block in range(count):
        n = survey.counts[CHARACTERS, block]
        until[block + 1, 0] = until[block, 0] + p[block] * n
        until[block + 1, 1] = until[block, 1] + n
        if p[block] > 0.5:
            last = block
            if first < 0:
                first = block
    main = max(1e-9, until[count, 0])
    at = AT_ORDER
    for block in range(count):
        if p[block] < least:
            continue
        out[at, block] = until[block, 0] / main
        out[at + 1, block] = (main - until[block + 1, 0]) / main
        for each in range(3):
            radius = 3 if each == 0 else 8 if each == 1 else 20
            low = max(0, block - radius)
            high = min(count, block + radius + 1)
            out[at + 2 + each, block] = (until[high, 0] - until[low, 0]) / max(1, until[high, 1] - until[low, 1])
        out[at + 5, block] = max(-FAR, min(FAR, block - first)) if first >= 0 else -FAR
        out[at + 6, block] = max(-FAR, min(FAR, last - block)) if first >= 0 else -FAR
    near = -1
    for block in range(count):
        out[at + 7, block] = min(FAR, block - near) if near >= 0 else (FAR if first >= 0 else -FAR)
        if p[block] > 0.5:
            near = block
    near = -1
    for block in range(count - 1, -1, -1):
        if p[block] > 0.5:
            near = block
        out[at + 8, block] = min(FAR, near - block) if near >= 0 else (FAR if first >= 0 else -FAR)
    return 0


def _whole(survey, whole, out):
    """What is the same for all blocks of the page."""
    for each in range(len(whole)):
        for block in range(survey.count):
            out[AT_WHOLE + each, block] = whole[each]
    return 0
