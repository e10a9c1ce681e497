"""Years in a text, and which forms of dates are possible around each.

Matching dates is slow, and most years are not part of a date. The characters right before and after a year rule out
most forms.
"""

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ,
)

from maintext.dates.months import NUMBER_OF_MONTH

# Bits, in the order in which ``maintext.dates.written`` lists the forms.
cdef enum Form:
    YEAR_SIGN = 1
    ERA = 2
    NUMERALS = 4
    YEAR_FIRST = 8
    COMPACT = 16
    NAME_DAY = 32
    DAY_NAME = 64
    YEAR_NAME = 128
    VIETNAMESE = 256
    DAY_FIRST = 512

cdef enum:
    # Characters that are looked at together.
    PART = 256

cdef frozenset _MONTHS = frozenset([name for name in NUMBER_OF_MONTH if name.isascii()])
cdef Py_ssize_t _LONGEST_MONTH = max([len(name) for name in _MONTHS])


cpdef list places_of_years(str text, Py_ssize_t start, Py_ssize_t stop):
    """The offsets of years between two offsets: four digits of a recent year, or the beginning of an era or numeral."""
    cdef list places = []
    cdef Py_ssize_t place = start, width
    cdef int kind = PyUnicode_KIND(text)
    cdef void* characters = PyUnicode_DATA(text)
    cdef Py_UCS4 character
    if start < 0:
        raise IndexError(start)
    stop = min(stop, len(text))
    if kind == PyUnicode_1BYTE_KIND or not _has_other_digits(kind, characters, start, stop):
        return _plain_years(text, kind, characters, start, stop)
    while place < stop:
        character = PyUnicode_READ(kind, characters, place)
        width = 0 if character < u"1" or u"2" < character < u"٠" else _year_width(text, place, stop)
        if width:
            places.append(place)
        place += width or 1
    return places


cdef list _plain_years(str text, int kind, void* characters, Py_ssize_t start, Py_ssize_t stop):
    """The offsets of years in a text whose only digits are those of ASCII. Every fourth character is looked at."""
    cdef list places = []
    cdef Py_ssize_t low = start, probe = start + 3, place, width
    while True:
        if kind == PyUnicode_1BYTE_KIND:
            while probe < stop and not _is_digit((<const unsigned char*> characters)[probe]):
                probe += 4
        else:
            while probe < stop and not _is_digit(PyUnicode_READ(kind, characters, probe)):
                probe += 4
        if probe >= stop:
            return places
        place = probe
        while place > low and _is_digit(PyUnicode_READ(kind, characters, place - 1)):
            place -= 1
        while place + 4 <= stop and _is_digit(PyUnicode_READ(kind, characters, place)):
            width = _year_width(text, place, stop)
            if width:
                places.append(place)
            place += width or 1
        low = place
        probe = max(probe + 1, place + 3)


cdef bint _has_other_digits(int kind, void* characters, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Whether a text may have digits that are not those of ASCII: true for most scripts after Hebrew in Unicode.

    All characters of a part are looked at before the answer is used, which compilers do for several at once.
    """
    cdef Py_ssize_t place = start, end, index
    cdef unsigned int character, found = 0
    while place < stop and not found:
        end = min(place + PART, stop)
        if kind == PyUnicode_2BYTE_KIND:
            for index in range(place, end):
                character = (<const unsigned short*> characters)[index]
                found |= (
                    (character - 0x660 < 0x2000 - 0x660)
                    | (character - 0x3000 < 0xE000 - 0x3000)
                    | (character - 0xFF10 < 0xFF1A - 0xFF10)
                )
        else:
            for index in range(place, end):
                character = (<const unsigned int*> characters)[index]
                found |= (
                    (character - 0x660 < 0x2000 - 0x660)
                    | (character - 0x3000 < 0xE000 - 0x3000)
                    | (character - 0xFF10 < 0xFF1A - 0xFF10)
                    | (character - 0x10000 < 0x1F000 - 0x10000)
                    | (character >= 0x1FBF0)
                )
        place = end
    return found != 0


cdef inline bint _is_digit(Py_UCS4 character) noexcept nogil:
    """Whether a character is a digit of ASCII."""
    return <unsigned int> character - <unsigned int> c"0" < 10


cpdef str machine_date(str text):
    """A date from 2000 on as programs write it, if it is all of the text: ``2018-05-04T10:20:30+02:00``, or its day alone.

    None for other texts, including days that do not exist. Seconds, their fractions and the zone may be missing, and
    there may be a blank before the time. Fractions are left out of the result.
    """
    cdef const unsigned char* at
    cdef Py_ssize_t size = len(text), place = 16
    cdef int month, day
    cdef str moment
    if not 10 <= size <= 40 or not text.isascii():
        return None
    at = <const unsigned char*> PyUnicode_DATA(text)
    month, day = _two_digits(at + 5), _two_digits(at + 8)
    if at[0] != c"2" or at[1] != c"0" or _two_digits(at + 2) < 0 or at[4] != c"-" or at[7] != c"-":
        return None
    if not 1 <= month <= 12 or not 1 <= day <= 28 + (month != 2) * 2:
        return None
    if size == 10:
        return text
    if size < 16 or (at[10] != c"T" and at[10] != c" ") or at[13] != c":":
        return None
    if not 0 <= _two_digits(at + 11) <= 23 or not 0 <= _two_digits(at + 14) <= 59:
        return None
    moment = f"{text[:10]}T{text[11:16]}:00"
    if size >= 19 and at[16] == c":":
        if not 0 <= _two_digits(at + 17) <= 59:
            return None
        moment = f"{text[:10]}T{text[11:19]}"
        place = 19
        if size > 20 and at[19] == c".":
            place = 20
            while place < size and _is_digit(at[place]):
                place += 1
            if place == 20:
                return None
    if size == place:
        return moment
    if size == place + 1 and at[place] == c"Z":
        return moment + "Z"
    if size == place + 6 and at[place + 3] == c":" and (at[place] == c"+" or at[place] == c"-"):
        if 0 <= _two_digits(at + place + 1) <= 14 and 0 <= _two_digits(at + place + 4) <= 59:
            return moment + text[place:]
    return None


cdef int _two_digits(const unsigned char* at) noexcept:
    """The number that two digits are, -100 if they are not digits."""
    if not _is_digit(at[0]) or not _is_digit(at[1]):
        return -100
    return 10 * (at[0] - c"0") + at[1] - c"0"


cpdef int forms_around(str text, Py_ssize_t place) except -1:
    """The forms that a date may have whose year is at an offset, as bits; its digits must be those of ASCII."""
    cdef Py_UCS4 first = text[place]
    if first in u"令平民":
        return ERA
    if first in u"二一":
        return NUMERALS
    return _forms_after(text, place + 4, len(text)) | _forms_before(text, place - 1)


cdef Py_ssize_t _year_width(str text, Py_ssize_t place, Py_ssize_t stop) except -1:
    """The number of characters of the year at an offset, 0 if there is none."""
    cdef Py_UCS4 first = _ascii_digit(text[place]), second, third
    cdef bint is_era
    if first == u"1" or first == u"2":
        if place + 4 > stop or not text[place + 3].isdecimal():
            return 0
        second = _ascii_digit(text[place + 1])
        third = _ascii_digit(text[place + 2])
        if first == u"1":
            return 4 if second == u"9" and third in u"89" else 0
        if second == u"0":
            return 4 if third.isdecimal() else 0
        return 4 if second == u"5" and third in u"3456789" else 0
    if first < u"一" or place + 2 > stop:
        return 0
    second = text[place + 1]
    if first in u"二一":
        return 2 if second in u"〇○零Ｏ九" else 0
    is_era = (
        (first == u"令" and second == u"和")
        or (first == u"平" and second == u"成")
        or (first == u"民" and second in u"國国")
    )
    return 2 if is_era else 0


cdef Py_UCS4 _ascii_digit(Py_UCS4 character) noexcept:
    """An Arabic, Persian, Indian, Thai or wide digit as the ASCII digit; other characters unchanged."""
    if character < u"٠":
        return character
    if character in u"٠۰०๐０":
        return u"0"
    if character in u"١۱१๑１":
        return u"1"
    if character in u"٢۲२๒２":
        return u"2"
    if character in u"٣۳३๓３":
        return u"3"
    if character in u"٤۴४๔４":
        return u"4"
    if character in u"٥۵५๕５":
        return u"5"
    if character in u"٦۶६๖６":
        return u"6"
    if character in u"٧۷७๗７":
        return u"7"
    if character in u"٨۸८๘８":
        return u"8"
    if character in u"٩۹९๙９":
        return u"9"
    return character


cdef int _forms_after(str text, Py_ssize_t place, Py_ssize_t size) except -1:
    """The forms that continue after a year, which ends before ``place``."""
    cdef Py_ssize_t after = place
    cdef int forms = 0
    if place >= size:
        return 0
    if text[place].isdecimal():
        return COMPACT
    while after < size and text[after].isspace():
        after += 1
    if after < size and text[after] in u"年년":
        return YEAR_SIGN
    after = place + 1 if text[place].isspace() else place
    if after < size and text[after] in u"-/.–":
        forms = YEAR_FIRST
    after = place + 1 if text[place] in u".," else place
    while after < size and (text[after].isspace() or text[after] == u"-"):
        after += 1
    return forms | YEAR_NAME if _may_begin_month(text, after, size) else forms


cdef int _forms_before(str text, Py_ssize_t place) except -1:
    """The forms that end with a year, which begins after ``place``."""
    cdef Py_ssize_t before
    cdef int forms
    if place < 0:
        return 0
    before = place - 1 if place and text[place].isspace() else place
    forms = DAY_FIRST if text[before] in u"./-" else 0
    before = place
    while before >= 0 and (text[before].isspace() or text[before] in u"-,."):
        before -= 1
    if before < 0:
        return forms
    if text[before].isdecimal():
        forms |= NAME_DAY
        before -= 2 if before > 0 and text[before - 1].isdecimal() else 1
        while before >= 0 and text[before].isspace():
            before -= 1
        return forms | VIETNAMESE if before >= 0 and text[before] in u"gG" else forms
    if text[before] in u"mM":
        forms |= VIETNAMESE
    if _ends_ordinal(text, before):
        forms |= NAME_DAY
    return forms | DAY_NAME if _may_end_month(text, before) else forms


cdef bint _ends_ordinal(str text, Py_ssize_t place) except -1:
    """Whether one of the three characters before an offset is a digit, as in ``2nd`` or ``2º``."""
    cdef Py_ssize_t back
    for back in range(1, 4):
        if back <= place and text[place - back].isdecimal():
            return True
    return False


cdef bint _may_begin_month(str text, Py_ssize_t place, Py_ssize_t size) except -1:
    """Whether the name of a month may begin at an offset; always true for letters outside ASCII."""
    cdef Py_ssize_t stop = place
    while stop < size and _is_ascii_letter(text[stop]):
        stop += 1
    if stop < size and text[stop] > u"\x7f":
        return True
    return 3 <= stop - place <= _LONGEST_MONTH and text[place:stop].lower() in _MONTHS


cdef bint _may_end_month(str text, Py_ssize_t place) except -1:
    """Whether the name of a month, or a "de" after one, may end at an offset; always true for letters outside ASCII."""
    cdef Py_ssize_t start = place, begin
    cdef str word
    while start >= 0 and _is_ascii_letter(text[start]):
        start -= 1
    if start >= 0 and text[start] > u"\x7f":
        return True
    word = text[max(start + 1, place + 1 - _LONGEST_MONTH) : place + 1].lower()
    if word == "de" or word == "del":
        return True
    for begin in range(len(word) - 2):
        if word[begin:] in _MONTHS:
            return True
    return False


cdef bint _is_ascii_letter(Py_UCS4 character) noexcept:
    return u"a" <= character <= u"z" or u"A" <= character <= u"Z"
