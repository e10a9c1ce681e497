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
MOST_NAMES = 32
PART = 0xFFF
MOST_GATHERED = 4080
SPACE_AT = 60
GATHERED = [
    (_kind & SPACE) << SPACE_AT | sum((_kind >> _bit + 1 & 1) << 12 * _bit for _bit in range(5)) for _kind in range(256)
]
GATHERED_OF_ASCII = [GATHERED[_kind & ~SPACE] for _kind in _KINDS[:256]]
THAI = 0x0E00
LAO = 0x0EFF
ONE = 1
BEYOND_ASCII = names.BEYOND_ASCII
_IN_WORDS = bytes(_byte >= 0x80 or _KINDS[_byte] & WORD != 0 for _byte in range(256))
IN_WORDS = _IN_WORDS


def hash_of(text, start, stop):
    """The hash of a name in structured data, its letters in lower case."""
    key = 0
    size = len(text)
    base = bytes_between(text, start, stop)
    for place in range(start, stop, 8):
        chunk = eight_at(base, place, size) & first_of(stop - place)
        key = mixed(key, chunk | (letters_in(chunk) >> 2))
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
    parts are taken out before they can overflow: so nothing has to be decided for eight characters of ASCII.
    """
    total = thai_sentences = words = 0
    terminals = commas = digits = upper = wide = 0
    is_between = 1
    after_thai = -1
    place = start
    size = len(rows.text)
    text = bytes_between(rows.text, start, stop)
    while place < stop:
        full = min(stop, place + MOST_GATHERED)
        total = 0
        while place < full:
            chunk = eight_at(text, place, size)
            behind = place + EIGHT
            if behind > stop:
                chunk = padded(chunk, stop - place)
            if is_ascii(chunk):
                spaces = spaces_in(chunk)
                words += starts_in(spaces, is_between)
                is_between = spaces >> 63
                place = behind
                for _ in range(8):
                    total += GATHERED_OF_ASCII[chunk & 0xFF]
                    chunk >>= 8
                continue
            behind = min(behind, stop)
            while place < behind:
                width = width_at(text[place])
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
    survey.counts[6, block] = _ends_sentence(rows, text, start, stop) or (
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


def _ends_sentence(rows, text, start, stop):
    """Whether the last character that closes nothing ends a sentence; the text between the places was checked."""
    place = stop
    while place > start:
        place -= 1
        kind = KINDS[text[place]]
        if text[place] >= 0x80:
            while place > start and text[place] & 0xC0 == 0x80:
                place -= 1
            kind = KINDS[point_at(rows, place, width_at(text[place]))]
        if not kind & (SPACE | CLOSING):
            return kind & TERMINAL != 0
    return False


def take_words(rows, start, stop, most, words, at):
    """Add the first words between two places; every wide character is one."""
    last = words.count + most
    size = len(rows.text)
    text = bytes_between(rows.text, start, stop)
    place = start
    while place < stop and words.count < last:
        if not IN_WORDS[text[place]]:
            place += 1
            continue
        begin = place
        chunk = eight_at(text, place, size)
        within = run_of(letters_in(chunk)) & first_of(stop - place)
        if within:
            key = mixed(0, small_letters(chunk, within))
            length = length_of(within)
            while length == EIGHT and place + EIGHT < stop:
                place += EIGHT
                chunk = eight_at(text, place, size)
                within = run_of(letters_in(chunk)) & first_of(stop - place)
                length = length_of(within)
                if length:
                    key = mixed(key, small_letters(chunk, within))
            place += length
            if place == stop or not IN_WORDS[text[place]]:
                add_word(words, key, at, begin, place)
                place += 1
                continue
        place = _take_slowly(rows, begin, stop, words, at)
    return 0


def _take_slowly(rows, start, stop, words, at):
    """Add a word of any letters, and the wide character that stands there or behind it; gives the place behind both.

    A word with a digit in it has the hash 0: a year is true of a crawl, not of the web.
    """
    key = chunk = bits = has_digit = width = kind = 0
    place = start
    while place < stop:
        width = width_at(rows.text[place])
        point = point_at(rows, place, width)
        kind = KINDS[point]
        if kind & WIDE or not kind & WORD:
            break
        has_digit |= kind & DIGIT
        point = LOWER[point]
        if bits and (bits == 64 or point >= 0x80):
            key = mixed(key, chunk)
            chunk = bits = 0
        if point >= 0x80:
            key = mixed(key, point | BEYOND_ASCII)
        else:
            chunk |= point << bits
            bits += 8
        place += width
    if place > start:
        if bits:
            key = mixed(key, chunk)
        add_word(words, 0 if has_digit else key, at, start, min(place, stop))
    if place < stop:
        if kind & WIDE:
            add_word(words, mixed(0, point | BEYOND_ASCII), at, place, place + width)
        place += width
    return place


def take_names(rows, start, stop, words, at):
    """Add the words of an attribute's value, each once: ``postContent`` and ``post_content`` have two.

    No letter stands behind a value, but a quotation mark, white space, or the end of the tag or page.
    """
    first = words.count
    last = min(first + MOST_NAMES, words.room)
    size = len(rows.source)
    text = bytes_between(rows.source, start, stop)
    place = start
    seen = 0
    while place < stop and words.count < last:
        chunk = eight_at(text, place, size)
        letters = letters_in(chunk)
        if letters & FIRST_BYTE == 0:
            place += length_of(before(letters))
            continue
        begin = place
        least = 2
        is_capital = False
        capitals = capitals_in(chunk, letters)
        run = letters ^ capitals
        if capitals & FIRST_BYTE:
            is_capital = capitals & TWO_BYTES == TWO_BYTES
            least = 2 if is_capital else 3
            run = capitals if is_capital else run | FIRST_BYTE
        within = run_of(run)
        key = mixed(0, small_letters(chunk, within))
        length = length_of(within)
        while length == EIGHT and place + EIGHT < stop:
            place += EIGHT
            chunk = eight_at(text, place, size)
            letters = letters_in(chunk)
            capitals = capitals_in(chunk, letters)
            within = run_of(capitals if is_capital else letters ^ capitals)
            length = length_of(within)
            if length:
                key = mixed(key, small_letters(chunk, within))
        end = place + length
        place += length_of(before(letters & ~within))
        mark = ONE << (key & 63)
        if end - begin >= least and not (seen & mark and _has_word(words, first, key)):
            add_word(words, key, at, begin, end)
            seen |= mark
    return 0


def _has_word(words, first, key):
    """Whether a word is among those from one on."""
    known = first
    while known < words.count and words.keys[known] != key:
        known += 1
    return known < words.count
