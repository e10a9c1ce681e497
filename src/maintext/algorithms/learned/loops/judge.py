# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""A page from its table to the chosen blocks in one go, without the interpreter; used as machine code only.

The steps are those of ``evidence``, ``reading`` and ``choice``, which take them one by one for training and for
explanations.
"""

import cython
import numpy as np

from maintext.algorithms.learned import choice, columns, evidence, kind, reading

KEYS = evidence.SAYING_KEYS
BITS = evidence.SAYING_BITS
PAGE_AT = kind.WHOLE_AT - columns.FIRST.index(columns.PAGE[0])
KEPT_AT = np.array([columns.FIRST.index(_name) for _name in columns.KEPT], dtype=np.intc)
LOGARITHMS_START, LOGARITHMS_STOP = kind.LOGARITHMS_AT.start, kind.LOGARITHMS_AT.stop
SCALE = kind.SCALE
KINDS = len(columns.KINDS)
FIRST = len(columns.FIRST)
SECOND = len(columns.SECOND)
READ_THROUGH = choice.READ_THROUGH_AT
FORUM = choice.FORUM
LEAST, LEAST_TO_READ = choice.LEAST
CHARACTERS = 7
WORDS = 5
LINK_SHARE = columns.KEPT.index("link share")
LINKED = columns.LINKED
DIM, FAINT = reading.DIM, kind.FAINT
STEP_TREES = np.array([_trees for _trees, _ in reading.STEPS], dtype=np.intc)
STEP_LEAST = np.array([_least for _, _least in reading.STEPS], dtype=np.float32)
FAR_APART = 8


class Lexicon:
    """A vocabulary, as the loops see it."""

    def __init__(self, vocabulary):
        self.size = len(vocabulary.words)
        self.slots = vocabulary.slots
        self.weights = vocabulary.weight
        self.kinds = vocabulary.kinds


class Machine:
    """A model, as the loops see it."""

    def __init__(self, model):
        self.names = Lexicon(model.names)
        self.words = Lexicon(model.words)
        self.first = Trees(model.first, columns.SHARED)
        self.kind = Trees(model.kind)
        self.second = Trees(model.second, columns.SHARED)
        self.confidence = Trees(model.confidence)


def walk(trees, first, last, columns, runs, sums):
    """What ``add_leaves`` does, for Python.

    In its own module, a compiler would put the whole of it into what Python calls, and make less of it there.
    """
    bits = np.empty((TOGETHER, columns.shape[1]), dtype=np.uint16)
    return add_leaves(trees, first, last, columns, runs, runs.shape[0], bits, sums)


def judge(desk, machine, table, block, most, weight, keep):
    """Read a page; gives its number of blocks. Pages without a block, or with too many, go no further.

    The interpreter's lock is released once: threads that wait for it cost more than what they wait for.

    Args:
        desk: what the answer is left on.
        machine: the model.
        table: the page.
        block: memory that is lent for the page.
        most: more blocks than this are too many.
        weight: the square of how many times as much recall counts as precision.
        keep: room for which segments are those of chosen blocks.
    """
    desk.begin(table, block, max(machine.names.size, machine.words.size))
    with cython.nogil:
        desk.clear()
        part_into_blocks(desk.rows, desk.survey)
        if desk.survey.count > 0 and desk.survey.count <= most:
            desk.fit_blocks()
            _describe(desk, machine.names, machine.words)
            _consult(desk, machine.names, machine.words)
            _read(desk, machine)
            _choose(desk, machine, weight)
            _mark(desk, keep)
    return desk.survey.count


def _describe(desk, names, words):
    """All that can be told of the blocks without a model, and their words that it knows."""
    describe_rows(desk.rows, desk.survey, desk.values, desk.scratch, desk.named, names.slots)
    describe_blocks(desk.rows, desk.survey, desk.scratch, desk.begun, words.slots)
    add_up(desk.rows, desk.survey)
    number_groups(desk.rows, desk.survey, desk.slots, desk.slot_count)
    begin(desk.rows, desk.survey, types_of(desk.rows, KEYS, BITS), desk.course)
    return 0


def _consult(desk, names, words):
    """What the vocabularies say of the rows and blocks, and of the kind of page."""
    begin_names(desk.rows, desk.survey, desk.values, desk.named, names.weights, desk.path)
    begin_words(desk.rows, desk.survey, desk.begun, words.weights, desk.words_said, desk.pairs)
    add_kinds(desk.named, names.kinds, desk.seen, desk.said[0])
    add_kinds(desk.begun, words.kinds, desk.seen, desk.said[1])
    return 0


def _read(desk, machine):
    """The probability of each block, by way of the first stage and the kind of page, a batch of blocks at a time.

    Most pages are one batch. Where there are more, the features of the first stage are made twice: to keep them would
    take many times the memory of the page.
    """
    count = desk.survey.count
    start = 0
    while start < count:
        stop = min(start + BATCH, count)
        _fill_first(desk, machine.first, start, stop)
        _first_stage(desk, machine.first, start, stop)
        start = stop
    _kind(desk, machine.kind)
    _find_outline(desk)
    desk.course.rewind()
    start = 0
    while start < count:
        stop = min(start + BATCH, count)
        if count > BATCH:
            _fill_first(desk, machine.second, start, stop)
        _fill_second(desk, machine.second, start, stop)
        _second_stage(desk, machine.second, start, stop)
        start = stop
    return 0


def _fill_first(desk, trees, start, stop):
    """The features of the first stage, a tile of blocks at a time; of each tile, what is asked later is kept."""
    desk.fit_batch(stop - start)
    fill_page(desk.course, AT_A_TIME, desk.tile)
    first = start
    while first < stop:
        last = min(first + TILE, stop)
        fill(desk.rows, desk.survey, desk.course, first, last, desk.tile)
        fill_names(desk.rows, desk.survey, desk.path, first, last, desk.tile)
        fill_words(desk.survey, desk.words_said, desk.pairs, desk.course, first, last, desk.tile)
        _make_coarse(desk, trees, 0, FIRST, first - start)
        for block in range(first, last):
            for each in range(len(KEPT_AT)):
                desk.kept[block, each] = desk.tile[KEPT_AT[each], block - first]
        first = last
    return 0


def _make_coarse(desk, trees, first, last, case):
    """Round some features of a tile, whose blocks are cases of the batch from one on."""
    return make_coarse(trees, first, last, desk.tile_bits, case, min(case + TILE, desk.coarse.shape[1]), desk.coarse)


def _find_outline(desk):
    """What the first stage found on the whole page."""
    ranked = _rank(desk.first_p, desk.survey.count, LEAST, desk.order, desk.spare)
    best_cut(desk.survey, desk.first_p, desk.order, ranked, 0.0, 1.0, LEAST, desk.cut_sums, desk.truths, desk.answer)
    mass = characters = highest = 0.0
    for block in range(desk.survey.count):
        mass += desk.first_p[block] * desk.survey.counts[CHARACTERS, block]
        characters += desk.survey.counts[CHARACTERS, block]
        highest = max(highest, desk.first_p[block])
    of_page = desk.outline.of_page
    of_page[0] = mass / max(1.0, characters)
    of_page[1] = log1p(mass)
    of_page[2] = highest
    of_page[3] = desk.answer[1]
    of_page[4] = desk.answer[0]
    for each in range(KINDS):
        of_page[5 + each] = desk.kinds[each]
    return begin_context(desk.rows, desk.survey, desk.first_p, desk.fours, desk.groups, desk.until, desk.outline)


def _fill_second(desk, trees, start, stop):
    """The features of the second stage, a tile of blocks at a time."""
    fill_page_context(desk.outline, AT_A_TIME, desk.tile)
    first = start
    while first < stop:
        last = min(first + TILE, stop)
        fill_context(
            desk.rows,
            desk.survey,
            desk.first_p,
            desk.fours,
            desk.groups,
            desk.until,
            desk.outline,
            FAINT,
            first,
            last,
            desk.tile,
        )
        _make_coarse(desk, trees, FIRST, SECOND, first - start)
        first = last
    return 0


def _first_stage(desk, trees, start, stop):
    """The probability of each block by the first forest; blocks that are dim to its first trees are given up."""
    cases = stop - start
    for case in range(cases):
        desk.sums[0, case] = 0
        desk.goes_on[case] = True
    done = 0
    for step in range(len(STEP_TREES)):
        last = min(STEP_TREES[step], trees.count)
        _add_where_it_goes_on(desk, trees, done, last, cases)
        for case in range(cases):
            desk.goes_on[case] &= desk.sums[0, case] >= STEP_LEAST[step]
        done = last
    _add_where_it_goes_on(desk, trees, done, trees.count, cases)
    for case in range(cases):
        desk.first_p[start + case] = 1 / (1 + exp(-desk.sums[0, case])) if desk.goes_on[case] else DIM
    return 0


def _second_stage(desk, trees, start, stop):
    """The probability of each block, those that are faint in the first stage being left at that."""
    cases = stop - start
    for case in range(cases):
        desk.sums[0, case] = 0
        desk.goes_on[case] = desk.first_p[start + case] >= FAINT
    _add_where_it_goes_on(desk, trees, 0, trees.count, cases)
    for case in range(cases):
        desk.second_p[start + case] = desk.first_p[start + case]
        if desk.goes_on[case]:
            desk.second_p[start + case] = 1 / (1 + exp(-desk.sums[0, case]))
    return 0


def _add_where_it_goes_on(desk, trees, first, last, cases):
    """Add the leaves of some trees where one of the cases of a batch needs them.

    Most that need none stand next to each other, so that whole runs of cases are left out. The processor takes some
    cases at a time, so runs have as many or a multiple of that.
    """
    count = 0
    for case in range(cases):
        if not desk.goes_on[case]:
            continue
        if count == 0 or case - desk.runs[count - 1, 1] >= FAR_APART:
            desk.runs[count, 0] = case - case % AT_A_TIME
            count += 1
        desk.runs[count - 1, 1] = case - case % AT_A_TIME + AT_A_TIME
    return add_leaves(trees, first, last, desk.coarse, desk.runs, count, desk.bits, desk.sums)


def _kind(desk, trees):
    """The probability of each kind of page."""
    for block in range(desk.survey.count):
        if desk.first_p[block] >= FAINT:
            for each in range(LOGARITHMS_START, LOGARITHMS_STOP):
                desk.kept[block, each] = log(1 + desk.kept[block, each])
    fill_kind(
        desk.rows,
        desk.survey,
        desk.kept,
        desk.first_p,
        FAINT,
        desk.seen_groups,
        desk.fours,
        desk.of_blocks,
    )
    at = 0
    for each in range(len(PAGE_AT)):
        desk.kind_column[at] = desk.course.page[PAGE_AT[each]]
        at += 1
    for each in range(len(desk.of_blocks)):
        desk.kind_column[at] = desk.of_blocks[each]
        at += 1
    for each in range(2 * KINDS):
        desk.kind_column[at] = desk.said[each // KINDS, each % KINDS] / SCALE
        at += 1
    desk.kinds[:] = 0
    make_coarse(trees, 0, 1, desk.kind_bits, 0, desk.kind_coarse.shape[1], desk.kind_coarse)
    add_leaves_of_one(trees, desk.kind_coarse[0], desk.kinds)
    desk.kind = 0
    for each in range(KINDS):
        if desk.kinds[each] > desk.kinds[desk.kind]:
            desk.kind = each
    highest = desk.kinds[desk.kind]
    total = 0.0
    for each in range(KINDS):
        desk.kinds[each] = exp(desk.kinds[each] - highest)
        total += desk.kinds[each]
    for each in range(KINDS):
        desk.kinds[each] /= total
    desk.kind_probability = desk.kinds[desk.kind]
    return 0


def _rank(p, blocks, least, order, spare):
    """Put the blocks that are likely enough in order, from the most to the least probable; gives how many these are.

    Runs are merged until one is left, so equals stay as they come.
    """
    count = 0
    for block in range(blocks):
        if p[block] >= least:
            order[count] = block
            count += 1
    width = 1
    while width < count:
        start = 0
        while start < count:
            _merge(p, order, start, min(start + width, count), min(start + 2 * width, count), spare)
            start += 2 * width
        order[:count] = spare[:count]
        width *= 2
    return count


def _merge(p, order, start, middle, stop, spare):
    """Two runs that follow each other as one."""
    left = start
    right = middle
    for at in range(start, stop):
        if right >= stop or (left < middle and p[order[left]] >= p[order[right]]):
            spare[at] = order[left]
            left += 1
        else:
            spare[at] = order[right]
            right += 1
    return 0


def _choose(desk, machine, weight):
    """The blocks that promise the best score, and how sure that is."""
    readable = 0.0
    for each in range(len(READ_THROUGH)):
        readable += desk.kinds[READ_THROUGH[each]]
    least = LEAST_TO_READ if readable > 0.5 else LEAST
    ranked = _rank(desk.second_p, desk.survey.count, least, desk.order, desk.spare)
    best = best_cut(
        desk.survey, desk.second_p, desk.order, ranked, readable, 1.0, least, desk.cut_sums, desk.truths, desk.answer
    )
    _trust(desk, machine.confidence, best)
    if weight != 1.0:
        best = best_cut(
            desk.survey,
            desk.second_p,
            desk.order,
            ranked,
            readable,
            weight,
            least,
            desk.cut_sums,
            desk.truths,
            desk.answer,
        )
    choose(
        desk.rows,
        desk.survey,
        desk.kept,
        desk.second_p,
        desk.order,
        best,
        desk.kind == FORUM,
        readable > 0.5,
        desk.chosen,
    )
    words = mass = 0.0
    is_running = False
    for block in range(desk.survey.count):
        if desk.chosen[block]:
            words += desk.survey.counts[WORDS, block]
            mass += desk.second_p[block] * desk.survey.counts[WORDS, block]
            if desk.kept[block, LINK_SHARE] < LINKED:
                is_running = True
    desk.score = mass / words if words > 0 else 0.0
    desk.readable = readable if is_running else 0.0
    return 0


def _trust(desk, trees, best):
    """The probability that the best choice is a good one."""
    doubtful = words = mass = main = found = 0.0
    for block in range(desk.survey.count):
        size = desk.survey.counts[WORDS, block]
        p = desk.second_p[block]
        words += size
        mass += p * size
        if p > 0.2 and p < 0.8:
            doubtful += size
    for at in range(best):
        block = desk.order[at]
        main += desk.survey.counts[WORDS, block]
        found += desk.second_p[block] * desk.survey.counts[WORDS, block]
    column = desk.confidence_column
    column[0] = desk.answer[0]
    column[1] = found / max(1e-9, main)
    column[2] = desk.answer[1]
    column[3] = doubtful / max(1.0, main)
    column[4] = 1 - found / max(1e-9, mass)
    column[5] = log1p(main)
    column[6] = main / max(1.0, words)
    column[7] = best
    for each in range(KINDS):
        column[8 + each] = desk.kinds[each]
    desk.one[0] = 0
    make_coarse(trees, 0, 1, desk.confidence_bits, 0, desk.confidence_coarse.shape[1], desk.confidence_coarse)
    add_leaves_of_one(trees, desk.confidence_coarse[0], desk.one)
    desk.confidence = 1 / (1 + exp(-desk.one[0]))
    return 0


def _mark(desk, keep):
    """Mark the segments of the chosen blocks."""
    for segment in range(len(keep)):
        block = desk.survey.of_segment[segment]
        keep[segment] = block >= 0 and desk.chosen[block] != 0
    return 0
