"""The kind of a page, from its counts, from what it declares, and from where its likely main text is."""

cdef const int[::1] KIND_PAGE = np.array([features.PAGE.index(_name) for _name in features.KIND_PAGE], dtype=np.intc)
# Where what is summed over blocks and what the vocabularies say begin.
cdef int KIND_BLOCKS = features.KIND_FEATURES.index(features.KIND_BLOCKS[0])
cdef int KIND_VOCABULARIES = KIND_BLOCKS + len(features.KIND_BLOCKS)
cdef int ARTICLE = features.KINDS.index("article")
cdef int SAYS_FORUM = features.KIND_FEATURES.index("says forum")
cdef int MAIN_WORDS = features.KIND_FEATURES.index("main words")
cdef int MAIN_SHARE = features.KIND_FEATURES.index("main share")
cdef int MAIN_BLOCKS = features.KIND_FEATURES.index("main blocks")
cdef int LIKELY_BLOCKS = features.KIND_FEATURES.index("likely blocks")
cdef int MAIN_SHAPES = features.KIND_FEATURES.index("main shapes")
cdef int PRODUCT_BLOCKS = features.KIND_FEATURES.index("product blocks")
cdef int SURE_WORDS = features.KIND_FEATURES.index("sure words")
cdef int SURE_SHARE = features.KIND_FEATURES.index("sure share")
cdef int LARGEST_ELEMENT = features.KIND_FEATURES.index("largest element")
cdef int LARGEST_SURE_ELEMENT = features.KIND_FEATURES.index("largest sure element")
cdef int MAIN_HEADINGS = features.KIND_FEATURES.index("main headings")
# The means over the main text, in the order of features.KEPT.
cdef int KIND_KEPT = features.KIND_FEATURES.index(f"main {features.KEPT[0]}")
cdef int MEANS = len(features.MEANS)
cdef int LOGARITHMS = len(features.LOGARITHMS)
cdef int SHARES = len(features.SHARES)
cdef int KEPT_PRODUCT = features.KEPT.index("named product")
cdef int KEPT_AFTER_HEADING = features.KEPT.index("after heading")
# Columns of ``Workspace.main_sums`` while the kind is found: words in each element.
cdef enum ElementSum:
    ELEMENT_MAIN, ELEMENT_SURE


cdef int make_kind_features(Workspace ws) except -1 nogil:
    """Write the features of the kind of page."""
    cdef int each
    make_page_features(ws)
    sum_main_text(ws, ws.kind_features)
    for each in range(2 * KINDS):
        ws.kind_features[KIND_VOCABULARIES + each] = ws.vocabulary_kinds[each // KINDS, each % KINDS] / VOCABULARY_SCALE
    return 0


cdef int make_page_features(Workspace ws) noexcept nogil:
    """Write those features of the kind of page that need no model; all are 0 on a page without text."""
    cdef int each
    if ws.page.count == 0:
        for each in range(KIND_BLOCKS):
            ws.kind_features[each] = 0
        return 0
    for each in range(<int> KIND_PAGE.shape[0]):
        ws.kind_features[each] = ws.state.of_page[KIND_PAGE[each]]
    describe_headline(ws.table, ws.page, ws.evidence, ws.kind_features)
    describe_teasers(ws.page, ws.evidence, ws.kind_features)
    return describe_declared(&ws.evidence.declared, ws.kind_features)


cdef int sum_main_text(Workspace ws, float[::1] out) except -1 nogil:
    """Write how much main text there is, in how many elements, and what it is like.

    Blocks that are unlikely count by their size only.
    """
    cdef float main = 0.0, sure = 0.0, size = 0.0, likely = 0.0, largest = 0.0, largest_sure = 0.0, p, words, weight, total
    cdef int blocks = 0, shapes = 0, products = 0, block, around, each
    for each in range(KIND_BLOCKS, KIND_VOCABULARIES):
        out[each] = 0
    for block in range(ws.page.count):
        ws.seen_paths[block] = 0
    set_rows(ws.main_sums, ws.table.count, 0)
    for block in range(ws.page.count):
        p = ws.first_p[block]
        words = ws.page.words[block]
        size += words
        if ws.kept[block, KEPT_PRODUCT] > 0:
            products += 1
        if p < UNLIKELY:
            continue
        weight = p * words
        main += weight
        around = ws.page.around[1, block]
        ws.main_sums[around, <int> ELEMENT_MAIN] += weight
        largest = max(largest, ws.main_sums[around, <int> ELEMENT_MAIN])
        if p > 0.8:
            sure += words
            ws.main_sums[around, <int> ELEMENT_SURE] += words
            largest_sure = max(largest_sure, ws.main_sums[around, <int> ELEMENT_SURE])
        blocks += p > 0.5
        if p > 0.1:
            likely += p
        if p > 0.3 and not ws.seen_paths[ws.page.same_path[block]]:
            ws.seen_paths[ws.page.same_path[block]] = 1
            shapes += 1
        if ws.kept[block, KEPT_AFTER_HEADING] == 0:
            out[MAIN_HEADINGS] += weight
        add_kept(ws.kept, block, weight, out)
    total = main + 1e-9
    for each in range(MAIN_HEADINGS, KIND_VOCABULARIES):
        out[each] /= total
    out[MAIN_WORDS] = total
    out[MAIN_SHARE] = total / (size + 1)
    out[MAIN_BLOCKS] = blocks
    out[LIKELY_BLOCKS] = likely
    out[MAIN_SHAPES] = shapes
    out[PRODUCT_BLOCKS] = products
    out[SURE_WORDS] = sure
    out[SURE_SHARE] = sure / total
    out[LARGEST_ELEMENT] = largest / total
    out[LARGEST_SURE_ELEMENT] = largest_sure / (sure + 1e-9)
    return 0


cdef int add_kept(const float[:, ::1] kept, int block, float weight, float[::1] out) noexcept nogil:
    """Add a block's features to the sums over the main text: as they are, as logarithms, or whether they are there."""
    cdef int each
    for each in range(MEANS):
        out[KIND_KEPT + each] += weight * kept[block, each]
    for each in range(MEANS, MEANS + LOGARITHMS):
        out[KIND_KEPT + each] += weight * log1pf(kept[block, each])
    for each in range(MEANS + LOGARITHMS, MEANS + LOGARITHMS + SHARES):
        if kept[block, each] > 0:
            out[KIND_KEPT + each] += weight
    return 0


cdef int find_kinds(Workspace ws, Trees trees) noexcept nogil:
    """Find the probability of each kind of page."""
    add_up_kinds(ws, trees, ws.kinds)
    return read_kinds(ws)


cdef int find_plain_kinds(Workspace ws, Trees trees) noexcept nogil:
    """Find the probabilities again without what words say, if the vocabulary hardly knows the page's language."""
    cdef int each
    if ws.common_words >= MIN_COMMON:
        ws.plain_kinds[:] = ws.kinds
        return 0
    for each in range(KINDS):
        ws.kind_features[KIND_VOCABULARIES + KINDS + each] = 0
    return add_up_kinds(ws, trees, ws.plain_kinds)


cdef int add_up_kinds(Workspace ws, Trees trees, float[::1] out) noexcept nogil:
    """Write the probabilities of the kinds, given the features."""
    cdef int each
    cdef float highest, total = 0.0
    for each in range(KINDS):
        out[each] = 0
    round_features(&ws.kind_bits[0], &ws.kind_rounded[0], ws.kind_rounded.shape[0])
    add_leaves_of_one(trees, ws.kind_rounded, out)
    highest = out[0]
    for each in range(KINDS):
        highest = max(highest, out[each])
    for each in range(KINDS):
        out[each] = expf(out[each] - highest) * (ws.forum_weight if each == FORUM else 1)
        total += out[each]
    for each in range(KINDS):
        out[each] /= total
    return 0


cdef int take_given_kind(Workspace ws) noexcept nogil:
    """Be sure of the kind that the caller knows, if any."""
    cdef int each
    if ws.given_kind < 0:
        return 0
    for each in range(KINDS):
        ws.kinds[each] = each == ws.given_kind
    return read_kinds(ws)


cdef float forum_names(Workspace ws) noexcept nogil:
    """How much more the names in attributes, or a declaration, say forum than article."""
    if ws.kind_features[SAYS_FORUM] > 0:
        return SAID
    return ws.kind_features[KIND_VOCABULARIES + FORUM] - ws.kind_features[KIND_VOCABULARIES + ARTICLE]


cdef int read_kinds(Workspace ws) noexcept nogil:
    """Find the most probable kind, and the probability of a text to read from beginning to end."""
    cdef int each
    ws.kind = 0
    for each in range(KINDS):
        if ws.kinds[each] > ws.kinds[ws.kind]:
            ws.kind = each
    ws.readable = 0.0
    for each in range(<int> READ_THROUGH.shape[0]):
        ws.readable += ws.kinds[READ_THROUGH[each]]
    return 0
