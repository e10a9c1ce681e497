"""The words of the titles that a page declares, and how much a text has in common with one of them."""

cdef int TITLE = tags.code_of("title")
cdef int MAX_TITLE_BYTES = 400
cdef int MAX_TITLES = 3
cdef int MAX_PIECES = 32
cdef int MAX_TITLE_WORDS = 64
cdef int TITLE_SLOTS = 256
# A piece of one word is taken if it has more letters than this: a shorter one may be the name of a section.
cdef int SHORT_WORD = 8
# A text with more words is no headline.
cdef int MAX_HEADLINE_WORDS = 60
cdef int LONGEST_REFERENCE = 10
# Named references that separate the parts of a title.
cdef tuple _DASHES = (b"ndash", b"mdash", b"raquo", b"laquo", b"middot", b"bull", b"rsaquo", b"lsaquo", b"horbar")
cdef const unsigned long long[::1] DASHES = np.array([int.from_bytes(_name, "little") for _name in _DASHES], dtype=np.uint64)


cdef class TitleWords:
    """The words of a page's titles, with one bit for each piece of a title that has them.

    Pieces are the titles and their parts between marks such as ``|``: a headline is one of them, and a title often adds
    the name of the site. ``pieces`` has the number of different words of each.
    """

    def __init__(self):
        memory = np.zeros(MAX_TITLES * MAX_TITLE_BYTES, dtype=np.uint8)
        # Words are taken from the text of a view: this one has nothing else.
        self.view = TableView.__new__(TableView)
        self.view.text = memory
        self.memory = memory
        self.found = FoundWords(MAX_TITLE_WORDS)
        self.keys = np.zeros(MAX_TITLE_WORDS, dtype=np.uint64)
        self.masks = np.zeros(MAX_TITLE_WORDS, dtype=np.uint32)
        self.slots = np.zeros(TITLE_SLOTS, dtype=np.uint8)
        self.pieces = np.zeros(MAX_PIECES, dtype=np.intc)
        self.common = np.zeros(MAX_PIECES, dtype=np.intc)
        self.in_block = FoundWords(MAX_HEADLINE_WORDS + 1)
        self.piece_count = self.word_count = self.used = 0

    cdef int clear(self) except -1 nogil:
        """Forget the titles of the page before."""
        cdef int at
        for at in range(TITLE_SLOTS):
            self.slots[at] = 0
        self.piece_count = self.word_count = self.used = 0
        return 0


cdef int add_title(TitleWords titles, const unsigned char[::1] source, int start, int stop) except -1 nogil:
    """Add a title, written in the markup between two offsets: the whole of it, and its parts."""
    cdef int begin = titles.used, end, place, part, width, parts = 0
    if stop <= start or begin + MAX_TITLE_BYTES > titles.memory.shape[0]:
        return 0
    end = copy_title(titles.memory, begin, source, start, stop)
    titles.used = end
    part = place = begin
    while place < end:
        width = separator_at(titles.memory, begin, place, end)
        if width:
            add_piece(titles, part, place)
            parts += 1
            part = place + width
            place = part
        else:
            place += 1
    if parts:
        add_piece(titles, part, end)
    return add_piece(titles, begin, end)


cdef int copy_title(
    unsigned char[::1] out, int begin, const unsigned char[::1] source, int start, int stop
) except -1 nogil:
    """Copy a title with its character references replaced; returns the offset after it."""
    cdef int place = start, to = begin, limit = begin + MAX_TITLE_BYTES - 8, end
    while place < stop and to < limit:
        if source[place] == c"&":
            end = place + 1
            while end < stop and end - place < LONGEST_REFERENCE and source[end] != c";":
                end += 1
            if end < stop and source[end] == c";":
                to = write_reference(out, to, source, place + 1, end)
                place = end + 1
                continue
        out[to] = source[place]
        to += 1
        place += 1
    while to > begin and place < stop and out[to - 1] >= 0x80:
        # A character that was cut in two.
        to -= 1
    return to


cdef int write_reference(
    unsigned char[::1] out, int to, const unsigned char[::1] source, int start, int stop
) except -1 nogil:
    """Write the character of a numeric reference; a named one becomes a space, or a bar if it separates."""
    cdef int number = 0, place, digit, each
    cdef unsigned long long name = 0
    if start < stop and source[start] == c"#":
        place = start + 1
        if place < stop and source[place] | 32 == c"x":
            place += 1
            while place < stop and number < 0x110000:
                digit = source[place] & 15
                number = 16 * number + (digit + 9 if source[place] > c"9" else digit)
                place += 1
        else:
            while place < stop and number < 0x110000 and source[place] >= c"0" and source[place] <= c"9":
                number = 10 * number + (source[place] & 15)
                place += 1
        return write_character(out, to, number)
    for place in range(start, min(stop, start + WORD)):
        name |= <unsigned long long> source[place] << 8 * (place - start)
    out[to] = c" "
    for each in range(<int> DASHES.shape[0]):
        if DASHES[each] == name:
            out[to] = c"|"
    return to + 1


cdef int write_character(unsigned char[::1] out, int to, int number) except -1 nogil:
    """Write a character in UTF-8; one that cannot be is a space. Returns the offset after it."""
    if number < 0x20 or number >= 0x110000 or (number >= 0xD800 and number < 0xE000):
        number = c" "
    if number < 0x80:
        out[to] = number
        return to + 1
    if number < 0x800:
        out[to] = 0xC0 | number >> 6
        out[to + 1] = 0x80 | (number & 0x3F)
        return to + 2
    if number < 0x10000:
        out[to] = 0xE0 | number >> 12
        out[to + 1] = 0x80 | (number >> 6 & 0x3F)
        out[to + 2] = 0x80 | (number & 0x3F)
        return to + 3
    out[to] = 0xF0 | number >> 18
    out[to + 1] = 0x80 | (number >> 12 & 0x3F)
    out[to + 2] = 0x80 | (number >> 6 & 0x3F)
    out[to + 3] = 0x80 | (number & 0x3F)
    return to + 4


cdef int separator_at(const unsigned char[::1] text, int begin, int place, int stop) except -1 nogil:
    """The bytes of the mark that separates two parts of a title at a place; 0 if there is none.

    A hyphen or slash counts between spaces, and a hyphen also after a letter beyond ASCII, as in Chinese titles.
    """
    cdef int byte = text[place], second, third
    cdef bint is_apart
    if byte == c"|" or byte == c":" or byte == c"_" or byte == c">" or byte == c"<":
        return 1
    if byte == c"-" or byte == c"/":
        if place == begin or place + 1 == stop:
            return 0
        is_apart = text[place - 1] <= 32 and text[place + 1] <= 32
        return 1 if is_apart or (byte == c"-" and is_wide_end(text, begin, place)) else 0
    if byte < 0xC2 or place + 1 >= stop:
        return 0
    second = text[place + 1]
    if byte == 0xC2:
        # Guillemets and the middle dot.
        return 2 if second == 0xBB or second == 0xAB or second == 0xB7 else 0
    if place + 2 >= stop:
        return 0
    third = text[place + 2]
    if byte == 0xE2 and second == 0x80:
        # Dashes, the bullet and single guillemets.
        return 3 if (third >= 0x93 and third <= 0x95) or third == 0xA2 or third == 0xB9 or third == 0xBA else 0
    # The wide forms of the colon, the underscore and the bar.
    is_apart = (second == 0xBC and (third == 0x9A or third == 0xBF)) or (second == 0xBD and third == 0x9C)
    return 3 if byte == 0xEF and is_apart else 0


cdef bint is_wide_end(const unsigned char[::1] text, int begin, int place) except -1 nogil:
    """Whether a character of three bytes ends at a place, as Chinese ones do."""
    return place - begin >= 3 and text[place - 1] >= 0x80 and text[place - 3] >= 0xE0 and text[place - 3] < 0xF0


cdef int add_piece(TitleWords titles, int start, int stop) except -1 nogil:
    """Add the words of a part of a title, if it has two words, or one that is long."""
    cdef int at, word, number = titles.piece_count, letters = 0
    cdef unsigned int mark
    if number == MAX_PIECES or stop <= start:
        return 0
    titles.found.count = 0
    take_words(titles.view, start, stop, MAX_TITLE_WORDS, titles.found, 0)
    if titles.found.count == 1:
        for at in range(titles.found.starts[0], titles.found.stops[0]):
            letters += titles.memory[at] & 0xC0 != 0x80
    if titles.found.count == 0 or (titles.found.count == 1 and letters <= SHORT_WORD):
        return 0
    mark = 1U << number
    titles.pieces[number] = 0
    for at in range(titles.found.count):
        word = title_word(titles, titles.found.keys[at], True)
        if word >= 0 and not titles.masks[word] & mark:
            titles.masks[word] |= mark
            titles.pieces[number] += 1
    titles.piece_count += 1
    return 0


cdef int title_word(TitleWords titles, unsigned long long key, bint adds) except -2 nogil:
    """The number of a word of the titles, -1 if it is none of them; with ``adds`` a new one is added while there is room."""
    cdef unsigned long long mask = TITLE_SLOTS - 1, place = slot(key, mask)
    while titles.slots[place]:
        if titles.keys[titles.slots[place] - 1] == key:
            return titles.slots[place] - 1
        place = next_slot(place, mask)
    if not adds or titles.word_count == MAX_TITLE_WORDS:
        return -1
    titles.keys[titles.word_count] = key
    titles.masks[titles.word_count] = 0
    titles.word_count += 1
    titles.slots[place] = titles.word_count
    return titles.word_count - 1


cdef bint may_match(TitleWords titles, FoundWords words, int first) except -1 nogil:
    """Whether enough of the words from one on are words of a title: two, or the only one."""
    cdef int at, found = 0, count = words.count - first
    for at in range(first, words.count):
        found += title_word(titles, words.keys[at], False) >= 0
    return found >= 2 or (count == 1 and found == 1)


cdef float title_match(TitleWords titles, FoundWords words, TableView table, int start, int stop) except -1 nogil:
    """How much a short text is like a title, from 0 to 1: words in common, relative to those of both.

    ``words`` is scratch memory for MAX_HEADLINE_WORDS words and one more.
    """
    cdef int at, word, piece, different = 0, common
    cdef unsigned int mask
    cdef unsigned long long seen = 0
    cdef float best = 0.0, score, k
    words.count = 0
    take_words(table, start, stop, MAX_HEADLINE_WORDS + 1, words, 0)
    if words.count > MAX_HEADLINE_WORDS:
        return 0.0
    for piece in range(titles.piece_count):
        titles.common[piece] = 0
    for at in range(words.count):
        word = title_word(titles, words.keys[at], False)
        if word < 0:
            different += not has_word_before(words, at)
        elif not seen >> word & 1:
            different += 1
            seen |= 1ULL << word
            mask = titles.masks[word]
            for piece in range(titles.piece_count):
                titles.common[piece] += mask >> piece & 1
    for piece in range(titles.piece_count):
        common = titles.common[piece]
        if common >= 2 or (common == different and common == titles.pieces[piece]):
            k = common
            score = k / different * sqrtf(k / titles.pieces[piece]) * (1 - 1 / (1 + <float> 0.7 * k))
            best = max(best, score)
    return best


cdef bint has_word_before(FoundWords words, int at) except -1 nogil:
    """Whether one of the words before a word is the same."""
    cdef int before
    for before in range(at):
        if words.keys[before] == words.keys[at]:
            return True
    return False
