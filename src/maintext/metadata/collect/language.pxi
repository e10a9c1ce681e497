"""The scripts and the frequent words of a text, from which its language is recognised."""

cdef enum:
    MAX_SCRIPTS = 16
    MAX_LANGUAGES = 64
    # Below it there are only letters that many languages share.
    FIRST_OF_SCRIPTS = 0x370
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
    if count > MAX_SCRIPTS:
        raise ValueError("too many scripts")
    if kind == PyUnicode_1BYTE_KIND:
        return ""
    for number in range(count):
        first[number], last[number], found[number] = scripts[number][1], scripts[number][2], 0
    for offset in range(len(text)):
        character = PyUnicode_READ(kind, characters, offset)
        visible += not character.isspace()
        if character >= FIRST_OF_SCRIPTS:
            for number in range(count):
                found[number] += first[number] <= character <= last[number]
    for number in range(count):
        if found[number] > <double> scripts[number][3] * visible:
            return scripts[number][0]
    return ""


cdef class KnownWords:
    """Frequent words of some languages, which may share words."""

    cdef readonly tuple languages
    cdef dict numbers_of_word
    cdef WordSet words

    def __init__(self, words_of_language):
        """Note the languages of each word."""
        cdef str word
        self.languages = tuple(words_of_language)
        if len(self.languages) > MAX_LANGUAGES:
            raise ValueError("too many languages")
        self.numbers_of_word = {}
        for number, language in enumerate(self.languages):
            for word in words_of_language[language].split():
                self.numbers_of_word[word] = (*self.numbers_of_word.get(word, ()), number)
        self.words = WordSet(self.numbers_of_word)

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
        cdef int number
        cdef Py_UCS4 character, seen
        memset(known, 0, sizeof(known))
        memset(longer, 0, sizeof(longer))
        while offset < size:
            start = offset
            offset += 1
            seen = PyUnicode_READ(kind, characters, start)
            if not _is_in_word(seen):
                continue
            while offset < size:
                character = PyUnicode_READ(kind, characters, offset)
                if not _is_within_word(character):
                    break
                seen = max(seen, character)
                offset += 1
            words += 1
            if seen < 128 and not self.words.may_have(PyUnicode_READ(kind, characters, start), offset - start):
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
