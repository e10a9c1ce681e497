# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""The features of the first stage: a row a feature, a column a block, in the order of ``columns.FIRST``.

Those that need a vocabulary are in ``wording``.

Lengths count visible characters, shares lie between 0 and 1, and none depends on the language of the page. Those with
a number at the end are about an element around the block, the first that holds more than the block having number 1.

Blocks are taken from the first to the last, all at once or some at a time: features need far more room than the page,
unless those of some blocks are made in the room of those before.
"""

import numpy as np

from maintext.algorithms.learned import columns
from maintext.table import tags

AT_TEXT, AT_PLACE, AT_ELEMENTS, AT_INSIDE, AT_AROUND = columns.OFFSETS[:5]
AT_REPETITION, AT_PROSE, AT_PAGE, AT_CALLED = columns.OFFSETS[5:9]
TERMINALS, COMMAS, DIGITS, UPPER, WIDE, WORDS, ENDS, CHARACTERS, LINKED = range(9)
IN_PROSE = 9
LINKS, MARKUP = 7, 10
LEVELS = columns.LEVELS
LEVEL_COLUMNS = 12
MISSING = -999.0
FAR = 100
NONE = 255
CONTENTS = len(columns.CONTENTS)
FIRST_CONTENT = 5
NAMED_AT = len(columns.AROUND)
HIDDEN_AT = len(columns.AROUND) + len(columns.NAMED)
PAGE_COUNTS = 9
SAYS_AT = columns.FIRST.index("says article") - AT_PAGE


def _places(names, nothing):
    places = np.full(len(tags.NAMES), nothing, dtype=np.uint8)
    places[[tags.code_of(name) for name in names]] = np.arange(len(names))
    return places


AROUND_AT = _places(columns.AROUND, NONE)
INNERMOST_AT = _places(columns.INNERMOST, len(columns.INNERMOST))
COUNTED_AT = _places(columns.COUNTED, NONE)
IS_HEADING = _places(("h1", "h2", "h3", "h4", "h5", "h6"), NONE)
H1 = tags.code_of("h1")


class Course:
    """What the features of all blocks have in common, and how far they were made."""

    def __init__(self):
        self.page = np.empty(AT_CALLED - AT_PAGE, dtype=np.float32)
        self.rewind()

    def rewind(self):
        """Begin with the first block again."""
        self.before = self.prose = 0
        self.heading = -FAR
        self.since = FAR
        self.heading_word = 0
        return 0


def begin(rows, survey, says, course):
    """Look at the whole page, before the features of its first blocks are made.

    Args:
        rows: the page.
        survey: its blocks.
        says: a bit for each of ``columns.SAYS`` that the page says of itself.
        course: what is found is left there.
    """
    _find_telling(rows, survey)
    _sum_groups(rows, survey)
    _find_h1(rows, survey, course)
    _find_prose(rows, survey, course)
    _describe_page(rows, survey, says, course.page)
    course.rewind()
    return 0


def _find_telling(rows, survey):
    """Find the elements that tell something of what stands in them.

    Most tell nothing, so that the way up from a block leads from each that does to the next. ``telling`` has the first
    one from each row on, and the next above it.
    """
    for row in range(rows.count):
        above = rows.parent[row]
        survey.telling[row, 1] = survey.telling[above, 0] if above >= 0 else -1
        is_telling = AROUND_AT[rows.tag[row]] != NONE or survey.named[row] or rows.hidden[row]
        survey.telling[row, 0] = row if is_telling else survey.telling[row, 1]
    return 0


def _sum_groups(rows, survey):
    """Sums over blocks under the same path, over those with the same text, and over siblings of the same name."""
    set_rows(survey.alike, survey.count, 0)
    set_rows(survey.siblings, rows.count, 0)
    for block in range(survey.count):
        group = survey.group[block]
        survey.alike[group, 0] += 1
        survey.alike[group, 1] += survey.counts[CHARACTERS, block]
        survey.alike[group, 2] += survey.counts[LINKED, block]
        survey.alike[group, 3] += survey.counts[TERMINALS, block] > 0
        survey.alike[survey.twin[block], 4] += 1
    for row in range(rows.count):
        group = survey.alike_row[row]
        survey.siblings[group, 0] += 1
        survey.siblings[group, 1] += survey.below[row, 0]
        survey.siblings[group, 2] += survey.below[row, 1]
        survey.siblings[group, 3] += survey.below[row, LINKS] > 0
    return 0


def _find_h1(rows, survey, course):
    """The first block in a heading of the page, and how many characters are before it."""
    course.h1 = -1
    course.before_h1 = 0
    for row in range(rows.count):
        if rows.tag[row] == H1 and survey.below[row, 2] > 0:
            course.h1 = first_block(rows, survey, row)
            break
    for block in range(course.h1):
        course.before_h1 += survey.counts[CHARACTERS, block]
    return 0


def _find_prose(rows, survey, course):
    """The element with most of the whole sentences, and the one with the best P value."""
    best = -1
    for block in range(survey.count):
        survey.prose[survey.around[1, block]] = 0
    for block in range(survey.count):
        row = survey.around[1, block]
        survey.prose[row] += survey.counts[IN_PROSE, block]
        if best < 0 or survey.prose[row] > survey.prose[best]:
            best = row
    total = max(1, survey.below[0, 3])
    course.best = best
    course.share = survey.prose[best] / total
    course.value = _best_by_p_value(rows, survey)
    course.p_value = _p_value(survey, course.value)
    return 0


def fill(rows, survey, course, first, last, out):
    """Make all features that need no vocabulary and are not the same for all blocks.

    Args:
        rows: the page.
        survey: its blocks.
        course: how far features were made.
        first: the first block of which they are made now.
        last: the block behind the last.
        out: the features; their first column is that of the first of these blocks.
    """
    _text(survey, first, last, out)
    _elements(rows, survey, first, last, out)
    _place(rows, survey, course, first, last, out)
    _inside(survey, first, last, out)
    _surroundings(rows, survey, first, last, out)
    _repetition(rows, survey, first, last, out)
    _prose(rows, survey, course, first, last, out)
    return 0


def fill_page(course, columns, out):
    """Write what is the same for all blocks to the first columns."""
    for each in range(AT_CALLED - AT_PAGE):
        for column in range(columns):
            out[AT_PAGE + each, column] = course.page[each]
    return 0


def _text(survey, first, last, out):
    at = AT_TEXT
    for block in range(first, last):
        column = block - first
        n = survey.counts[CHARACTERS, block]
        words = survey.counts[WORDS, block]
        out[at, column] = n
        out[at + 1, column] = survey.counts[LINKED, block] / n
        out[at + 2, column] = survey.counts[TERMINALS, block]
        out[at + 3, column] = survey.counts[COMMAS, block]
        out[at + 4, column] = survey.counts[DIGITS, block] / n
        out[at + 5, column] = survey.counts[UPPER, block] / n
        out[at + 6, column] = survey.counts[ENDS, block]
        out[at + 7, column] = words
        out[at + 8, column] = n / max(words, 1)
    return 0


def _elements(rows, survey, first, last, out):
    """Go up from each block: what it stands in, what that is called, and whether it is hidden."""
    at = AT_ELEMENTS
    for each in range(HIDDEN_AT + 1):
        for column in range(last - first):
            out[at + each, column] = 0
    for block in range(first, last):
        column = block - first
        row = survey.telling[survey.owner[block], 0]
        while row >= 0:
            each = AROUND_AT[rows.tag[row]]
            if each != NONE:
                out[at + each, column] += 1
            named = survey.named[row]
            while named:
                out[at + NAMED_AT + lowest(named), column] += 1
                named &= named - 1
            if rows.hidden[row]:
                out[at + HIDDEN_AT, column] += 1
            row = survey.telling[row, 1]
    return 0


def _place(rows, survey, course, first, last, out):
    at = AT_PLACE
    count = survey.count
    blocks = count
    total = max(1, survey.below[0, 0])
    before = course.before
    heading = course.heading
    for block in range(first, last):
        column = block - first
        row = survey.row[block]
        above = max(0, rows.parent[row])
        if IS_HEADING[rows.tag[row]] != NONE or IS_HEADING[rows.tag[above]] != NONE:
            heading = block
        out[at, column] = block / blocks
        out[at + 1, column] = before / total
        out[at + 2, column] = block
        out[at + 3, column] = count - block
        out[at + 4, column] = block - course.h1 if course.h1 >= 0 else MISSING
        out[at + 5, column] = (before - course.before_h1) / total if course.h1 >= 0 else MISSING
        out[at + 6, column] = min(FAR, block - heading)
        out[at + 7, column] = rows.level[row]
        out[at + 8, column] = INNERMOST_AT[rows.tag[row]]
        out[at + 9, column] = INNERMOST_AT[rows.tag[above]]
        before += survey.counts[CHARACTERS, block]
    course.before = before
    course.heading = heading
    return 0


def _inside(survey, first, last, out):
    at = AT_INSIDE
    for level in range(3):
        for each in range(CONTENTS):
            for block in range(first, last):
                out[at, block - first] = survey.below[survey.around[level, block], FIRST_CONTENT + each]
            at += 1
    return 0


def _surroundings(rows, survey, first, last, out):
    total = max(1, survey.below[0, 0])
    prose = max(1, survey.below[0, 3])
    for level in range(LEVELS):
        at = AT_AROUND + LEVEL_COLUMNS * level
        for block in range(first, last):
            column = block - first
            row = survey.around[level, block]
            characters = survey.below[row, 0]
            n = max(1, characters)
            count = max(1, survey.below[row, 2])
            out[at, column] = characters
            out[at + 1, column] = n / total
            out[at + 2, column] = survey.below[row, 1] / n
            out[at + 3, column] = survey.below[row, 3] / n
            out[at + 4, column] = survey.below[row, 3] / prose
            elements = rows.end[row] - row
            out[at + 5, column] = (characters - survey.below[row, 1]) / elements
            out[at + 6, column] = rows.tag[row]
            out[at + 7, column] = survey.below[survey.around[level - 1, block], 0] / n if level else 1
            out[at + 8, column] = (block - first_block(rows, survey, row)) / count
            out[at + 9, column] = count
            out[at + 10, column] = n / count
            out[at + 11, column] = survey.below[row, 4] / n
    return 0


def _repetition(rows, survey, first, last, out):
    at = AT_REPETITION
    total = max(1, survey.below[0, 0])
    for block in range(first, last):
        column = block - first
        group = survey.group[block]
        size = survey.alike[group, 0]
        length = survey.alike[group, 1]
        out[at, column] = size
        out[at + 1, column] = length / size
        out[at + 2, column] = survey.alike[group, 2] / length
        out[at + 3, column] = survey.alike[group, 3] / size
        out[at + 4, column] = length / total
        out[at + 5, column] = survey.alike[survey.twin[block], 4]
    for level in range(4):
        for block in range(first, last):
            column = block - first
            group = survey.alike_row[survey.around[level, block]]
            size = survey.siblings[group, 0]
            length = max(1, survey.siblings[group, 1])
            out[at + 6 + 3 * level, column] = size
            out[at + 7 + 3 * level, column] = survey.siblings[group, 1] / size
            out[at + 8 + 3 * level, column] = survey.siblings[group, 2] / length
    for block in range(first, last):
        column = block - first
        row = survey.owner[block]
        while row >= 0 and not _is_card(survey, row):
            row = rows.parent[row]
        length = max(1, survey.siblings[survey.alike_row[row], 1]) if row >= 0 else 1
        out[at + 18, column] = survey.siblings[survey.alike_row[row], 0] if row >= 0 else 0
        out[at + 19, column] = survey.siblings[survey.alike_row[row], 2] / length if row >= 0 else 0
    return 0


def _is_card(survey, row):
    """Whether an element is one of several siblings most of which have a link, and holds little of the page."""
    group = survey.alike_row[row]
    is_one_of_many = survey.siblings[group, 0] >= 3 and 10 * survey.siblings[group, 3] > 6 * survey.siblings[group, 0]
    return is_one_of_many and 10 * survey.below[row, 0] < 3 * survey.below[0, 0]


def _prose(rows, survey, course, first, last, out):
    """Where the whole sentences of the page stand, as seen from each block."""
    at = AT_PROSE
    total = max(1, survey.below[0, 3])
    best = course.best
    value = course.value
    before = course.prose
    since = course.since
    for block in range(first, last):
        column = block - first
        characters = survey.counts[CHARACTERS, block]
        if survey.counts[TERMINALS, block] > 0 and characters > 150 and 2 * survey.counts[LINKED, block] < characters:
            since = 0
        owner = survey.owner[block]
        out[at, column] = before / total
        before += survey.counts[IN_PROSE, block]
        out[at + 1, column] = 1 - before / total
        out[at + 2, column] = since
        out[at + 3, column] = course.share
        out[at + 4, column] = owner >= best and owner < rows.end[best]
        out[at + 5, column] = owner >= rows.end[best]
        while owner > best or rows.end[owner] <= best:
            owner = rows.parent[owner]
        out[at + 6, column] = rows.level[best] - rows.level[owner]
        owner = survey.owner[block]
        out[at + 7, column] = course.p_value
        out[at + 8, column] = owner >= value and owner < rows.end[value]
        since = min(FAR, since + 1)
    course.prose = before
    course.since = since
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


def _describe_page(rows, survey, says, out):
    """What is the same for all blocks."""
    count = survey.count
    longest = wide = digits = 0
    for block in range(count):
        longest = max(longest, survey.counts[CHARACTERS, block])
        wide += survey.counts[WIDE, block]
        digits += survey.counts[DIGITS, block]
    total = max(1, survey.below[0, 0])
    out[0] = total
    out[1] = count
    out[2] = survey.below[0, 1] / total
    out[3] = survey.below[0, 3] / total
    out[4] = survey.below[0, 3]
    out[5] = total / count
    out[6] = longest
    out[7] = wide / total
    out[8] = digits / total
    for each in range(PAGE_COUNTS, AT_CALLED - AT_PAGE):
        out[each] = 0
    for row in range(rows.count):
        each = COUNTED_AT[rows.tag[row]]
        if each != NONE:
            out[PAGE_COUNTS + each] += 1
    each = SAYS_AT
    while says:
        out[each] = says & 1
        says >>= 1
        each += 1
    return 0
