"""The last lines of a text, from the last one back, and which of them may have one of some phrases."""

cdef enum:
    # Chains of phrases by their first two bytes; a power of two.
    CHAINS = 512
    MAX_PHRASES = 255
    LONGEST_PHRASE = 31


# A phrase in UTF-8, and the number of the next one in its chain, from 1.
cdef struct Phrase:
    int size
    int following
    unsigned char[LONGEST_PHRASE] text


cdef class Phrases:
    """Phrases in lower case that a line may have."""

    cdef unsigned char[CHAINS] first
    cdef Phrase[MAX_PHRASES] phrases

    def __init__(self, phrases):
        """Sort the phrases, of at least two bytes, by how they begin."""
        cdef bytes phrase
        cdef int number
        cdef unsigned char* chain
        if len(phrases) > MAX_PHRASES:
            raise ValueError("too many phrases")
        memset(self.first, 0, sizeof(self.first))
        for number, text in enumerate(phrases):
            phrase = text.encode()
            if not 2 <= len(phrase) <= LONGEST_PHRASE:
                raise ValueError(text)
            chain = &self.first[_chain(phrase[0], phrase[1])]
            self.phrases[number].size = <int> len(phrase)
            self.phrases[number].following = chain[0]
            memcpy(self.phrases[number].text, <const unsigned char*> phrase, len(phrase))
            chain[0] = <unsigned char> (number + 1)


cdef inline int _chain(unsigned int first, unsigned int second) noexcept nogil:
    return (first * 29 + second) & (CHAINS - 1)


cdef inline unsigned char _small(unsigned char byte) noexcept nogil:
    """A byte with a capital letter of ASCII as a small one."""
    return byte | 0x20 if c"A" <= byte <= c"Z" else byte


cdef inline bint _may_be_capital(unsigned char byte, unsigned char following) noexcept nogil:
    """Whether a character may be a capital, by its first two bytes, of which the first is from 0xC3 to 0xE1.

    Western and Cyrillic letters are told from small ones; Hebrew, Arabic and the scripts of India have no capitals. Few
    characters with other first bytes are capitals, and no phrase has them.
    """
    if byte == 0xC3:
        return following < 0xA0
    if byte == 0xD0:
        return following < 0xB0
    if byte == 0xD1:
        return following >= 0xA0
    return not 0xD7 <= byte <= 0xE0


cdef bint _may_have_phrase(const unsigned char* text, int start, int stop, Phrases phrases) noexcept nogil:
    """Whether a line has one of some phrases, or letters of another script that may be capitals."""
    cdef int at, number, size, place
    cdef unsigned char byte = _small(text[start]) if start < stop else 0, following
    cdef const Phrase* phrase
    for at in range(start, stop - 1):
        following = _small(text[at + 1])
        if 0xC3 <= byte <= 0xE1 and _may_be_capital(byte, following):
            return True
        number = phrases.first[_chain(byte, following)]
        while number:
            phrase = &phrases.phrases[number - 1]
            size = phrase.size
            place = 0
            if at + size <= stop:
                while place < size and _small(text[at + place]) == phrase.text[place]:
                    place += 1
            if place == size:
                return True
            number = phrase.following
        byte = following
    return False


def last_lines(
    bytes text, const unsigned char[::1] keep, const int[:, ::1] segments, Phrases phrases not None, int max_segments,
    int max_lines, int max_characters,
):
    """Find the last kept segment, -1 if there is none, and those of the last lines that may have a phrase.

    Lines with more visible characters than ``max_characters`` are too long. The first line of the last
    ``max_segments`` segments is left out: it may begin before them.
    """
    cdef list found = []
    cdef int last = _last_lines(text, keep, segments, phrases, max_segments, max_lines, max_characters, found)
    return last, found


cdef int _last_lines(
    bytes text, const unsigned char[::1] keep, const int[:, ::1] segments, Phrases phrases, int max_segments,
    int max_lines, int max_characters, list found,
) except -2:
    """Do the work of ``last_lines``: return the segment and add the lines to a list."""
    cdef const int[::1] place = segments[<int> SEGMENT_PLACE]
    cdef const int[::1] line = segments[<int> SEGMENT_LINE]
    cdef const int[::1] characters = segments[<int> SEGMENT_CHARACTERS]
    cdef const unsigned char* encoded = text
    cdef long long visible = 0
    cdef int segment = <int> keep.shape[0] - 1, begin = -1, last = -1, seen = 0, lines = 0, start, stop = 0
    while segment >= 0 and seen < max_segments and lines < max_lines:
        if keep[segment]:
            if last < 0:
                last = segment
                stop = place[last + 1]
            elif line[segment] != line[begin]:
                start = place[begin]
                if not 0 <= start <= stop <= len(text):
                    raise IndexError(stop)
                if 0 < visible <= max_characters and _may_have_phrase(encoded, start, stop, phrases):
                    found.append(text[start:stop].decode())
                stop = start
                visible = 0
                lines += 1
            begin = segment
            visible += characters[segment]
            seen += 1
        segment -= 1
    return last


def mentions_wall(bytes source, Py_ssize_t start, Py_ssize_t stop):
    """Whether markup between two offsets has ``wall`` or ``Wall``, with which the names of walls end."""
    return _mentions_wall(source, <int> max(start, 0), <int> min(stop, len(source)))


cdef bint _mentions_wall(const unsigned char* text, int start, int stop) noexcept nogil:
    """Do the work of ``mentions_wall``."""
    cdef int at = start, end = stop - 3
    cdef unsigned int found
    while TAKES_SIXTEEN and at + SIXTEEN <= end:
        found = like_among_sixteen(text + at, c"w") | like_among_sixteen(text + at, c"W")
        while found:
            if _is_all(text + at + lowest(found) + 1):
                return True
            found &= found - 1
        at += SIXTEEN
    while at < end:
        if (text[at] == c"w" or text[at] == c"W") and _is_all(text + at + 1):
            return True
        at += 1
    return False


cdef inline bint _is_all(const unsigned char* text) noexcept nogil:
    return text[0] == c"a" and text[1] == c"l" and text[2] == c"l"
