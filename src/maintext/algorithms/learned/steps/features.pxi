"""The features of the first stage that need no vocabulary: one row per feature of ``features.FIRST``, one column per block.

Lengths count visible characters, shares lie between 0 and 1, and none depends on the language of the page. Features
with a number at the end are about an element around the block; the first one with more text than the block has number
1. Blocks are taken from the first to the last, some at a time: all features of a page together would need far more
memory than the page.
"""

cdef float MISSING = -999.0
cdef int FAR = 100
cdef int LONG_PROSE = 150
cdef unsigned char NONE = 255


cdef object places_of(names, int nothing):
    """The place of each tag in a list of names, or ``nothing``."""
    places = np.full(len(tags.NAMES), nothing, dtype=np.uint8)
    places[[tags.code_of(name) for name in names]] = np.arange(len(names))
    return places


cdef const unsigned char[::1] AROUND_PLACE = places_of(features.AROUND, NONE)
cdef const unsigned char[::1] INNERMOST_PLACE = places_of(features.INNERMOST, len(features.INNERMOST))
cdef const unsigned char[::1] COUNTED_PLACE = places_of(features.COUNTED, NONE)
cdef const unsigned char[::1] HEADING_PLACE = places_of(("h1", "h2", "h3", "h4", "h5", "h6"), NONE)
cdef int H1 = tags.code_of("h1")


cdef class FeatureState:
    """What the features of all blocks have in common, and how far they were made."""

    cdef float[::1] of_page
    cdef int h1
    cdef int before_h1
    cdef int prose_element
    cdef float prose_share
    cdef int p_value_element
    cdef float p_value
    cdef int before
    cdef int heading
    cdef int prose_before
    cdef int since_prose
    cdef float heading_word
    # The last heading, and the last linked title, -1 for none.
    cdef int any_heading
    cdef int linked_title

    def __init__(self):
        self.of_page = np.empty(len(features.PAGE), dtype=np.float32)
        self.rewind()

    cdef int rewind(self) noexcept nogil:
        """Begin with the first block again."""
        self.before = 0
        self.prose_before = 0
        self.heading = -FAR
        self.since_prose = FAR
        self.heading_word = 0
        self.any_heading = -1
        self.linked_title = -1
        return 0


cdef int begin_features(TableView table, PageCounts page, int types, FeatureState state) except -1 nogil:
    """Look at the whole page; ``types`` has one bit per entry of ``features.SAYS`` that the page declares."""
    find_named_ancestors(table, page)
    sum_groups(table, page)
    find_h1(table, page, state)
    find_prose(table, page, state)
    describe_page(table, page, types, state.of_page)
    state.rewind()
    return 0


cdef int find_named_ancestors(TableView table, PageCounts page) noexcept nogil:
    """Find the elements that matter to the blocks inside: by their tag, by a name, or because they are hidden.

    Most do not, so that the way up from a block leads from one that does to the next.
    """
    cdef int row, above
    cdef bint matters
    for row in range(table.count):
        above = table.parent[row]
        page.named_ancestor[row, <int> ABOVE] = page.named_ancestor[above, <int> FROM_HERE] if above >= 0 else -1
        matters = AROUND_PLACE[table.tag[row]] != NONE or page.named[row] != 0 or table.hiding[row] & SAYS_HIDDEN != 0
        page.named_ancestor[row, <int> FROM_HERE] = row if matters else page.named_ancestor[row, <int> ABOVE]
    return 0


cdef int sum_groups(TableView table, PageCounts page) except -1 nogil:
    """Add up over blocks under the same path, over those with the same text, and over siblings of the same name."""
    cdef int block, row, group
    set_rows(page.path_sums, page.count, 0)
    set_rows(page.siblings, table.count, 0)
    for block in range(page.count):
        group = page.same_path[block]
        page.path_sums[group, <int> PATH_BLOCKS] += 1
        page.path_sums[group, <int> PATH_CHARACTERS] += page.characters[block]
        page.path_sums[group, <int> PATH_LINKED] += page.linked[block]
        page.path_sums[group, <int> PATH_SENTENCES] += page.terminals[block] > 0
        page.path_sums[page.same_text[block], <int> TEXT_BLOCKS] += 1
    for row in range(table.count):
        group = page.same_name_siblings[row]
        page.siblings[group, <int> SIBLINGS] += 1
        page.siblings[group, <int> SIBLING_CHARACTERS] += page.below[row, <int> CHARACTERS_BELOW]
        page.siblings[group, <int> SIBLING_LINKED] += page.below[row, <int> LINKED_BELOW]
        page.siblings[group, <int> SIBLINGS_WITH_LINK] += page.below[row, LINKS_BELOW] > 0
    return 0


cdef int find_h1(TableView table, PageCounts page, FeatureState state) noexcept nogil:
    """Find the first block in a heading of the page, and count the characters before it."""
    cdef int row, block
    state.h1 = -1
    state.before_h1 = 0
    for row in range(table.count):
        if table.tag[row] == H1 and page.below[row, <int> BLOCKS_BELOW] > 0:
            state.h1 = first_block(table, page, row)
            break
    for block in range(state.h1):
        state.before_h1 += page.characters[block]
    return 0


cdef int find_prose(TableView table, PageCounts page, FeatureState state) noexcept nogil:
    """Find the element with most of the prose, and the one with the highest P value."""
    cdef int best = -1, block, row
    cdef float total
    for block in range(page.count):
        page.prose[page.around[1, block]] = 0
    for block in range(page.count):
        row = page.around[1, block]
        page.prose[row] += page.in_prose[block]
        if best < 0 or page.prose[row] > page.prose[best]:
            best = row
    total = max(1, page.below[0, <int> PROSE_BELOW])
    state.prose_element = best
    state.prose_share = page.prose[best] / total
    state.p_value_element = highest_p_value(table, page)
    state.p_value = p_value_of(page, state.p_value_element)
    return 0


cdef float p_value_of(PageCounts page, int row) noexcept nogil:
    """The text's share of a row's markup, times the row's share of the page's text outside links."""
    cdef int characters = page.below[row, <int> CHARACTERS_BELOW], linked = page.below[row, <int> LINKED_BELOW]
    cdef float total = max(1, page.below[0, <int> CHARACTERS_BELOW])
    cdef float markup = max(1, characters + page.below[row, <int> MARKUP_BELOW])
    return characters / markup * (characters - linked) / total


cdef int highest_p_value(TableView table, PageCounts page) noexcept nogil:
    """The row with the highest P value."""
    cdef int best = 0, row
    cdef float highest = -1.0, value
    for row in range(1, table.count):
        if page.below[row, <int> CHARACTERS_BELOW] > 0:
            value = p_value_of(page, row)
            if value > highest:
                highest = value
                best = row
    return best


cdef int PAGE_CHARACTERS = features.PAGE.index("page characters")
cdef int PAGE_BLOCKS = features.PAGE.index("page blocks")
cdef int PAGE_LINK_SHARE = features.PAGE.index("page link share")
cdef int PAGE_PROSE = features.PAGE.index("page prose")
cdef int PAGE_PROSE_CHARACTERS = features.PAGE.index("page prose characters")
cdef int PAGE_MEAN_BLOCK = features.PAGE.index("page mean block")
cdef int PAGE_LONGEST = features.PAGE.index("page longest")
cdef int PAGE_WIDE_SHARE = features.PAGE.index("page wide share")
cdef int PAGE_DIGIT_SHARE = features.PAGE.index("page digit share")
cdef int PAGE_COUNTED = features.PAGE.index(f"page {features.COUNTED[0]}")
cdef int PAGE_SAYS = features.PAGE.index(f"says {features.SAYS[0]}")


cdef int describe_page(TableView table, PageCounts page, int types, float[::1] out) noexcept nogil:
    """Write the features of ``features.PAGE``, which are the same for all blocks."""
    cdef int longest = 0, wide = 0, digits = 0, block, row, each
    cdef float total = max(1, page.below[0, <int> CHARACTERS_BELOW])
    for block in range(page.count):
        longest = max(longest, page.characters[block])
        wide += page.wide[block]
        digits += page.digits[block]
    for each in range(<int> out.shape[0]):
        out[each] = 0
    out[PAGE_CHARACTERS] = total
    out[PAGE_BLOCKS] = page.count
    out[PAGE_LINK_SHARE] = page.below[0, <int> LINKED_BELOW] / total
    out[PAGE_PROSE] = page.below[0, <int> PROSE_BELOW] / total
    out[PAGE_PROSE_CHARACTERS] = page.below[0, <int> PROSE_BELOW]
    out[PAGE_MEAN_BLOCK] = total / page.count
    out[PAGE_LONGEST] = longest
    out[PAGE_WIDE_SHARE] = wide / total
    out[PAGE_DIGIT_SHARE] = digits / total
    for row in range(table.count):
        each = COUNTED_PLACE[table.tag[row]]
        if each != NONE:
            out[PAGE_COUNTED + each] += 1
    each = PAGE_SAYS
    while types:
        out[each] = types & 1
        types >>= 1
        each += 1
    return 0
