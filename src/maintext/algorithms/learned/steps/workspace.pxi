"""Scratch memory for one page, reused for the next page of the same thread."""

# Features are made for TILE blocks at a time, and the trees get up to BATCH blocks.
cdef enum:
    TILE = 64
    BATCH = 2048

# A workspace with more capacity than this is not kept for the next page.
cdef int MAX_KEPT_BLOCKS = 1 << 12
cdef int MAX_KEPT_ROWS = 1 << 14
cdef int MAX_KEPT_WORDS = 1 << 16
# Words are looked up when there are more than half of these.
cdef int WORD_CAPACITY = 128


cdef int table_size(int count) noexcept nogil:
    """The size of a hash table for a number of keys: a power of two, more than twice as many."""
    cdef int size = 1
    while size <= 2 * count:
        size *= 2
    return size


cdef int full_lanes(int cases) noexcept nogil:
    """The next multiple of LANES."""
    return (cases + LANES - 1) // LANES * LANES


cdef class Workspace:
    """The counts of a page, and what the model makes of them.

    Arrays lie in a buffer that is lent for a page, as far as they fit: those of rows first, then those of blocks, whose
    number is known later. They stay where they are as long as the buffer is the same and the pages are not larger.
    """

    cdef object arena
    cdef Py_ssize_t used_by_rows
    cdef int row_capacity
    cdef int segment_capacity
    cdef int block_capacity
    cdef TableView table
    cdef PageCounts page
    cdef AttributeValues values
    cdef FoundWords scratch
    cdef FoundWords names
    cdef FoundWords words
    cdef KnownWords known_names
    cdef KnownWords known_words
    cdef FeatureState state
    cdef Evidence evidence
    cdef FirstStageSummary summary
    # A hash table, used several times.
    cdef int[::1] slots
    cdef int slot_count
    cdef unsigned char[::1] seen_words
    # One row per row of the page, with the columns of NameScore, WordSum and MainSum.
    cdef float[:, ::1] name_scores
    cdef float[:, ::1] word_sums
    cdef float[:, ::1] main_sums
    # One row per block: features.KEPT, WordScore, PathMain; and one row more: UntilSum, TakenSum.
    cdef float[:, ::1] kept
    cdef float[:, ::1] word_scores
    cdef float[:, ::1] path_main
    cdef float[:, ::1] until
    cdef float[:, ::1] taken
    cdef bint has_kept
    # One entry per block.
    cdef float[::1] first_p
    cdef float[::1] second_p
    cdef int[::1] order
    cdef int[::1] spare
    cdef unsigned char[::1] seen_paths
    cdef unsigned char[::1] chosen
    # One column per block of a tile or batch.
    cdef float[:, ::1] tile
    cdef int[:, ::1] tile_bits
    cdef short[:, ::1] rounded_memory
    cdef short[:, ::1] rounded
    cdef float[:, ::1] sums
    cdef unsigned char[::1] goes_on
    cdef int[:, ::1] runs
    # Whether trees are walked with the vectors that not all processors have.
    cdef bint is_wide
    # The kind of page: one row per vocabulary, then features and probabilities.
    cdef float[:, ::1] vocabulary_kinds
    cdef float[::1] kind_features
    cdef int[::1] kind_bits
    cdef short[::1] kind_rounded
    cdef float[::1] kinds
    cdef int kind
    # The share of common words among those that say anything of the kind, and the probabilities without all of them.
    cdef float common_words
    cdef float[::1] plain_kinds
    # The kind that the caller knows, -1 for none.
    cdef int given_kind
    # The choice and the confidence.
    cdef float[:, ::1] truths
    cdef int ranked
    cdef int best
    cdef float expected_f1
    cdef float lowest
    cdef float readable
    # What the probability of a forum is multiplied by.
    cdef float forum_weight
    # What other pages of the site say of each block, if anything.
    cdef const int[:, ::1] recurrence
    cdef int other_pages
    cdef float score
    cdef bint has_running_text
    cdef float[::1] confidence_features
    cdef int[::1] confidence_bits
    cdef short[::1] confidence_rounded
    cdef float[::1] confidence_sum
    cdef float confidence

    def __init__(self):
        kind_features = np.zeros(full_lanes(len(features.KIND_FEATURES)), dtype=np.float32)
        confidence_features = np.zeros(full_lanes(len(features.CONFIDENCE)), dtype=np.float32)
        self.arena = Arena(NO_BUFFER)
        self.page = PageCounts()
        self.values = AttributeValues()
        self.scratch = FoundWords(WORD_CAPACITY)
        self.known_names = KnownWords()
        self.known_words = KnownWords()
        self.state = FeatureState()
        self.evidence = Evidence()
        self.summary = FirstStageSummary()
        self.row_capacity = self.segment_capacity = self.block_capacity = -1
        self.seen_words = np.empty(0, dtype=np.uint8)
        self.vocabulary_kinds = np.empty((2, KINDS), dtype=np.float32)
        self.kind_features = kind_features
        self.kind_bits = kind_features.view(np.intc)
        self.kind_rounded = np.empty(len(kind_features), dtype=np.int16)
        self.kinds = np.empty(KINDS, dtype=np.float32)
        self.plain_kinds = np.empty(KINDS, dtype=np.float32)
        self.truths = np.empty((<int> TRUTH_ROWS, CUTS + 1), dtype=np.float32)
        self.confidence_features = confidence_features
        self.confidence_bits = confidence_features.view(np.intc)
        self.confidence_rounded = np.empty(len(confidence_features), dtype=np.int16)
        self.confidence_sum = np.empty(1, dtype=np.float32)

    cdef object begin(self, table, buffer, int vocabulary_size):
        """Take up a page, with a buffer for its arrays: reserve memory for its rows."""
        cdef TableView view = TableView(table)
        self.table = view
        if (
            self.arena.buffer is not buffer
            or self.row_capacity < view.count
            or self.segment_capacity < view.segments
        ):
            self.arena = Arena(buffer)
            self.row_capacity = max(self.row_capacity, view.count)
            self.segment_capacity = max(self.segment_capacity, view.segments)
            self.reserve(self.arena.array)
        self.values.slot_count = self.slot_count = table_size(view.count)
        if self.seen_words.shape[0] < vocabulary_size:
            self.seen_words = np.empty(vocabulary_size, dtype=np.uint8)

    cdef object reserve(self, new):
        """Reserve memory for the rows; that of blocks has to be reserved again."""
        cdef int rows = self.row_capacity
        self.slots = new(table_size(rows), np.intc)
        self.page.reserve(rows, self.segment_capacity, new)
        # Groups are numbered after all values were: one hash table serves both.
        self.values.reserve(rows, self.slots, new)
        self.evidence.reserve(rows, new)
        self.name_scores = new((rows, <int> NAME_SCORES), np.float32)
        self.word_sums = new((rows, <int> WORD_SUMS), np.float32)
        # The hashes are no longer needed once groups are numbered.
        self.main_sums = self.page.hash_array.view(np.float32).reshape(-1, <int> MAIN_SUMS)
        self.used_by_rows = self.arena.used
        self.block_capacity = -1

    cdef int clear(self) except -1 nogil:
        """Forget the page before."""
        self.page.clear(self.table.count)
        self.values.clear(self.table.count)
        self.known_names.count = 0
        self.known_words.count = 0
        self.has_kept = False
        return 0

    cdef int fit_blocks(self) except -1 nogil:
        """Reserve memory for the blocks, once their number is known, and for groups of them."""
        while self.slot_count <= 2 * self.page.count:
            self.slot_count *= 2
        if self.block_capacity < self.page.count or self.slots.shape[0] < self.slot_count:
            reserve_blocks(self)
        return 0

    cdef object reserve_blocks(self):
        """Reserve memory for the blocks, and for the features of a batch of them."""
        cdef int count = max(self.block_capacity, self.page.count)
        cdef int batch = full_lanes(min(count, BATCH))
        self.block_capacity = count
        self.arena.used = self.used_by_rows
        new = self.arena.array
        if self.slots.shape[0] < self.slot_count:
            self.slots = np.empty(self.slot_count, dtype=np.intc)
        self.page.reserve_blocks(count, new)
        self.evidence.reserve_blocks(count, new)
        tile = new((len(SECOND), min(batch, TILE)), np.float32)
        self.tile = tile
        self.tile_bits = tile.view(np.intc)
        self.rounded_memory = new((len(SECOND), batch), np.int16)
        self.sums = new((1, batch), np.float32)
        self.goes_on = new(batch, np.uint8)
        self.runs = new((batch, <int> RUN_COLUMNS), np.intc)
        self.kept = new((count, len(features.KEPT)), np.float32)
        self.word_scores = new((count, <int> WORD_SCORES), np.float32)
        self.path_main = new((count, <int> PATH_MAINS), np.float32)
        self.until = new((count + 1, <int> UNTIL_SUMS), np.float32)
        self.taken = new((count + 1, <int> TAKEN_SUMS), np.float32)
        self.first_p = new(count, np.float32)
        self.second_p = new(count, np.float32)
        self.order = new(count, np.intc)
        self.spare = new(count, np.intc)
        self.seen_paths = new(count, np.uint8)
        self.chosen = new(count, np.uint8)

    cdef int fit_batch(self, int count) except -1 nogil:
        """Set the number of columns of rounded features."""
        self.rounded = with_columns(self.rounded_memory, full_lanes(count))
        return 0

    cdef bint release(self):
        """Let go of the page; returns whether the workspace is small enough to be kept."""
        cdef int rows = max(self.row_capacity, self.segment_capacity)
        cdef int words = max(self.known_names.capacity, self.known_words.capacity)
        self.table = None
        self.names = None
        self.words = None
        self.recurrence = None
        return rows <= MAX_KEPT_ROWS and words <= MAX_KEPT_WORDS and self.block_capacity <= MAX_KEPT_BLOCKS


cdef int reserve_blocks(Workspace ws) except -1 with gil:
    """Reserve memory for the blocks, with the interpreter's lock."""
    ws.reserve_blocks()
    return 0
