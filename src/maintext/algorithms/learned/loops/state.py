# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""What the loops work on: the columns of the page table, words as they are found, and what is counted on a page.

As machine code the attributes are typed views of arrays, see ``state.pxd``; as Python they are lists where they are
only read, for Python reads lists quicker. But for the columns of the table, all of it can be used again for the next
page: ``begin`` makes more room where a page needs more.
"""

import numpy as np

from maintext.algorithms.learned import columns
from maintext.algorithms.learned.names import table_size
from maintext.table import ROW_COLUMNS, SEGMENT_COLUMNS

LEVELS = columns.LEVELS
ROOM = 1024
COUNTS = 11
BELOW = 11
IS_COMPILED = not __file__.endswith(".py")
HASH = np.uint64 if IS_COMPILED else object
"""Hashes are numbers of eight bytes; Python has its own, which NumPy's would overflow."""
PARENT, END, LEVEL = (ROW_COLUMNS.index(_name) for _name in ("parent", "end", "level"))
OPEN_START, OPEN_END, CLOSE_START = (ROW_COLUMNS.index(_name) for _name in ("open_start", "open_end", "close_start"))
CLASS_START, ID_START, MARK_START = (ROW_COLUMNS.index(_name) for _name in ("class_start", "id_start", "mark_start"))
CLASS_STOP, ID_STOP, MARK_STOP = (ROW_COLUMNS.index(_name) for _name in ("class_stop", "id_stop", "mark_stop"))
CHARACTERS, TAG_LENGTH, SEGMENT_START = (
    ROW_COLUMNS.index(_name) for _name in ("characters", "tag_length", "segment_start")
)
OWNER, LINE, CELL, SEGMENT_CHARACTERS, PLACE = (
    SEGMENT_COLUMNS.index(f"segment_{_name}") for _name in ("owner", "line", "cell", "characters", "place")
)


def column(array):
    """Columns that are only read."""
    return array if IS_COMPILED else array.tolist()


class Rows:
    """The columns of a page table."""

    def __init__(self, table):
        self.source = table.source
        self.text = table.encoded
        self.tag = column(table.tag)
        self.hidden = column(table.hidden)
        self.count = len(table.tag)
        self.segments = table.of_segments.shape[1] - 1
        self.take(column(table.of_rows), column(table.of_segments))

    def take(self, rows, segments):
        """Take the columns out of the arrays of the table; views of views cost less than views of arrays."""
        self.parent = rows[PARENT]
        self.end = rows[END]
        self.level = rows[LEVEL]
        self.open_start = rows[OPEN_START]
        self.open_end = rows[OPEN_END]
        self.close_start = rows[CLOSE_START]
        self.class_start = rows[CLASS_START]
        self.class_stop = rows[CLASS_STOP]
        self.id_start = rows[ID_START]
        self.id_stop = rows[ID_STOP]
        self.mark_start = rows[MARK_START]
        self.mark_stop = rows[MARK_STOP]
        self.characters = rows[CHARACTERS]
        self.tag_length = rows[TAG_LENGTH]
        self.segment_start = rows[SEGMENT_START]
        self.owner = segments[OWNER]
        self.line = segments[LINE]
        self.cell = segments[CELL]
        self.segment_characters = segments[SEGMENT_CHARACTERS]
        self.place = segments[PLACE]


def longer(numbers, used, room):
    """So many numbers as are in use, with room for more."""
    old = np.asarray(numbers)
    new = np.empty(room, dtype=old.dtype)
    new[:used] = old[:used]
    return new


class Words:
    """Words in the order in which they were found: the hash of each, the value or block it stands in, and where."""

    def __init__(self):
        self.room = -1
        self.count = 0

    def begin(self, room):
        """Forget the words, and make room for so many."""
        if self.room < room:
            self.key_array = np.empty(room, dtype=HASH)
            self.at_array = np.empty(room, dtype=np.intc)
            self.start_array = np.empty(room, dtype=np.intc)
            self.stop_array = np.empty(room, dtype=np.intc)
            self.keys = self.key_array
            self.at = self.at_array
            self.starts = self.start_array
            self.stops = self.stop_array
            self.room = room
        self.count = 0


class Known:
    """Words that a vocabulary has: the place of each in it, and the value or block that it stands in."""

    def __init__(self, room=0):
        self.room = room
        self.count = 0
        self.places = np.empty(room, dtype=np.intc)
        self.at = np.empty(room, dtype=np.intc)

    def grow(self):
        """Make room for twice as many."""
        self.room = 2 * self.room + ROOM
        self.places = longer(self.places, self.count, self.room)
        self.at = longer(self.at, self.count, self.room)


def more_known(known):
    """Make room for more known words; takes the interpreter's lock."""
    known.grow()
    return 0


class Values:
    """The different values of attributes: where each stands first, what its words are, and which rows have it.

    Most values of a page are there often: the items of a list have the same class.
    """

    def __init__(self):
        self.row_room = -1
        self.room = self.count = self.slot_count = 0
        self.starts = np.empty(0, dtype=np.intc)
        self.stops = np.empty(0, dtype=np.intc)
        self.named = np.empty(0, dtype=np.uint32)

    def begin(self, rows):
        """Forget the values, and make room for those of a page."""
        self.make_room(rows)
        self.clear(rows.count)

    def make_room(self, rows):
        """Make room for the values of an ordinary page with so many rows."""
        if self.row_room < rows.count:
            self.row_room = rows.count
            self.of_row_array = np.empty((rows.count, 3), dtype=np.intc)
            self.of_row = self.of_row_array
            self.slots = np.empty(table_size(rows.count), dtype=np.intc)
        if self.room < rows.count // 2:
            self.count = 0
            self.grow(rows.count // 2)
        self.slot_count = table_size(rows.count)

    def grow(self, room):
        """Make room for so many values."""
        self.starts = longer(self.starts, self.count, room)
        self.stops = longer(self.stops, self.count, room)
        self.named = longer(self.named, self.count, room)
        self.said = np.empty(room, dtype=np.float32)
        self.room = room

    def clear(self, rows):
        """Forget the values."""
        self.count = 0
        set_rows(self.of_row, rows, -1)
        unset(self.slots, self.slot_count)
        return 0


def more_values(values):
    """Make room for more values; takes the interpreter's lock."""
    values.grow(2 * values.room + ROOM)
    return 0


class Survey:
    """All that is counted on a page before a model is asked: of its blocks, and of its rows.

    ``counts`` has a row a quantity and a column a block; ``below`` has a row for each row of the page, and in it a sum
    over the subtree for each of the first quantities and for some elements.
    """

    def __init__(self):
        self.row_room = self.segment_room = self.block_room = -1
        self.count = 0

    def begin(self, rows):
        """Forget what was counted, and make room for what is counted of the rows and segments of a page."""
        self.make_row_room(rows)
        self.clear(rows.count)

    def make_row_room(self, rows):
        """Make room for what is counted of the rows and segments of a page."""
        if self.segment_room < rows.segments:
            self.segment_room = rows.segments
            self.of_segment_array = np.empty(rows.segments, dtype=np.intc)
            self.first_array = np.empty(rows.segments, dtype=np.intc)
            self.last_array = np.empty(rows.segments, dtype=np.intc)
            self.of_segment = self.of_segment_array
            self.first = self.first_array
            self.last = self.last_array
        if self.row_room < rows.count:
            self.row_room = rows.count
            self.total = np.empty(rows.count, dtype=np.intc)
            self.holder = np.empty(rows.count, dtype=np.intc)
            self.outermost = np.empty(rows.count, dtype=np.intc)
            self.in_link = np.empty(rows.count, dtype=np.uint8)
            self.named = np.empty(rows.count, dtype=np.uint32)
            self.path = np.empty(rows.count, dtype=HASH)
            self.shape = np.empty(rows.count, dtype=HASH)
            self.alike_row = np.empty(rows.count, dtype=np.intc)
            self.below = np.empty((rows.count, BELOW), dtype=np.intc)
            self.telling = np.empty((rows.count, 2), dtype=np.intc)
            self.siblings = np.empty((rows.count, 4), dtype=np.intc)
            self.prose = np.empty(rows.count, dtype=np.intc)

    def clear(self, rows):
        """Forget what was counted."""
        self.count = 0
        for row in range(rows):
            self.named[row] = 0
        set_rows(self.below, rows, 0)
        return 0

    def make_room(self):
        """Make room for what is counted of the blocks, once their number is known."""
        count = self.count
        if self.block_room < count:
            self.block_room = count
            self.owner_array = np.empty(count, dtype=np.intc)
            self.row_array = np.empty(count, dtype=np.intc)
            self.around_array = np.empty((LEVELS, count), dtype=np.intc)
            self.counts_array = np.empty((COUNTS, count), dtype=np.intc)
            self.group = np.empty(count, dtype=np.intc)
            self.twin = np.empty(count, dtype=np.intc)
            self.alike = np.empty((count, 5), dtype=np.intc)
            self.owner = self.owner_array
            self.row = self.row_array
            self.around = self.around_array
            self.counts = self.counts_array
            self.key = np.empty(count, dtype=HASH)
