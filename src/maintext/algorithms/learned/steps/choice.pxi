"""Which blocks to take; ``engine.py`` describes the rules."""

# Columns of ``Workspace.taken``: words of the most probable blocks, and those of them that are main text.
cdef enum TakenSum:
    TAKEN_WORDS, TAKEN_MAIN, TAKEN_SUMS

# Rows of ``Workspace.truths``: words selected at each cut, and how many cuts select as many.
cdef enum Truth:
    CUT_WORDS, CUT_COUNT, TRUTH_ROWS

# A text of at least this many characters is not taken twice.
cdef int LONG_TEXT = 150
# With this many words beside them, comments are recognised as comments even if they are longer.
cdef int ENOUGH_TEXT = 200
# The cells of a table of data have at most this many words on average.
cdef int SHORT_CELL = 12
# The rest of a table with headers is taken if its words are at least this probable: readers do not want half a table.
cdef float WITH_HEADER = 0.3
cdef int TABLE = tags.code_of("table")
cdef int TH = tags.code_of("th")
cdef int DT = tags.code_of("dt")
cdef int DD = tags.code_of("dd")
cdef int KEPT_LINK_SHARE = features.KEPT.index("link share")
cdef int KEPT_COMMENT = features.KEPT.index("named comment")
cdef int KEPT_COMMENTS = features.KEPT.index("named comments")
cdef const unsigned char[::1] IS_SECTION_HEADING = np.array(
    [_name in {"h2", "h3", "h4", "h5", "h6"} for _name in tags.NAMES], dtype=np.uint8
)


cdef int rank_blocks(
    const float[::1] probability, int blocks, float min_probability, int[::1] order, int[::1] spare
) noexcept nogil:
    """Sort the blocks that are probable enough from the most to the least probable; returns how many there are.

    A merge sort: blocks of the same probability stay in document order.
    """
    cdef int count = 0, block, width = 1, start, at
    for block in range(blocks):
        if probability[block] >= min_probability:
            order[count] = block
            count += 1
    while width < count:
        start = 0
        while start < count:
            merge(probability, order, start, min(start + width, count), min(start + 2 * width, count), spare)
            start += 2 * width
        for at in range(count):
            order[at] = spare[at]
        width *= 2
    return count


cdef int merge(
    const float[::1] probability, const int[::1] order, int start, int middle, int stop, int[::1] out
) noexcept nogil:
    """Merge two sorted runs that follow each other."""
    cdef int left = start, right = middle, at
    for at in range(start, stop):
        if right >= stop or (left < middle and probability[order[left]] >= probability[order[right]]):
            out[at] = order[left]
            left += 1
        else:
            out[at] = order[right]
            right += 1
    return 0


cdef int find_best_cut(
    Workspace ws, const float[::1] probability, float all_or_nothing, float weight
) noexcept nogil:
    """Find how many of the most probable blocks to take for the highest expected F score.

    Leaves in the workspace the order of the blocks, ``best``, the expected F1 of these blocks with weight 1, and the
    lowest probability among them.

    Args:
        ws: the page.
        probability: that each block is main text.
        all_or_nothing: how far blocks are main text all together or not at all, from 0 to 1.
        weight: the square of how many times as much recall counts as precision.
    """
    cdef float[:, ::1] taken = ws.taken
    cdef float min_probability = MIN_PROBABILITY_TO_READ if all_or_nothing > 0.5 else MIN_PROBABILITY
    cdef float highest = -1.0, words, wanted, score, together, truth, size
    cdef int best = 0, different, at, block, cut
    ws.ranked = rank_blocks(probability, ws.page.count, min_probability, ws.order, ws.spare)
    wanted = words_at_cuts(ws, probability)
    different = merge_equal_cuts(ws.truths)
    taken[0, <int> TAKEN_WORDS] = 0
    taken[0, <int> TAKEN_MAIN] = 0
    for at in range(1, ws.ranked + 1):
        block = ws.order[at - 1]
        words = ws.page.words[block]
        size = taken[at - 1, <int> TAKEN_WORDS] + words
        taken[at, <int> TAKEN_WORDS] = size
        taken[at, <int> TAKEN_MAIN] = taken[at - 1, <int> TAKEN_MAIN] + probability[block] * words
        score = (1 + weight) * taken[at, <int> TAKEN_MAIN] / max(1e-9, size + weight * wanted)
        if all_or_nothing > 0:
            together = 0.0
            for cut in range(different):
                truth = ws.truths[<int> CUT_WORDS, cut]
                together += ws.truths[<int> CUT_COUNT, cut] * min(size, truth) / max(1e-9, size + weight * truth)
            score = all_or_nothing * (1 + weight) * together / CUTS + (1 - all_or_nothing) * score
        if score > highest:
            highest = score
            best = at
    ws.best = best
    ws.expected_f1 = 2 * taken[best, <int> TAKEN_MAIN] / max(1e-9, taken[best, <int> TAKEN_WORDS] + wanted)
    ws.lowest = probability[ws.order[best - 1]] if best else 1.0
    return 0


cdef float words_at_cuts(Workspace ws, const float[::1] probability) noexcept nogil:
    """Count the words selected at each cut; returns the expected number of words of main text."""
    cdef float wanted = 0.0, words
    cdef int cut, block
    for cut in range(CUTS + 1):
        ws.truths[<int> CUT_WORDS, cut] = 0
    for block in range(ws.page.count):
        words = ws.page.words[block]
        wanted += probability[block] * words
        ws.truths[<int> CUT_WORDS, <int> (<double> probability[block] * CUTS + 0.5)] += words
    for cut in range(CUTS - 1, -1, -1):
        ws.truths[<int> CUT_WORDS, cut] += ws.truths[<int> CUT_WORDS, cut + 1]
    return wanted


cdef int merge_equal_cuts(float[:, ::1] truths) noexcept nogil:
    """Merge neighbouring cuts that select as many words; returns how many different ones remain.

    The cut at 0, which selects everything, is not one of them.
    """
    cdef int count = 0, cut
    for cut in range(1, CUTS + 1):
        if count > 0 and truths[<int> CUT_WORDS, cut] == truths[<int> CUT_WORDS, count - 1]:
            truths[<int> CUT_COUNT, count - 1] += 1
        else:
            truths[<int> CUT_WORDS, count] = truths[<int> CUT_WORDS, cut]
            truths[<int> CUT_COUNT, count] = 1
            count += 1
    return count


cdef int choose_blocks(Workspace ws) noexcept nogil:
    """Take the blocks of the best cut, and complete the choice.

    In a text to read from beginning to end, a block of links alone is taken only if that is more likely right than not.
    """
    cdef int block, at, row, above
    for block in range(ws.page.count):
        ws.chosen[block] = 0
    for at in range(ws.best):
        ws.chosen[ws.order[at]] = 1
    if ws.kind != FORUM:
        leave_comments(ws)
    if ws.readable > 0.5:
        for block in range(ws.page.count):
            if ws.second_p[block] < 0.5 and ws.kept[block, KEPT_LINK_SHARE] >= LINKED:
                ws.chosen[block] = 0
    leave_repeated_texts(ws.page, ws.chosen)
    complete_table_rows(ws.table, ws.page, ws.chosen)
    complete_tables(ws)
    complete_definitions(ws)
    for block in range(1, ws.page.count - 1):
        if ws.chosen[block - 1] == 1 and ws.chosen[block + 1] == 1 and not ws.chosen[block]:
            row = ws.page.row[block]
            above = max(0, ws.table.parent[row])
            if IS_SECTION_HEADING[ws.table.tag[row]] or IS_SECTION_HEADING[ws.table.tag[above]]:
                ws.chosen[block] = 2
    return score_choice(ws)


cdef int score_choice(Workspace ws) noexcept nogil:
    """The mean probability of the chosen words, and whether some of them are not links."""
    cdef double words = 0.0, main = 0.0
    cdef int block
    ws.has_running_text = False
    for block in range(ws.page.count):
        if ws.chosen[block]:
            words += ws.page.words[block]
            main += <double> ws.second_p[block] * ws.page.words[block]
            if ws.kept[block, KEPT_LINK_SHARE] < LINKED:
                ws.has_running_text = True
    ws.score = main / words if words > 0 else 0.0
    return 0


cdef inline bint is_in_comments(Workspace ws, int block) noexcept nogil:
    """Whether a block is where the page's author put readers' comments."""
    return ws.kept[block, KEPT_COMMENT] > 0 or ws.kept[block, KEPT_COMMENTS] > 0


cdef int leave_comments(Workspace ws) noexcept nogil:
    """Leave comments out, unless there is no text beside them: then the name means something else on this page."""
    cdef float inside = 0.0, outside = 0.0, text = 0.0, words
    cdef int block
    for block in range(ws.page.count):
        words = ws.page.words[block]
        if is_in_comments(ws, block):
            inside += ws.second_p[block] * words
        else:
            outside += ws.second_p[block] * words
            if ws.second_p[block] > 0.7:
                text += words
    if inside >= outside and text < ENOUGH_TEXT:
        return 0
    for block in range(ws.page.count):
        if is_in_comments(ws, block):
            ws.chosen[block] = 0
    return 0


cdef int leave_repeated_texts(PageCounts page, unsigned char[::1] chosen) noexcept nogil:
    """Leave out long texts that were taken before; equal texts are numbered in the order in which they appear."""
    cdef int following = 0, block
    for block in range(page.count):
        if page.same_text[block] == following:
            following += 1
        elif chosen[block] and page.characters[block] >= LONG_TEXT and is_repeated(page, chosen, block):
            chosen[block] = 0
    return 0


cdef bint is_repeated(PageCounts page, const unsigned char[::1] chosen, int block) noexcept nogil:
    """Whether a block that was taken before has the same text."""
    cdef int before
    for before in range(block):
        if page.same_text[before] == page.same_text[block] and chosen[before]:
            return True
    return False


cdef int complete_table_rows(TableView table, PageCounts page, unsigned char[::1] chosen) noexcept nogil:
    """Take or leave the cells of a table row as one, by where most of its words are."""
    cdef int start = 0, stop, taken, words, block
    while start < page.count:
        stop = start
        taken = 0
        words = 0
        while stop < page.count and table.line[page.first[stop]] == table.line[page.first[start]]:
            words += page.words[stop]
            if chosen[stop]:
                taken += page.words[stop]
            stop += 1
        if stop - start > 1:
            for block in range(start, stop):
                chosen[block] = 2 * taken > words
        start = stop
    return 0


cdef int complete_tables(Workspace ws) noexcept nogil:
    """Take the rest of a table of data of which a part was taken, if its words are more likely main text than not."""
    cdef int text = 0, block, following = ws.table.count, row
    cdef bint is_innermost
    for block in range(ws.page.count):
        if ws.chosen[block]:
            text += ws.page.words[block]
    for row in range(ws.table.count - 1, -1, -1):
        if ws.table.tag[row] == TABLE:
            is_innermost = following >= ws.table.end[row]
            following = row
            if is_innermost and ws.page.below[row, <int> BLOCKS_BELOW] >= 2:
                complete_table(ws, row, text)
    return 0


cdef int complete_definitions(Workspace ws) noexcept nogil:
    """Take the terms of definitions that were taken: a value without its name says little.

    A linked term is the title of another page.
    """
    cdef int block, term, following
    for block in range(ws.page.count - 2, -1, -1):
        if ws.chosen[block] or not ws.chosen[block + 1] or ws.kept[block, KEPT_LINK_SHARE] >= LINKED:
            continue
        term = own_or_above(ws.table, ws.page.row[block], DT, DT)
        following = own_or_above(ws.table, ws.page.row[block + 1], DT, DD) if term >= 0 else -1
        if following >= 0 and ws.table.parent[term] == ws.table.parent[following]:
            ws.chosen[block] = 2
    return 0


cdef inline int own_or_above(TableView table, int row, int tag, int other) noexcept nogil:
    """The row or its parent, if one has one of two tags; -1 otherwise."""
    if table.tag[row] == tag or table.tag[row] == other:
        return row
    row = table.parent[row]
    return row if row >= 0 and (table.tag[row] == tag or table.tag[row] == other) else -1


cdef int complete_table(Workspace ws, int row, int text) noexcept nogil:
    """Take all of one table, if it has data: short cells, and a smaller part of the text.

    Other tables are there for the layout.
    """
    cdef int first = first_block(ws.table, ws.page, row), count = ws.page.below[row, <int> BLOCKS_BELOW]
    cdef int words = 0, taken = 0, comments = 0, block
    cdef float main = 0.0
    cdef bint has_data
    for block in range(first, first + count):
        words += ws.page.words[block]
        main += ws.second_p[block] * ws.page.words[block]
        taken += ws.chosen[block] != 0
        comments += is_in_comments(ws, block)
    has_data = words <= SHORT_CELL * count and 10 * words < 3 * text and comments == 0
    if taken > 0 and taken < count and has_data and main > words * (WITH_HEADER if has_header(ws.table, row) else 0.5):
        for block in range(first, first + count):
            ws.chosen[block] = 1
    return 0


cdef bint has_header(TableView table, int row) noexcept nogil:
    """Whether a table names its rows or columns."""
    cdef int inner
    for inner in range(row + 1, table.end[row]):
        if table.tag[inner] == TH:
            return True
    return False


cdef int mark_segments(Workspace ws, unsigned char[::1] keep) noexcept nogil:
    """Mark the segments of the chosen blocks, and no others."""
    cdef int block, segment
    if keep.shape[0]:
        memset(&keep[0], 0, keep.shape[0])
    for block in range(ws.page.count):
        if ws.chosen[block]:
            for segment in range(ws.page.first[block], ws.page.last[block] + 1):
                keep[segment] = 1
    return 0
