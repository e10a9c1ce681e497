"""The learned method, step by step or in one run; works on our own numbers only, so that indices are not checked.

Each method of ``Engine`` calls one step, and ``run`` calls the same steps in the same order.
"""

import numpy as np

from maintext.algorithms.learned import engine, features
from maintext.algorithms.learned.engine import Answer, Blocks, Choice
from maintext.algorithms.learned.features import FIRST, SECOND
from maintext.support.budget import check
from maintext.support.buffer import NO_BUFFER, Arena
from maintext.table import tags

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport exp, expf, log1p, log1pf
from libc.string cimport memcpy, memset
from maintext.algorithms.learned._words cimport (
    WEIGHT, Address, AttributeValues, CharacterCounts, Declared, FoundWords, KnownWords, TitleWords, WordTable,
    add_kinds, count_characters, find_if_many, find_words, may_match, page_types, read_declared, take_words,
    title_match, value_number,
)
from maintext.algorithms.learned.tree_lanes cimport LANES, MAX_LEAVES, add_plainly, add_widely, has_wide, round_lanes
from maintext.table._table cimport SAYS_HIDDEN, TableView
from maintext.table.byte_scan cimport lowest, set_rows, with_columns
from maintext.table.hash_table cimport mix, next_slot, slot

cdef int LEVELS = features.LEVELS
cdef int KINDS = len(features.KINDS)
cdef int FORUM = features.KINDS.index("forum")
cdef int FIRST_COUNT = len(FIRST)
cdef int SECOND_COUNT = len(SECOND)
cdef int FIRST_WORDS = engine.FIRST_WORDS
cdef int CUTS = engine.CUTS
cdef float LINKED = engine.LINKED
cdef float GIVEN_UP = engine.GIVEN_UP
cdef float UNLIKELY = engine.UNLIKELY
cdef float SAID = engine.SAID
cdef float MIN_COMMON = engine.MIN_COMMON
cdef float VOCABULARY_SCALE = engine.VOCABULARY_SCALE
cdef float MIN_PROBABILITY = engine.MIN_PROBABILITY[0]
cdef float MIN_PROBABILITY_TO_READ = engine.MIN_PROBABILITY[1]
cdef const int[::1] STEP_TREES = np.array([_trees for _trees, _ in engine.GIVE_UP_STEPS], dtype=np.intc)
cdef const float[::1] STEP_SUM = np.array([_sum for _, _sum in engine.GIVE_UP_STEPS], dtype=np.float32)
cdef const int[::1] READ_THROUGH = np.array([features.KINDS.index(_kind) for _kind in engine.HAS_MAIN_TEXT], dtype=np.intc)

cdef class Workspace

include "steps/counts.pxi"
include "steps/blocks.pxi"
include "steps/features.pxi"
include "steps/block_features.pxi"
include "steps/evidence.pxi"
include "steps/page_evidence.pxi"
include "steps/word_features.pxi"
include "steps/context.pxi"
include "steps/trees.pxi"
include "steps/model.pxi"
include "steps/choice.pxi"
include "steps/workspace.pxi"
include "steps/kinds.pxi"
include "steps/stages.pxi"
include "steps/confidence.pxi"
include "steps/recurrence.pxi"


cdef int count_page(Workspace ws) except -1 nogil:
    """Find the blocks of the page."""
    ws.clear()
    return part_into_blocks(ws.table, ws.page)


cdef int describe(Workspace ws, WordTable names, WordTable words) except -1 nogil:
    """Count what the first stage needs, and add up what the vocabularies say."""
    describe_rows(ws, names)
    read_declared(ws.table, ws.evidence.titles, &ws.evidence.declared)
    describe_blocks(ws, words)
    add_up(ws.table, ws.page)
    number_groups(ws.table, ws.page, ws.slots, ws.slot_count)
    begin_features(ws.table, ws.page, page_types(ws.table), ws.state)
    find_evidence(ws.table, ws.page, ws.evidence, ws.state.of_page)
    score_names(ws, names)
    score_words(ws, words)
    add_kinds(ws.known_names, names, ws.seen_words, ws.vocabulary_kinds[0])
    ws.common_words = add_kinds(ws.known_words, words, ws.seen_words, ws.vocabulary_kinds[1])
    return 0


cdef int judge(Workspace ws, CompiledModel model, float weight) except -1 nogil:
    """All steps after the counts; ``weight`` is the square of how many times as much recall counts as precision."""
    first_stage(ws, model.first)
    make_kind_features(ws)
    find_kinds(ws, model.kind)
    find_plain_kinds(ws, model.kind)
    take_given_kind(ws)
    summarize_first_stage(ws)
    second_stage(ws, model.second, True)
    weigh_recurrence(ws)
    find_best_cut(ws, ws.second_p, ws.readable, 1.0)
    make_confidence_features(ws)
    find_confidence(ws, model.confidence)
    if weight != 1.0:
        find_best_cut(ws, ws.second_p, ws.readable, weight)
    choose_blocks(ws)
    return 0


cdef class Engine:
    """The steps of the learned method on one page.

    ``load`` comes first, except before ``run``. The other methods take the results of earlier stages as arguments, so
    that training can replace them by those of models that have not seen the page. They raise ``ValueError`` if no page
    is loaded, and those that judge blocks also if it has none.
    """

    cdef Workspace ws

    def __cinit__(self, bint narrow=False):
        """Make an engine; ``narrow`` to do without the vectors that not all processors have."""
        self.ws = Workspace()
        self.ws.is_wide = has_wide() and not narrow

    def load(self, table, names=None, words=None):
        """Find and count the blocks of a page, with what the vocabularies say of them; returns the number of blocks.

        Args:
            table: the page.
            names: the vocabulary of words in attributes.
            words: the vocabulary of words in texts. Without vocabularies, the words are kept: see ``found_words``.
        """
        cdef Workspace ws = self.ws
        cdef WordTable name_table = names.table if names is not None else None
        cdef WordTable word_table = words.table if words is not None else None
        ws.begin(table, NO_BUFFER, max(name_table.size if names is not None else 0, word_table.size if words is not None else 0))
        count_page(ws)
        if ws.page.count:
            ws.fit_blocks()
            ws.names = ws.scratch if names is not None else FoundWords(max_names(ws.table))
            ws.words = ws.scratch if words is not None else FoundWords(FIRST_WORDS * ws.page.count)
            describe(ws, name_table, word_table)
        else:
            ws.names = FoundWords(0)
            ws.words = FoundWords(0)
        return ws.page.count

    def blocks(self):
        """The blocks of the page."""
        cdef PageCounts page = self.ws.page
        cdef int count = self._loaded(), segments = self.ws.table.segments
        if not count:
            none = np.empty(0, dtype=np.intc)
            return Blocks(
                np.full(segments, -1, dtype=np.intc), none, none, none, none, none, none, none.reshape(LEVELS, 0)
            )
        return Blocks(
            of_segment=np.array(page.of_segment[:segments]),
            first=np.array(page.first[:count]),
            last=np.array(page.last[:count]),
            owner=np.array(page.owner[:count]),
            row=np.array(page.row[:count]),
            characters=np.array(page.characters[:count]),
            words=np.array(page.words[:count]),
            around=np.array(page.around[:, :count]),
        )

    def found_names(self):
        """The words of attributes, of each different value once; only after ``load`` without vocabularies."""
        return self.ws.names

    def found_words(self):
        """The first words of each block; only after ``load`` without vocabularies."""
        return self.ws.words

    def attribute_values(self):
        """Rows x 3: the number of the value of each row's class, id and other name, -1 for none."""
        if not self._loaded():
            return np.full((self.ws.table.count, 3), -1, dtype=np.intc)
        return np.array(self.ws.values.of_row[:self.ws.table.count])

    def first_features(self):
        """The features of the first stage: one row per feature of ``features.FIRST``, one column per block."""
        cdef Workspace ws = self.ws
        cdef int first = 0, last
        out = np.empty((FIRST_COUNT, self._loaded()), dtype=np.float32)
        ws.state.rewind()
        while first < ws.page.count:
            last = min(first + TILE, ws.page.count)
            make_first_tile(ws, first, last)
            out[:, first:last] = ws.tile[:FIRST_COUNT, :last - first]
            first = last
        fill_page(ws.state, ws.page.count, out)
        ws.has_kept = True
        return out

    def first_stage(self, forest):
        """The probability of each block by the first stage."""
        self._need_blocks()
        first_stage(self.ws, trees_of(forest, FIRST, 1))
        return np.array(self.ws.first_p[:self.ws.page.count])

    def kind_features(self, first):
        """The features of the kind of page, given the first stage's probabilities."""
        self._take_first(first)
        make_kind_features(self.ws)
        return np.array(self.ws.kind_features[:len(features.KIND_FEATURES)])

    def page_features(self):
        """The features of the kind of page that need no model: those before ``features.KIND_BLOCKS``."""
        self._loaded()
        make_page_features(self.ws)
        return np.array(self.ws.kind_features[:KIND_BLOCKS])

    def kinds(self, forest, first, float forum_weight=1.0):
        """The probability of each kind of page, that of a forum multiplied by a weight before they add up to 1."""
        self._take_first(first)
        self.ws.forum_weight = forum_weight
        make_kind_features(self.ws)
        find_kinds(self.ws, trees_of(forest, features.KIND_FEATURES, KINDS))
        return np.array(self.ws.kinds)

    def second_features(self, first, kinds):
        """The features of the second stage: one row per feature of ``features.SECOND``, one column per block."""
        cdef Workspace ws = self.ws
        cdef int start = 0, stop
        self._take_first(first)
        self._take_kinds(kinds)
        summarize_first_stage(ws)
        out = np.empty((SECOND_COUNT, ws.page.count), dtype=np.float32)
        ws.state.rewind()
        while start < ws.page.count:
            stop = min(start + TILE, ws.page.count)
            make_first_tile(ws, start, stop)
            make_second_tile(ws, 0.0, start, stop)
            out[:, start:stop] = ws.tile[:, :stop - start]
            start = stop
        fill_page(ws.state, ws.page.count, out)
        fill_summary(ws.summary, ws.page.count, out)
        return out

    def second_stage(self, forest, first, kinds):
        """The probability of each block by both stages."""
        self._take_first(first)
        self._take_kinds(kinds)
        summarize_first_stage(self.ws)
        second_stage(self.ws, trees_of(forest, SECOND, 1), False)
        return np.array(self.ws.second_p[:self.ws.page.count])

    def weighed(self, probability, kinds, recurrence):
        """The probability of each block by both stages and by what other pages of the site say."""
        self._take_second(probability, kinds)
        self._take_recurrence(recurrence)
        weigh_recurrence(self.ws)
        if not is_about_blocks(self.ws):
            raise ValueError(OTHER_BLOCKS)
        return np.array(self.ws.second_p[:self.ws.page.count])

    def choose(self, probability, kinds, float beta=1.0):
        """The blocks with the highest expected F score; above 1, ``beta`` favours recall, below 1 precision."""
        cdef Workspace ws = self.ws
        self._take_second(probability, kinds)
        find_best_cut(ws, ws.second_p, ws.readable, beta * beta)
        choose_blocks(ws)
        chosen = np.array(ws.chosen[:ws.page.count]) != 0
        return Choice(chosen, ws.best, ws.expected_f1, ws.lowest)

    def confidence_features(self, probability, kinds):
        """The features that predict how good the choice is."""
        self._take_second(probability, kinds)
        find_best_cut(self.ws, self.ws.second_p, self.ws.readable, 1.0)
        make_confidence_features(self.ws)
        return np.array(self.ws.confidence_features[:len(features.CONFIDENCE)])

    def confidence(self, forest, probability, kinds):
        """The probability that the choice is good."""
        self._take_second(probability, kinds)
        find_best_cut(self.ws, self.ws.second_p, self.ws.readable, 1.0)
        make_confidence_features(self.ws)
        find_confidence(self.ws, trees_of(forest, features.CONFIDENCE, 1))
        return self.ws.confidence

    def run(
        self, table, model, float beta, int max_blocks, buffer=NO_BUFFER, float forum_weight=1.0, recurrence=None,
        kind=None,
    ):
        """Load a page and take all steps, without the interpreter's lock.

        The lock is released once: threads that wait for it cost more than the work that they wait for.

        Args:
            table: the page.
            model: the learned model.
            beta: how many times as much recall counts as precision.
            max_blocks: pages with more blocks get an answer that has only their number.
            buffer: memory that is lent for the page.
            forum_weight: what the probability of a forum is multiplied by.
            recurrence: what other pages of the site say of the blocks.
            kind: the kind of page, if it is known.
        """
        cdef Workspace ws = self.ws
        cdef CompiledModel compiled = model.compiled
        cdef unsigned char[::1] marks
        cdef bint is_answered
        ws.begin(table, buffer, max(compiled.names.size, compiled.words.size))
        ws.names = ws.words = ws.scratch
        ws.forum_weight = forum_weight
        self._take_recurrence(recurrence)
        ws.given_kind = -1 if kind is None else features.KINDS.index(kind)
        keep = np.empty(ws.table.segments, dtype=np.bool_)
        marks = keep.view(np.uint8)
        with nogil:
            count_page(ws)
            is_answered = 0 < ws.page.count <= max_blocks
            if is_answered:
                ws.fit_blocks()
                describe(ws, compiled.names, compiled.words)
                judge(ws, compiled, beta * beta)
                mark_segments(ws, marks)
        if is_answered and not is_about_blocks(ws):
            raise ValueError(OTHER_BLOCKS)
        return self._answer(keep) if is_answered else Answer(ws.page.count)

    def release(self):
        """Let go of the page; returns whether the engine is small enough to be kept for the next page."""
        return self.ws.release()

    cdef object _answer(self, keep):
        """The answer that the steps left in the workspace."""
        cdef Workspace ws = self.ws
        cdef int count = ws.page.count, each
        return Answer(
            count,
            keep,
            PyBytes_FromStringAndSize(<const char*> &ws.page.row[0], count * sizeof(int)),
            PyBytes_FromStringAndSize(<const char*> &ws.chosen[0], count),
            ws.score,
            features.KINDS[ws.kind],
            ws.kinds[ws.kind],
            ws.readable if ws.has_running_text else 0.0,
            ws.confidence,
            forum_names(ws),
            kinds=tuple([ws.plain_kinds[each] for each in range(KINDS)]),
            knows_language=ws.common_words >= MIN_COMMON,
        )

    cdef int _loaded(self) except -1:
        """The number of blocks; raises if no page with memory for its blocks is loaded."""
        cdef Workspace ws = self.ws
        if ws.table is None or (ws.page.count and ws.page.count > ws.block_capacity):
            raise ValueError("no page is loaded")
        return ws.page.count

    cdef int _need_blocks(self) except -1:
        """Raise if the page has no blocks: the steps would follow numbers that were never written."""
        if not self._loaded():
            raise ValueError("the page has no blocks")
        return 0

    cdef object _take_first(self, first):
        """Take over the probabilities of the first stage, and make sure that the kept features are there."""
        self._need_blocks()
        copy_probabilities(first, self.ws.first_p, self.ws.page.count)
        if not self.ws.has_kept:
            self.first_features()

    cdef object _take_second(self, probability, kinds):
        """Take over the probabilities of the blocks and of the kinds."""
        self._need_blocks()
        copy_probabilities(probability, self.ws.second_p, self.ws.page.count)
        self._take_kinds(kinds)
        if not self.ws.has_kept:
            self.first_features()

    cdef object _take_recurrence(self, recurrence):
        """Take over what other pages of the site say."""
        self.ws.recurrence = None if recurrence is None else recurrence.counts
        self.ws.other_pages = 0 if recurrence is None else recurrence.pages

    cdef object _take_kinds(self, kinds):
        """Take over the probabilities of the kinds of page."""
        copy_probabilities(kinds, self.ws.kinds, KINDS)
        read_kinds(self.ws)


cdef object copy_probabilities(given, float[::1] out, int count):
    """Copy probabilities, after a check that they are: steps use them as indices."""
    cdef const float[::1] numbers = np.ascontiguousarray(given, dtype=np.float32)
    cdef int each
    if numbers.shape[0] != count:
        raise ValueError(f"{count} probabilities expected, not {numbers.shape[0]}")
    for each in range(count):
        if not 0 <= numbers[each] <= 1:
            raise ValueError(f"{numbers[each]} is not a probability")
        out[each] = numbers[each]
