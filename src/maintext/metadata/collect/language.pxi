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
    cdef Py_ssize_t longest

    def __init__(self, words_of_language):
        """Note the languages of each word, and how long words are."""
        cdef str word
        self.languages = tuple(words_of_language)
        if len(self.languages) > MAX_LANGUAGES:
            raise ValueError("too many languages")
        self.numbers_of_word = {}
        for number, language in enumerate(self.languages):
            for word in words_of_language[language].split():
                self.numbers_of_word[word] = (*self.numbers_of_word.get(word, ()), number)
        self.longest = max(map(len, self.numbers_of_word))

    def counted(self, str text):
        """The number of words of a text, and the languages with a known word in it, the most frequent first.

        For each language the number of its words, and of those that have several letters.
        """
        cdef str lower = text.lower()
        cdef int kind = PyUnicode_KIND(lower)
        cdef void* characters = PyUnicode_DATA(lower)
        cdef Py_ssize_t known[MAX_LANGUAGES]
        cdef Py_ssize_t longer[MAX_LANGUAGES]
        cdef Py_ssize_t offset = 0, start, words = 0, size = len(lower)
        cdef int number
        memset(known, 0, sizeof(known))
        memset(longer, 0, sizeof(longer))
        while offset < size:
            start = offset
            offset += 1
            if not _is_in_word(PyUnicode_READ(kind, characters, start)):
                continue
            while offset < size and _is_within_word(PyUnicode_READ(kind, characters, offset)):
                offset += 1
            words += 1
            if offset - start > self.longest:
                continue
            numbers = self.numbers_of_word.get(lower[start:offset])
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
