"""References in text: their names and numbers, and the characters that they mean."""

cdef const int[::1] C1_POINTS = html_rules.C1_POINTS
cdef const unsigned long long[::1] REFERENCE_KEYS = html_rules.REFERENCE_SLOTS.keys
cdef const short[::1] REFERENCE_NUMBERS = html_rules.REFERENCE_SLOTS.numbers
cdef const unsigned char[::1] REFERENCE_TEXT = html_rules.REFERENCE_TEXT
cdef const int[::1] REFERENCE_PLACES = html_rules.REFERENCE_PLACES


cdef int after_blank(Parser parser, int place) except -1 nogil:
    """The first offset without white space, which may be written directly or as references."""
    cdef int end
    place = end = after_space(parser, place)
    while end < parser.size and parser.data[end] == c"&":
        end = blank_end(parser, end)
        if end < 0:
            break
        place = end = after_space(parser, end)
    return place


cdef int blank_end(Parser parser, int place) except -2 nogil:
    """The end of a reference to white space, whose character is kept in ``point``; -1 if there is none here."""
    cdef int end
    if place + 1 < parser.size and parser.data[place + 1] == c"#":
        end = read_number(parser, place)
        return end if parser.point == 0x20 or (0x09 <= parser.point <= 0x0D and parser.point != 0x0B) else -1
    end = find_reference(parser, place)
    parser.point = REFERENCE_TEXT[REFERENCE_PLACES[parser.named]] if parser.named >= 0 else 0
    return end if parser.point == 0x09 or parser.point == 0x0A else -1


cdef int read_reference(Parser parser, int place) except -1 nogil:
    """Resolve the reference that an ampersand may begin."""
    cdef int end
    if place + 1 < parser.size and parser.data[place + 1] == c"#":
        end = read_number(parser, place)
        add_point(parser, parser.point)
        return end
    end = find_reference(parser, place)
    if parser.named < 0:
        add_point(parser, c"&")
    else:
        add_reference(parser, parser.named)
    return end


cdef int find_reference(Parser parser, int place) except -1 nogil:
    """Keep the number of a named reference and return its end: the longest name that fits, as in the standard.

    If no name fits, return the offset after the ampersand.
    """
    cdef unsigned long long key
    cdef int end, at, last, byte, found
    key = 0
    parser.named = -1
    end = at = place + 1
    last = min(parser.size, at + MAX_REFERENCE)
    while at < last:
        byte = parser.data[at]
        if not is_reference_byte(byte):
            break
        key = (key ^ byte) * KEY_FACTOR
        at += 1
        found = reference_slot(key)
        if REFERENCE_KEYS[found] == key:
            parser.named = REFERENCE_NUMBERS[found]
            end = at
        if byte == c";":
            break
    return end


cdef bint is_reference_byte(unsigned char byte) noexcept nogil:
    """Whether a byte can be part of the name of a reference."""
    return c"a" <= (byte | 0x20) <= c"z" or c"0" <= byte <= c"9" or byte == c";"


cdef int reference_slot(unsigned long long key) except -1 nogil:
    """The slot of a reference's name, or an empty one."""
    cdef unsigned long long mask = REFERENCE_KEYS.shape[0] - 1
    cdef unsigned long long place = slot(mix(0, key), mask)
    while REFERENCE_KEYS[place] != 0 and REFERENCE_KEYS[place] != key:
        place = next_slot(place, mask)
    return <int> place


cdef int add_reference(Parser parser, int number) except -1 nogil:
    """Add the one or two characters that a named reference means."""
    cdef int place, stop, lead, low, high
    place = REFERENCE_PLACES[number]
    stop = REFERENCE_PLACES[number + 1]
    while place < stop:
        lead = REFERENCE_TEXT[place]
        if lead < 0x80:
            add_point(parser, lead)
            place += 1
        elif lead < 0xE0:
            add_point(parser, (lead & 0x1F) << 6 | (REFERENCE_TEXT[place + 1] & 0x3F))
            place += 2
        elif lead < 0xF0:
            low = (REFERENCE_TEXT[place + 1] & 0x3F) << 6 | (REFERENCE_TEXT[place + 2] & 0x3F)
            add_point(parser, (lead & 0x0F) << 12 | low)
            place += 3
        else:
            high = (lead & 0x07) << 18 | (REFERENCE_TEXT[place + 1] & 0x3F) << 12
            add_point(parser, high | (REFERENCE_TEXT[place + 2] & 0x3F) << 6 | (REFERENCE_TEXT[place + 3] & 0x3F))
            place += 4
    return 0


cdef int read_number(Parser parser, int place) except -1 nogil:
    """Keep the character of a numeric reference, by the standard's rules for invalid numbers, and return its end.

    Without a number it is the ampersand alone.
    """
    cdef int at, first, byte, digit
    cdef bint is_hex
    cdef unsigned int value
    at = place + 2
    is_hex = at < parser.size and (parser.data[at] | 0x20) == c"x"
    if is_hex:
        at += 1
    first = at
    value = 0
    while at < parser.size:
        byte = parser.data[at]
        if c"0" <= byte <= c"9":
            digit = byte - c"0"
        elif is_hex and c"a" <= (byte | 0x20) <= c"f":
            digit = (byte | 0x20) - c"a" + 10
        else:
            break
        if value < 0x110000:
            value = value * (16 if is_hex else 10) + digit
        at += 1
    if at == first:
        parser.point = c"&"
        return place + 1
    if at < parser.size and parser.data[at] == c";":
        at += 1
    if value == 0 or value > 0x10FFFF or 0xD800 <= value <= 0xDFFF:
        value = 0xFFFD
    elif 0x80 <= value < 0xA0:
        value = C1_POINTS[value - 0x80]
    parser.point = value
    return at
