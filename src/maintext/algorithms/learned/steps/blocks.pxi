"""The blocks of a page, the elements around each, and sums over subtrees."""

cdef int FIRST_BYTES = 600
cdef int MIN_PROSE = 60
cdef int MIN_WIDE_PROSE = 25
cdef int MAX_NAMES = 32
cdef unsigned char NO_SUM = 255
cdef int A = tags.code_of("a")
cdef int BODY = tags.code_of("body")
cdef const unsigned char[::1] IS_HOLDER = tags.lookup(tags.BLOCK | tags.CELL).view(np.uint8)
# The column of ``below`` in which an element is counted, by its tag.
cdef const unsigned char[::1] SUM_OF_TAG = np.array(
    [
        <int> CONTENTS_BELOW + features.CONTENTS.index(_name) if _name in features.CONTENTS else NO_SUM
        for _name in tags.NAMES
    ],
    dtype=np.uint8,
)


cdef int part_into_blocks(TableView table, PageCounts page) except -1 nogil:
    """Number the blocks: pieces of text without a tag of a block or cell inside.

    White space between two texts of a block belongs to it. Only text in the body counts, if there is a body.
    """
    cdef int low = 0, high, count = 0, segment, previous, between
    while low < table.count and table.tag[low] != BODY:
        low += 1
    high = table.end[low] if low < table.count else table.count
    low = low if low < table.count else 0
    for segment in range(table.segments):
        page.of_segment[segment] = -1
        if table.segment_characters[segment] == 0 or table.owner[segment] < low or table.owner[segment] >= high:
            continue
        previous = page.last[count - 1] if count else -1
        if previous >= 0 and table.line[previous] == table.line[segment] and table.cell[previous] == table.cell[segment]:
            for between in range(previous + 1, segment + 1):
                page.of_segment[between] = count - 1
            page.last[count - 1] = segment
        else:
            page.of_segment[segment] = count
            page.first[count] = segment
            page.last[count] = segment
            count += 1
    page.count = count
    return 0


cdef int describe_rows(Workspace ws, WordTable vocabulary) except -1 nogil:
    """Find the names of each row, its place in the tree, and which rows are siblings of the same name.

    Elements without text contain no block, so their names and places are not needed. Words of attributes are collected
    in ``ws.names`` and moved to ``ws.known_names`` if the vocabulary has them; without a vocabulary they stay.
    """
    cdef int row, tag, above
    for row in range(ws.table.count):
        ws.page.total[row] = ws.table.characters[row]
    for row in range(ws.table.count - 1, 0, -1):
        ws.page.total[ws.table.parent[row]] += ws.page.total[row]
    for row in range(ws.table.count):
        tag = ws.table.tag[row]
        above = ws.table.parent[row]
        ws.page.shape[row] = mix(0, <unsigned long long> (above + 1) * 256 + tag)
        if ws.page.total[row] == 0:
            continue
        add_value(ws, vocabulary, row, 0, ws.table.class_start[row], ws.table.class_stop[row])
        add_value(ws, vocabulary, row, 1, ws.table.id_start[row], ws.table.id_stop[row])
        add_value(ws, vocabulary, row, 2, ws.table.mark_start[row], ws.table.mark_stop[row])
        if above < 0:
            ws.page.holder[row] = row
            ws.page.outermost[row] = row
            ws.page.in_link[row] = 0
            ws.page.path[row] = tag
            continue
        ws.page.holder[row] = row if IS_HOLDER[tag] else ws.page.holder[above]
        ws.page.outermost[row] = row if ws.page.total[above] > ws.page.total[row] else ws.page.outermost[above]
        ws.page.in_link[row] = tag == A or ws.page.in_link[above]
        ws.page.path[row] = mix(ws.page.path[above], tag + 1)
    return find_words(ws.names, vocabulary, ws.known_names)


cdef inline int add_value(
    Workspace ws, WordTable vocabulary, int row, int attribute, int start, int stop
) except -1 nogil:
    """Note the value of one of the three attributes of a row, if it has one."""
    cdef int value
    if stop > start:
        value = value_number(ws.table, start, stop, ws.values, ws.names, ws.known_names, vocabulary)
        ws.values.of_row[row, attribute] = value
        ws.page.named[row] |= ws.values.named[value]
    return 0


cdef int max_names(TableView table) noexcept nogil:
    """An upper bound for the words in attributes: each has at least two letters."""
    cdef int row
    cdef Py_ssize_t most = 0
    for row in range(table.count):
        most += min(MAX_NAMES, (table.class_stop[row] - table.class_start[row] + 1) // 2)
        most += min(MAX_NAMES, (table.id_stop[row] - table.id_start[row] + 1) // 2)
        most += min(MAX_NAMES, (table.mark_stop[row] - table.mark_start[row] + 1) // 2)
    return <int> most


cdef int describe_blocks(Workspace ws, WordTable vocabulary) except -1 nogil:
    """Find the place of each block, count its characters, and collect its first ws.words, as above those of attributes."""
    cdef int block, segment, owner, row, level, start, stop, first, at
    cdef unsigned long long key
    cdef CharacterCounts counts
    for block in range(ws.page.count):
        segment = ws.page.first[block]
        owner = ws.table.owner[segment]
        ws.page.owner[block] = owner
        ws.page.row[block] = ws.page.holder[owner]
        row = ws.page.outermost[ws.page.row[block]]
        for level in range(LEVELS):
            ws.page.around[level, block] = row
            # The first row has no parent and is the outermost of itself.
            row = ws.page.outermost[max(0, ws.table.parent[row])]
        start = ws.table.place[segment]
        stop = ws.table.place[ws.page.last[block] + 1]
        count_characters(ws.table, start, stop, &counts)
        first = ws.words.count
        take_words(ws.table, start, min(stop, start + FIRST_BYTES), FIRST_WORDS, ws.words, block)
        key = <unsigned long long> (stop - start) * 64 + counts.terminals
        for at in range(first, ws.words.count):
            key = mix(key, ws.words.keys[at])
        ws.page.key[block] = key
        ws.page.first_words[block] = ws.words.count - first
        write_counts(ws.table, ws.page, block, &counts)
        match_block(ws, block, first, start, stop)
        find_if_many(ws.words, vocabulary, ws.known_words)
    return find_words(ws.words, vocabulary, ws.known_words)


cdef int write_counts(TableView table, PageCounts page, int block, CharacterCounts* counts) noexcept nogil:
    """Write the counts of a block, and count its characters in links and in prose.

    Prose is a block that is long enough and has the end of a sentence.
    """
    cdef int each, characters = 0, linked = 0
    cdef bint is_wide, is_prose
    for each in range(page.first[block], page.last[block] + 1):
        characters += table.segment_characters[each]
        if page.in_link[table.owner[each]]:
            linked += table.segment_characters[each]
    is_wide = 10 * counts.wide > 3 * characters
    is_prose = counts.terminals > 0 and characters > (MIN_WIDE_PROSE if is_wide else MIN_PROSE)
    page.terminals[block] = counts.terminals
    page.commas[block] = counts.commas
    page.digits[block] = counts.digits
    page.upper[block] = counts.upper
    page.wide[block] = counts.wide
    page.words[block] = counts.words
    page.ends_sentence[block] = counts.ends_sentence
    page.characters[block] = characters
    page.linked[block] = linked
    page.in_prose[block] = characters - linked if is_prose else 0
    return 0


cdef int add_up(TableView table, PageCounts page) noexcept nogil:
    """Add up the counts over the subtree of each row."""
    cdef int block, owner, row, column
    for block in range(page.count):
        owner = page.owner[block]
        page.below[owner, <int> CHARACTERS_BELOW] += page.characters[block]
        page.below[owner, <int> LINKED_BELOW] += page.linked[block]
        page.below[owner, <int> BLOCKS_BELOW] += 1
        page.below[owner, <int> PROSE_BELOW] += page.in_prose[block]
        page.below[owner, <int> TERMINALS_BELOW] += page.terminals[block]
    for row in range(table.count - 1, -1, -1):
        column = SUM_OF_TAG[table.tag[row]]
        if column != NO_SUM:
            page.below[row, column] += 1
        page.below[row, <int> MARKUP_BELOW] += table.tag_length[row]
        if row:
            add_to_row(page.below, table.parent[row], row)
    return 0


cdef inline int add_to_row(int[:, ::1] sums, int to, int row) noexcept nogil:
    """Add the sums of a row to those of another: several at once, as they are read before any is written."""
    cdef int[ROW_SUMS] added
    cdef int each
    cdef int* out = &sums[to, 0]
    memcpy(added, &sums[row, 0], sizeof(added))
    for each in range(<int> ROW_SUMS):
        out[each] += added[each]
    return 0


cdef int number_equal(
    const unsigned long long[::1] keys, int count, int[::1] slots, int size, int[::1] number
) noexcept nogil:
    """Give equal keys equal numbers, from 0 in the order in which they appear.

    Args:
        keys: hashes.
        count: how many of them.
        slots: scratch array for a hash table.
        size: of the table: a power of two, at least twice the number of keys.
        number: where the numbers are written.
    """
    cdef unsigned long long mask = size - 1, key, place
    cdef int at, different = 0
    for at in range(size):
        slots[at] = -1
    for at in range(count):
        key = keys[at]
        place = slot(key, mask)
        while slots[place] >= 0 and keys[slots[place]] != key:
            place = next_slot(place, mask)
        if slots[place] < 0:
            slots[place] = at
            number[at] = different
            different += 1
        else:
            number[at] = number[slots[place]]
    return 0


cdef int number_groups(TableView table, PageCounts page, int[::1] slots, int size) noexcept nogil:
    """Number blocks with the same text, blocks under the same path, and siblings of the same name."""
    cdef int block, blocks_size = min(size, table_size(page.count))
    number_equal(page.key, page.count, slots, blocks_size, page.same_text)
    for block in range(page.count):
        page.key[block] = page.path[page.owner[block]]
    number_equal(page.key, page.count, slots, blocks_size, page.same_path)
    number_equal(page.shape, table.count, slots, size, page.same_name_siblings)
    return 0
