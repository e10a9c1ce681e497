"""Runs of text: copied into the text of the page in UTF-8, references resolved, characters counted by class.

Most bytes are plain: they are only classified, and whole stretches of them are copied at once. A reference, a character
of more than one byte or an unusual byte ends a stretch. Bytes that are not UTF-8 become U+FFFD, so the text is always
valid.
"""

cdef enum:
    # Bytes that are counted at once, less than a byte can count.
    STRIDE = 64
    # Most values in quotation marks are shorter.
    NEAR = 128

# Indexed by a byte, so no index is out of bounds.
cdef long long[256] BYTE_COUNTS
cdef const unsigned char[::1] POINTS = html_rules.POINTS
for _byte, _counts in enumerate(html_rules.BYTE_COUNTS):
    BYTE_COUNTS[_byte] = _counts


cdef inline int find_before(Parser parser, unsigned char wanted, int start, int stop) except -1 nogil:
    """The offset of the first such byte between two offsets, the second offset without one."""
    cdef const unsigned char* base
    cdef const unsigned char* found
    if start < 0 or start >= stop or stop > parser.size:
        return stop
    base = &parser.data[0]
    found = <const unsigned char*> memchr(base + start, wanted, stop - start)
    return stop if found == NULL else <int> (found - base)


cdef inline int find(Parser parser, unsigned char wanted, int start) except -1 nogil:
    """The offset of the next such byte, the size of the page without one."""
    return find_before(parser, wanted, start, parser.size)


cdef inline int find_quote(Parser parser, unsigned char quote, int start) except -1 nogil:
    """The same for the mark that ends a value; sets ``may_be_wide`` if the value may have multi-byte characters."""
    cdef const unsigned char* base = &parser.data[0]
    cdef unsigned int found, wide = 0
    cdef int place = start
    while TAKES_SIXTEEN and 0 <= place < start + NEAR and place + SIXTEEN <= parser.size:
        found = like_among_sixteen(base + place, quote)
        if found:
            parser.may_be_wide = (wide | (wide_among_sixteen(base + place) & ((found & -found) - 1))) != 0
            return place + lowest(found)
        wide |= wide_among_sixteen(base + place)
        place += SIXTEEN
    parser.may_be_wide = True
    return find(parser, quote, place)


cdef inline int continuations_in_stride(const unsigned char* base) noexcept nogil:
    """The number of continuation bytes among the next ``STRIDE``; a compiler handles many at once."""
    cdef unsigned char count = 0
    cdef int place
    for place in range(STRIDE):
        count += (base[place] & 0xC0) == 0x80
    return count


cdef inline int characters_between(Parser parser, int start, int stop) except -1 nogil:
    """The number of characters between two offsets: of bytes that are not continuation bytes."""
    cdef const unsigned char* base
    cdef int count = stop - start
    if start < 0 or stop > parser.size or start >= stop:
        return 0
    base = &parser.data[0]
    while start + STRIDE <= stop:
        count -= continuations_in_stride(base + start)
        start += STRIDE
    while start + WORD <= stop:
        count -= continuations_in(word_at(base + start))
        start += WORD
    return count - continuations_in(word_before(base + start, parser.size - start) & first_bytes(stop - start))


cdef inline bint begins_markup(Parser parser, int place) except -1 nogil:
    """Whether a ``<`` begins markup; otherwise it is an ordinary character."""
    cdef unsigned char following
    if place < 0 or place + 1 >= parser.size:
        return False
    following = (&parser.data[0])[place + 1]
    if following == c"/":
        return place + 2 < parser.size
    return following == c"!" or following == c"?" or c"a" <= (following | 0x20) <= c"z"


cdef inline bint is_space_at(Parser parser, int place) except -1 nogil:
    """Whether there is white space at an offset, as the standard defines it."""
    return is_html_space(parser.data[place])


cdef inline int after_space(Parser parser, int place) except -1 nogil:
    """The first offset without white space."""
    while place < parser.size and is_space_at(parser, place):
        place += 1
    return place


cdef int skip_text(Parser parser) except -1 nogil:
    """Go to the next markup; the text before it is hidden."""
    cdef int place
    place = find(parser, c"<", parser.pos)
    while place < parser.size and not begins_markup(parser, place):
        place = find(parser, c"<", place + 1)
    parser.pos = place
    return 0


@cython.boundscheck(False)
cdef int read_run(Parser parser, int limit, bint is_raw) except -1 nogil:
    """Take the text from here to the next markup or to the limit, whichever comes first.

    Raw text goes to the limit, and references are nothing special in it. No byte is read before its place is found to
    be below the limit, and no limit is beyond the page.
    """
    cdef int place, copied, width, kind
    cdef const unsigned char* data
    parser.run.start = parser.text_size
    parser.run.length = parser.run.characters = parser.run.marks = 0
    place = copied = parser.pos
    limit = min(limit, parser.size)
    data = &parser.data[0]
    while True:
        place = plain_end(parser, data, place, limit)
        if place >= limit or (data[place] == c"<" and not is_raw and begins_markup(parser, place)):
            break
        width = width_of(data + place, parser.size - place) if data[place] >= 0x80 else 0
        if width:
            kind = class_of_wide(parser, place) if width < 4 else 1
            if kind < 4:
                parser.run.characters += kind & 1
                parser.run.marks += kind >> 1
                parser.run.length -= width - 1
                place += width
                continue
        copy_run(parser, copied, place)
        place = copied = read_special(parser, place, is_raw)
    copy_run(parser, copied, place)
    parser.run.stop = parser.text_size
    parser.pos = place
    return 0


cdef Py_ssize_t plain_end(Parser parser, const unsigned char* data, Py_ssize_t place, Py_ssize_t limit) noexcept nogil:
    """Count plain bytes, four at a time; returns the offset of the first other byte, or the limit."""
    cdef long long counts, here
    counts = 0
    while place + 4 <= limit:
        here = BYTE_COUNTS[data[place]] + BYTE_COUNTS[data[place + 1]]
        here += BYTE_COUNTS[data[place + 2]] + BYTE_COUNTS[data[place + 3]]
        if here < 0:
            break
        counts += here
        place += 4
    while place < limit:
        here = BYTE_COUNTS[data[place]]
        if here < 0:
            break
        counts += here
        place += 1
    parser.run.characters += <int> counts
    parser.run.marks += counts >> 32
    return place


cdef int read_special(Parser parser, int place, bint is_raw) except -1 nogil:
    """Take one item that is not a plain character; returns where it ends."""
    cdef int byte
    byte = parser.data[place]
    if byte == c"&" and not is_raw:
        return read_reference(parser, place)
    if byte == c"<" or byte == c"&":
        add_point(parser, byte)
        return place + 1
    if byte == c"\r":
        add_point(parser, c"\n")
        return place + 2 if place + 1 < parser.size and parser.data[place + 1] == c"\n" else place + 1
    if byte == 0 and not shows_zero(parser, is_raw):
        return place + 1
    if byte == 0xC2 and place + 1 < parser.size and parser.data[place + 1] == 0xA0:
        add_point(parser, c" ")
        return place + 2
    add_point(parser, 0xFFFD)
    return place + 1


cdef bint shows_zero(Parser parser, bint is_raw) except -1 nogil:
    """Whether a zero byte becomes U+FFFD: in raw text, and in SVG and MathML where HTML does not continue."""
    cdef int node, point
    if parser.depth == 0:
        return False
    node = parser.stack[parser.depth - 1]
    if parser.nodes[node].space == IN_HTML:
        return is_raw
    point = parser.nodes[node].point
    return point == NO_POINT or point == ANNOTATION_POINT


cdef int class_of_wide(Parser parser, int place) except -1 nogil:
    """The class of a character of two or three bytes; a no-break space is to be looked at more closely."""
    cdef int lead, point
    lead = parser.data[place]
    if lead < 0xE0:
        point = (lead & 0x1F) << 6 | (parser.data[place + 1] & 0x3F)
        return 4 if point == 0xA0 else POINTS[point]
    return POINTS[(lead & 0x0F) << 12 | (parser.data[place + 1] & 0x3F) << 6 | (parser.data[place + 2] & 0x3F)]


cdef int copy_run(Parser parser, int start, int stop) except -1 nogil:
    """Add bytes of the page to the text. Both ends are checked before anything is copied."""
    cdef int size
    size = stop - start
    if size <= 0 or start < 0 or stop > parser.size:
        return 0
    if parser.text_size + size > parser.text.shape[0]:
        grow_arrays(parser, size)
    memcpy(&parser.text[parser.text_size], &parser.data[start], size)
    parser.text_size += size
    parser.run.length += size
    return 0


cdef int add_point(Parser parser, unsigned int point) except -1 nogil:
    """Add a character by its number, and count it."""
    cdef int used, kind
    if parser.text_size + 4 > parser.text.shape[0]:
        grow_arrays(parser, 4)
    if point == 0xA0:
        point = c" "
    used = parser.text_size
    if point < 0x80:
        parser.text[used] = point
        parser.text_size += 1
    elif point < 0x800:
        parser.text[used] = 0xC0 | point >> 6
        parser.text[used + 1] = 0x80 | point & 0x3F
        parser.text_size += 2
    elif point < 0x10000:
        parser.text[used] = 0xE0 | point >> 12
        parser.text[used + 1] = 0x80 | point >> 6 & 0x3F
        parser.text[used + 2] = 0x80 | point & 0x3F
        parser.text_size += 3
    else:
        parser.text[used] = 0xF0 | point >> 18
        parser.text[used + 1] = 0x80 | point >> 12 & 0x3F
        parser.text[used + 2] = 0x80 | point >> 6 & 0x3F
        parser.text[used + 3] = 0x80 | point & 0x3F
        parser.text_size += 4
    kind = POINTS[point] if point < 0x10000 else 1
    parser.run.length += 1
    parser.run.characters += kind & 1
    parser.run.marks += kind >> 1
    return 0
