"""The features that the second stage has in addition: what the first stage found around a block."""

# Columns of ``Workspace.main_sums``: over the subtree of a row, with the first stage's probabilities as weights.
cdef enum MainSum:
    ROW_CHARACTERS, ROW_MAIN, ROW_BLOCKS, ROW_PROBABILITY, MAIN_SUMS

# Columns of ``Workspace.path_main``: over blocks under the same path.
cdef enum PathMain:
    GROUP_MAIN, GROUP_CHARACTERS, GROUP_PROBABILITY, GROUP_BLOCKS, PATH_MAINS

# Columns of ``Workspace.until``: over all blocks before one.
cdef enum UntilSum:
    UNTIL_MAIN, UNTIL_CHARACTERS, UNTIL_SUMS

cdef int FAR_FROM_LIKELY = 50
cdef int AT_P = SECOND.index("p")
cdef int AT_NEXT_P = SECOND.index("p +1")
cdef int AT_PREVIOUS_P = SECOND.index("p -1")
# Of level 0; the same feature of the next level comes MAIN_STEP later.
cdef int MAIN_STEP = SECOND.index("main in level 1") - SECOND.index("main in level 0")
cdef int LEVEL_MAIN = SECOND.index("main in level 0")
cdef int LEVEL_PART_OF_MAIN = SECOND.index("part of main 0")
cdef int LEVEL_MEAN_P = SECOND.index("mean p 0")
cdef int LEVEL_P_BESIDE = SECOND.index("p beside 0")
cdef int AT_IN_BEST = SECOND.index("in best element")
cdef int AT_WORTH_OF_BEST = SECOND.index("worth of best element")
cdef int AT_SHARE_OF_BEST = SECOND.index("share of best element")
cdef int AT_P_OF_PATH = SECOND.index("p of alike")
cdef int AT_MEAN_P_OF_PATH = SECOND.index("mean p of alike")
cdef int AT_P_OF_OTHERS = SECOND.index("p of others alike")
cdef int AT_MAIN_BEFORE = SECOND.index("main before")
cdef int AT_MAIN_AFTER = SECOND.index("main after")
cdef int AT_P_WITHIN = SECOND.index("p within 3")
cdef int[3] RADIUS = [3, 8, 20]
cdef int AT_AFTER_FIRST = SECOND.index("after first")
cdef int AT_BEFORE_LAST = SECOND.index("before last")
cdef int AT_AFTER_LIKELY = SECOND.index("after likely")
cdef int AT_BEFORE_LIKELY = SECOND.index("before likely")
cdef int AT_SUMMARY = SECOND.index("main of page")
# Positions in ``FirstStageSummary.of_page``.
_OF_PAGE = SECOND[AT_SUMMARY:]
cdef int MAIN_OF_PAGE = _OF_PAGE.index("main of page")
cdef int MAIN_CHARACTERS = _OF_PAGE.index("main characters")
cdef int HIGHEST_P = _OF_PAGE.index("highest p")
cdef int LOWEST_CHOSEN_P = _OF_PAGE.index("lowest chosen p")
cdef int EXPECTED_F1 = _OF_PAGE.index("expected F1")
cdef int P_OF_KIND = _OF_PAGE.index(f"p of {features.KINDS[0]}")


cdef class FirstStageSummary:
    """What the first stage found on a page, as far as it is the same for all blocks."""

    cdef float[::1] of_page
    cdef int best
    cdef float worth
    cdef float share
    cdef int first
    cdef int last

    def __init__(self):
        self.of_page = np.empty(len(_OF_PAGE), dtype=np.float32)


cdef int summarize_first_stage(Workspace ws) except -1 nogil:
    """Summarize the first stage's probabilities, before the features of the second stage are made."""
    cdef float[::1] of_page = ws.summary.of_page
    cdef double main = 0.0, characters = 0.0
    cdef float highest = 0.0
    cdef int block, each
    find_best_cut(ws, ws.first_p, 0.0, 1.0)
    for block in range(ws.page.count):
        main += <double> ws.first_p[block] * ws.page.characters[block]
        characters += ws.page.characters[block]
        highest = max(highest, ws.first_p[block])
    of_page[MAIN_OF_PAGE] = main / max(1.0, characters)
    of_page[MAIN_CHARACTERS] = log1p(main)
    of_page[HIGHEST_P] = highest
    of_page[LOWEST_CHOSEN_P] = ws.lowest
    of_page[EXPECTED_F1] = ws.expected_f1
    for each in range(KINDS):
        of_page[P_OF_KIND + each] = ws.kinds[each]
    sum_main_of_rows(ws)
    sum_main_of_paths(ws)
    find_best_element(ws)
    sum_main_until(ws)
    return 0


cdef int sum_main_of_rows(Workspace ws) except -1 nogil:
    """Add up characters, those of main text, blocks and those of main text, over the subtree of each row."""
    cdef float[:, ::1] sums = ws.main_sums
    cdef int block, owner, row, above, each
    cdef float n
    set_rows(sums, ws.table.count, 0)
    for block in range(ws.page.count):
        owner = ws.page.owner[block]
        n = ws.page.characters[block]
        sums[owner, <int> ROW_CHARACTERS] += n
        sums[owner, <int> ROW_MAIN] += ws.first_p[block] * n
        sums[owner, <int> ROW_BLOCKS] += 1
        sums[owner, <int> ROW_PROBABILITY] += ws.first_p[block]
    for row in range(ws.table.count - 1, 0, -1):
        above = ws.table.parent[row]
        for each in range(<int> MAIN_SUMS):
            sums[above, each] += sums[row, each]
    return 0


cdef int sum_main_of_paths(Workspace ws) except -1 nogil:
    """Add up the same for blocks under the same path."""
    cdef float[:, ::1] sums = ws.path_main
    cdef int block, group
    cdef float n
    set_rows(sums, ws.page.count, 0)
    for block in range(ws.page.count):
        group = ws.page.same_path[block]
        n = ws.page.characters[block]
        sums[group, <int> GROUP_MAIN] += ws.first_p[block] * n
        sums[group, <int> GROUP_CHARACTERS] += n
        sums[group, <int> GROUP_PROBABILITY] += ws.first_p[block]
        sums[group, <int> GROUP_BLOCKS] += 1
    return 0


cdef int find_best_element(Workspace ws) noexcept nogil:
    """Find the element that would be the best choice by its expected F1."""
    cdef float[:, ::1] sums = ws.main_sums
    cdef int best = 0, row
    cdef float worth = -1.0, main = max(1e-9, sums[0, <int> ROW_MAIN]), value
    for row in range(ws.table.count):
        value = 2 * sums[row, <int> ROW_MAIN] / max(1e-9, sums[row, <int> ROW_CHARACTERS] + main)
        if value > worth:
            worth = value
            best = row
    ws.summary.best = best
    ws.summary.worth = worth
    ws.summary.share = sums[best, <int> ROW_CHARACTERS] / max(1, sums[0, <int> ROW_CHARACTERS])
    return 0


cdef int sum_main_until(Workspace ws) noexcept nogil:
    """Add up over the blocks before each, and find the first and the last that is likely main text."""
    cdef float[:, ::1] until = ws.until
    cdef int block
    cdef float n
    ws.summary.first = -1
    ws.summary.last = -1
    until[0, <int> UNTIL_MAIN] = 0
    until[0, <int> UNTIL_CHARACTERS] = 0
    for block in range(ws.page.count):
        n = ws.page.characters[block]
        until[block + 1, <int> UNTIL_MAIN] = until[block, <int> UNTIL_MAIN] + ws.first_p[block] * n
        until[block + 1, <int> UNTIL_CHARACTERS] = until[block, <int> UNTIL_CHARACTERS] + n
        if ws.first_p[block] > 0.5:
            ws.summary.last = block
            if ws.summary.first < 0:
                ws.summary.first = block
    return 0


cdef int fill_context(Workspace ws, float min_probability, int first, int last, float[:, ::1] out) noexcept nogil:
    """Write the features of the second stage for the blocks from ``first`` to before ``last``.

    Features that are the same for all blocks are left out, and those of less probable blocks are undefined.
    """
    cdef float main = max(1e-9, ws.main_sums[0, <int> ROW_MAIN])
    cdef int block, column, owner
    for block in range(first, last):
        if ws.first_p[block] >= min_probability:
            column = block - first
            owner = ws.page.owner[block]
            out[AT_P, column] = ws.first_p[block]
            out[AT_NEXT_P, column] = ws.first_p[block + 1] if block + 1 < ws.page.count else 0
            out[AT_PREVIOUS_P, column] = ws.first_p[block - 1] if block > 0 else 0
            out[AT_IN_BEST, column] = owner >= ws.summary.best and owner < ws.table.end[ws.summary.best]
            fill_main_around(ws.page, ws.main_sums, main, block, column, out)
            fill_main_of_path(ws, block, column, out)
            fill_main_near(ws.page, ws.until, block, column, out)
    return fill_distances(ws, first, last, out)


cdef int fill_summary(FirstStageSummary summary, int columns, float[:, ::1] out) noexcept nogil:
    """Write the features that are the same for all blocks to the first columns."""
    cdef int each, column
    for column in range(columns):
        out[AT_WORTH_OF_BEST, column] = summary.worth
        out[AT_SHARE_OF_BEST, column] = summary.share
    for each in range(<int> summary.of_page.shape[0]):
        for column in range(columns):
            out[AT_SUMMARY + each, column] = summary.of_page[each]
    return 0


cdef int fill_main_around(
    PageCounts page, const float[:, ::1] sums, float main, int block, int column, float[:, ::1] out
) noexcept nogil:
    """The probability of the elements around a block, and of their text beside the next inner element."""
    cdef int inner = page.around[0, block], level, at, row
    cdef float mass
    for level in range(LEVELS):
        at = MAIN_STEP * level
        row = page.around[level, block]
        mass = sums[row, <int> ROW_MAIN]
        out[at + LEVEL_MAIN, column] = mass / max(1, sums[row, <int> ROW_CHARACTERS])
        out[at + LEVEL_PART_OF_MAIN, column] = mass / main
        out[at + LEVEL_MEAN_P, column] = sums[row, <int> ROW_PROBABILITY] / max(1, sums[row, <int> ROW_BLOCKS])
        out[at + LEVEL_P_BESIDE, column] = (mass - sums[inner, <int> ROW_MAIN]) / max(
            1, sums[row, <int> ROW_CHARACTERS] - sums[inner, <int> ROW_CHARACTERS]
        )
        inner = row
    return 0


cdef int fill_main_of_path(Workspace ws, int block, int column, float[:, ::1] out) noexcept nogil:
    """The probability of blocks under the same path."""
    cdef int group = ws.page.same_path[block]
    cdef float count = ws.path_main[group, <int> GROUP_BLOCKS], total = ws.path_main[group, <int> GROUP_PROBABILITY]
    out[AT_P_OF_PATH, column] = ws.path_main[group, <int> GROUP_MAIN] / ws.path_main[group, <int> GROUP_CHARACTERS]
    out[AT_MEAN_P_OF_PATH, column] = total / count
    out[AT_P_OF_OTHERS, column] = (total - ws.first_p[block]) / max(1, count - 1)
    return 0


cdef int fill_main_near(
    PageCounts page, const float[:, ::1] until, int block, int column, float[:, ::1] out
) noexcept nogil:
    """How much of the main text comes before and after, and how near it is."""
    cdef float main = max(1e-9, until[page.count, <int> UNTIL_MAIN])
    cdef int each, low, high
    out[AT_MAIN_BEFORE, column] = until[block, <int> UNTIL_MAIN] / main
    out[AT_MAIN_AFTER, column] = (main - until[block + 1, <int> UNTIL_MAIN]) / main
    for each in range(3):
        low = max(0, block - RADIUS[each])
        high = min(page.count, block + RADIUS[each] + 1)
        out[AT_P_WITHIN + each, column] = (until[high, <int> UNTIL_MAIN] - until[low, <int> UNTIL_MAIN]) / max(
            1, until[high, <int> UNTIL_CHARACTERS] - until[low, <int> UNTIL_CHARACTERS]
        )
    return 0


cdef int fill_distances(Workspace ws, int first, int last, float[:, ::1] out) noexcept nogil:
    """How far off likely blocks are: the first and the last of the page, the next before and the next after."""
    cdef const float[::1] probability = ws.first_p
    cdef int count = ws.page.count, far = FAR_FROM_LIKELY, column, block, before = 1, after = 0
    if ws.summary.first < 0:
        for column in range(last - first):
            out[AT_AFTER_FIRST, column] = -far
            out[AT_BEFORE_LAST, column] = -far
            out[AT_AFTER_LIKELY, column] = -far
            out[AT_BEFORE_LIKELY, column] = -far
        return 0
    while before < far and before <= first and probability[first - before] <= 0.5:
        before += 1
    if before > first:
        before = far
    for block in range(first, last):
        column = block - first
        out[AT_AFTER_FIRST, column] = max(-far, min(far, block - ws.summary.first))
        out[AT_BEFORE_LAST, column] = max(-far, min(far, ws.summary.last - block))
        out[AT_AFTER_LIKELY, column] = before
        before = 1 if probability[block] > 0.5 else min(far, before + 1)
    while after < far and last + after < count and probability[last + after] <= 0.5:
        after += 1
    if last + after >= count:
        after = far
    for block in range(last - 1, first - 1, -1):
        after = 0 if probability[block] > 0.5 else min(far, after + 1)
        out[AT_BEFORE_LIKELY, block - first] = after
    return 0
