"""The features of single blocks that need no vocabulary, group by group; see ``features.pxi``."""

cdef int AT_CHARACTERS = FIRST.index("characters")
cdef int AT_LINK_SHARE = FIRST.index("link share")
cdef int AT_TERMINALS = FIRST.index("terminals")
cdef int AT_COMMAS = FIRST.index("commas")
cdef int AT_DIGIT_SHARE = FIRST.index("digit share")
cdef int AT_UPPER_SHARE = FIRST.index("upper share")
cdef int AT_ENDS_SENTENCE = FIRST.index("ends a sentence")
cdef int AT_WORDS = FIRST.index("words")
cdef int AT_WORD_LENGTH = FIRST.index("word length")
cdef int AT_PLACE = FIRST.index("place")
cdef int AT_PLACE_IN_TEXT = FIRST.index("place in text")
cdef int AT_NUMBER = FIRST.index("number")
cdef int AT_NUMBER_FROM_END = FIRST.index("number from end")
cdef int AT_AFTER_H1 = FIRST.index("after h1")
cdef int AT_TEXT_AFTER_H1 = FIRST.index("text after h1")
cdef int AT_AFTER_HEADING = FIRST.index("after heading")
cdef int AT_DEPTH = FIRST.index("depth")
cdef int AT_ELEMENT = FIRST.index("element")
cdef int AT_PARENT_ELEMENT = FIRST.index("parent element")
# The first of each list; the others follow.
cdef int AT_AROUND = FIRST.index(f"in {features.AROUND[0]}")
cdef int AT_NAMED = FIRST.index(f"named {features.NAMED[0]}")
cdef int AT_HIDDEN = FIRST.index("hidden")
cdef int AT_CONTENTS = FIRST.index(f"{features.CONTENTS[0]} in level 0")
cdef int CONTENTS = len(features.CONTENTS)
cdef int CONTENT_LEVELS = len(features.INSIDE) // len(features.CONTENTS)
# Of level 0; the same feature of the next level comes LEVEL_STEP later.
cdef int LEVEL_STEP = FIRST.index("characters 1") - FIRST.index("characters 0")
cdef int LEVEL_CHARACTERS = FIRST.index("characters 0")
cdef int LEVEL_SHARE_OF_PAGE = FIRST.index("share of page 0")
cdef int LEVEL_LINK_SHARE = FIRST.index("link share 0")
cdef int LEVEL_PROSE = FIRST.index("prose 0")
cdef int LEVEL_SHARE_OF_PROSE = FIRST.index("share of prose 0")
cdef int LEVEL_DENSITY = FIRST.index("density 0")
cdef int LEVEL_ELEMENT = FIRST.index("element 0")
cdef int LEVEL_PART = FIRST.index("part of level 0")
cdef int LEVEL_PLACE = FIRST.index("place in level 0")
cdef int LEVEL_BLOCKS = FIRST.index("blocks 0")
cdef int LEVEL_MEAN_BLOCK = FIRST.index("mean block 0")
cdef int LEVEL_TERMINAL_SHARE = FIRST.index("terminal share 0")
cdef int AT_SAME_PATH = FIRST.index("alike")
cdef int AT_SAME_PATH_MEAN = FIRST.index("mean of alike")
cdef int AT_SAME_PATH_LINK_SHARE = FIRST.index("link share of alike")
cdef int AT_SAME_PATH_SENTENCES = FIRST.index("sentences of alike")
cdef int AT_SAME_PATH_SHARE = FIRST.index("share of alike")
cdef int AT_SAME_TEXT = FIRST.index("twins")
cdef int SIBLING_STEP = FIRST.index("siblings 1") - FIRST.index("siblings 0")
cdef int LEVEL_SIBLINGS = FIRST.index("siblings 0")
cdef int LEVEL_MEAN_SIBLING = FIRST.index("mean sibling 0")
cdef int LEVEL_SIBLING_LINK_SHARE = FIRST.index("link share of siblings 0")
cdef int AT_CARDS = FIRST.index("cards")
cdef int AT_CARD_LINK_SHARE = FIRST.index("link share of cards")
cdef int AT_PROSE_BEFORE = FIRST.index("prose before")
cdef int AT_PROSE_AFTER = FIRST.index("prose after")
cdef int AT_SINCE_PROSE = FIRST.index("blocks since prose")
cdef int AT_PROSE_ELEMENT_SHARE = FIRST.index("share of prose element")
cdef int AT_IN_PROSE_ELEMENT = FIRST.index("in prose element")
cdef int AT_AFTER_PROSE_ELEMENT = FIRST.index("after prose element")
cdef int AT_STEPS_TO_PROSE = FIRST.index("steps to prose element")
cdef int AT_P_VALUE = FIRST.index("p value")
cdef int AT_IN_P_VALUE_ELEMENT = FIRST.index("in p value element")
cdef int AT_PAGE = FIRST.index(features.PAGE[0])


cdef int fill_block_features(
    TableView table, PageCounts page, FeatureState state, int first, int last, float[:, ::1] out
) noexcept nogil:
    """Write the features of the blocks from ``first`` to before ``last`` that need no vocabulary.

    Features that are the same for all blocks are left out. Column 0 is that of the first of these blocks.
    """
    fill_text(page, first, last, out)
    fill_elements(table, page, first, last, out)
    fill_place(table, page, state, first, last, out)
    fill_contents(page, first, last, out)
    fill_surroundings(table, page, first, last, out)
    fill_repetition(table, page, first, last, out)
    fill_prose(table, page, state, first, last, out)
    return 0


cdef int fill_page(FeatureState state, int columns, float[:, ::1] out) noexcept nogil:
    """Write the features that are the same for all blocks to the first columns."""
    cdef int each, column
    for each in range(<int> state.of_page.shape[0]):
        for column in range(columns):
            out[AT_PAGE + each, column] = state.of_page[each]
    return 0


cdef int fill_text(PageCounts page, int first, int last, float[:, ::1] out) noexcept nogil:
    """What the text of a block is made of."""
    cdef int block, column, words
    cdef float n
    for block in range(first, last):
        column = block - first
        n = page.characters[block]
        words = page.words[block]
        out[AT_CHARACTERS, column] = n
        out[AT_LINK_SHARE, column] = page.linked[block] / n
        out[AT_TERMINALS, column] = page.terminals[block]
        out[AT_COMMAS, column] = page.commas[block]
        out[AT_DIGIT_SHARE, column] = page.digits[block] / n
        out[AT_UPPER_SHARE, column] = page.upper[block] / n
        out[AT_ENDS_SENTENCE, column] = page.ends_sentence[block]
        out[AT_WORDS, column] = words
        out[AT_WORD_LENGTH, column] = n / max(words, 1)
    return 0


cdef int fill_elements(TableView table, PageCounts page, int first, int last, float[:, ::1] out) noexcept nogil:
    """Go up from each block: which elements contain it, what they are called, and whether they are hidden."""
    cdef int each, block, column, row
    cdef unsigned int named
    for each in range(AT_AROUND, AT_HIDDEN + 1):
        for column in range(last - first):
            out[each, column] = 0
    for block in range(first, last):
        column = block - first
        row = page.named_ancestor[page.owner[block], <int> FROM_HERE]
        while row >= 0:
            each = AROUND_PLACE[table.tag[row]]
            if each != NONE:
                out[AT_AROUND + each, column] += 1
            named = page.named[row]
            while named:
                out[AT_NAMED + lowest(named), column] += 1
                named &= named - 1
            if table.hiding[row] & SAYS_HIDDEN:
                out[AT_HIDDEN, column] += 1
            row = page.named_ancestor[row, <int> ABOVE]
    return 0


cdef int fill_place(
    TableView table, PageCounts page, FeatureState state, int first, int last, float[:, ::1] out
) noexcept nogil:
    """Where a block is on the page, and after which headings."""
    cdef int count = page.count, before = state.before, heading = state.heading, block, column, row, above
    cdef float total = max(1, page.below[0, <int> CHARACTERS_BELOW]), blocks = count
    for block in range(first, last):
        column = block - first
        row = page.row[block]
        above = max(0, table.parent[row])
        if HEADING_PLACE[table.tag[row]] != NONE or HEADING_PLACE[table.tag[above]] != NONE:
            heading = block
        out[AT_PLACE, column] = block / blocks
        out[AT_PLACE_IN_TEXT, column] = before / total
        out[AT_NUMBER, column] = block
        out[AT_NUMBER_FROM_END, column] = count - block
        out[AT_AFTER_H1, column] = block - state.h1 if state.h1 >= 0 else MISSING
        out[AT_TEXT_AFTER_H1, column] = (before - state.before_h1) / total if state.h1 >= 0 else MISSING
        out[AT_AFTER_HEADING, column] = min(FAR, block - heading)
        out[AT_DEPTH, column] = table.level[row]
        out[AT_ELEMENT, column] = INNERMOST_PLACE[table.tag[row]]
        out[AT_PARENT_ELEMENT, column] = INNERMOST_PLACE[table.tag[above]]
        before += page.characters[block]
    state.before = before
    state.heading = heading
    return 0


cdef int fill_contents(PageCounts page, int first, int last, float[:, ::1] out) noexcept nogil:
    """How many elements of some names are in those around a block."""
    cdef int at = AT_CONTENTS, level, each, block
    for level in range(CONTENT_LEVELS):
        for each in range(CONTENTS):
            for block in range(first, last):
                out[at, block - first] = page.below[page.around[level, block], <int> CONTENTS_BELOW + each]
            at += 1
    return 0


cdef int fill_surroundings(TableView table, PageCounts page, int first, int last, float[:, ::1] out) noexcept nogil:
    """How much text of which kind is in the elements around a block."""
    cdef int level, at, block, column, row, characters
    cdef float total = max(1, page.below[0, <int> CHARACTERS_BELOW]), all_prose = max(1, page.below[0, <int> PROSE_BELOW])
    cdef float n, count, elements
    for level in range(LEVELS):
        at = LEVEL_STEP * level
        for block in range(first, last):
            column = block - first
            row = page.around[level, block]
            characters = page.below[row, <int> CHARACTERS_BELOW]
            n = max(1, characters)
            count = max(1, page.below[row, <int> BLOCKS_BELOW])
            elements = table.end[row] - row
            out[at + LEVEL_CHARACTERS, column] = characters
            out[at + LEVEL_SHARE_OF_PAGE, column] = n / total
            out[at + LEVEL_LINK_SHARE, column] = page.below[row, <int> LINKED_BELOW] / n
            out[at + LEVEL_PROSE, column] = page.below[row, <int> PROSE_BELOW] / n
            out[at + LEVEL_SHARE_OF_PROSE, column] = page.below[row, <int> PROSE_BELOW] / all_prose
            out[at + LEVEL_DENSITY, column] = (characters - page.below[row, <int> LINKED_BELOW]) / elements
            out[at + LEVEL_ELEMENT, column] = table.tag[row]
            out[at + LEVEL_PART, column] = (
                page.below[page.around[level - 1, block], <int> CHARACTERS_BELOW] / n if level else 1
            )
            out[at + LEVEL_PLACE, column] = (block - first_block(table, page, row)) / count
            out[at + LEVEL_BLOCKS, column] = count
            out[at + LEVEL_MEAN_BLOCK, column] = n / count
            out[at + LEVEL_TERMINAL_SHARE, column] = page.below[row, <int> TERMINALS_BELOW] / n
    return 0


cdef int fill_repetition(TableView table, PageCounts page, int first, int last, float[:, ::1] out) noexcept nogil:
    """How many blocks are like this one, by their path, text or siblings."""
    cdef int level, at, block, column, group, row
    cdef float total = max(1, page.below[0, <int> CHARACTERS_BELOW]), size, length
    for block in range(first, last):
        column = block - first
        group = page.same_path[block]
        size = page.path_sums[group, <int> PATH_BLOCKS]
        length = page.path_sums[group, <int> PATH_CHARACTERS]
        out[AT_SAME_PATH, column] = size
        out[AT_SAME_PATH_MEAN, column] = length / size
        out[AT_SAME_PATH_LINK_SHARE, column] = page.path_sums[group, <int> PATH_LINKED] / length
        out[AT_SAME_PATH_SENTENCES, column] = page.path_sums[group, <int> PATH_SENTENCES] / size
        out[AT_SAME_PATH_SHARE, column] = length / total
        out[AT_SAME_TEXT, column] = page.path_sums[page.same_text[block], <int> TEXT_BLOCKS]
    for level in range(LEVELS):
        at = SIBLING_STEP * level
        for block in range(first, last):
            column = block - first
            group = page.same_name_siblings[page.around[level, block]]
            size = page.siblings[group, <int> SIBLINGS]
            length = max(1, page.siblings[group, <int> SIBLING_CHARACTERS])
            out[at + LEVEL_SIBLINGS, column] = size
            out[at + LEVEL_MEAN_SIBLING, column] = page.siblings[group, <int> SIBLING_CHARACTERS] / size
            out[at + LEVEL_SIBLING_LINK_SHARE, column] = page.siblings[group, <int> SIBLING_LINKED] / length
    for block in range(first, last):
        column = block - first
        row = page.owner[block]
        while row >= 0 and not is_card(page, row):
            row = table.parent[row]
        if row >= 0:
            group = page.same_name_siblings[row]
            length = max(1, page.siblings[group, <int> SIBLING_CHARACTERS])
            out[AT_CARDS, column] = page.siblings[group, <int> SIBLINGS]
            out[AT_CARD_LINK_SHARE, column] = page.siblings[group, <int> SIBLING_LINKED] / length
        else:
            out[AT_CARDS, column] = 0
            out[AT_CARD_LINK_SHARE, column] = 0
    return 0


cdef bint is_card(PageCounts page, int row) noexcept nogil:
    """Whether an element is one of several siblings most of which have a link, with a small part of the page."""
    cdef int group = page.same_name_siblings[row], count = page.siblings[group, <int> SIBLINGS]
    cdef bint is_one_of_many = count >= 3 and 10 * page.siblings[group, <int> SIBLINGS_WITH_LINK] > 6 * count
    return is_one_of_many and (
        10 * page.below[row, <int> CHARACTERS_BELOW] < 3 * page.below[0, <int> CHARACTERS_BELOW]
    )


cdef int fill_prose(
    TableView table, PageCounts page, FeatureState state, int first, int last, float[:, ::1] out
) noexcept nogil:
    """Where the prose of the page is, as seen from each block."""
    cdef int best = state.prose_element, element = state.p_value_element, before = state.prose_before
    cdef int since = state.since_prose, block, column, characters, owner
    cdef float total = max(1, page.below[0, <int> PROSE_BELOW])
    for block in range(first, last):
        column = block - first
        characters = page.characters[block]
        if page.terminals[block] > 0 and characters > LONG_PROSE and 2 * page.linked[block] < characters:
            since = 0
        owner = page.owner[block]
        out[AT_PROSE_BEFORE, column] = before / total
        before += page.in_prose[block]
        out[AT_PROSE_AFTER, column] = 1 - before / total
        out[AT_SINCE_PROSE, column] = since
        out[AT_PROSE_ELEMENT_SHARE, column] = state.prose_share
        out[AT_IN_PROSE_ELEMENT, column] = owner >= best and owner < table.end[best]
        out[AT_AFTER_PROSE_ELEMENT, column] = owner >= table.end[best]
        out[AT_P_VALUE, column] = state.p_value
        out[AT_IN_P_VALUE_ELEMENT, column] = owner >= element and owner < table.end[element]
        while owner > best or table.end[owner] <= best:
            owner = table.parent[owner]
        out[AT_STEPS_TO_PROSE, column] = table.level[best] - table.level[owner]
        since = min(FAR, since + 1)
    state.prose_before = before
    state.since_prose = since
    return 0
