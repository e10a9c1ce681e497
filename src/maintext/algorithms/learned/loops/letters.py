# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Text as numbers: how many characters of each kind a block has, and words as hashes of their letters in lower case."""

from maintext.algorithms.learned import alphabet, names
from maintext.algorithms.learned.loops.state import column

_KINDS = alphabet.KINDS.tobytes()
KINDS = _KINDS
LOWER = column(alphabet.LOWER)
SPACE = alphabet.SPACE
TERMINAL = alphabet.TERMINAL
COMMA = alphabet.COMMA
DIGIT = alphabet.DIGIT
UPPER = alphabet.UPPER
WIDE = alphabet.WIDE
WORD = alphabet.WORD
CLOSING = alphabet.CLOSING
FACTOR = names.FACTOR
ALL = 0xFFFFFFFFFFFFFFFF
MOST_NAMES = 32
PART = 0xFFF
MOST_GATHERED = 4095
SPACE_AT = 60
GATHERED = [
    (_kind & SPACE) << SPACE_AT | sum((_kind >> _bit + 1 & 1) << 12 * _bit for _bit in range(5)) for _kind in range(256)
]
GATHERED_OF_ASCII = [GATHERED[_kind] for _kind in _KINDS[:128]]
THAI = 0x0E00
LAO = 0x0EFF
SMALL = 1
CAPITAL = 2
_LETTERS = bytes(CAPITAL if 65 <= _byte <= 90 else SMALL if 97 <= _byte <= 122 else 0 for _byte in range(256))
IS_LETTER = _LETTERS


def hash_of(text, start, stop):
    """The hash of a word of an attribute or of structured data, its letters in lower case."""
    key = 0
    for place in range(start, stop):
        byte = text[place]
        if byte >= 65 and byte <= 90:
            byte += 32
        key = with_letter(key, byte)
    return finished(key)


def with_letter(key, letter):
    """The hash of a word while it is read: its letters stand five bits apart, as far as those of ASCII differ."""
    return ((key << 5) & ALL | key >> 59) ^ letter


def spread(letter):
    """A letter for a hash: those beyond ASCII have more bits, which are spread so that they hide none of others."""
    return letter if letter < 0x80 else (letter * FACTOR) & ALL


def finished(key):
    """The hash of a word that ends here: all of its bits depend on all letters."""
    return (key * FACTOR) & ALL


def width_at(byte):
    """How many bytes a character has, by its first."""
    if byte < 0xE0:
        return 2 if byte >= 0x80 else 1
    return 3 if byte < 0xF0 else 4


def point_at(rows, place, width):
    """A character as a number; of those beyond the basic plane, signs are one and letters another."""
    byte = rows.text[place]
    if width == 1:
        return byte
    if width == 2:
        return (byte & 0x1F) << 6 | (rows.text[place + 1] & 0x3F)
    if width == 3:
        return (byte & 0x0F) << 12 | (rows.text[place + 1] & 0x3F) << 6 | (rows.text[place + 2] & 0x3F)
    point = (byte & 0x07) << 18 | (rows.text[place + 1] & 0x3F) << 12
    return 0xFFFF if point < 0x20000 else 0xF900


def count_characters(rows, start, stop, survey, block):
    """Count the characters of a block by kind; gives the ends of sentences.

    In Thai and Lao a space ends a sentence, and words are not parted. The counts are gathered in one number, whose
    parts are taken out before they can overflow: so nothing has to be decided for most characters.
    """
    total = thai_sentences = words = 0
    terminals = commas = digits = upper = wide = 0
    is_between = 1
    after_thai = -1
    place = start
    text = bytes_between(rows.text, start, stop)
    while place < stop:
        full = min(stop, place + MOST_GATHERED)
        total = 0
        while place < full:
            point = text[place]
            if point < 0x80:
                gathered = GATHERED_OF_ASCII[point]
                place += 1
            else:
                width = width_at(point)
                point = point_at(rows, place, width)
                if point >= THAI and point <= LAO:
                    if is_between and after_thai >= 0 and _is_blank(rows, after_thai, place):
                        thai_sentences += 1
                    after_thai = place + width
                place += width
                gathered = GATHERED[KINDS[point]]
            total += gathered
            is_space = gathered >> SPACE_AT
            words += is_between & ~is_space
            is_between = is_space
        terminals += total & PART
        commas += (total >> 12) & PART
        digits += (total >> 24) & PART
        upper += (total >> 36) & PART
        wide += (total >> 48) & PART
    terminals += thai_sentences
    survey.counts[0, block] = terminals
    survey.counts[1, block] = commas
    survey.counts[2, block] = digits
    survey.counts[3, block] = upper
    survey.counts[4, block] = wide
    survey.counts[5, block] = words + wide
    survey.counts[6, block] = _ends_sentence(rows, start, stop) or (
        terminals > 0 and after_thai >= 0 and _is_blank(rows, after_thai, stop)
    )
    return terminals


def _is_blank(rows, start, stop):
    """Whether there is only white space between two places."""
    place = start
    while place < stop:
        width = width_at(rows.text[place])
        if not KINDS[point_at(rows, place, width)] & SPACE:
            return False
        place += width
    return True


def _ends_sentence(rows, start, stop):
    """Whether the last character that closes nothing ends a sentence."""
    place = stop
    while place > start:
        place -= 1
        while place > start and rows.text[place] & 0xC0 == 0x80:
            place -= 1
        kind = KINDS[point_at(rows, place, width_at(rows.text[place]))]
        if not kind & (SPACE | CLOSING):
            return kind & TERMINAL != 0
    return False


def add_word(words, key, at, start, stop):
    """Add a word, if there is room for it."""
    if words.count < words.room:
        words.keys[words.count] = key
        words.at[words.count] = at
        words.starts[words.count] = start
        words.stops[words.count] = stop
        words.count += 1
    return 0


def take_words(rows, start, stop, most, words, at):
    """Add the first words between two places; every wide character is one.

    A word with a digit in it has the hash 0: a year is true of a crawl, not of the web.
    """
    key = 0
    begin = -1
    has_digit = False
    last = words.count + most
    place = start
    text = bytes_between(rows.text, start, stop)
    while place < stop and words.count < last:
        point = text[place]
        width = 1
        if point >= 0x80:
            width = width_at(point)
            point = point_at(rows, place, width)
        kind = KINDS[point]
        if kind & WORD and not kind & WIDE:
            if begin < 0:
                begin = place
                key = 0
                has_digit = False
            key = with_letter(key, spread(LOWER[point]))
            if kind & DIGIT:
                has_digit = True
            place += width
            while place < stop and IS_LETTER[text[place]]:
                key = with_letter(key, text[place] | 32)
                place += 1
            continue
        if begin >= 0:
            add_word(words, 0 if has_digit else finished(key), at, begin, place)
            begin = -1
        if kind & WIDE:
            add_word(words, finished(spread(point)), at, place, place + width)
        place += width
    if begin >= 0 and words.count < last:
        add_word(words, 0 if has_digit else finished(key), at, begin, min(place, stop))
    return 0


def take_names(rows, start, stop, words, at):
    """Add the words of an attribute's value, each once: ``postContent`` and ``post_content`` have two."""
    first = words.count
    last = min(first + MOST_NAMES, words.room)
    place = start
    text = bytes_between(rows.source, start, stop)
    while place < stop and words.count < last:
        byte = text[place]
        if not IS_LETTER[byte]:
            place += 1
            continue
        begin = place
        key = byte | 32
        place += 1
        is_capital = byte < 97
        if is_capital and place < stop and IS_LETTER[text[place]] == CAPITAL:
            while place < stop and IS_LETTER[text[place]] == CAPITAL:
                key = with_letter(key, text[place] | 32)
                place += 1
        else:
            while place < stop and IS_LETTER[text[place]] == SMALL:
                key = with_letter(key, text[place])
                place += 1
            if place - begin < (3 if is_capital else 2):
                continue
        key = finished(key)
        known = first
        while known < words.count and words.keys[known] != key:
            known += 1
        if known == words.count:
            add_word(words, key, at, begin, place)
    return 0
