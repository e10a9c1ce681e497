"""Sets of words and of parts of words, with quick tests that rule out most texts."""

cdef enum:
    # Bits for pairs of neighbouring characters, 64 in each of some numbers.
    PAIR_BITS = 256
    PAIR_NUMBERS = 4
    MAX_SNIPPETS = 96


cdef class Snippets:
    """Strings that a text may contain. One is searched for only if the text has all its pairs of characters."""

    cdef readonly tuple parts
    cdef unsigned long long pairs[MAX_SNIPPETS][PAIR_NUMBERS]

    def __init__(self, parts):
        """Note the pairs of each string."""
        cdef Py_ssize_t number
        self.parts = tuple(parts)
        if len(self.parts) > MAX_SNIPPETS:
            raise ValueError("too many strings")
        for number in range(len(self.parts)):
            _note_pairs(self.parts[number], self.pairs[number])


cpdef bint contains_any(str text, Snippets snippets) except -1:
    """Whether a text contains one of some strings: a quick test before a pattern with many alternatives."""
    cdef unsigned long long pairs[PAIR_NUMBERS]
    cdef unsigned long long missing
    cdef Py_ssize_t number
    cdef int index
    _note_pairs(text, pairs)
    for number in range(len(snippets.parts)):
        missing = 0
        for index in range(PAIR_NUMBERS):
            missing |= snippets.pairs[number][index] & ~pairs[index]
        if not missing and <str> snippets.parts[number] in text:
            return True
    return False


cdef int _note_pairs(str text, unsigned long long* pairs) except -1:
    """Set the bits of all pairs of neighbouring characters in a text."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void* characters = PyUnicode_DATA(text)
    cdef Py_ssize_t offset
    cdef unsigned int before, character, bit
    memset(pairs, 0, PAIR_NUMBERS * sizeof(unsigned long long))
    if not text:
        return 0
    before = PyUnicode_READ(kind, characters, 0)
    for offset in range(1, len(text)):
        character = PyUnicode_READ(kind, characters, offset)
        bit = (31 * before + character) % PAIR_BITS
        pairs[bit // 64] |= <unsigned long long> 1 << bit % 64
        before = character
    return 0


cdef class WordSet:
    """Words in lower case. Runs of letters are compared only if a word has their first letter and size."""

    cdef readonly frozenset words
    # For each first letter of ASCII, sizes as bits.
    cdef unsigned long long sizes[32]

    def __init__(self, words):
        """Note the sizes of the words of ASCII."""
        cdef str word
        self.words = frozenset(words)
        memset(self.sizes, 0, sizeof(self.sizes))
        for word in self.words:
            if word.isascii():
                self.sizes[ord(word[0]) & 31] |= <unsigned long long> 1 << min(len(word), 63)

    cdef bint may_have(self, unsigned int first, Py_ssize_t size) noexcept:
        """Whether there may be a word of ASCII with this first letter and size."""
        return self.sizes[first & 31] >> min(size, 63) & 1


cdef bint has_word(str text, Py_ssize_t offset, Py_ssize_t stop, WordSet words, WordSet others) except -1:
    """Whether a part of a text has a word of one of two sets; words are letters of any script."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void* characters = PyUnicode_DATA(text)
    cdef Py_ssize_t start
    cdef unsigned int first, character, seen
    cdef str word
    while offset < stop:
        first = PyUnicode_READ(kind, characters, offset)
        start = offset
        offset += 1
        if not _is_letter(first):
            continue
        seen = first
        while offset < stop:
            character = PyUnicode_READ(kind, characters, offset)
            if not _is_letter(character):
                break
            seen |= character
            offset += 1
        if seen < 128 and not words.may_have(first, offset - start) and (
            others is None or not others.may_have(first, offset - start)
        ):
            continue
        word = text[start:offset].lower()
        if word in words.words or (others is not None and word in others.words):
            return True
    return False


cdef inline bint _is_letter(unsigned int character) noexcept:
    """Whether a character is part of a word: a letter, a number that is not a decimal digit, or a low line."""
    if character < 128:
        return c"a" <= character | 32 <= c"z" or character == c"_"
    return (<Py_UCS4> character).isalnum() and not (<Py_UCS4> character).isdecimal()
