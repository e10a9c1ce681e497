"""Small operations on short texts."""

cdef enum:
    MAX_DEPTH_OF_TEXT = 4
    # Characters before the first word of a line, and one more.
    MAX_BEFORE_WORD = 206
    # Characters of a text that needs no memory of its own.
    SHORT = 512
    # Characters that are looked at together.
    PART = 256


cdef bytes KEPT = bytes([ord(chr(code).lower()) if chr(code).isalnum() else 0 for code in range(128)])
"""The lower case of each letter and digit of ASCII, 0 for other characters."""


cpdef str letters(str text):
    """The letters and digits of a text in lower case."""
    cdef char short_text[SHORT]
    cdef Py_ssize_t size = len(text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).lower()
        return "".join([each for each in text if each.isalnum()])
    if size > SHORT:
        return _letters(text)
    size = _keep_letters(<const unsigned char*> PyUnicode_DATA(text), size, short_text)
    return short_text[:size].decode("ascii")


cdef str _letters(str text):
    """The letters and digits of a long ASCII text in lower case."""
    cdef bytearray kept = bytearray(len(text))
    cdef Py_ssize_t size = _keep_letters(<const unsigned char*> PyUnicode_DATA(text), len(text), <char*> kept)
    return kept[:size].decode("ascii")


cdef Py_ssize_t _keep_letters(const unsigned char* text, Py_ssize_t size, char* kept) noexcept:
    """Copy the letters and digits of an ASCII text in lower case; the number of them."""
    cdef const unsigned char* kept_of = KEPT
    cdef Py_ssize_t index, count = 0
    for index in range(size):
        kept[count] = <char> kept_of[text[index]]
        count += kept[count] != 0
    return count


cpdef str folded(str text):
    """A text with its white space as single blanks."""
    return text if _is_folded(text) else " ".join(text.split())


cdef bint _is_folded(str text) noexcept:
    """Whether all white space of a text is single blanks within it."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void* characters = PyUnicode_DATA(text)
    cdef Py_ssize_t offset
    cdef Py_UCS4 character
    cdef bint is_after_blank = True
    for offset in range(len(text)):
        character = PyUnicode_READ(kind, characters, offset)
        if character == 32:
            if is_after_blank:
                return False
            is_after_blank = True
        elif (character < 32 or character > 127) and character.isspace():
            return False
        else:
            is_after_blank = False
    return not is_after_blank or len(text) == 0


def has_letter(str text):
    """Whether a text has a letter of any script."""
    cdef Py_UCS4 character
    for character in text:
        if character.isalpha():
            return True
    return False


def has_cjk(str text, Py_ssize_t stop):
    """Whether a text has Chinese characters or Korean syllables before an offset."""
    cdef Py_ssize_t offset = 0, end
    cdef int kind = PyUnicode_KIND(text)
    cdef bint found = False
    if kind == PyUnicode_1BYTE_KIND:
        return False
    stop = min(stop, len(text))
    while offset < stop and not found:
        end = min(offset + PART, stop)
        if kind == PyUnicode_2BYTE_KIND:
            found = _has_cjk(<const unsigned short*> PyUnicode_DATA(text), offset, end)
        else:
            found = _has_cjk(<const unsigned int*> PyUnicode_DATA(text), offset, end)
        offset = end
    return found


ctypedef fused Characters:
    unsigned short
    unsigned int


cdef bint _has_cjk(const Characters* characters, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Whether some characters are Chinese or Korean; all are looked at, which compilers do for several at once."""
    cdef Py_ssize_t offset
    cdef unsigned int character, found = 0
    for offset in range(start, stop):
        character = characters[offset]
        found |= (character - 0x4E00 < 0xA000 - 0x4E00) | (character - 0xAC00 < 0xD7B0 - 0xAC00)
    return found != 0


cpdef bint may_hold_date(str text) except -1:
    """Whether there is a year in a text with the characters before or after it that a date would have."""
    for year in places_of_years(text, 0, len(text)):
        if forms_around(text, year):
            return True
    return False


cpdef list texts_of(value):
    """The strings in a value of linked data: itself, those of a list, or the ``@value`` or ``name`` of objects."""
    cdef list found = []
    _add_texts(value, 0, found)
    return found


cdef int _add_texts(value, int depth, list found) except -1:
    cdef str text
    if isinstance(value, str):
        text = folded(html.unescape(html.unescape(value)) if "&" in value else value)
        if text:
            found.append(text)
    elif depth < MAX_DEPTH_OF_TEXT:
        if isinstance(value, list):
            for each in value:
                _add_texts(each, depth + 1, found)
        elif isinstance(value, dict):
            _add_texts(value.get("@value") or value.get("name"), depth + 1, found)
    return 0


cpdef value_of(thing, str name):
    """The value under a name, references (``{"@id": …}`` alone) replaced by the objects that they name."""
    value = (<dict> thing.item).get(name)
    if isinstance(value, list):
        return [_target(thing, each) for each in <list> value]
    return _target(thing, value)


cdef _target(thing, value):
    if isinstance(value, dict) and len(value) <= 2 and isinstance(value.get("@id"), str) and "name" not in value:
        return (<dict> thing.known).get(value["@id"], value)
    return value


def linked_texts(things, str name):
    """The strings under a name in objects of linked data."""
    cdef list found = []
    for thing in things:
        if name in <dict> thing.item:
            _add_texts(value_of(thing, name), 0, found)
    return found
