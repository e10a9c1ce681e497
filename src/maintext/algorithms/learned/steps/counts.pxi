"""What is counted on a page before a model is asked, and the names of the columns of these counts."""

# Columns of ``PageCounts.below``: sums over the subtree of a row. From CONTENTS_BELOW on, elements of features.CONTENTS.
cdef enum RowSum:
    CHARACTERS_BELOW, LINKED_BELOW, BLOCKS_BELOW, PROSE_BELOW, TERMINALS_BELOW, CONTENTS_BELOW
    MARKUP_BELOW = 10
    # One more than needed: three times four are added up at once.
    ROW_SUMS = 12

# Columns of ``PageCounts.path_sums``: sums over the blocks under one path of tags. The last one is for blocks with the
# same text instead.
cdef enum PathSum:
    PATH_BLOCKS, PATH_CHARACTERS, PATH_LINKED, PATH_SENTENCES, TEXT_BLOCKS, PATH_SUMS

# Columns of ``PageCounts.siblings``: sums over the children of one element that have the same name.
cdef enum SiblingSum:
    SIBLINGS, SIBLING_CHARACTERS, SIBLING_LINKED, SIBLINGS_WITH_LINK, SIBLING_SUMS

# Columns of ``PageCounts.named_ancestor``: the nearest one from a row on, and the nearest one above the row.
cdef enum Ancestor:
    FROM_HERE, ABOVE, ANCESTORS

cdef enum BlockCount:
    TERMINALS, COMMAS, DIGITS, UPPER, WIDE, WORDS, ENDS_SENTENCE, CHARACTERS, LINKED_CHARACTERS, PROSE_CHARACTERS
    FIRST_WORDS_FOUND, BLOCK_COUNTS

cdef int LINKS_BELOW = <int> CONTENTS_BELOW + features.CONTENTS.index("a")


cdef class PageCounts:
    """Counts of the blocks of a page, with one entry per block, and of its rows."""

    # One entry per segment.
    cdef int[::1] of_segment
    cdef int[::1] first
    cdef int[::1] last
    # One entry per row.
    cdef int[::1] total
    cdef int[::1] holder
    cdef int[::1] outermost
    cdef unsigned char[::1] in_link
    cdef unsigned int[::1] named
    cdef object hash_array
    cdef unsigned long long[::1] path
    cdef unsigned long long[::1] shape
    cdef int[::1] same_name_siblings
    cdef int[:, ::1] below
    cdef int[:, ::1] named_ancestor
    cdef int[:, ::1] siblings
    cdef int[::1] prose
    # One entry per block.
    cdef int[::1] owner
    cdef int[::1] row
    cdef int[:, ::1] around
    cdef int[::1] same_path
    cdef int[::1] same_text
    cdef int[:, ::1] path_sums
    cdef unsigned long long[::1] key
    cdef int[::1] terminals
    cdef int[::1] commas
    cdef int[::1] digits
    cdef int[::1] upper
    cdef int[::1] wide
    cdef int[::1] words
    cdef int[::1] ends_sentence
    cdef int[::1] characters
    cdef int[::1] linked
    cdef int[::1] in_prose
    cdef int[::1] first_words
    cdef int count

    def __init__(self):
        self.count = 0

    cdef object reserve(self, int rows, int segments, new):
        """Reserve memory for a number of rows and segments; ``new`` is called like ``numpy.empty``."""
        self.of_segment = new(segments, np.intc)
        self.first = new(segments, np.intc)
        self.last = new(segments, np.intc)
        self.total = new(rows, np.intc)
        self.holder = new(rows, np.intc)
        self.outermost = new(rows, np.intc)
        self.in_link = new(rows, np.uint8)
        self.named = new(rows, np.uint32)
        self.hash_array = new((2, rows), np.uint64)
        self.path = self.hash_array[0]
        self.shape = self.hash_array[1]
        self.same_name_siblings = new(rows, np.intc)
        self.below = new((rows, <int> ROW_SUMS), np.intc)
        self.named_ancestor = new((rows, <int> ANCESTORS), np.intc)
        self.siblings = new((rows, <int> SIBLING_SUMS), np.intc)
        self.prose = new(rows, np.intc)

    cdef object reserve_blocks(self, int blocks, new):
        """Reserve memory for a number of blocks."""
        cdef int[:, ::1] counts = new((<int> BLOCK_COUNTS, blocks), np.intc)
        self.owner = new(blocks, np.intc)
        self.row = new(blocks, np.intc)
        self.around = new((LEVELS, blocks), np.intc)
        self.same_path = new(blocks, np.intc)
        self.same_text = new(blocks, np.intc)
        self.path_sums = new((blocks, <int> PATH_SUMS), np.intc)
        self.key = new(blocks, np.uint64)
        self.terminals = counts[<int> TERMINALS]
        self.commas = counts[<int> COMMAS]
        self.digits = counts[<int> DIGITS]
        self.upper = counts[<int> UPPER]
        self.wide = counts[<int> WIDE]
        self.words = counts[<int> WORDS]
        self.ends_sentence = counts[<int> ENDS_SENTENCE]
        self.characters = counts[<int> CHARACTERS]
        self.linked = counts[<int> LINKED_CHARACTERS]
        self.in_prose = counts[<int> PROSE_CHARACTERS]
        self.first_words = counts[<int> FIRST_WORDS_FOUND]

    cdef int clear(self, int rows) except -1 nogil:
        """Forget all counts."""
        cdef int row
        self.count = 0
        for row in range(rows):
            self.named[row] = 0
        set_rows(self.below, rows, 0)
        return 0


cdef int first_block(TableView table, PageCounts page, int row) noexcept nogil:
    """The first block in a row that has at least one; the row's text begins with it."""
    cdef int segment = table.segment_start[row]
    while page.of_segment[segment] < 0:
        segment += 1
    return page.of_segment[segment]
