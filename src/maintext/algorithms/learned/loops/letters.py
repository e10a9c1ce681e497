# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Text as numbers: how many characters of each kind a block has, and words as hashes of their letters in lower case."""

import numpy as np

from maintext.algorithms.learned import alphabet
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
SEED = 0xCBF29CE484222325
FACTOR = 0x100000001B3
ALL = 0xFFFFFFFFFFFFFFFF
MOST_NAMES = 32
PART = 0xFFF
MOST_GATHERED = 4095
GATHERED = column(
    np.array(
        [sum((_kind >> _bit + 1 & 1) << 12 * _bit for _bit in range(5)) for _kind in range(256)],
        dtype=np.uint64,
    )
)
THAI = 0x0E00
LAO = 0x0EFF
SMALL = 1
CAPITAL = 2
_LETTERS = bytes(CAPITAL if 65 <= _byte <= 90 else SMALL if 97 <= _byte <= 122 else 0 for _byte in range(256))
IS_LETTER = _LETTERS


def hash_of(text, start, stop):
    """The hash of a word of an attribute or of structured data, its letters in lower case."""
    key = SEED
    for place in range(start, stop):
        byte = text[place]
        if byte >= 65 and byte <= 90:
            byte += 32
        key = ((key ^ byte) * FACTOR) & ALL
    return key


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
    while place < stop:
        full = min(stop, place + MOST_GATHERED)
        total = 0
        while place < full:
            point = rows.text[place]
            if point < 0x80:
                place += 1
            else:
                width = width_at(point)
                point = point_at(rows, place, width)
                if point >= THAI and point <= LAO:
                    if is_between and after_thai >= 0 and _is_blank(rows, after_thai, place):
                        thai_sentences += 1
                    after_thai = place + width
                place += width
            kind = KINDS[point]
            total += GATHERED[kind]
            is_space = kind & SPACE
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
    key = SEED
    begin = -1
    has_digit = False
    last = words.count + most
    place = start
    while place < stop and words.count < last:
        point = rows.text[place]
        width = 1
        if point >= 0x80:
            width = width_at(point)
            point = point_at(rows, place, width)
        kind = KINDS[point]
        if kind & WORD and not kind & WIDE:
            if begin < 0:
                begin = place
                key = SEED
                has_digit = False
            key = ((key ^ LOWER[point]) * FACTOR) & ALL
            if kind & DIGIT:
                has_digit = True
        else:
            if begin >= 0:
                add_word(words, 0 if has_digit else key, at, begin, place)
                begin = -1
            if kind & WIDE:
                add_word(words, ((SEED ^ point) * FACTOR) & ALL, at, place, place + width)
        place += width
    if begin >= 0 and words.count < last:
        add_word(words, 0 if has_digit else key, at, begin, min(place, stop))
    return 0


def take_names(rows, start, stop, words, at):
    """Add the words of an attribute's value, each once: ``postContent`` and ``post_content`` have two."""
    first = words.count
    last = min(first + MOST_NAMES, words.room)
    place = start
    while place < stop and words.count < last:
        byte = rows.source[place]
        if not IS_LETTER[byte]:
            place += 1
            continue
        begin = place
        key = ((SEED ^ (byte | 32)) * FACTOR) & ALL
        place += 1
        is_capital = byte < 97
        if is_capital and place < stop and IS_LETTER[rows.source[place]] == CAPITAL:
            while place < stop and IS_LETTER[rows.source[place]] == CAPITAL:
                key = ((key ^ (rows.source[place] | 32)) * FACTOR) & ALL
                place += 1
        else:
            while place < stop and IS_LETTER[rows.source[place]] == SMALL:
                key = ((key ^ rows.source[place]) * FACTOR) & ALL
                place += 1
            if place - begin < (3 if is_capital else 2):
                continue
        known = first
        while known < words.count and words.keys[known] != key:
            known += 1
        if known == words.count:
            add_word(words, key, at, begin, place)
    return 0
