# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True
"""Years in a text, and which forms of dates may stand around one; as machine code where there was a compiler.

The types are in ``years.pxd``. Looking for dates takes long, and most years stand in no date: the characters right
before and behind a year tell of most forms that they are not there.
"""

from maintext.dates.months import NUMBER_OF_MONTH

YEAR_SIGN, ERA, NUMERALS, YEAR_FIRST, COMPACT, NAME_DAY, DAY_NAME, YEAR_NAME, VIETNAMESE, DAY_FIRST = (
    1 << _form for _form in range(10)
)
"""The forms in the order in which ``maintext.dates`` has them."""
MONTHS = frozenset(_name for _name in NUMBER_OF_MONTH if _name.isascii())
LONGEST_MONTH = max(map(len, MONTHS))


def places_of_years(text: str, start: int, stop: int) -> list[int]:
    """Where years stand in a part of a text: digits of a year of our time, or how an era or a numeral begins."""
    places = []
    place = start
    stop = min(stop, len(text))
    while place < stop:
        character = text[place]
        width = 0 if character < "1" or "2" < character < "٠" else _year_width(text, place, stop)
        if width:
            places.append(place)
        place += width or 1
    return places


def forms_around(text: str, place: int) -> int:
    """Which forms a date may have whose year stands at a place, as bits; the digits are those that patterns know."""
    first = text[place]
    if first in "令平民":
        return ERA
    if first in "二一":
        return NUMERALS
    return _forms_behind(text, place + 4, len(text)) | _forms_before(text, place - 1)


def _year_width(text: str, place: int, stop: int) -> int:
    """The characters of the year at a place, 0 if there is none."""
    first = _plain(text[place])
    if first == "1" or first == "2":
        if place + 4 > stop or not text[place + 3].isdecimal():
            return 0
        second = _plain(text[place + 1])
        third = _plain(text[place + 2])
        if first == "1":
            return 4 if second == "9" and third in "89" else 0
        if second == "0":
            return 4 if third.isdecimal() else 0
        return 4 if second == "5" and third in "3456789" else 0
    if first < "一" or place + 2 > stop:
        return 0
    second = text[place + 1]
    if first in "二一":
        return 2 if second in "〇○零Ｏ九" else 0
    is_era = (
        (first == "令" and second == "和") or (first == "平" and second == "成") or (first == "民" and second in "國国")
    )
    return 2 if is_era else 0


def _plain(character: str) -> str:
    """An Arabic, Persian, Indian, Thai or wide digit as patterns know it; other characters as they are."""
    if character < "٠":
        return character
    if character in "0٠۰०๐０":
        return "0"
    if character in "1١۱१๑１":
        return "1"
    if character in "2٢۲२๒２":
        return "2"
    if character in "3٣۳३๓３":
        return "3"
    if character in "4٤۴४๔４":
        return "4"
    if character in "5٥۵५๕５":
        return "5"
    if character in "6٦۶६๖６":
        return "6"
    if character in "7٧۷७๗７":
        return "7"
    if character in "8٨۸८๘８":
        return "8"
    if character in "9٩۹९๙９":
        return "9"
    return character


def _forms_behind(text: str, place: int, size: int) -> int:
    """The forms that go on behind a year which ends before a place."""
    if place >= size:
        return 0
    if text[place].isdecimal():
        return COMPACT
    after = place
    while after < size and text[after].isspace():
        after += 1
    if after < size and text[after] in "年년":
        return YEAR_SIGN
    forms = 0
    after = place + 1 if text[place].isspace() else place
    if after < size and text[after] in "-/.–":
        forms = YEAR_FIRST
    after = place + 1 if text[place] in ".," else place
    while after < size and (text[after].isspace() or text[after] == "-"):
        after += 1
    return forms | YEAR_NAME if _may_begin_month(text, after, size) else forms


def _forms_before(text: str, place: int) -> int:
    """The forms that end with a year which begins behind a place."""
    if place < 0:
        return 0
    before = place - 1 if place and text[place].isspace() else place
    forms = DAY_FIRST if text[before] in "./-" else 0
    before = place
    while before >= 0 and (text[before].isspace() or text[before] in "-,."):
        before -= 1
    if before < 0:
        return forms
    if text[before].isdecimal():
        forms |= NAME_DAY
        before -= 2 if before > 0 and text[before - 1].isdecimal() else 1
        while before >= 0 and text[before].isspace():
            before -= 1
        return forms | VIETNAMESE if before >= 0 and text[before] in "gG" else forms
    if text[before] in "mM":
        forms |= VIETNAMESE
    if _ends_ordinal(text, before):
        forms |= NAME_DAY
    return forms | DAY_NAME if _may_end_month(text, before) else forms


def _ends_ordinal(text: str, place: int) -> bool:
    """Whether a digit stands up to three characters before a place, as in ``2nd`` or ``2º``."""
    for back in range(1, 4):
        if back <= place and text[place - back].isdecimal():
            return True
    return False


def _may_begin_month(text: str, place: int, size: int) -> bool:
    """Whether the name of a month may begin at a place; of names in other than ASCII letters it is not known."""
    stop = place
    while stop < size and _is_letter(text[stop]):
        stop += 1
    if stop < size and text[stop] > "\x7f":
        return True
    return 3 <= stop - place <= LONGEST_MONTH and text[place:stop].lower() in MONTHS


def _may_end_month(text: str, place: int) -> bool:
    """Whether the name of a month, or a "de" behind one, may end at a place; not known of other than ASCII letters."""
    start = place
    while start >= 0 and _is_letter(text[start]):
        start -= 1
    if start >= 0 and text[start] > "\x7f":
        return True
    word = text[max(start + 1, place + 1 - LONGEST_MONTH) : place + 1].lower()
    if word == "de" or word == "del":
        return True
    for begin in range(len(word) - 2):
        if word[begin:] in MONTHS:
            return True
    return False


def _is_letter(character: str) -> bool:
    return "a" <= character <= "z" or "A" <= character <= "Z"
