# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""What the loops work on: the columns of the page table, words as they are found, and a table of hashes.

As machine code the attributes are typed views of arrays, see ``state.pxd``; as Python they are lists where they are
only read, for Python reads lists quicker.
"""

import numpy as np

from maintext.algorithms.learned.names import table_size

LEVELS = 6
COUNTS = 11
BELOW = 11
IS_COMPILED = not __file__.endswith(".py")
HASH = np.uint64 if IS_COMPILED else object
"""Hashes are numbers of eight bytes; Python has its own, which NumPy's would overflow."""


def column(array):
    """A column that is only read."""
    return array if IS_COMPILED else array.tolist()


class Rows:
    """The columns of a page table."""

    def __init__(self, table):
        self.source = table.source
        self.text = table.encoded
        self.tag = column(table.tag)
        self.parent = column(table.parent)
        self.end = column(table.end)
        self.level = column(table.level)
        self.hidden = column(table.hidden.view(np.uint8))
        self.open_start = column(table.open_start)
        self.open_end = column(table.open_end)
        self.close_start = column(table.close_start)
        self.class_start = column(table.class_start)
        self.class_stop = column(table.class_stop)
        self.id_start = column(table.id_start)
        self.id_stop = column(table.id_stop)
        self.mark_start = column(table.mark_start)
        self.mark_stop = column(table.mark_stop)
        self.characters = column(table.characters)
        self.tag_length = column(table.tag_length)
        self.segment_start = column(table.segment_start)
        self.segment_stop = column(table.segment_stop)
        self.owner = column(table.segment_owner)
        self.line = column(table.segment_line)
        self.cell = column(table.segment_cell)
        self.segment_characters = column(table.segment_characters)
        self.place = column(table.segment_place)
        self.count = len(table.tag)
        self.segments = len(table.segment_owner)


class Words:
    """Words in the order in which they were found: the hash of each, the value or block it stands in, and where."""

    def __init__(self, room):
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


class Values:
    """The different values of attributes: where each stands first, what its words are, and which rows have it.

    Most values of a page are there often: the items of a list have the same class.
    """

    def __init__(self, rows):
        room = 3 * rows.count
        self.of_row_array = np.full((3, rows.count), -1, dtype=np.intc)
        self.of_row = self.of_row_array
        self.starts = np.empty(room, dtype=np.intc)
        self.stops = np.empty(room, dtype=np.intc)
        self.named = np.empty(room, dtype=np.uint32)
        self.slots = np.full(table_size(room), -1, dtype=np.intc)
        self.count = 0


class Survey:
    """All that is counted on a page before a model is asked: of its blocks, and of its rows.

    ``counts`` has a row a quantity and a column a block; ``below`` has a row for each row of the page, and in it a sum
    over the subtree for each of the first quantities and for some elements.
    """

    def __init__(self, rows):
        self.of_segment_array = np.empty(rows.segments, dtype=np.int64)
        self.first_array = np.empty(rows.segments, dtype=np.intc)
        self.last_array = np.empty(rows.segments, dtype=np.intc)
        self.of_segment = self.of_segment_array
        self.first = self.first_array
        self.last = self.last_array
        self.total = np.zeros(rows.count, dtype=np.intc)
        self.holder = np.zeros(rows.count, dtype=np.intc)
        self.outermost = np.zeros(rows.count, dtype=np.intc)
        self.in_link = np.zeros(rows.count, dtype=np.uint8)
        self.named = np.zeros(rows.count, dtype=np.uint32)
        self.path = np.zeros(rows.count, dtype=HASH)
        self.shape = np.zeros(rows.count, dtype=HASH)
        self.alike_row = np.zeros(rows.count, dtype=np.intc)
        self.below_array = np.zeros((rows.count, BELOW), dtype=np.intc)
        self.below = self.below_array
        self.count = 0

    def make_room(self):
        """Make room for what is counted of the blocks, once their number is known."""
        count = self.count
        self.owner_array = np.empty(count, dtype=np.intc)
        self.row_array = np.empty(count, dtype=np.intc)
        self.around_array = np.empty((LEVELS, count), dtype=np.intc)
        self.counts_array = np.zeros((COUNTS, count), dtype=np.intc)
        self.group_array = np.empty(count, dtype=np.intc)
        self.owner = self.owner_array
        self.row = self.row_array
        self.around = self.around_array
        self.counts = self.counts_array
        self.group = self.group_array
        self.twin_array = np.empty(count, dtype=np.intc)
        self.twin = self.twin_array
        self.key = np.empty(count, dtype=HASH)
