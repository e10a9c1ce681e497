# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""The blocks of a page, the elements around each, and sums over subtrees; nothing here looks at the page's bytes."""

import numpy as np

from maintext.algorithms.learned import columns
from maintext.algorithms.learned.loops import state
from maintext.table import tags

LEVELS = columns.LEVELS
PATH_FACTOR = 0x9E3779B97F4A7C15
ALL = 0xFFFFFFFFFFFFFFFF
FIRST_WORDS = columns.FIRST_WORDS
FIRST_BYTES = 600
PROSE = 60
WIDE_PROSE = 25
TERMINALS, WIDE, CHARACTERS, LINKED, IN_PROSE, FIRST_COUNT = 0, 4, 7, 8, 9, 10
NO_COLUMN = 255
MOST_NAMES = 32
MANY_WORDS = state.MANY_WORDS
MARKUP = 10
A = tags.code_of("a")
BODY = tags.code_of("body")
IS_HOLDER = tags.lookup(tags.BLOCK | tags.CELL).view(np.uint8)
COLUMN_OF = np.array(
    [5 + columns.CONTENTS.index(_name) if _name in columns.CONTENTS else NO_COLUMN for _name in tags.NAMES],
    dtype=np.uint8,
)


def part_into_blocks(rows, survey):
    """Number the blocks: pieces of text without a tag of a block or cell in between.

    White space between two texts of a block belongs to it. Only text in the body counts, if there is a body.
    """
    low = 0
    while low < rows.count and rows.tag[low] != BODY:
        low += 1
    high = rows.end[low] if low < rows.count else rows.count
    low = low if low < rows.count else 0
    count = 0
    for segment in range(rows.segments):
        survey.of_segment[segment] = -1
        if rows.segment_characters[segment] == 0 or rows.owner[segment] < low or rows.owner[segment] >= high:
            continue
        before = survey.last[count - 1] if count else -1
        if before >= 0 and rows.line[before] == rows.line[segment] and rows.cell[before] == rows.cell[segment]:
            for between in range(before + 1, segment + 1):
                survey.of_segment[between] = count - 1
            survey.last[count - 1] = segment
        else:
            survey.of_segment[segment] = count
            survey.first[count] = survey.last[count] = segment
            count += 1
    survey.count = count
    return count


def describe_rows(rows, survey, values, names, known, slots):
    """What each row is called, where it stands, and which rows are alike.

    Elements without text have no block in them, so nobody asks what they are called and where they stand.

    Args:
        rows: the page.
        survey: what is found is written here.
        values: of attributes.
        names: their words.
        known: those that a vocabulary has, which are no longer among ``names``; None to leave all there.
        slots: of that vocabulary.
    """
    table = all_of(slots)
    mask = slots.shape[0] - 1
    for row in range(rows.count):
        survey.total[row] = rows.characters[row]
    for row in range(rows.count - 1, 0, -1):
        survey.total[rows.parent[row]] += survey.total[row]
    for row in range(rows.count):
        tag = rows.tag[row]
        above = rows.parent[row]
        survey.shape[row] = ((above + 1) * 256 + tag) * PATH_FACTOR & ALL
        if survey.total[row] == 0:
            continue
        if rows.class_stop[row] > rows.class_start[row]:
            value = _value(rows, rows.class_start[row], rows.class_stop[row], values, names, known, table, mask)
            values.of_row[row, 0] = value
            survey.named[row] |= values.named[value]
        if rows.id_stop[row] > rows.id_start[row]:
            value = _value(rows, rows.id_start[row], rows.id_stop[row], values, names, known, table, mask)
            values.of_row[row, 1] = value
            survey.named[row] |= values.named[value]
        if rows.mark_stop[row] > rows.mark_start[row]:
            value = _value(rows, rows.mark_start[row], rows.mark_stop[row], values, names, known, table, mask)
            values.of_row[row, 2] = value
            survey.named[row] |= values.named[value]
        if above < 0:
            survey.holder[row] = survey.outermost[row] = row
            survey.in_link[row] = 0
            survey.path[row] = tag
            continue
        survey.holder[row] = row if IS_HOLDER[tag] else survey.holder[above]
        survey.outermost[row] = row if survey.total[above] > survey.total[row] else survey.outermost[above]
        survey.in_link[row] = tag == A or survey.in_link[above]
        survey.path[row] = ((survey.path[above] + tag + 1) * PATH_FACTOR) & ALL
    if known is not None:
        find_words(names, table, mask, known)
    return 0


def _value(rows, start, stop, values, names, known, slots, mask):
    """The number of an attribute's value, whose words are taken when it is new."""
    before = values.count
    value = number_of_value(rows, start, stop, values)
    if values.count > before:
        take_value(rows, value, values, names, known, slots, mask)
    return value


def names_at_most(rows):
    """More words than the attributes of the page can have: each has two letters at least."""
    room = 0
    for row in range(rows.count):
        room += min(MOST_NAMES, (rows.class_stop[row] - rows.class_start[row] + 1) // 2)
        room += min(MOST_NAMES, (rows.id_stop[row] - rows.id_start[row] + 1) // 2)
        room += min(MOST_NAMES, (rows.mark_stop[row] - rows.mark_start[row] + 1) // 2)
    return room


def describe_blocks(rows, survey, words, known, slots):
    """Where each block stands, what it is made of, and its first words, of which the same holds as of names."""
    table = all_of(slots)
    mask = slots.shape[0] - 1
    for block in range(survey.count):
        segment = survey.first[block]
        owner = rows.owner[segment]
        survey.owner[block] = owner
        survey.row[block] = survey.holder[owner]
        at = survey.outermost[survey.row[block]]
        for level in range(LEVELS):
            survey.around[level, block] = at
            if rows.parent[at] >= 0:
                at = survey.outermost[rows.parent[at]]
        start = rows.place[segment]
        stop = rows.place[survey.last[block] + 1]
        terminals = count_characters(rows, start, stop, survey, block)
        at = first = words.count
        take_words(rows, start, min(stop, start + FIRST_BYTES), FIRST_WORDS, words, block)
        key = (stop - start) * 64 + terminals
        while at < words.count:
            key = ((key ^ words.keys[at]) * PATH_FACTOR) & ALL
            at += 1
        survey.key[block] = key
        survey.counts[FIRST_COUNT, block] = words.count - first
        if known is not None and words.count > MANY_WORDS:
            find_words(words, table, mask, known)
        characters = linked = 0
        for each in range(segment, survey.last[block] + 1):
            characters += rows.segment_characters[each]
            if survey.in_link[rows.owner[each]]:
                linked += rows.segment_characters[each]
        survey.counts[CHARACTERS, block] = characters
        survey.counts[LINKED, block] = linked
        is_wide = 10 * survey.counts[WIDE, block] > 3 * characters
        is_prose = terminals > 0 and characters > (WIDE_PROSE if is_wide else PROSE)
        survey.counts[IN_PROSE, block] = characters - linked if is_prose else 0
    if known is not None:
        find_words(words, table, mask, known)
    return 0


def add_up(rows, survey):
    """Sums over the subtree of each row.

    The columns are characters, those in links, blocks, characters of prose, ends of sentences, some elements, tags.
    """
    for block in range(survey.count):
        owner = survey.owner[block]
        survey.below[owner, 0] += survey.counts[CHARACTERS, block]
        survey.below[owner, 1] += survey.counts[LINKED, block]
        survey.below[owner, 2] += 1
        survey.below[owner, 3] += survey.counts[IN_PROSE, block]
        survey.below[owner, 4] += survey.counts[TERMINALS, block]
    for row in range(rows.count - 1, -1, -1):
        column = COLUMN_OF[rows.tag[row]]
        if column != NO_COLUMN:
            survey.below[row, column] += 1
        survey.below[row, MARKUP] += rows.tag_length[row]
        if row:
            add_to_row(survey.below, rows.parent[row], row)
    return 0


def number_alike(keys, count, slots, room, number):
    """Give equal keys equal numbers, from 0 in the order in which they come; gives how many there are.

    ``slots`` has that much room, at least twice as many as keys and a power of two.
    """
    mask = room - 1
    different = 0
    for at in range(room):
        slots[at] = -1
    for at in range(count):
        key = keys[at]
        slot = (key ^ (key >> 29)) & mask
        while slots[slot] >= 0 and keys[slots[slot]] != key:
            slot = (slot + 1) & mask
        if slots[slot] < 0:
            slots[slot] = at
            number[at] = different
            different += 1
        else:
            number[at] = number[slots[slot]]
    return different


def number_groups(rows, survey, slots, room):
    """Number blocks with the same text, blocks under the same path, and siblings of the same name."""
    number_alike(survey.key, survey.count, slots, room, survey.twin)
    for block in range(survey.count):
        survey.key[block] = survey.path[survey.owner[block]]
    number_alike(survey.key, survey.count, slots, room, survey.group)
    number_alike(survey.shape, rows.count, slots, room, survey.alike_row)
    return 0


def first_block(rows, survey, row):
    """The first block in a row that has some; it begins with the row's text."""
    segment = rows.segment_start[row]
    while survey.of_segment[segment] < 0:
        segment += 1
    return survey.of_segment[segment]
