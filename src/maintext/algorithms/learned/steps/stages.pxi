"""The two stages: features of some blocks at a time, rounded, through the forests."""

# Runs of cases that are closer than this are one.
cdef int FAR_APART = 8
cdef const int[::1] KEPT_PLACE = np.array([FIRST.index(_name) for _name in features.KEPT], dtype=np.intc)
cdef const unsigned char[::1] IS_SHARED = np.array([_name in features.SHARED for _name in SECOND], dtype=np.uint8)


cdef int make_first_tile(Workspace ws, int first, int last) noexcept nogil:
    """Make the features of the first stage for up to TILE blocks, in ``ws.tile``; some are kept for later.

    Of those that are the same for all blocks, only the first column is written.
    """
    cdef int block, each
    fill_page(ws.state, 1, ws.tile)
    fill_block_features(ws.table, ws.page, ws.state, first, last, ws.tile)
    fill_headline(ws.table, ws.page, ws.evidence, first, last, ws.tile)
    fill_teasers(ws.table, ws.page, ws.evidence, ws.state, first, last, ws.tile)
    fill_names(ws.table, ws.page, ws.name_scores, first, last, ws.tile)
    fill_words(ws, first, last, ws.tile)
    for block in range(first, last):
        for each in range(<int> KEPT_PLACE.shape[0]):
            ws.kept[block, each] = ws.tile[KEPT_PLACE[each], block - first]
    return 0


cdef int make_second_tile(Workspace ws, float min_probability, int first, int last) noexcept nogil:
    """Make the features that the second stage has in addition, for blocks that are probable enough."""
    fill_summary(ws.summary, 1, ws.tile)
    return fill_context(ws, min_probability, first, last, ws.tile)


cdef int round_tile(Workspace ws, int first, int last, int case) noexcept nogil:
    """Round some features of a tile, whose first block is a case of the batch."""
    cdef int feature, cases = min(TILE, <int> ws.rounded.shape[1] - case)
    for feature in range(first, last):
        if not IS_SHARED[feature]:
            round_features(&ws.tile_bits[feature, 0], &ws.rounded[feature, case], cases)
        elif case == 0:
            round_features(&ws.tile_bits[feature, 0], &ws.rounded[feature, 0], LANES)
    return 0


cdef int make_first_batch(Workspace ws, int start, int stop) except -1 nogil:
    """Make the rounded features of the first stage for up to BATCH blocks."""
    cdef int first = start, last
    ws.fit_batch(stop - start)
    while first < stop:
        last = min(first + TILE, stop)
        make_first_tile(ws, first, last)
        round_tile(ws, 0, FIRST_COUNT, first - start)
        first = last
    return 0


cdef int look_at_clock() except -1 with gil:
    """Raise if the time for the page is over: between two batches, so that few pages are looked at even once."""
    check()
    return 0


cdef int first_stage(Workspace ws, Trees trees) except -1 nogil:
    """Find the probability of each block by the first forest."""
    cdef int start = 0, stop
    ws.state.rewind()
    while start < ws.page.count:
        stop = min(start + BATCH, ws.page.count)
        make_first_batch(ws, start, stop)
        first_forest(ws, trees, start, stop)
        start = stop
        if start < ws.page.count:
            look_at_clock()
    ws.has_kept = True
    return 0


cdef int first_forest(Workspace ws, Trees trees, int start, int stop) noexcept nogil:
    """Run a batch through the first forest; blocks of which its first trees say little are given up."""
    cdef int cases = stop - start, case, done = 0, step, last
    for case in range(cases):
        ws.sums[0, case] = 0
        ws.goes_on[case] = True
    for step in range(<int> STEP_TREES.shape[0]):
        last = min(STEP_TREES[step], trees.count)
        add_where_needed(ws, trees, done, last, cases)
        for case in range(cases):
            ws.goes_on[case] &= ws.sums[0, case] >= STEP_SUM[step]
        done = last
    add_where_needed(ws, trees, done, trees.count, cases)
    for case in range(cases):
        ws.first_p[start + case] = 1 / (1 + expf(-ws.sums[0, case])) if ws.goes_on[case] else GIVEN_UP
    return 0


cdef int second_stage(Workspace ws, Trees trees, bint has_first) except -1 nogil:
    """Find the probability of each block by the second forest.

    Most pages are one batch, whose features of the first stage are still there (``has_first``). Otherwise these are
    made twice: to keep them would take many times the memory of the page.
    """
    cdef int start = 0, stop, first, last
    ws.state.rewind()
    while start < ws.page.count:
        stop = min(start + BATCH, ws.page.count)
        if not has_first or ws.page.count > BATCH:
            make_first_batch(ws, start, stop)
        first = start
        while first < stop:
            last = min(first + TILE, stop)
            make_second_tile(ws, UNLIKELY, first, last)
            round_tile(ws, FIRST_COUNT, SECOND_COUNT, first - start)
            first = last
        second_forest(ws, trees, start, stop)
        start = stop
        if start < ws.page.count:
            look_at_clock()
    return 0


cdef int second_forest(Workspace ws, Trees trees, int start, int stop) noexcept nogil:
    """Run a batch through the second forest, except blocks that are unlikely in the first stage."""
    cdef int cases = stop - start, case
    for case in range(cases):
        ws.sums[0, case] = 0
        ws.goes_on[case] = ws.first_p[start + case] >= UNLIKELY
    add_where_needed(ws, trees, 0, trees.count, cases)
    for case in range(cases):
        ws.second_p[start + case] = ws.first_p[start + case]
        if ws.goes_on[case]:
            ws.second_p[start + case] = 1 / (1 + expf(-ws.sums[0, case]))
    return 0


cdef int add_where_needed(Workspace ws, Trees trees, int first, int last, int cases) noexcept nogil:
    """Add the leaves of some trees for the cases that go on.

    Most that do not are next to each other, so that whole runs of cases are skipped. Several cases are handled at once,
    so runs have a multiple of that number.
    """
    cdef int count = 0, case
    for case in range(cases):
        if not ws.goes_on[case]:
            continue
        if count == 0 or case - ws.runs[count - 1, <int> RUN_STOP] >= FAR_APART:
            ws.runs[count, <int> RUN_START] = case - case % LANES
            count += 1
        ws.runs[count - 1, <int> RUN_STOP] = case - case % LANES + LANES
    return add_leaves(ws, trees, first, last, count)
