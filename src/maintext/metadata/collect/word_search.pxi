"""Several words searched for at once in the bytes of a page.

Four bytes at a time are looked up in a table of hashes. Between two look-ups a few bytes are skipped: few enough that
four bytes of every word are looked at, wherever the word is.
"""

cdef enum:
    WINDOW = 4
    SLOT_SHIFT = 20
    SLOT_COUNT = 4096
    MAX_WORDS = 62
    MAX_PARTS = 512
    # Bits for the number of a word.
    NUMBER_BITS = 6
    NUMBER_MASK = 63


cdef class WordSearch:
    """Words in lower case, found in upper or lower case. Each has five bytes or more."""

    cdef readonly tuple words
    cdef Py_ssize_t step
    cdef unsigned char is_known[SLOT_COUNT]
    cdef short first_part[SLOT_COUNT]
    cdef short next_part[MAX_PARTS]
    cdef short word_of_part[MAX_PARTS]
    cdef short offset_of_part[MAX_PARTS]
    cdef const unsigned char* bytes_of_word[MAX_WORDS]
    cdef Py_ssize_t size_of_word[MAX_WORDS]

    def __init__(self, words):
        """Put the last parts of each word into the table: many words begin with the same bytes."""
        cdef Py_ssize_t number, back, offset, part = 0
        cdef unsigned int slot
        cdef bytes word
        self.words = tuple(words)
        self.step = min(map(len, self.words)) - WINDOW + 1
        if self.step < 1 or len(self.words) > MAX_WORDS or len(self.words) * self.step > MAX_PARTS:
            raise ValueError("too many words, or a word that is too short")
        memset(self.is_known, 0, SLOT_COUNT)
        memset(self.first_part, -1, SLOT_COUNT * sizeof(short))
        for number in range(len(self.words)):
            word = self.words[number]
            self.bytes_of_word[number] = word
            self.size_of_word[number] = len(word)
            for back in range(self.step):
                offset = len(word) - WINDOW - back
                slot = _slot(self.bytes_of_word[number] + offset)
                self.next_part[part] = self.first_part[slot]
                self.word_of_part[part] = <short> number
                self.offset_of_part[part] = <short> offset
                self.first_part[slot] = <short> part
                self.is_known[slot] = 1
                part += 1

    def places(self, bytes source):
        """Offsets and numbers of all words in the source, in the order of the offsets."""
        cdef Py_ssize_t place
        return [(place >> NUMBER_BITS, place & NUMBER_MASK) for place in self.sorted_places(source)]

    cdef list sorted_places(self, bytes source):
        """The offsets of all words in order, each times 64 and with the number of the word added."""
        cdef list found = []
        self.find(source, 0, len(source), found)
        found.sort()
        return found

    cdef long long find(self, const unsigned char* source, Py_ssize_t start, Py_ssize_t stop, list found) except -1:
        """The bits of the words between two offsets. Their places are added to the list, if there is one."""
        cdef Py_ssize_t offset = start, last = stop - WINDOW, begin, number
        cdef int part
        cdef long long bits = 0
        cdef Py_ssize_t step = self.step
        cdef const unsigned char* is_known = self.is_known
        while True:
            while offset + 3 * step <= last and not (
                is_known[_slot(source + offset)]
                | is_known[_slot(source + offset + step)]
                | is_known[_slot(source + offset + 2 * step)]
                | is_known[_slot(source + offset + 3 * step)]
            ):
                offset += 4 * step
            while offset <= last and not is_known[_slot(source + offset)]:
                offset += step
            if offset > last:
                return bits
            part = self.first_part[_slot(source + offset)]
            while part >= 0:
                number = self.word_of_part[part]
                begin = offset - self.offset_of_part[part]
                if (
                    begin >= start
                    and begin + self.size_of_word[number] <= stop
                    and _is_word(source + begin, self.bytes_of_word[number], self.size_of_word[number])
                ):
                    bits |= <long long> 1 << number
                    if found is not None:
                        found.append(begin << NUMBER_BITS | number)
                part = self.next_part[part]
            offset += step


cdef inline unsigned int _slot(const unsigned char* base) noexcept nogil:
    """The slot of the next four bytes, upper case as lower case. Four single loads would take twice as long."""
    cdef unsigned int four
    memcpy(&four, base, WINDOW)
    return ((four | 0x20202020U) * 0x9E3779B1U) >> SLOT_SHIFT


cdef inline bint _is_word(const unsigned char* base, const unsigned char* word, Py_ssize_t size) noexcept nogil:
    """Whether a word is at an address, in upper or lower case."""
    cdef Py_ssize_t index
    for index in range(size):
        if base[index] != word[index] and not (c"A" <= base[index] <= c"Z" and base[index] | 32 == word[index]):
            return False
    return True
