# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""The features of the first stage that need a vocabulary: what elements are called, and what blocks begin with.

They are made with the others, in the same way: see ``features``.
"""

from maintext.algorithms.learned import columns

AT_CALLED, AT_BEGUN = columns.OFFSETS[8:]
AFTER_HEADING = columns.FIRST.index("after heading")
FIRST_WORDS = 10
LEVELS = columns.LEVELS
BAD = -1.0


def begin_names(rows, survey, values, known, weights, path):
    """Add up what the vocabulary of attribute words says of each row, and of all that are around it.

    Args:
        rows: the page.
        survey: its blocks.
        values: of attributes; what is said of each is left there.
        known: their words that the vocabulary has.
        weights: of the vocabulary's words.
        path: room for three numbers a row, where the sums are left.
    """
    for value in range(values.count):
        values.said[value] = 0
    for each in range(known.count):
        values.said[known.at[each]] += weights[known.places[each]]
    for row in range(rows.count):
        if survey.total[row] == 0:
            continue
        own = 0.0
        for each in range(3):
            if values.of_row[row, each] >= 0:
                own += values.said[values.of_row[row, each]]
        path[row, 0] = own
        path[row, 1] = max(own, 0.0)
        path[row, 2] = min(own, 0.0)
        above = rows.parent[row]
        if above >= 0:
            path[row, 0] += path[above, 0]
            path[row, 1] += path[above, 1]
            path[row, 2] += path[above, 2]
    return 0


def fill_names(rows, survey, path, first, last, out):
    """What the vocabulary of attribute words says of some blocks; see ``fill``."""
    at = AT_CALLED
    for block in range(first, last):
        column = block - first
        owner = survey.owner[block]
        out[at, column] = path[owner, 0]
        out[at + 1, column] = path[owner, 1]
        out[at + 2, column] = path[owner, 2]
        above = rows.parent[survey.around[0, block]]
        out[at + 3, column] = path[owner, 0] - (path[above, 0] if above >= 0 else 0.0)
        for level in range(1, LEVELS):
            row = survey.around[level, block]
            above = rows.parent[row]
            out[at + 3 + level, column] = path[row, 0] - (path[above, 0] if above >= 0 else 0.0)
    return 0


def begin_words(rows, survey, known, weights, said, sums):
    """Add up what the vocabulary of text words says of each block's first words, and of those in each row.

    Args:
        rows: the page.
        survey: its blocks.
        known: their words that the vocabulary has.
        weights: of the vocabulary's words.
        said: room for four numbers a block: the mean, the sums of bad and of good words, the share of very bad ones.
        sums: room for two numbers a row: the sum, and how many words there are.
    """
    set_rows(said, survey.count, 0)
    set_rows(sums, rows.count, 0)
    for each in range(known.count):
        value = weights[known.places[each]]
        block = known.at[each]
        said[block, 0] += value
        if value < 0:
            said[block, 1] += value
        else:
            said[block, 2] += value
        if value < BAD:
            said[block, 3] += 1
    for block in range(survey.count):
        sums[survey.owner[block], 0] += said[block, 0]
        sums[survey.owner[block], 1] += survey.counts[FIRST_WORDS, block]
        size = max(1, survey.counts[FIRST_WORDS, block])
        said[block, 0] /= size
        said[block, 3] /= size
    for row in range(rows.count - 1, 0, -1):
        sums[rows.parent[row], 0] += sums[row, 0]
        sums[rows.parent[row], 1] += sums[row, 1]
    return 0


def fill_words(survey, said, sums, course, first, last, out):
    """What the vocabulary of text words says of some blocks, of which ``fill`` made the features that need none."""
    at = AT_BEGUN
    for block in range(first, last):
        column = block - first
        for each in range(4):
            out[at + each, column] = said[block, each]
        for level in range(1, 4):
            row = survey.around[level, block]
            out[at + 3 + level, column] = sums[row, 0] / max(1, sums[row, 1])
        out[at + 7, column] = said[block + 1, 0] if block + 1 < survey.count else 0
        if out[AFTER_HEADING, column] == 0:
            course.heading_word = said[block, 0]
        out[at + 8, column] = course.heading_word
    return 0
