# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""What the loops work on: the columns of the page table, words as they are found, and what is counted on a page.

As machine code the attributes are typed views of arrays, see ``state.pxd``; as Python they are lists where they are
only read, for Python reads lists quicker. But for the columns of the table, all of it can be used again for the next
page. Who makes room for so many rows, segments or blocks may say where the arrays come from: ``new`` is called like
``numpy.empty``.
"""

import numpy as np

from maintext.algorithms.learned import columns
from maintext.algorithms.learned.names import table_size
from maintext.table import ROW_COLUMNS, SEGMENT_COLUMNS

LEVELS = columns.LEVELS
ROOM = 1024
MANY_WORDS = 64
"""So many words are gathered before they are looked up: a look at far memory takes as long as a look at many."""
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
        self.segments = table.segment_columns.shape[1] - 1
        self.take(column(table.row_columns), column(table.segment_columns))

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
        self.room = self.count = self.slot_count = 0
        self.starts = np.empty(0, dtype=np.intc)
        self.stops = np.empty(0, dtype=np.intc)
        self.named = np.empty(0, dtype=np.uint32)

    def begin(self, rows):
        """Make room for the values of so many rows, and begin without any."""
        self.make_room(rows, np.empty(table_size(rows), dtype=np.intc), np.empty)
        self.clear(rows)

    def make_room(self, rows, slots, new):
        """Make room for the values of so many rows; ``slots`` is room for a hash table of them."""
        self.of_row_array = new((rows, 3), np.intc)
        self.of_row = self.of_row_array
        self.slots = slots
        self.slot_count = table_size(rows)
        if self.room < rows // 2:
            self.count = 0
            self.grow(rows // 2)

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
        self.count = 0

    def begin(self, rows, segments):
        """Make room for what is counted of so many rows and segments, and begin to count."""
        self.make_room(rows, segments, np.empty)
        self.clear(rows)

    def make_room(self, rows, segments, new):
        """Make room for what is counted of so many rows and segments."""
        self.of_segment_array = new(segments, np.intc)
        self.first_array = new(segments, np.intc)
        self.last_array = new(segments, np.intc)
        self.of_segment = self.of_segment_array
        self.first = self.first_array
        self.last = self.last_array
        self.total = new(rows, np.intc)
        self.holder = new(rows, np.intc)
        self.outermost = new(rows, np.intc)
        self.in_link = new(rows, np.uint8)
        self.named = new(rows, np.uint32)
        self.hash_array = new((2, rows), HASH)
        self.path = self.hash_array[0]
        self.shape = self.hash_array[1]
        self.alike_row = new(rows, np.intc)
        self.below = new((rows, BELOW), np.intc)
        self.telling = new((rows, 2), np.intc)
        self.siblings = new((rows, 4), np.intc)
        self.prose = new(rows, np.intc)

    def clear(self, rows):
        """Forget what was counted."""
        self.count = 0
        for row in range(rows):
            self.named[row] = 0
        set_rows(self.below, rows, 0)
        return 0

    def make_block_room(self, blocks, new=np.empty):
        """Make room for what is counted of so many blocks."""
        self.owner_array = new(blocks, np.intc)
        self.row_array = new(blocks, np.intc)
        self.around_array = new((LEVELS, blocks), np.intc)
        self.counts_array = new((COUNTS, blocks), np.intc)
        self.group = new(blocks, np.intc)
        self.twin = new(blocks, np.intc)
        self.alike = new((blocks, 5), np.intc)
        self.owner = self.owner_array
        self.row = self.row_array
        self.around = self.around_array
        self.counts = self.counts_array
        self.key = new(blocks, HASH)
