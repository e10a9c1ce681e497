"""Words found on a page, the values of attributes, and words looked up in a vocabulary."""

cdef int SPARE = 1024
# Words are collected up to this number before they are looked up: waiting for far memory once costs as much as often.
cdef int MANY_WORDS = 64
# How many values with the same hash are compared before one counts as new.
cdef int MAX_STEPS = 64
# A slot of a vocabulary has the upper part of a hash, followed by the place of the word in this many bits.
cdef int PLACE_BITS = 20
cdef unsigned long long PLACES = (1 << PLACE_BITS) - 1
# A bit that eight letters of ASCII never have.
cdef unsigned long long BEYOND_ASCII = 1ULL << 63
# A vocabulary with more taken slots in a row is refused: words that were made to collide take long to look up. Even of
# 100,000 ordinary words never more than some thirty slots in a row are taken.
cdef int MAX_TAKEN = 256
# A word that was never seen on pages of a kind has the lowest weight of all for it. A common word has it for at most one.
cdef int MAX_UNSEEN = 1
# Bits of ``WordTable.signs``: whether a word says anything of the kind of page, and whether it is a common one.
cdef enum WordSign:
    SAYS_KIND = 1
    IS_COMMON = 2

# How many numbers are in a line of the processor's cache.
cdef enum:
    LINE = 16


cdef object in_lines(int rows, int columns):
    """Zeros, with rows that do not lie in two lines of the processor's cache."""
    memory = np.zeros(rows * columns + LINE, dtype=np.float32)
    start = -memory.ctypes.data // memory.itemsize % <int> LINE
    return memory[start:start + rows * columns].reshape(rows, columns)

_PARTS = re.compile(r"[\x00-\x7f]{1,8}|[^\x00-\x7f]")


def hash_word(str word):
    """The hash of a word in lower case.

    Letters of ASCII are taken eight at a time, so that most words of a page are read in one step; others one by one.
    """
    cdef unsigned long long key = 0, number
    cdef str part
    for part in _PARTS.findall(word):
        number = int.from_bytes(part.encode(), "little") if part.isascii() else <unsigned long long> ord(part) | BEYOND_ASCII
        key = mix(key, number)
    return key


cdef object slots_of(keys, int size):
    """A hash table with the place of each key, and -1 elsewhere."""
    cdef unsigned long long place, mask = size - 1
    slots = np.full(size, -1, dtype=np.intc)
    cdef int[::1] view = slots
    cdef int at
    for at in range(len(keys)):
        place = slot(keys[at], mask)
        while view[place] >= 0:
            place = next_slot(place, mask)
        view[place] = at
    return slots


cdef const unsigned long long[::1] NAMED_KEYS = np.array([hash_word(_name) for _name in NAMED], dtype=np.uint64)
cdef const int[::1] NAMED_SLOTS = slots_of([hash_word(_name) for _name in NAMED], 1024)


cdef object longer(numbers, int used, Py_ssize_t capacity):
    """An array of the given capacity that begins with the used part of another."""
    old = np.asarray(numbers)
    new = np.empty(capacity, dtype=old.dtype)
    new[:used] = old[:used]
    return new


cdef class FoundWords:
    """Words in the order in which they were found: the hash of each, the value or block it is in, and its bytes."""

    def __init__(self, int capacity):
        self.key_array = np.empty(capacity, dtype=np.uint64)
        self.where_array = np.empty(capacity, dtype=np.intc)
        self.start_array = np.empty(capacity, dtype=np.intc)
        self.stop_array = np.empty(capacity, dtype=np.intc)
        self.keys = self.key_array
        self.owners = self.where_array
        self.starts = self.start_array
        self.stops = self.stop_array
        self.capacity = capacity
        self.count = 0

    @property
    def key(self):
        """The hash of each word."""
        return self.key_array[:self.count]

    @property
    def where(self):
        """The attribute value or the block that each word is in."""
        return self.where_array[:self.count]

    @property
    def start(self):
        """The offset of the first byte of each word, in the markup for names and in the text for words."""
        return self.start_array[:self.count]

    @property
    def stop(self):
        """The offset after the last byte of each word."""
        return self.stop_array[:self.count]


cdef inline int add_word(FoundWords words, unsigned long long key, int where, int start, int stop) except -1 nogil:
    """Add a word, unless the capacity is used up."""
    cdef int count = words.count
    if count < words.capacity:
        words.keys[count] = key
        words.owners[count] = where
        words.starts[count] = start
        words.stops[count] = stop
        words.count = count + 1
    return 0


cdef class KnownWords:
    """Words that a vocabulary has: the place of each in it, and the value or block that it is in."""

    def __init__(self):
        self.capacity = self.count = 0
        self.places = np.empty(0, dtype=np.intc)
        self.where = np.empty(0, dtype=np.intc)

    cdef object grow(self):
        """Double the capacity."""
        self.capacity = 2 * self.capacity + SPARE
        self.places = longer(self.places, self.count, self.capacity)
        self.where = longer(self.where, self.count, self.capacity)


cdef int grow_known(KnownWords known) except -1 with gil:
    """Double the capacity, with the interpreter's lock."""
    known.grow()
    return 0


cdef class AttributeValues:
    """The different values of attributes: where each appears first, what its words are, and which rows have it.

    Most values of a page appear often: the items of a list have the same class.
    """

    def __init__(self):
        self.capacity = self.count = self.slot_count = 0
        self.starts = np.empty(0, dtype=np.intc)
        self.stops = np.empty(0, dtype=np.intc)
        self.named = np.empty(0, dtype=np.uint32)

    cdef object reserve(self, int rows, slots, new):
        """Reserve memory for the values of a number of rows; ``slots`` is a scratch array for their hash table."""
        self.of_row_array = new((rows, 3), np.intc)
        self.of_row = self.of_row_array
        self.slots = slots
        if self.capacity < rows // 2:
            self.count = 0
            self.grow(rows // 2)

    cdef object grow(self, Py_ssize_t capacity):
        """Set the number of values that fit."""
        self.starts = longer(self.starts, self.count, capacity)
        self.stops = longer(self.stops, self.count, capacity)
        self.named = longer(self.named, self.count, capacity)
        self.value_score = np.empty(capacity, dtype=np.float32)
        self.capacity = capacity

    cdef int clear(self, int rows) except -1 nogil:
        """Forget all values."""
        self.count = 0
        set_rows(self.of_row, rows, -1)
        unset(self.slots, self.slot_count)
        return 0


cdef int grow_values(AttributeValues values) except -1 with gil:
    """Double the capacity, with the interpreter's lock."""
    values.grow(2 * values.capacity + SPARE)
    return 0


cdef int value_number(
    TableView table, int start, int stop, AttributeValues values, FoundWords names, KnownWords known,
    WordTable vocabulary,
) except -1 nogil:
    """The number of an attribute's value; the words of a new one are added to ``names``.

    The hash is that of the first, middle and last bytes. Where many values have these in common, a value may be
    counted twice: that costs memory, but no page takes time that grows with the square of its size.

    Args:
        table: the page.
        start: the offset of the value in the markup.
        stop: the offset after the value.
        values: the values found so far.
        names: where words are added.
        known: where words are moved that the vocabulary has, when there are many.
        vocabulary: of words in attributes; None to leave all words in ``names``.
    """
    cdef int size = stop - start, rest = max(size - WORD, 0), value, first, _
    cdef Py_ssize_t length = table.source.shape[0]
    cdef const unsigned char* text = bytes_between(table.source, start, stop)
    cdef unsigned long long within = first_of(size), mask = values.slot_count - 1, key, place
    key = mix(size, eight_at(text, start, length) & within)
    key = mix(key, eight_at(text, start + rest // 2, length) & within)
    key = mix(key, eight_at(text, start + rest, length) & within)
    place = slot(key, mask)
    for _ in range(MAX_STEPS):
        value = values.slots[place]
        if value < 0:
            break
        if values.stops[value] - values.starts[value] == size and same_bytes(text, values.starts[value], start, size):
            return value
        place = next_slot(place, mask)
    value = values.count
    if value == values.capacity:
        grow_values(values)
    if values.slots[place] < 0:
        values.slots[place] = value
    values.starts[value] = start
    values.stops[value] = stop
    values.count += 1
    first = names.count
    take_names(table, start, stop, names, value)
    values.named[value] = named_words(names, first)
    find_if_many(names, vocabulary, known)
    return value


cdef unsigned int named_words(FoundWords names, int first) except? 0xFFFFFFFF nogil:
    """One bit per word of ``features.NAMED`` that is among the names from one on."""
    cdef unsigned int found = 0
    cdef unsigned long long mask = NAMED_SLOTS.shape[0] - 1, key, place
    cdef int at
    for at in range(first, names.count):
        key = names.keys[at]
        place = slot(key, mask)
        while NAMED_SLOTS[place] >= 0:
            if NAMED_KEYS[NAMED_SLOTS[place]] == key:
                found |= 1U << NAMED_SLOTS[place]
                break
            place = next_slot(place, mask)
    return found


cdef class WordTable:
    """A vocabulary as the engine reads it: a hash table of its words, and their weights.

    There are at least three slots per word, so that most words of a page are found in the first slot. Each word has one
    row of weights: those of the kinds of page, and in the last column that of main text.
    """

    def __init__(self, tuple words, weight, kinds):
        cdef unsigned long long key, place, mask
        cdef unsigned long long[::1] slots
        cdef int at, taken
        self.size = len(words)
        says_kind = (kinds != 0).any(axis=1)
        is_common = says_kind & ((kinds <= kinds.min(initial=0)).sum(axis=1) <= MAX_UNSEEN)
        # One row more than words, of zeros.
        rows = in_lines(len(words) + 1, <int> WORD_COLUMNS)
        rows[:len(words), :kinds.shape[1]] = kinds
        rows[:len(words), <int> WEIGHT] = weight
        self.rows = rows
        self.signs = np.append(says_kind * <int> SAYS_KIND + is_common * <int> IS_COMMON, 0).astype(np.uint8)
        slots = np.zeros(1 << (3 * len(words)).bit_length(), dtype=np.uint64)
        mask = slots.shape[0] - 1
        for at in range(self.size):
            key = hash_word(words[at])
            place = slot(key, mask)
            taken = 0
            while slots[place]:
                place = next_slot(place, mask)
                taken += 1
                if taken > MAX_TAKEN:
                    raise ValueError("too many words of a vocabulary have the same hash")
            slots[place] = (key >> PLACE_BITS << PLACE_BITS) | <unsigned long long> (at + 1)
        self.slots = slots
        taken = 0
        for place in range(<unsigned long long> slots.shape[0]):
            taken = taken + 1 if slots[place] else 0
            if taken > MAX_TAKEN:
                raise ValueError("too many words of a vocabulary have similar hashes")


cdef int find_if_many(FoundWords words, WordTable vocabulary, KnownWords known) except -1 nogil:
    """Look words up once many were collected; without a vocabulary they stay where they are."""
    if vocabulary is not None and words.count > MANY_WORDS:
        find_words(words, vocabulary, known)
    return 0


cdef int find_words(FoundWords words, WordTable vocabulary, KnownWords known) except -1 nogil:
    """Move the words that a vocabulary has to ``known``, and forget the others.

    The table is far larger than the processor's fast caches, so all slots are prefetched before one is read. A slot
    has the upper part of a hash followed by the place of the word, counted from 1; it is 0 if free. A known word is
    always written but only counted if it is known, which saves a branch that cannot be predicted. The capacities of
    both lists are checked once, before the loops.
    """
    cdef int each, count
    cdef const unsigned long long* slots
    cdef const unsigned long long* keys
    cdef const float* rows
    cdef const int* owners
    cdef int* places
    cdef int* where
    cdef unsigned long long mask, key, place, found
    if vocabulary is None or words.count == 0:
        return 0
    while known.capacity - known.count < words.count:
        grow_known(known)
    slots = all_of(vocabulary.slots)
    rows = &vocabulary.rows[0, 0]
    keys = &words.keys[0]
    owners = &words.owners[0]
    places = &known.places[0]
    where = &known.where[0]
    mask = vocabulary.slots.shape[0] - 1
    for each in range(words.count):
        fetch(slots + slot(keys[each], mask))
    count = known.count
    for each in range(words.count):
        key = keys[each]
        place = slot(key, mask)
        found = slots[place]
        while min(found, (found ^ key) >> PLACE_BITS):
            place = next_slot(place, mask)
            found = slots[place]
        places[count] = <int> (found & PLACES) - 1
        # Its weights are needed soon; of an unknown word, the address is that of nothing, which does no harm.
        fetch(rows + <Py_ssize_t> places[count] * WORD_COLUMNS)
        where[count] = owners[each]
        count += found != 0
    known.count = count
    words.count = 0
    return 0


cdef float add_kinds(KnownWords known, WordTable vocabulary, unsigned char[::1] seen, float[::1] out) except -1 nogil:
    """Add up what the words of a page, each once, say of its kind.

    Args:
        known: the words.
        vocabulary: in which they were found; None for no words.
        seen: scratch array, one entry per word of the vocabulary.
        out: one sum per kind of page.

    Returns:
        The share of common words among those that say anything; 1 without any.
    """
    cdef int each, at, column, count = known.count, none, words = 0, common = 0
    cdef float[WORD_COLUMNS] sums
    cdef const float* rows
    cdef const float* row
    cdef const int* places
    cdef unsigned char* is_seen
    for column in range(<int> WORD_COLUMNS):
        sums[column] = 0
    if vocabulary is not None and count:
        none = vocabulary.size
        rows = &vocabulary.rows[0, 0]
        places = &known.places[0]
        is_seen = writable_between(seen, 0, none)
        memset(is_seen, 0, none)
        for each in range(count):
            # Of a word that was seen before zeros are added: no branch that cannot be predicted.
            at = none if is_seen[places[each]] else places[each]
            is_seen[places[each]] = 1
            words += vocabulary.signs[at] & <int> SAYS_KIND
            common += (vocabulary.signs[at] & <int> IS_COMMON) != 0
            row = rows + <Py_ssize_t> at * WORD_COLUMNS
            for column in range(<int> WORD_COLUMNS):
                sums[column] += row[column]
    for column in range(<int> out.shape[0]):
        out[column] = sums[column]
    return common / <float> words if words else 1
