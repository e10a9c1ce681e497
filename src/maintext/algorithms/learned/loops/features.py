# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""The features of the first stage: a row a feature, a column a block, in the order of ``columns.FIRST``.

Lengths count visible characters, shares lie between 0 and 1, and none depends on the language of the page. Those with
a number at the end are about an element around the block, the first that holds more than the block having number 1.
"""

import numpy as np

from maintext import tags
from maintext.algorithms.learned import columns

AT_TEXT, AT_PLACE, AT_ELEMENTS, AT_INSIDE, AT_AROUND = columns.OFFSETS[:5]
AT_REPETITION, AT_PROSE, AT_PAGE, AT_CALLED, AT_BEGUN = columns.OFFSETS[5:]
TERMINALS, COMMAS, DIGITS, UPPER, WIDE, WORDS, ENDS, CHARACTERS, LINKED = range(9)
IN_PROSE, FIRST_WORDS = 9, 10
LINKS, MARKUP = 7, 10
LEVELS = columns.LEVELS
LEVEL_COLUMNS = 12
MISSING = -999.0
FAR = 100
BAD = -1.0
NONE = 255
CONTENTS = len(columns.CONTENTS)
FIRST_CONTENT = 5
NAMED_AT = len(columns.AROUND)
HIDDEN_AT = len(columns.AROUND) + len(columns.NAMED)
PAGE_COUNTS = 9
SAYS_AT = columns.FIRST.index("says article")


def _places(names, nothing):
    places = np.full(len(tags.NAMES), nothing, dtype=np.uint8)
    places[[tags.code_of(name) for name in names]] = np.arange(len(names))
    return places


AROUND_AT = _places(columns.AROUND, NONE)
INNERMOST_AT = _places(columns.INNERMOST, len(columns.INNERMOST))
COUNTED_AT = _places(columns.COUNTED, NONE)
IS_HEADING = _places(("h1", "h2", "h3", "h4", "h5", "h6"), NONE)
H1 = tags.code_of("h1")


def fill(rows, survey, says, sums, out):
    """Fill all features that need no vocabulary.

    Args:
        rows: the page.
        survey: its blocks.
        says: a bit for each of ``columns.SAYS`` that the page says of itself.
        sums: room for ten numbers a row or a block, whichever are more.
        out: the features.
    """
    _text(survey, out)
    _elements(rows, survey, sums, out)
    set_rows(sums, max(rows.count, survey.count), 0)
    _place(rows, survey, out)
    _inside(survey, out)
    _surroundings(rows, survey, out)
    _repetition(rows, survey, sums, out)
    _prose(rows, survey, sums, out)
    _page(rows, survey, says, out)
    return 0


def _text(survey, out):
    at = AT_TEXT
    for block in range(survey.count):
        n = survey.counts[CHARACTERS, block]
        words = survey.counts[WORDS, block]
        out[at, block] = n
        out[at + 1, block] = survey.counts[LINKED, block] / n
        out[at + 2, block] = survey.counts[TERMINALS, block]
        out[at + 3, block] = survey.counts[COMMAS, block]
        out[at + 4, block] = survey.counts[DIGITS, block] / n
        out[at + 5, block] = survey.counts[UPPER, block] / n
        out[at + 6, block] = survey.counts[ENDS, block]
        out[at + 7, block] = words
        out[at + 8, block] = n / max(words, 1)
    return 0


def _elements(rows, survey, telling, out):
    """Go up from each block: what it stands in, what that is called, and whether it is hidden.

    Most elements tell nothing of this, so the way leads from each to the next that does, kept in ``telling``.
    """
    at = AT_ELEMENTS
    for each in range(HIDDEN_AT + 1):
        for block in range(survey.count):
            out[at + each, block] = 0
    for row in range(rows.count):
        above = rows.parent[row]
        telling[row, 1] = telling[above, 0] if above >= 0 else -1
        is_telling = AROUND_AT[rows.tag[row]] != NONE or survey.named[row] or rows.hidden[row]
        telling[row, 0] = row if is_telling else telling[row, 1]
    for block in range(survey.count):
        row = telling[survey.owner[block], 0]
        while row >= 0:
            each = AROUND_AT[rows.tag[row]]
            if each != NONE:
                out[at + each, block] += 1
            named = survey.named[row]
            while named:
                out[at + NAMED_AT + lowest(named), block] += 1
                named &= named - 1
            if rows.hidden[row]:
                out[at + HIDDEN_AT, block] += 1
            row = telling[row, 1]
    return 0


def _place(rows, survey, out):
    at = AT_PLACE
    h1 = AT_ELEMENTS + AROUND_AT[H1]
    count = survey.count
    before = 0
    first = first_before = -1
    heading = -FAR
    total = max(1, survey.below[0, 0])
    blocks = count
    for block in range(count):
        if out[h1, block] > 0 and first < 0:
            first = block
            first_before = before
        row = survey.row[block]
        above = max(0, rows.parent[row])
        if IS_HEADING[rows.tag[row]] != NONE or IS_HEADING[rows.tag[above]] != NONE:
            heading = block
        out[at, block] = block / blocks
        out[at + 1, block] = before / total
        out[at + 2, block] = block
        out[at + 3, block] = count - block
        out[at + 6, block] = min(FAR, block - heading)
        out[at + 7, block] = rows.level[row]
        out[at + 8, block] = INNERMOST_AT[rows.tag[row]]
        out[at + 9, block] = INNERMOST_AT[rows.tag[above]]
        before += survey.counts[CHARACTERS, block]
    before = 0
    for block in range(count):
        out[at + 4, block] = block - first if first >= 0 else MISSING
        out[at + 5, block] = (before - first_before) / total if first >= 0 else MISSING
        before += survey.counts[CHARACTERS, block]
    return 0


def _inside(survey, out):
    at = AT_INSIDE
    for level in range(3):
        for each in range(CONTENTS):
            for block in range(survey.count):
                out[at, block] = survey.below[survey.around[level, block], FIRST_CONTENT + each]
            at += 1
    return 0


def _surroundings(rows, survey, out):
    total = max(1, survey.below[0, 0])
    prose = max(1, survey.below[0, 3])
    for level in range(LEVELS):
        at = AT_AROUND + LEVEL_COLUMNS * level
        for block in range(survey.count):
            row = survey.around[level, block]
            characters = survey.below[row, 0]
            n = max(1, characters)
            count = max(1, survey.below[row, 2])
            out[at, block] = characters
            out[at + 1, block] = n / total
            out[at + 2, block] = survey.below[row, 1] / n
            out[at + 3, block] = survey.below[row, 3] / n
            out[at + 4, block] = survey.below[row, 3] / prose
            elements = rows.end[row] - row
            out[at + 5, block] = (characters - survey.below[row, 1]) / elements
            out[at + 6, block] = rows.tag[row]
            out[at + 7, block] = survey.below[survey.around[level - 1, block], 0] / n if level else 1
            out[at + 8, block] = (block - _first_block(rows, survey, row)) / count
            out[at + 9, block] = count
            out[at + 10, block] = n / count
            out[at + 11, block] = survey.below[row, 4] / n
    return 0


def _first_block(rows, survey, row):
    """The first block in a row that has some; it begins with the row's text."""
    segment = rows.segment_start[row]
    while survey.of_segment[segment] < 0:
        segment += 1
    return survey.of_segment[segment]


def _repetition(rows, survey, sums, out):
    at = AT_REPETITION
    total = max(1, survey.below[0, 0])
    for block in range(survey.count):
        group = survey.group[block]
        sums[group, 0] += 1
        sums[group, 1] += survey.counts[CHARACTERS, block]
        sums[group, 2] += survey.counts[LINKED, block]
        sums[group, 3] += survey.counts[TERMINALS, block] > 0
        sums[survey.twin[block], 4] += 1
    for block in range(survey.count):
        group = survey.group[block]
        size = sums[group, 0]
        length = sums[group, 1]
        out[at, block] = size
        out[at + 1, block] = length / size
        out[at + 2, block] = sums[group, 2] / length
        out[at + 3, block] = sums[group, 3] / size
        out[at + 4, block] = length / total
        out[at + 5, block] = sums[survey.twin[block], 4]
    for row in range(rows.count):
        group = survey.alike_row[row]
        sums[group, 5] += 1
        sums[group, 6] += survey.below[row, 0]
        sums[group, 7] += survey.below[row, 1]
        sums[group, 8] += survey.below[row, LINKS] > 0
    for level in range(4):
        for block in range(survey.count):
            group = survey.alike_row[survey.around[level, block]]
            size = sums[group, 5]
            length = max(1, sums[group, 6])
            out[at + 6 + 3 * level, block] = size
            out[at + 7 + 3 * level, block] = sums[group, 6] / size
            out[at + 8 + 3 * level, block] = sums[group, 7] / length
    for block in range(survey.count):
        row = survey.owner[block]
        while row >= 0 and not _is_card(survey, sums, row):
            row = rows.parent[row]
        length = max(1, sums[survey.alike_row[row], 6]) if row >= 0 else 1
        out[at + 18, block] = sums[survey.alike_row[row], 5] if row >= 0 else 0
        out[at + 19, block] = sums[survey.alike_row[row], 7] / length if row >= 0 else 0
    return 0


def _is_card(survey, sums, row):
    """Whether an element is one of several siblings most of which have a link, and holds little of the page."""
    group = survey.alike_row[row]
    is_one_of_many = sums[group, 5] >= 3 and 10 * sums[group, 8] > 6 * sums[group, 5]
    return is_one_of_many and 10 * survey.below[row, 0] < 3 * survey.below[0, 0]


def _prose(rows, survey, sums, out):
    """Where the whole sentences of the page stand, as seen from each block."""
    at = AT_PROSE
    total = max(1, survey.below[0, 3])
    best = -1
    for block in range(survey.count):
        row = survey.around[1, block]
        sums[row, 9] += survey.counts[IN_PROSE, block]
        if best < 0 or sums[row, 9] > sums[best, 9]:
            best = row
    share = sums[best, 9] / total
    value = _best_by_p_value(rows, survey)
    p_value = _p_value(survey, value)
    before = 0
    since = FAR
    for block in range(survey.count):
        characters = survey.counts[CHARACTERS, block]
        if survey.counts[TERMINALS, block] > 0 and characters > 150 and 2 * survey.counts[LINKED, block] < characters:
            since = 0
        owner = survey.owner[block]
        out[at, block] = before / total
        before += survey.counts[IN_PROSE, block]
        out[at + 1, block] = 1 - before / total
        out[at + 2, block] = since
        out[at + 3, block] = share
        out[at + 4, block] = owner >= best and owner < rows.end[best]
        out[at + 5, block] = owner >= rows.end[best]
        while owner > best or rows.end[owner] <= best:
            owner = rows.parent[owner]
        out[at + 6, block] = rows.level[best] - rows.level[owner]
        owner = survey.owner[block]
        out[at + 7, block] = p_value
        out[at + 8, block] = owner >= value and owner < rows.end[value]
        since = min(FAR, since + 1)
    return 0


def _p_value(survey, row):
    """How much of a row's markup is text, times how much of the page's text outside links it has."""
    total = max(1, survey.below[0, 0])
    markup = max(1, survey.below[row, 0] + survey.below[row, MARKUP])
    return survey.below[row, 0] / markup * (survey.below[row, 0] - survey.below[row, 1]) / total


def _best_by_p_value(rows, survey):
    """The row with the highest P value."""
    best = 0
    highest = -1.0
    for row in range(1, rows.count):
        if survey.below[row, 0] > 0:
            value = _p_value(survey, row)
            if value > highest:
                highest = value
                best = row
    return best


def _page(rows, survey, says, out):
    """What is the same for all blocks; written to the first, then copied."""
    at = AT_PAGE
    count = survey.count
    longest = wide = digits = 0
    for block in range(count):
        longest = max(longest, survey.counts[CHARACTERS, block])
        wide += survey.counts[WIDE, block]
        digits += survey.counts[DIGITS, block]
    total = max(1, survey.below[0, 0])
    out[at, 0] = total
    out[at + 1, 0] = count
    out[at + 2, 0] = survey.below[0, 1] / total
    out[at + 3, 0] = survey.below[0, 3] / total
    out[at + 4, 0] = survey.below[0, 3]
    out[at + 5, 0] = total / count
    out[at + 6, 0] = longest
    out[at + 7, 0] = wide / total
    out[at + 8, 0] = digits / total
    for each in range(at + PAGE_COUNTS, AT_CALLED):
        out[each, 0] = 0
    for row in range(rows.count):
        each = COUNTED_AT[rows.tag[row]]
        if each != NONE:
            out[at + PAGE_COUNTS + each, 0] += 1
    each = SAYS_AT
    while says:
        out[each, 0] = says & 1
        says >>= 1
        each += 1
    for each in range(at, AT_CALLED):
        for block in range(1, count):
            out[each, block] = out[each, 0]
    return 0


def fill_names(rows, survey, values, known, weights, of_value, path, out):
    """What the vocabulary of attribute words says.

    Args:
        rows: the page.
        survey: its blocks.
        values: of attributes.
        known: their words that the vocabulary has.
        weights: of the vocabulary's words.
        of_value: room for a number a value.
        path: room for three numbers a row.
        out: the features.
    """
    for value in range(values.count):
        of_value[value] = 0
    for each in range(known.count):
        of_value[known.at[each]] += weights[known.places[each]]
    for row in range(rows.count):
        if survey.total[row] == 0:
            continue
        own = 0.0
        for each in range(3):
            if values.of_row[row, each] >= 0:
                own += of_value[values.of_row[row, each]]
        path[row, 0] = own
        path[row, 1] = max(own, 0.0)
        path[row, 2] = min(own, 0.0)
        above = rows.parent[row]
        if above >= 0:
            path[row, 0] += path[above, 0]
            path[row, 1] += path[above, 1]
            path[row, 2] += path[above, 2]
    at = AT_CALLED
    for block in range(survey.count):
        owner = survey.owner[block]
        out[at, block] = path[owner, 0]
        out[at + 1, block] = path[owner, 1]
        out[at + 2, block] = path[owner, 2]
        above = rows.parent[survey.around[0, block]]
        out[at + 3, block] = path[owner, 0] - (path[above, 0] if above >= 0 else 0.0)
        for level in range(1, LEVELS):
            row = survey.around[level, block]
            above = rows.parent[row]
            out[at + 3 + level, block] = path[row, 0] - (path[above, 0] if above >= 0 else 0.0)
    return 0


def fill_words(rows, survey, known, weights, sums, out):
    """What the vocabulary of text words says of each block's first words; ``sums`` has room for two numbers a row."""
    at = AT_BEGUN
    set_rows(sums, rows.count, 0)
    for each in range(4):
        for block in range(survey.count):
            out[at + each, block] = 0
    for each in range(known.count):
        value = weights[known.places[each]]
        block = known.at[each]
        out[at, block] += value
        if value < 0:
            out[at + 1, block] += value
        else:
            out[at + 2, block] += value
        if value < BAD:
            out[at + 3, block] += 1
    heading = 0.0
    for block in range(survey.count):
        sums[survey.owner[block], 0] += out[at, block]
        sums[survey.owner[block], 1] += survey.counts[FIRST_WORDS, block]
        size = max(1, survey.counts[FIRST_WORDS, block])
        out[at, block] /= size
        out[at + 3, block] /= size
        if out[AT_PLACE + 6, block] == 0:
            heading = out[at, block]
        out[at + 8, block] = heading
    for row in range(rows.count - 1, 0, -1):
        sums[rows.parent[row], 0] += sums[row, 0]
        sums[rows.parent[row], 1] += sums[row, 1]
    for block in range(survey.count):
        for level in range(1, 4):
            row = survey.around[level, block]
            out[at + 3 + level, block] = sums[row, 0] / max(1, sums[row, 1])
        out[at + 7, block] = out[at, block + 1] if block + 1 < survey.count else 0
    return 0
