"""Tags, comments, declarations and raw text: where each ends, and the parts of it that the tree and the table need.

The states of the standard's tokenizer are places in this code: a tag's name, then its attributes with values in all
forms of quoting, and so on. A function is given an offset and returns the offset that it has reached.
"""

# Attributes that were seen in a tag, as bits.
cdef enum:
    ID = 1
    CLASS = 2
    STYLE_ATTRIBUTE = 4
    ROLE = 8
    TYPE = 16
    ARIA_HIDDEN = 32
    ITEMPROP = 64
    ITEMTYPE = 128
    ENCODING = 256

# The meaning of a byte in a tag, as bits; as in maintext.read.html_rules.
cdef enum:
    SPACE = 1
    NAME_END = 2
    ATTRIBUTE_END = 4
    BETWEEN = 8
    VALUE_END = 16

cdef enum:
    NAME_SLOTS = 1 << NAME_BITS
    # The name of an attribute that is too long to be compared at once, except for one.
    LONG_NAME = 0

# Indexed by a byte, or by the bits of a slot, so no index is out of bounds.
cdef unsigned char[256] MARKUP
cdef unsigned char[256] LOWER
cdef unsigned long long[NAME_SLOTS] NAME_KEYS
cdef short[NAME_SLOTS] NAME_NUMBERS
for _byte in range(256):
    MARKUP[_byte] = html_rules.MARKUP[_byte]
    LOWER[_byte] = html_rules.LOWER[_byte]
for _slot in range(NAME_SLOTS):
    NAME_KEYS[_slot] = html_rules.NAME_SLOTS.keys[_slot]
    NAME_NUMBERS[_slot] = html_rules.NAME_SLOTS.numbers[_slot]

# Names of attributes as html_rules.name_key has them.
cdef unsigned long long NAMED_ID = html_rules.name_key(b"id")
cdef unsigned long long NAMED_CLASS = html_rules.name_key(b"class")
cdef unsigned long long NAMED_STYLE = html_rules.name_key(b"style")
cdef unsigned long long NAMED_ROLE = html_rules.name_key(b"role")
cdef unsigned long long NAMED_TYPE = html_rules.name_key(b"type")
cdef unsigned long long NAMED_HIDDEN = html_rules.name_key(b"hidden")
cdef unsigned long long NAMED_COLOR = html_rules.name_key(b"color")
cdef unsigned long long NAMED_FACE = html_rules.name_key(b"face")
cdef unsigned long long NAMED_SIZE = html_rules.name_key(b"size")
cdef unsigned long long NAMED_ITEMPROP = html_rules.name_key(b"itemprop")
cdef unsigned long long NAMED_ITEMTYPE = html_rules.name_key(b"itemtype")
cdef unsigned long long NAMED_ENCODING = html_rules.name_key(b"encoding")
cdef unsigned long long NAMED_ARIA_HIDDEN = html_rules.name_key(b"aria-hidden")


cdef bint read_tag(Parser parser, int name_start) except -1 nogil:
    """Read the start or end tag whose name begins at the place; False if the page ends before the tag does."""
    cdef Start* says
    cdef int place
    says = &parser.tag.says
    parser.tag.start = says.origin = parser.pos
    parser.tag.self_closing = parser.tag.is_hidden_input = parser.tag.has_font_attribute = False
    parser.tag.is_html_annotation = False
    says.class_start = says.class_stop = says.id_start = says.id_stop = says.mark_start = says.mark_stop = 0
    parser.tag.hiding = 0
    parser.tag.seen = 0
    place = read_name(parser, name_start)
    says.tag_length = place - name_start + 2
    if place < parser.size and parser.data[place] == c">":
        place += 1
    else:
        place = read_attributes(parser, place)
    parser.pos = parser.tag.stop = says.origin_stop = min(place, parser.size)
    return place <= parser.size


cdef int read_name(Parser parser, int place) except -1 nogil:
    """Read a tag's name and look its number up."""
    cdef unsigned long long word, within
    word = word_before(&parser.data[place], parser.size - place)
    within = before_first(may_end_tag_name(word))
    parser.tag.name_start = place
    parser.tag.name_stop = place + length_of(within)
    parser.tag.key = lower_name(word, within)
    if parser.tag.name_stop < parser.size and not MARKUP[parser.data[parser.tag.name_stop]] & NAME_END:
        read_long_name(parser)
    parser.tag.name = name_of(parser.tag.key)
    return parser.tag.name_stop


cdef int read_long_name(Parser parser) except -1 nogil:
    """Read a name of more than eight bytes, or with unusual bytes."""
    cdef int place
    place = parser.tag.name_start
    parser.tag.key = 0
    while place < parser.size and not MARKUP[parser.data[place]] & NAME_END:
        parser.tag.key = (parser.tag.key ^ LOWER[parser.data[place]]) * KEY_FACTOR
        place += 1
    parser.tag.name_stop = place
    return 0


cdef int name_of(unsigned long long key) noexcept nogil:
    """The number of a name that is given by its key."""
    cdef unsigned long long place = slot(mix(0, key), NAME_SLOTS - 1)
    while NAME_KEYS[place] != 0:
        if NAME_KEYS[place] == key:
            return NAME_NUMBERS[place]
        place = next_slot(place, NAME_SLOTS - 1)
    return UNKNOWN


@cython.boundscheck(False)
cdef int read_attributes(Parser parser, int place) except -1 nogil:
    """Go through the attributes to the byte after the tag's ``>``; beyond the end of the page if there is none.

    No byte is read before its place is found to be one of the page.
    """
    cdef const unsigned char* data
    cdef int size, between, name_start, name_length, start, stop
    cdef unsigned long long word, within, named
    data = &parser.data[0]
    size = parser.size
    while True:
        between = place
        while place < size and MARKUP[data[place]] & BETWEEN:
            place += 1
        if place >= size:
            return size + 1
        if data[place] == c">":
            parser.tag.self_closing = place > between and data[place - 1] == c"/"
            return place + 1
        name_start = place
        word = word_before(data + place, size - place)
        within = before_first(may_end_name(word) & ~FIRST_BYTE)
        named = lower_name(word, within)
        place += length_of(within)
        if place < size and not MARKUP[data[place]] & ATTRIBUTE_END:
            while place < size and not MARKUP[data[place]] & ATTRIBUTE_END:
                place += 1
            named = NAMED_ARIA_HIDDEN if is_text(parser, name_start, place, b"aria-hidden", 11) else LONG_NAME
        name_length = place - name_start
        start = stop = 0
        parser.may_be_wide = True
        while place < size and MARKUP[data[place]] & SPACE:
            place += 1
        if place < size and data[place] == c"=":
            start = place + 1
            while start < size and MARKUP[data[start]] & SPACE:
                start += 1
            if start >= size:
                return size + 1
            if data[start] == c'"' or data[start] == c"'":
                start += 1
                stop = find_quote(parser, data[start - 1], start)
                place = stop + 1
            else:
                stop = start
                while stop < size and not MARKUP[data[stop]] & VALUE_END:
                    stop += 1
                place = stop
        keep_attribute(parser, named, name_length, start, stop)


cdef int keep_attribute(Parser parser, unsigned long long named, int name_length, int start, int stop) except -1 nogil:
    """Keep the parts of an attribute that are needed later. Of several with one name only the first counts.

    The length of a tag, as well-formed markup would have it, counts all attributes except id, class and style.
    """
    cdef Start* says
    cdef bint is_xhtml
    says = &parser.tag.says
    if named == NAMED_CLASS:
        if is_first(parser, CLASS):
            says.class_start, says.class_stop = start, stop
        return 0
    if named == NAMED_ID:
        if is_first(parser, ID):
            says.id_start, says.id_stop = start, stop
        return 0
    if named == NAMED_STYLE:
        if is_first(parser, STYLE_ATTRIBUTE):
            parser.tag.hiding |= hiding_of_style(parser, start, stop)
        return 0
    says.tag_length += name_length + 4
    says.tag_length += characters_between(parser, start, stop) if parser.may_be_wide else stop - start
    if named == LONG_NAME:
        return 0
    if named == NAMED_ARIA_HIDDEN:
        if is_first(parser, ARIA_HIDDEN):
            parser.tag.hiding |= BY_ARIA * is_text(parser, start, stop, b"true", 4)
    elif named == NAMED_ROLE or named == NAMED_ITEMPROP or named == NAMED_ITEMTYPE:
        if is_first(parser, ROLE if named == NAMED_ROLE else ITEMPROP if named == NAMED_ITEMPROP else ITEMTYPE):
            says.mark_start, says.mark_stop = start, stop
    elif named == NAMED_HIDDEN:
        parser.tag.hiding |= BY_ATTRIBUTE
    elif parser.tag.name == INPUT:
        if named == NAMED_TYPE and is_first(parser, TYPE):
            parser.tag.is_hidden_input = is_text(parser, start, stop, b"hidden", 6)
    elif parser.tag.name == FONT:
        parser.tag.has_font_attribute |= named == NAMED_COLOR or named == NAMED_FACE or named == NAMED_SIZE
    elif parser.tag.name == ANNOTATION_XML and named == NAMED_ENCODING and is_first(parser, ENCODING):
        is_xhtml = is_text(parser, start, stop, b"application/xhtml+xml", 21)
        parser.tag.is_html_annotation = is_xhtml or is_text(parser, start, stop, b"text/html", 9)
    return 0


cdef bint is_first(Parser parser, int name) except -1 nogil:
    """Whether this is the first attribute of a name in the current tag; notes that it has one."""
    if parser.tag.seen & name:
        return False
    parser.tag.seen |= name
    return True


cdef int hiding_of_style(Parser parser, int start, int stop) except -1 nogil:
    """What a style says about the visibility of its element, as bits of ``Hiding``."""
    cdef int colon, value, found = 0, kind
    cdef bint has_colour = False, is_small = False
    colon = find_before(parser, c":", start, stop)
    while colon < stop:
        value = after_space(parser, colon + 1)
        if is_text(parser, max(start, colon - 7), colon, b"display", 7) and is_text(
            parser, value, min(stop, value + 4), b"none", 4
        ):
            return BY_STYLE
        if is_text(parser, max(start, colon - 10), colon, b"visibility", 10):
            if is_text(parser, value, min(stop, value + 6), b"hidden", 6):
                return BY_STYLE
        kind = may_hide(&parser.data[0], start, colon, stop)
        if kind == MAY_BE_COLOUR:
            if ends_with(&parser.data[0], start, colon, b"ground", 6) or (
                ends_with(&parser.data[0], start, colon, b"ground-color", 12)
            ):
                parser.has_background = True
            if parser.has_background or has_colour or may_be_pale(&parser.data[0], colon, stop):
                found = BY_DOUBTFUL_STYLE
        elif kind == HIDES:
            found = BY_DOUBTFUL_STYLE
        has_colour |= kind == MAY_BE_COLOUR
        is_small |= kind == IS_SMALL
        colon = find_before(parser, c":", colon + 1, stop)
    if not found and start < stop and (
        is_small or find_before(parser, c"&", start, stop) < stop or find_before(parser, c"\\", start, stop) < stop
    ):
        found = BY_DOUBTFUL_STYLE
    return found


cdef bint is_text(Parser parser, int start, int stop, const char* text, int size) except -1 nogil:
    """Whether the bytes between two offsets are ``text``, which is in lower case, whatever their case."""
    cdef int at
    if stop - start != size:
        return False
    for at in range(size):
        if LOWER[parser.data[start + at]] != text[at]:
            return False
    return True


cdef int skip_declaration(Parser parser) except -1 nogil:
    """Skip the comment, or anything read as one, that begins here with ``<!``, ``<?`` or ``</``."""
    cdef int start
    start = parser.pos
    if parser.data[start + 1] == c"!" and start + 3 < parser.size:
        if parser.data[start + 2] == c"-" and parser.data[start + 3] == c"-":
            parser.pos = find_comment_end(parser, start)
            return 0
    parser.pos = min(find(parser, c">", start + 2) + 1, parser.size)
    return 0


cdef int find_comment_end(Parser parser, int start) except -1 nogil:
    """The offset after a comment, after ``-->`` or ``--!>``; a comment that is not closed has the rest of the page."""
    cdef int place
    place = find(parser, c">", start + 4)
    while place < parser.size:
        if parser.data[place - 1] == c"-" and parser.data[place - 2] == c"-":
            return place + 1
        if place >= start + 7 and parser.data[place - 1] == c"!":
            if parser.data[place - 2] == c"-" and parser.data[place - 3] == c"-":
                return place + 1
        place = find(parser, c">", place + 1)
    return parser.size


cdef bint is_cdata(Parser parser, int place) except -1 nogil:
    """Whether a CDATA section begins here; its name is in capital letters."""
    cdef int at
    if place + 9 > parser.size or not is_text(parser, place + 2, place + 9, b"[cdata[", 7):
        return False
    for at in range(place + 3, place + 8):
        if parser.data[at] & 0x20:
            return False
    return True


cdef int cdata_end(Parser parser, int place) except -1 nogil:
    """The offset of the next ``]]>``, the size of the page without one."""
    cdef int found
    found = find(parser, c">", place + 2)
    while found < parser.size and not (parser.data[found - 1] == c"]" and parser.data[found - 2] == c"]"):
        found = find(parser, c">", found + 1)
    return found - 2 if found < parser.size else parser.size


cdef bint is_doctype(Parser parser, int place) except -1 nogil:
    """Whether a doctype begins here."""
    return place + 9 <= parser.size and is_text(parser, place + 2, place + 9, b"doctype", 7)


cdef bint is_plain_doctype(Parser parser, int start, int stop) except -1 nogil:
    """Whether a doctype is that of most pages."""
    return is_text(parser, start, stop, b"<!doctype html>", 15)


cdef int raw_end(Parser parser, int start) except -1 nogil:
    """The offset of the end tag of the raw text element whose start tag was just read; else the end of the page."""
    cdef int place
    if parser.tag.name == SCRIPT:
        return script_end(parser, start)
    if parser.tag.name == PLAINTEXT:
        return parser.size
    place = find(parser, c"<", start)
    while place < parser.size and not (
        place + 1 < parser.size and parser.data[place + 1] == c"/" and names_this_tag(parser, place + 2)
    ):
        place = find(parser, c"<", place + 1)
    return place


cdef int script_end(Parser parser, int start) except -1 nogil:
    """The same for a script: in a comment of it, a script may be opened and closed that is not its own."""
    cdef int comment_end, place, following
    cdef bint is_nested
    comment_end = 0
    is_nested = False
    place = find(parser, c"<", start)
    while place < parser.size:
        following = parser.data[place + 1] if place + 1 < parser.size else 0
        if following == c"/":
            if names_this_tag(parser, place + 2):
                if not (is_nested and place < comment_end):
                    return place
                is_nested = False
        elif following == c"!":
            if place >= comment_end and place + 3 < parser.size:
                if parser.data[place + 2] == c"-" and parser.data[place + 3] == c"-":
                    comment_end = find_dashes(parser, place + 2)
                    is_nested = False
        elif place < comment_end and not is_nested:
            is_nested = names_this_tag(parser, place + 1)
        place = find(parser, c"<", place + 1)
    return parser.size


cdef int find_dashes(Parser parser, int start) except -1 nogil:
    """The offset of the next ``-->``, the size of the page without one."""
    cdef int place
    place = find(parser, c">", start + 2)
    while place < parser.size and not (parser.data[place - 1] == c"-" and parser.data[place - 2] == c"-"):
        place = find(parser, c">", place + 1)
    return place


cdef bint names_this_tag(Parser parser, int start) except -1 nogil:
    """Whether the name of the tag that was read last is here too, as the whole name of a tag."""
    cdef int size, at
    size = parser.tag.name_stop - parser.tag.name_start
    if start + size >= parser.size:
        return False
    for at in range(size):
        if LOWER[parser.data[start + at]] != LOWER[parser.data[parser.tag.name_start + at]]:
            return False
    return MARKUP[parser.data[start + size]] & 2 != 0
