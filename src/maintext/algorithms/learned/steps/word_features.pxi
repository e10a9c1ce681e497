"""The features of the first stage that need a vocabulary: what elements are called, and how blocks begin."""

# Columns of ``Workspace.name_scores``: sums over a row and its ancestors of all weights, the positive, the negative.
cdef enum NameScore:
    ALL_NAMES, GOOD_NAMES, BAD_NAMES, NAME_SCORES

# Columns of ``Workspace.word_scores``: of the first words of a block.
cdef enum WordScore:
    MEAN_WORD, BAD_WORDS, GOOD_WORDS, BAD_SHARE, WORD_SCORES

# Columns of ``Workspace.word_sums``: over the subtree of a row.
cdef enum WordSum:
    WEIGHT_SUM, WORD_COUNT, WORD_SUMS

# Words with a lower weight count for the share of bad words.
cdef float VERY_BAD = -1.0
cdef int AT_NAMES = FIRST.index("names")
cdef int AT_GOOD_NAMES = FIRST.index("good names")
cdef int AT_BAD_NAMES = FIRST.index("bad names")
cdef int AT_OWN_NAMES = FIRST.index("own names")
cdef int AT_LEVEL_NAMES = FIRST.index("names 1") - 1
cdef int AT_MEAN_WORD = FIRST.index("mean word")
cdef int AT_BAD_WORDS = FIRST.index("bad words")
cdef int AT_GOOD_WORDS = FIRST.index("good words")
cdef int AT_BAD_SHARE = FIRST.index("share of bad words")
cdef int AT_LEVEL_MEAN_WORD = FIRST.index("mean word 1") - 1
cdef int AT_NEXT_MEAN_WORD = FIRST.index("mean word +1")
cdef int AT_HEADING_WORD = FIRST.index("heading word")


cdef inline float weight_of(WordTable vocabulary, KnownWords known, int each) noexcept nogil:
    """The weight of a known word."""
    return vocabulary.rows[known.places[each], <int> WEIGHT]


cdef int score_names(Workspace ws, WordTable vocabulary) noexcept nogil:
    """Add up the weights of the names of each row, and of the rows around it."""
    cdef int value, each, row, above
    cdef float own
    for value in range(ws.values.count):
        ws.values.value_score[value] = 0
    for each in range(ws.known_names.count):
        ws.values.value_score[ws.known_names.where[each]] += weight_of(vocabulary, ws.known_names, each)
    for row in range(ws.table.count):
        if ws.page.total[row] == 0:
            continue
        own = 0.0
        for each in range(3):
            if ws.values.of_row[row, each] >= 0:
                own += ws.values.value_score[ws.values.of_row[row, each]]
        ws.name_scores[row, <int> ALL_NAMES] = own
        ws.name_scores[row, <int> GOOD_NAMES] = max(own, 0.0)
        ws.name_scores[row, <int> BAD_NAMES] = min(own, 0.0)
        above = ws.table.parent[row]
        if above >= 0:
            for each in range(<int> NAME_SCORES):
                ws.name_scores[row, each] += ws.name_scores[above, each]
    return 0


cdef int score_words(Workspace ws, WordTable vocabulary) except -1 nogil:
    """Add up the weights of each block's first words, and of those in the subtree of each row."""
    cdef float[:, ::1] scores = ws.word_scores
    cdef float[:, ::1] sums = ws.word_sums
    cdef int each, block, row
    cdef float weight, size
    set_rows(scores, ws.page.count, 0)
    set_rows(sums, ws.table.count, 0)
    for each in range(ws.known_words.count):
        weight = weight_of(vocabulary, ws.known_words, each)
        block = ws.known_words.where[each]
        scores[block, <int> MEAN_WORD] += weight
        scores[block, <int> BAD_WORDS] += min(weight, <float> 0)
        scores[block, <int> GOOD_WORDS] += max(weight, <float> 0)
        scores[block, <int> BAD_SHARE] += weight < VERY_BAD
    for block in range(ws.page.count):
        sums[ws.page.owner[block], <int> WEIGHT_SUM] += scores[block, <int> MEAN_WORD]
        sums[ws.page.owner[block], <int> WORD_COUNT] += ws.page.first_words[block]
        size = max(1, ws.page.first_words[block])
        scores[block, <int> MEAN_WORD] /= size
        scores[block, <int> BAD_SHARE] /= size
    for row in range(ws.table.count - 1, 0, -1):
        sums[ws.table.parent[row], <int> WEIGHT_SUM] += sums[row, <int> WEIGHT_SUM]
        sums[ws.table.parent[row], <int> WORD_COUNT] += sums[row, <int> WORD_COUNT]
    return 0


cdef inline float own_names(TableView table, const float[:, ::1] scores, int row, int outer) noexcept nogil:
    """The weights of the names of a row and of those around it, up to ``outer``."""
    cdef int above = table.parent[outer]
    return scores[row, <int> ALL_NAMES] - (scores[above, <int> ALL_NAMES] if above >= 0 else 0.0)


cdef int fill_names(
    TableView table, PageCounts page, const float[:, ::1] scores, int first, int last, float[:, ::1] out
) noexcept nogil:
    """Write what the vocabulary of attribute words says of some blocks."""
    cdef int block, column, owner, level, row
    for block in range(first, last):
        column = block - first
        owner = page.owner[block]
        out[AT_NAMES, column] = scores[owner, <int> ALL_NAMES]
        out[AT_GOOD_NAMES, column] = scores[owner, <int> GOOD_NAMES]
        out[AT_BAD_NAMES, column] = scores[owner, <int> BAD_NAMES]
        out[AT_OWN_NAMES, column] = own_names(table, scores, owner, page.around[0, block])
        for level in range(1, LEVELS):
            row = page.around[level, block]
            out[AT_LEVEL_NAMES + level, column] = own_names(table, scores, row, row)
    return 0


cdef int fill_words(Workspace ws, int first, int last, float[:, ::1] out) noexcept nogil:
    """Write what the vocabulary of text words says of some blocks, whose other features were written before."""
    cdef const float[:, ::1] scores = ws.word_scores
    cdef const float[:, ::1] sums = ws.word_sums
    cdef int block, column, level, row
    for block in range(first, last):
        column = block - first
        out[AT_MEAN_WORD, column] = scores[block, <int> MEAN_WORD]
        out[AT_BAD_WORDS, column] = scores[block, <int> BAD_WORDS]
        out[AT_GOOD_WORDS, column] = scores[block, <int> GOOD_WORDS]
        out[AT_BAD_SHARE, column] = scores[block, <int> BAD_SHARE]
        for level in range(1, LEVELS):
            row = ws.page.around[level, block]
            out[AT_LEVEL_MEAN_WORD + level, column] = sums[row, <int> WEIGHT_SUM] / max(1, sums[row, <int> WORD_COUNT])
        out[AT_NEXT_MEAN_WORD, column] = scores[block + 1, <int> MEAN_WORD] if block + 1 < ws.page.count else 0
        if out[AT_AFTER_HEADING, column] == 0:
            ws.state.heading_word = scores[block, <int> MEAN_WORD]
        out[AT_HEADING_WORD, column] = ws.state.heading_word
    return 0
