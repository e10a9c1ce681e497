"""Characters counted by kind, and words as hashes of their letters in lower case."""

cdef int MAX_NAMES = 32
cdef int THAI = 0x0E00
cdef int LAO = 0x0EFF
# Five counts are kept in one number, 12 bits each, and are taken out before one can overflow.
cdef int COUNT_BITS = 12
cdef unsigned long long ONE_COUNT = 0xFFF
cdef int MAX_COUNTED = 4080
cdef int SPACE_BIT = 60
# Indexed by the kinds of a character, and by a byte of ASCII; the second leaves white space out.
cdef unsigned long long[256] COUNTS_OF_KINDS
cdef unsigned long long[256] COUNTS_OF_ASCII
# Indexed by a byte.
cdef bint[256] MAY_BE_IN_WORD


cdef unsigned long long counts_of(int kinds) noexcept:
    """One in the count of each kind that is counted, and the bit for white space."""
    cdef unsigned long long counts = <unsigned long long> (kinds & INVISIBLE) << SPACE_BIT
    cdef int each
    for each in range(5):
        counts |= <unsigned long long> (kinds >> (each + 1) & 1) << COUNT_BITS * each
    return counts


cdef int _number
for _number in range(256):
    COUNTS_OF_KINDS[_number] = counts_of(_number)
    COUNTS_OF_ASCII[_number] = counts_of(KINDS[_number] & ~INVISIBLE)
    MAY_BE_IN_WORD[_number] = _number >= 0x80 or KINDS[_number] & WORD_CHARACTER != 0


cdef unsigned long long hash_of(const unsigned char[::1] text, int start, int stop) except? 0 nogil:
    """The hash of a name in structured data, its letters in lower case."""
    cdef unsigned long long key = 0, chunk
    cdef Py_ssize_t size = text.shape[0]
    cdef const unsigned char* base = bytes_between(text, start, stop)
    cdef int place = start
    while place < stop:
        chunk = eight_at(base, place, size) & first_of(stop - place)
        key = mix(key, chunk | (letters_in(chunk) >> 2))
        place += WORD
    return key


cdef inline int width_at(int byte) noexcept nogil:
    """The number of bytes of a character, by its first byte."""
    if byte < 0xE0:
        return 2 if byte >= 0x80 else 1
    return 3 if byte < 0xF0 else 4


cdef int point_at(TableView table, int place, int width) except -1 nogil:
    """A character as a number; beyond the basic plane, all signs are one number and all letters another."""
    cdef int byte = table.text[place], point
    if width == 1:
        return byte
    if width == 2:
        return (byte & 0x1F) << 6 | (table.text[place + 1] & 0x3F)
    if width == 3:
        return (byte & 0x0F) << 12 | (table.text[place + 1] & 0x3F) << 6 | (table.text[place + 2] & 0x3F)
    point = (byte & 0x07) << 18 | (table.text[place + 1] & 0x3F) << 12
    return 0xFFFF if point < 0x20000 else 0xF900


cdef int count_characters(TableView table, int start, int stop, CharacterCounts* counts) except -1 nogil:
    """Count the characters of a block by kind.

    In Thai and Lao a space ends a sentence, and words are not separated. Eight characters of ASCII are counted without
    a branch.
    """
    cdef int place = start, full, limit, point, width, is_space, is_between = 1, after_thai = -1, words = 0, _
    cdef int terminals = 0, commas = 0, digits = 0, upper = 0, wide = 0, thai_sentences = 0
    cdef unsigned long long total, gathered, chunk, spaces
    cdef Py_ssize_t size = table.text.shape[0]
    cdef const unsigned char* text = bytes_between(table.text, start, stop)
    while place < stop:
        full = min(stop, place + MAX_COUNTED)
        total = 0
        while place < full:
            chunk = eight_at(text, place, size)
            limit = place + WORD
            if limit > stop:
                chunk = padded(chunk, stop - place)
            if is_ascii(chunk):
                spaces = spaces_in(chunk)
                words += starts_in(spaces, is_between)
                is_between = <int> (spaces >> 63)
                place = limit
                for _ in range(8):
                    total += COUNTS_OF_ASCII[chunk & 0xFF]
                    chunk >>= 8
                continue
            limit = min(limit, stop)
            while place < limit:
                width = width_at(text[place])
                point = point_at(table, place, width)
                if point >= THAI and point <= LAO:
                    if is_between and after_thai >= 0 and is_blank(table, after_thai, place):
                        thai_sentences += 1
                    after_thai = place + width
                place += width
                gathered = COUNTS_OF_KINDS[KINDS[point]]
                total += gathered
                is_space = <int> (gathered >> SPACE_BIT)
                words += is_between & ~is_space
                is_between = is_space
        terminals += <int> (total & ONE_COUNT)
        commas += <int> (total >> COUNT_BITS & ONE_COUNT)
        digits += <int> (total >> 2 * COUNT_BITS & ONE_COUNT)
        upper += <int> (total >> 3 * COUNT_BITS & ONE_COUNT)
        wide += <int> (total >> 4 * COUNT_BITS & ONE_COUNT)
    terminals += thai_sentences
    counts.terminals = terminals
    counts.commas = commas
    counts.digits = digits
    counts.upper = upper
    counts.wide = wide
    counts.words = words + wide
    counts.ends_sentence = ends_sentence(table, text, start, stop) or (
        terminals > 0 and after_thai >= 0 and is_blank(table, after_thai, stop)
    )
    return 0


cdef bint is_blank(TableView table, int start, int stop) except -1 nogil:
    """Whether there is only white space between two offsets."""
    cdef int place = start, width
    while place < stop:
        width = width_at(table.text[place])
        if not KINDS[point_at(table, place, width)] & INVISIBLE:
            return False
        place += width
    return True


cdef bint ends_sentence(TableView table, const unsigned char* text, int start, int stop) except -1 nogil:
    """Whether the last character, closing marks and white space aside, ends a sentence.

    The caller has checked that the text contains both offsets.
    """
    cdef int place = stop, kind
    while place > start:
        place -= 1
        kind = KINDS[text[place]]
        if text[place] >= 0x80:
            while place > start and text[place] & 0xC0 == 0x80:
                place -= 1
            kind = KINDS[point_at(table, place, width_at(text[place]))]
        if not kind & (INVISIBLE | CLOSING_MARK):
            return kind & SENTENCE_END != 0
    return False


cdef int take_words(TableView table, int start, int stop, int limit, FoundWords words, int where) except -1 nogil:
    """Add the first words between two offsets, up to a limit; each wide character is a word."""
    cdef unsigned long long key, chunk, within
    cdef int begin, place = start, last = words.count + limit, length
    cdef Py_ssize_t size = table.text.shape[0]
    cdef const unsigned char* text = bytes_between(table.text, start, stop)
    while place < stop and words.count < last:
        if not MAY_BE_IN_WORD[text[place]]:
            place += 1
            continue
        begin = place
        chunk = eight_at(text, place, size)
        within = run_of(letters_in(chunk)) & first_of(stop - place)
        if within:
            key = mix(0, small_letters(chunk, within))
            length = length_of(within)
            while length == WORD and place + WORD < stop:
                place += WORD
                chunk = eight_at(text, place, size)
                within = run_of(letters_in(chunk)) & first_of(stop - place)
                length = length_of(within)
                if length:
                    key = mix(key, small_letters(chunk, within))
            place += length
            if place == stop or not MAY_BE_IN_WORD[text[place]]:
                add_word(words, key, where, begin, place)
                place += 1
                continue
        place = take_any_word(table, begin, stop, words, where)
    return 0


cdef int take_any_word(TableView table, int start, int stop, FoundWords words, int where) except -1 nogil:
    """Add a word of any letters, and the wide character that follows it or takes its place; returns the next offset.

    A word with a digit in it has the hash 0: years are true of a crawl, not of the web.
    """
    cdef unsigned long long key = 0, chunk = 0, letter = 0
    cdef int bits = 0, has_digit = 0, width = 0, kind = 0, place = start, point
    while place < stop:
        width = width_at(table.text[place])
        point = point_at(table, place, width)
        letter = point
        kind = KINDS[point]
        if kind & WIDE or not kind & WORD_CHARACTER:
            break
        has_digit |= kind & DIGIT
        letter = LOWER[point]
        if bits and (bits == 64 or letter >= 0x80):
            key = mix(key, chunk)
            chunk = 0
            bits = 0
        if letter >= 0x80:
            key = mix(key, letter | BEYOND_ASCII)
        else:
            chunk |= letter << bits
            bits += 8
        place += width
    if place > start:
        if bits:
            key = mix(key, chunk)
        add_word(words, 0 if has_digit else key, where, start, min(place, stop))
    if place < stop:
        if kind & WIDE:
            add_word(words, mix(0, letter | BEYOND_ASCII), where, place, place + width)
        place += width
    return place


cdef int take_names(TableView table, int start, int stop, FoundWords words, int where) except -1 nogil:
    """Add the words of an attribute's value, each once: ``postContent`` and ``post_content`` have two.

    No letter follows a value, only a quotation mark, white space, or the end of the tag or page.
    """
    cdef unsigned long long key, chunk, letters, capitals, run, within, mark, seen = 0
    cdef int first = words.count, last = min(first + MAX_NAMES, words.capacity)
    cdef int place = start, begin, end, length, shortest
    cdef bint is_capital
    cdef Py_ssize_t size = table.source.shape[0]
    cdef const unsigned char* text = bytes_between(table.source, start, stop)
    while place < stop and words.count < last:
        chunk = eight_at(text, place, size)
        letters = letters_in(chunk)
        if letters & FIRST_BYTE == 0:
            place += length_of(before(letters))
            continue
        begin = place
        shortest = 2
        is_capital = False
        capitals = capitals_in(chunk, letters)
        run = letters ^ capitals
        if capitals & FIRST_BYTE:
            is_capital = capitals & TWO_BYTES == TWO_BYTES
            shortest = 2 if is_capital else 3
            run = capitals if is_capital else run | FIRST_BYTE
        within = run_of(run)
        key = mix(0, small_letters(chunk, within))
        length = length_of(within)
        while length == WORD and place + WORD < stop:
            place += WORD
            chunk = eight_at(text, place, size)
            letters = letters_in(chunk)
            capitals = capitals_in(chunk, letters)
            within = run_of(capitals if is_capital else letters ^ capitals)
            length = length_of(within)
            if length:
                key = mix(key, small_letters(chunk, within))
        end = place + length
        place += length_of(before(letters & ~within))
        mark = 1ULL << (key & 63)
        if end - begin >= shortest and not (seen & mark and has_word(words, first, key)):
            add_word(words, key, where, begin, end)
            seen |= mark
    return 0


cdef bint has_word(FoundWords words, int first, unsigned long long key) except -1 nogil:
    """Whether a word is among those from one on."""
    cdef int known = first
    while known < words.count and words.keys[known] != key:
        known += 1
    return known < words.count
