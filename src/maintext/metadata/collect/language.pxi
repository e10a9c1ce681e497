"""The scripts and the frequent words of a text, from which its language is recognised."""

cdef enum:
    MAX_SCRIPTS = 16
    MAX_LANGUAGES = 64
    # Places for short words, a power of two; letters of a short word; and languages of all short words together.
    WORD_SLOTS = 4096
    MAX_PACKED = 8
    MAX_NUMBERS = 4096
    # Below it there are only letters that many languages share.
    FIRST_OF_SCRIPTS = 0x370
    # Quotation marks, dashes and other signs of all scripts.
    FIRST_SIGN = 0x2000
    LAST_SIGN = 0x2FFF
    FIRST_DEVANAGARI = 0x900
    LAST_DEVANAGARI = 0x97F


def script_of(str text, tuple scripts):
    """The first script of which a text has more than its share, empty if there is none.

    Args:
        text: the text.
        scripts: name, first and last character, and share of the visible characters.
    """
    cdef int kind = PyUnicode_KIND(text)
    cdef void* characters = PyUnicode_DATA(text)
    cdef Py_ssize_t offset, visible = 0, count = len(scripts)
    cdef Py_UCS4 first[MAX_SCRIPTS]
    cdef Py_UCS4 last[MAX_SCRIPTS]
    cdef Py_ssize_t found[MAX_SCRIPTS]
    cdef Py_UCS4 character
    cdef Py_ssize_t number
    cdef bint is_found = False
    if count > MAX_SCRIPTS:
        raise ValueError("too many scripts")
    if kind == PyUnicode_1BYTE_KIND:
        return ""
    for number in range(count):
        first[number], last[number], found[number] = scripts[number][1], scripts[number][2], 0
    for offset in range(len(text)):
        character = PyUnicode_READ(kind, characters, offset)
        if character >= FIRST_OF_SCRIPTS and not FIRST_SIGN <= character <= LAST_SIGN:
            for number in range(count):
                found[number] += first[number] <= character <= last[number]
            is_found = True
    for offset in range(len(text) if is_found else 0):
        visible += not PyUnicode_READ(kind, characters, offset).isspace()
    for number in range(count):
        if found[number] > <double> scripts[number][3] * visible:
            return scripts[number][0]
    return ""


cdef class KnownWords:
    """Frequent words of some languages, which may share words."""

    cdef readonly tuple languages
    # The numbers of the languages of each word.
    cdef dict numbers_of_word
    # The same for short words of ASCII, quicker to find: the letters of a word in one number, and where in ``numbers``
    # the languages of the word begin and end.
    cdef unsigned long long word_at[WORD_SLOTS]
    cdef short first_at[WORD_SLOTS]
    cdef short stop_at[WORD_SLOTS]
    cdef unsigned char numbers[MAX_NUMBERS]

    def __init__(self, words_of_language):
        """Note the languages of each word."""
        cdef str word
        cdef short count = 0
        cdef unsigned long long packed
        cdef int slot
        self.languages = tuple(words_of_language)
        self.numbers_of_word = {}
        for number, language in enumerate(self.languages):
            for word in words_of_language[language].split():
                self.numbers_of_word[word] = (*self.numbers_of_word.get(word, ()), number)
        if (
            len(self.languages) > MAX_LANGUAGES
            or 2 * len(self.numbers_of_word) > WORD_SLOTS
            or sum(map(len, self.numbers_of_word.values())) > MAX_NUMBERS
        ):
            raise ValueError("too many languages or words")
        memset(self.word_at, 0, sizeof(self.word_at))
        memset(self.first_at, 0, sizeof(self.first_at))
        memset(self.stop_at, 0, sizeof(self.stop_at))
        for word, numbers in self.numbers_of_word.items():
            if word.isascii() and len(word) <= MAX_PACKED:
                packed = int.from_bytes(word.encode(), "big")
                slot = self._slot_of(packed)
                self.word_at[slot] = packed
                self.first_at[slot] = count
                for number in numbers:
                    self.numbers[count] = number
                    count += 1
                self.stop_at[slot] = count

    cdef inline int _slot_of(self, unsigned long long packed) noexcept:
        """The slot of a short word, or the empty one where it would be."""
        cdef int slot = <int> ((packed * 0x9E3779B97F4A7C15U) >> 52) & (WORD_SLOTS - 1)
        while self.word_at[slot] and self.word_at[slot] != packed:
            slot = (slot + 1) & (WORD_SLOTS - 1)
        return slot

    def counted(self, str text):
        """The number of words of a text, and the languages with a known word in it, the most frequent first.

        For each language the number of its words, and of those that have several letters. Single words are put into
        lower case, since that takes long for a whole text. Only a capital i with a dot becomes two characters by it.
        """
        cdef str written = text.lower() if "\u0130" in text else text
        cdef int kind = PyUnicode_KIND(written)
        cdef void* characters = PyUnicode_DATA(written)
        cdef Py_ssize_t known[MAX_LANGUAGES]
        cdef Py_ssize_t longer[MAX_LANGUAGES]
        cdef Py_ssize_t offset = 0, start, words = 0, size = len(written)
        cdef unsigned long long packed
        cdef int number, slot, index
        cdef Py_UCS4 character, seen
        memset(known, 0, sizeof(known))
        memset(longer, 0, sizeof(longer))
        while offset < size:
            start = offset
            offset += 1
            seen = PyUnicode_READ(kind, characters, start)
            if not _is_in_word(seen):
                continue
            packed = <unsigned int> seen | 32
            while offset < size:
                character = PyUnicode_READ(kind, characters, offset)
                if not _is_within_word(character):
                    break
                seen = max(seen, character)
                packed = packed << 8 | (<unsigned int> character | 32)
                offset += 1
            words += 1
            if seen < 128 and offset - start <= MAX_PACKED:
                slot = self._slot_of(packed)
                for index in range(self.first_at[slot], self.stop_at[slot]):
                    known[self.numbers[index]] += 1
                    longer[self.numbers[index]] += offset - start > 1
                continue
            numbers = self.numbers_of_word.get(written[start:offset].lower())
            if numbers is not None:
                for number in <tuple> numbers:
                    known[number] += 1
                    longer[number] += offset - start > 1
        found = [
            (known[number], longer[number], self.languages[number])
            for number in range(len(self.languages))
            if known[number]
        ]
        found.sort(reverse=True)
        return words, found


cdef inline bint _is_in_word(Py_UCS4 character) noexcept:
    """Whether a word of a language may begin with a character: a letter of any script."""
    return character != c"_" and _is_letter(character)


cdef inline bint _is_within_word(Py_UCS4 character) noexcept:
    """The same for further characters. Vowels of Devanagari are signs, not letters."""
    return _is_in_word(character) or FIRST_DEVANAGARI <= character <= LAST_DEVANAGARI
