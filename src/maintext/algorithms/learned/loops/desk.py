# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Room for one page on its way through a model, used again for the next page; used as machine code only."""

import cython
import numpy as np

from maintext.algorithms.learned.choice import CUTS
from maintext.algorithms.learned.columns import CONFIDENCE, KEPT, KINDS, SECOND
from maintext.algorithms.learned.forest import in_eights
from maintext.algorithms.learned.kind import KIND_FEATURES, OF_BLOCKS
from maintext.algorithms.learned.names import table_size

FEATURES = len(SECOND)
WORDS_AT_ONCE = 32
KEPT_BLOCKS = 1 << 12
KEPT_ROOM = 1 << 14
KEPT_WORDS = 1 << 16


class Desk:
    """What is known of a page and what the model makes of it; only what ``judge`` names is of use to others."""

    def __init__(self):
        self.survey = Survey()
        self.values = Values()
        self.scratch = Words()
        self.scratch.begin(WORDS_AT_ONCE)
        self.named = Known()
        self.begun = Known()
        self.course = Course()
        self.outline = Outline()
        self.tile = np.zeros((FEATURES, TILE), dtype=np.float32)
        self.tile_bits = np.asarray(self.tile).view(np.intc)
        self.row_room = self.block_room = -1
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
        self.slots = np.empty(0, dtype=np.intc)
        self.seen = np.empty(0, dtype=np.uint8)

    def begin(self, table, lexicons):
        """Take up a page: make room for what is known of its rows."""
        rows = self.rows = Rows(table)
        self.survey.make_row_room(rows)
        self.values.make_room(rows)
        self.make_slots(rows.count)
        if self.row_room < rows.count:
            self.row_room = rows.count
            # Nobody asks what the vocabularies said of the rows any more when the first stage's sums are made.
            said = np.empty(5 * rows.count, dtype=np.float32)
            self.path = said[: 3 * rows.count].reshape(-1, 3)
            self.pairs = said[3 * rows.count :].reshape(-1, 2)
            self.fours = said[: 4 * rows.count].reshape(-1, 4)
        if self.seen.shape[0] < lexicons:
            self.seen = np.empty(lexicons, dtype=np.uint8)

    def make_slots(self, most):
        """Make room for groups of so many rows or blocks."""
        self.slot_count = table_size(most)
        if self.slots.shape[0] < self.slot_count:
            self.slots = np.empty(self.slot_count, dtype=np.intc)

    def clear(self):
        """Forget the page before."""
        self.survey.clear(self.rows.count)
        self.values.clear(self.rows.count)
        self.named.count = self.begun.count = 0
        return 0

    def fit_blocks(self):
        """Have room for what is known of the blocks, and as many columns of features as blocks, in eights."""
        count = self.survey.count
        if self.block_room < count or self.rows.count < count:
            make_room(self)
        cases = (count + AT_A_TIME - 1) // AT_A_TIME * AT_A_TIME
        self.coarse = with_columns(self.coarse_room, cases)
        return 0

    def make_room(self):
        """Make room for what is known of the blocks, once their number is known."""
        count = self.survey.count
        cases = in_eights(count)
        self.survey.make_room()
        self.make_slots(max(count, self.rows.count))
        if self.block_room < count:
            self.block_room = count
            self.first_p = np.empty(count, dtype=np.float32)
            self.second_p = np.empty(count, dtype=np.float32)
            self.order = np.empty(count, dtype=np.intc)
            self.spare = np.empty(count, dtype=np.intc)
            self.cut_sums = np.empty((count + 1, 2), dtype=np.float32)
            self.groups = np.empty((count, 4), dtype=np.float32)
            self.until = np.empty((count + 1, 2), dtype=np.float32)
            self.seen_groups = np.empty(count, dtype=np.uint8)
            self.chosen = np.empty(count, dtype=np.uint8)
            self.goes_on = np.empty(count, dtype=np.uint8)
            self.runs = np.empty((count, 2), dtype=np.intc)
            self.bits = np.empty((TOGETHER, cases), dtype=np.uint16)
            self.sums = np.empty((1, cases), dtype=np.float32)
            self.coarse_room = np.empty((FEATURES, cases), dtype=np.int16)
            self.kept = np.empty((count, len(KEPT)), dtype=np.float32)
            self.words_said = np.empty((count, 4), dtype=np.float32)

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
        most = max(self.row_room, self.survey.segment_room)
        words = max(self.named.room, self.begun.room)
        return most <= KEPT_ROOM and words <= KEPT_WORDS and self.block_room <= KEPT_BLOCKS


def make_room(desk):
    """Make room for more blocks; takes the interpreter's lock."""
    desk.make_room()
    return 0
