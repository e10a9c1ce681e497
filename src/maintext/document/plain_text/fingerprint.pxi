"""A fingerprint of a text: equal texts have equal ones, and those of similar texts differ in few bits.

SimHash (Charikar 2002): each run of three words votes on each of 64 bits.
"""

cdef enum:
    BITS = 64
    WORDS_OF_A_RUN = 3


cdef class Votes:
    """The votes for the bits of a fingerprint."""

    cdef int[BITS] votes
    cdef unsigned long long[WORDS_OF_A_RUN] last_words
    cdef Py_ssize_t words

    cdef int add_word(self, unsigned long long word) noexcept:
        """Let the run of words that ends with this one vote; at the beginning of a text it is shorter."""
        cdef unsigned long long run = 0
        cdef int each
        for each in range(WORDS_OF_A_RUN - 1):
            self.last_words[each] = self.last_words[each + 1]
            run = mix(run, self.last_words[each])
        self.last_words[WORDS_OF_A_RUN - 1] = word
        run = mix(mix(run, word), BITS)
        for each in range(BITS):
            self.votes[each] += 1 if run >> each & 1 else -1
        self.words += 1
        return 0

    cdef unsigned long long result(self) noexcept:
        cdef unsigned long long found = 0
        cdef int each
        for each in range(BITS):
            if self.votes[each] > 0:
                found |= <unsigned long long> 1 << each
        return found


def fingerprint_of(str text):
    """The fingerprint of a text as 16 hexadecimal digits, empty for a text without words.

    Words are runs of letters and digits in lower case; each Chinese, Japanese or Korean character is one.
    """
    cdef Votes votes = Votes()
    cdef unsigned long long word = 0
    cdef bint is_inside = False
    cdef int kinds, point
    cdef Py_UCS4 character
    for character in text:
        point = character if character < BASIC_PLANE_SIZE else 0xFFFF if character < 0x20000 else 0xF900
        kinds = KINDS[point]
        if is_inside and (kinds & WIDE or not kinds & WORD_CHARACTER):
            votes.add_word(word)
            is_inside = False
        if kinds & WIDE:
            votes.add_word(mix(0, character))
        elif kinds & WORD_CHARACTER:
            word = mix(word if is_inside else 0, LOWER[point])
            is_inside = True
    if is_inside:
        votes.add_word(word)
    return f"{votes.result():016x}" if votes.words else ""
