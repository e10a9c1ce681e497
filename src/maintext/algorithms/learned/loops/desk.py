# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Room for one page on its way through a model, used again for the next page; used as machine code only."""

import cython
import numpy as np

from maintext.algorithms.learned.choice import CUTS
from maintext.algorithms.learned.columns import CONFIDENCE, KEPT, KINDS, SECOND
from maintext.algorithms.learned.forest import in_eights
from maintext.algorithms.learned.kind import KIND_FEATURES, OF_BLOCKS
from maintext.algorithms.learned.loops.state import MANY_WORDS
from maintext.algorithms.learned.names import table_size
from maintext.support.buffer import NO_BUFFER, Arena

FEATURES = len(SECOND)
KEPT_BLOCKS = 1 << 12
KEPT_ROOM = 1 << 14
KEPT_WORDS = 1 << 16


class Desk:
    """What is known of a page and what the model makes of it; only what ``judge`` names is of use to others.

    Arrays stand in a block of memory that is lent for a page, as far as it has room for them: those of rows first, then
    those of blocks, whose number is known later. They stay where they are as long as the block is the same and the
    pages are no larger.
    """

    def __init__(self):
        self.memory = Arena(NO_BUFFER)
        self.survey = Survey()
        self.values = Values()
        self.scratch = Words()
        self.scratch.begin(2 * MANY_WORDS)
        self.named = Known()
        self.begun = Known()
        self.course = Course()
        self.outline = Outline()
        self.row_room = self.segment_room = self.block_room = -1
        self.said = np.empty((2, len(KINDS)), dtype=np.float32)
        self.of_blocks = np.empty(OF_BLOCKS, dtype=np.float32)
        self.kind_column = np.zeros(in_eights(len(KIND_FEATURES)), dtype=np.float32)
        self.kinds = np.empty(len(KINDS), dtype=np.float32)
        self.truths = np.empty((2, CUTS + 1), dtype=np.float32)
        self.answer = np.empty(2, dtype=np.float32)
        self.confidence_column = np.zeros(in_eights(len(CONFIDENCE)), dtype=np.float32)
        self.kind_bits = np.asarray(self.kind_column).view(np.intc).reshape(1, -1)
        self.kind_coarse = np.empty((1, in_eights(len(KIND_FEATURES))), dtype=np.int16)
        self.confidence_bits = np.asarray(self.confidence_column).view(np.intc).reshape(1, -1)
        self.confidence_coarse = np.empty((1, in_eights(len(CONFIDENCE))), dtype=np.int16)
        self.one = np.empty(1, dtype=np.float32)
        self.seen = np.empty(0, dtype=np.uint8)

    def begin(self, table, block, lexicons):
        """Take up a page, with a block of memory for it: have room for what is known of its rows."""
        rows = self.rows = Rows(table)
        if self.memory.buffer is not block or self.row_room < rows.count or self.segment_room < rows.segments:
            self.memory = Arena(block)
            self.row_room = max(self.row_room, rows.count)
            self.segment_room = max(self.segment_room, rows.segments)
            self.make_room(self.memory.array)
        self.values.slot_count = self.slot_count = table_size(rows.count)
        if self.seen.shape[0] < lexicons:
            self.seen = np.empty(lexicons, dtype=np.uint8)

    def make_room(self, new):
        """Make room for what is known of rows; that for blocks is to be made anew."""
        rows = self.row_room
        self.slots = new(table_size(rows), np.intc)
        self.survey.make_room(rows, self.segment_room, new)
        # The groups are numbered when all values are: one table serves both.
        self.values.make_room(rows, self.slots, new)
        self.path = new((rows, 3), np.float32)
        self.pairs = new((rows, 2), np.float32)
        # Nobody asks for the hashes any more when the groups are numbered.
        self.fours = self.survey.hash_array.view(np.float32).reshape(-1, 4)
        self.behind_rows = self.memory.used
        self.block_room = -1

    def clear(self):
        """Forget the page before."""
        self.survey.clear(self.rows.count)
        self.values.clear(self.rows.count)
        self.named.count = self.begun.count = 0
        return 0

    def fit_blocks(self):
        """Have room for what is known of the blocks, once their number is known, and for groups of them."""
        while self.slot_count <= 2 * self.survey.count:
            self.slot_count *= 2
        if self.block_room < self.survey.count or self.slots.shape[0] < self.slot_count:
            make_block_room(self)
        return 0

    def make_block_room(self):
        """Make room for what is known of blocks, and for the features of a batch of them."""
        count = self.block_room = max(self.block_room, self.survey.count)
        batch = in_eights(min(count, BATCH))
        self.memory.used = self.behind_rows
        new = self.memory.array
        if self.slots.shape[0] < self.slot_count:
            self.slots = np.empty(self.slot_count, dtype=np.intc)
        self.survey.make_block_room(count, new)
        self.tile = new((FEATURES, min(batch, TILE)), np.float32)
        self.tile_bits = np.asarray(self.tile).view(np.intc)
        self.coarse_room = new((FEATURES, batch), np.int16)
        self.bits = new((TOGETHER, batch), np.uint16)
        self.sums = new((1, batch), np.float32)
        self.goes_on = new(batch, np.uint8)
        self.runs = new((batch, 2), np.intc)
        self.kept = new((count, len(KEPT)), np.float32)
        self.words_said = new((count, 4), np.float32)
        self.groups = new((count, 4), np.float32)
        self.until = new((count + 1, 2), np.float32)
        self.cut_sums = new((count + 1, 2), np.float32)
        self.first_p = new(count, np.float32)
        self.second_p = new(count, np.float32)
        self.order = new(count, np.intc)
        self.spare = new(count, np.intc)
        self.seen_groups = new(count, np.uint8)
        self.chosen = new(count, np.uint8)

    def fit_batch(self, count):
        """Have as many columns of features as so many blocks need, in eights."""
        self.coarse = with_columns(self.coarse_room, (count + AT_A_TIME - 1) // AT_A_TIME * AT_A_TIME)
        return 0

    def block_rows(self):
        """The innermost block element or cell around each block, as bytes."""
        last = self.survey.count - 1
        first = cython.address(self.survey.row[last]) - last
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, first), (last + 1) * cython.sizeof(cython.int))

    def block_chosen(self):
        """Whether each block was chosen, as bytes."""
        last = self.survey.count - 1
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(self.chosen[last]) - last), last + 1)

    def release(self):
        """Let go of the page; gives whether what is kept is small enough to be worth it."""
        self.rows = None
        most = max(self.row_room, self.segment_room)
        words = max(self.named.room, self.begun.room)
        return most <= KEPT_ROOM and words <= KEPT_WORDS and self.block_room <= KEPT_BLOCKS


def make_block_room(desk):
    """Make room for more blocks; takes the interpreter's lock."""
    desk.make_block_room()
    return 0
