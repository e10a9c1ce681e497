"""The confidence: how good the choice of blocks is, from the probabilities and from how far other methods agree."""

cdef int SURE_F1 = features.CONFIDENCE.index("expected F1")
cdef int SURE_MEAN = features.CONFIDENCE.index("mean chosen p")
cdef int SURE_LOWEST = features.CONFIDENCE.index("lowest chosen p")
cdef int SURE_DOUBTFUL = features.CONFIDENCE.index("doubtful share")
cdef int SURE_LEFT_OUT = features.CONFIDENCE.index("left out")
cdef int SURE_MAIN_WORDS = features.CONFIDENCE.index("main words")
cdef int SURE_MAIN_SHARE = features.CONFIDENCE.index("main share")
cdef int SURE_MAIN_BLOCKS = features.CONFIDENCE.index("main blocks")
cdef int SURE_KINDS = features.CONFIDENCE.index(f"p of {features.KINDS[0]}")
cdef int SURE_CONTAINER = features.CONFIDENCE.index("agrees with container")
cdef int SURE_P_VALUE = features.CONFIDENCE.index("agrees with p value")
cdef int SURE_LONGEST_RUN = features.CONFIDENCE.index("longest run")
cdef int SURE_RUNS = features.CONFIDENCE.index("runs")
cdef int SURE_HEADLINE = features.CONFIDENCE.index("headline match")
cdef int SURE_SECOND = features.CONFIDENCE.index("second container")
# Blocks that are taken are one run if fewer than this many blocks lie between them.
cdef int NEW_RUN = 4


cdef float pairwise_sum(const float* numbers, int count) noexcept nogil:
    """The sum of some numbers, added up in pairs as NumPy does, so that rounding errors stay small.

    The share of the main text that is left out is the difference of two large sums.
    """
    cdef float total = 0.0
    cdef float[8] lanes
    cdef int at, lane, half = count // 2 // 8 * 8
    if count > 128:
        return pairwise_sum(numbers, half) + pairwise_sum(numbers + half, count - half)
    if count < 8:
        for at in range(count):
            total += numbers[at]
        return total
    memcpy(lanes, numbers, sizeof(lanes))
    at = 8
    while at + 8 <= count:
        for lane in range(8):
            lanes[lane] += numbers[at + lane]
        at += 8
    total = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]))
    while at < count:
        total += numbers[at]
        at += 1
    return total


cdef int make_confidence_features(Workspace ws) noexcept nogil:
    """Write the features that predict how good the best cut is."""
    cdef float[::1] out = ws.confidence_features
    cdef double doubtful = 0.0, words = 0.0, main = 0.0, mass, found
    # Not needed any more once the best cut is found.
    cdef float* products = &ws.taken[0, 0]
    cdef float p, size
    cdef int block, at, each
    for block in range(ws.page.count):
        size = ws.page.words[block]
        p = ws.second_p[block]
        words += size
        products[block] = p * size
        if p > 0.2 and p < 0.8:
            doubtful += size
    mass = pairwise_sum(products, ws.page.count)
    for at in range(ws.best):
        size = ws.page.words[ws.order[at]]
        main += size
        products[at] = ws.second_p[ws.order[at]] * size
    found = pairwise_sum(products, ws.best)
    out[SURE_F1] = ws.expected_f1
    out[SURE_MEAN] = found / max(1e-9, main)
    out[SURE_LOWEST] = ws.lowest
    out[SURE_DOUBTFUL] = doubtful / max(1.0, main)
    out[SURE_LEFT_OUT] = 1 - found / max(1e-9, mass)
    out[SURE_MAIN_WORDS] = log1p(main)
    out[SURE_MAIN_SHARE] = main / max(1.0, words)
    out[SURE_MAIN_BLOCKS] = ws.best
    for each in range(KINDS):
        out[SURE_KINDS + each] = ws.kinds[each]
    return make_agreement_features(ws, out)


cdef int make_agreement_features(Workspace ws, float[::1] out) noexcept nogil:
    """Write how far the best cut agrees with other methods, and into how many runs it falls."""
    # No longer needed for the shapes of the main text.
    cdef unsigned char[::1] is_taken = ws.seen_paths
    cdef int block, at, last = -NEW_RUN - 1, runs = 0
    cdef float size, words = 0.0, run = 0.0, longest = 0.0
    for block in range(ws.page.count):
        is_taken[block] = 0
    for at in range(ws.best):
        is_taken[ws.order[at]] = 1
    for block in range(ws.page.count):
        if not is_taken[block]:
            continue
        size = ws.page.words[block]
        words += size
        if block - last > NEW_RUN:
            runs += 1
            run = 0.0
        run += size
        longest = max(longest, run)
        last = block
    out[SURE_LONGEST_RUN] = longest / max(<float> 1, words)
    out[SURE_RUNS] = runs
    out[SURE_CONTAINER] = agreement(ws, is_taken, ws.evidence.container)
    out[SURE_P_VALUE] = agreement(ws, is_taken, ws.state.p_value_element)
    out[SURE_HEADLINE] = ws.state.of_page[PAGE_HEADLINE_MATCH]
    out[SURE_SECOND] = ws.evidence.second
    return 0


cdef float agreement(Workspace ws, const unsigned char[::1] is_taken, int row) noexcept nogil:
    """The F1 of the blocks of a row, if those that are taken were the truth; 0 without a row."""
    cdef float common = 0.0, both = 0.0, size
    cdef int block
    cdef bint is_inside
    if row < 0:
        return 0.0
    for block in range(ws.page.count):
        size = ws.page.words[block]
        is_inside = ws.page.owner[block] >= row and ws.page.owner[block] < ws.table.end[row]
        both += size * (is_inside + is_taken[block])
        if is_inside and is_taken[block]:
            common += size
    return 2 * common / max(<float> 1, both)


cdef int find_confidence(Workspace ws, Trees trees) noexcept nogil:
    """Find the probability that the best cut is good."""
    ws.confidence_sum[0] = 0
    round_features(&ws.confidence_bits[0], &ws.confidence_rounded[0], ws.confidence_rounded.shape[0])
    add_leaves_of_one(trees, ws.confidence_rounded, ws.confidence_sum)
    ws.confidence = 1 / (1 + expf(-ws.confidence_sum[0]))
    return 0
