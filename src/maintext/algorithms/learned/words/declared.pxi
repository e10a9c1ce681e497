"""What a page declares in its head beside types: its titles, its address, and whether it is an article."""

cdef int LINK = tags.code_of("link")
cdef int MAX_ATTRIBUTES = 32
cdef int MAX_ADDRESS = 2000
cdef int MAX_VALUE = 100

cdef struct Span:
    int start
    int stop


cdef int read_declared(TableView table, TitleWords titles, Declared* out) except -1 nogil:
    """Read the elements ``title``, ``meta`` and ``link``."""
    cdef int row, tag
    cdef bint has_title = False
    cdef Span name, value
    titles.clear()
    out.says_article = out.says_website = out.says_published = False
    out.address.known = False
    for row in range(table.count):
        tag = table.tag[row]
        if tag == TITLE and not has_title and table.open_end[row] < table.close_start[row]:
            has_title = True
            add_title(titles, table.source, table.open_end[row], min(table.close_start[row], table.open_end[row] + MAX_TITLE_BYTES))
        elif (tag == META or tag == LINK) and table.open_start[row] < table.open_end[row]:
            read_tag(table.source, table.open_start[row], table.open_end[row], tag == LINK, &name, &value)
            if tag == LINK and is_text(table.source, name, b"canonical", 9):
                read_address(table.source, value.start, value.stop, &out.address)
            elif tag == META:
                read_meta(table.source, name, value, titles, out)
    return 0


cdef int read_meta(
    const unsigned char[::1] source, Span name, Span value, TitleWords titles, Declared* out
) except -1 nogil:
    """Take over what one ``meta`` says."""
    if is_text(source, name, b"og:title", 8) or is_text(source, name, b"twitter:title", 13):
        add_title(titles, source, value.start, min(value.stop, value.start + MAX_TITLE_BYTES))
    elif is_text(source, name, b"og:type", 7):
        if has_text(source, value, b"article", 7) or has_text(source, value, b"blog", 4) or has_text(source, value, b"news", 4):
            out.says_article = True
        elif has_text(source, value, b"website", 7):
            out.says_website = True
    elif has_text(source, name, b"article:published", 17) or is_text(source, name, b"datepublished", 13):
        out.says_published = True
    elif is_text(source, name, b"og:url", 6) and not out.address.known:
        read_address(source, value.start, value.stop, &out.address)
    return 0


cdef int read_tag(
    const unsigned char[::1] source, int start, int stop, bint is_link, Span* name, Span* value
) except -1 nogil:
    """Find the two attributes of a tag that matter: ``property``, ``name`` or ``itemprop``, and ``content``; or ``rel``
    and ``href`` of a link."""
    cdef int place = start + 1, begin, end, _
    cdef Span attribute, found
    name.start = name.stop = value.start = value.stop = start
    while place < stop and source[place] > 32 and source[place] != c"/" and source[place] != c">":
        place += 1
    for _ in range(MAX_ATTRIBUTES):
        while place < stop and (source[place] <= 32 or source[place] == c"/"):
            place += 1
        if place >= stop or source[place] == c">":
            break
        begin = place
        place += 1
        while place < stop and source[place] > 32 and source[place] != c"=" and source[place] != c"/" and source[place] != c">":
            place += 1
        attribute.start = begin
        attribute.stop = place
        while place < stop and source[place] <= 32:
            place += 1
        found.start = found.stop = place
        if place < stop and source[place] == c"=":
            place = read_value(source, place + 1, stop, &found)
        if is_link:
            if is_text(source, attribute, b"rel", 3):
                name[0] = found
            elif is_text(source, attribute, b"href", 4):
                value[0] = found
        elif is_text(source, attribute, b"content", 7):
            value[0] = found
        elif (
            is_text(source, attribute, b"property", 8)
            or (name.start == name.stop and (is_text(source, attribute, b"name", 4) or is_text(source, attribute, b"itemprop", 8)))
        ):
            name[0] = found
    return 0


cdef int read_value(const unsigned char[::1] source, int place, int stop, Span* found) except -1 nogil:
    """Find the value of an attribute after its equals sign; returns the offset after it."""
    cdef int mark
    while place < stop and source[place] <= 32:
        place += 1
    mark = source[place] if place < stop else 0
    if mark == c'"' or mark == c"'":
        found.start = place + 1
        found.stop = find_byte(bytes_between(source, 0, stop), place + 1, stop, mark)
        return found.stop + 1
    found.start = place
    while place < stop and source[place] > 32 and source[place] != c">":
        place += 1
    found.stop = place
    return place


cdef bint is_text(const unsigned char[::1] source, Span span, const unsigned char* word, int size) except -1 nogil:
    """Whether a span is a word, given in lower case, in lower or upper case."""
    return span.stop - span.start == size and is_at(source, span.start, word, size)


cdef bint has_text(const unsigned char[::1] source, Span span, const unsigned char* word, int size) except -1 nogil:
    """Whether a span contains a word, given in lower case, in lower or upper case."""
    cdef int place
    for place in range(span.start, min(span.stop, span.start + MAX_VALUE) - size + 1):
        if is_at(source, place, word, size):
            return True
    return False


cdef bint is_at(const unsigned char[::1] source, int place, const unsigned char* word, int size) except -1 nogil:
    """Whether a word is at a place, in lower or upper case."""
    cdef int at
    for at in range(size):
        if source[place + at] | 32 != word[at] | 32:
            return False
    return True


cdef int read_address(const unsigned char[::1] source, int start, int stop, Address* out) except -1 nogil:
    """Describe an address: how deep its path is, what its last part is like, and whether it has a query."""
    cdef int place = start, part, byte, last
    stop = min(stop, start + MAX_ADDRESS)
    if stop - start < 4:
        return 0
    out.known = True
    out.parts = out.digits = out.hyphens = 0
    out.is_file = out.has_query = False
    # The host, unless the address begins with the path.
    if source[place] != c"/" or (place + 1 < stop and source[place + 1] == c"/"):
        while place < stop and source[place] != c"/":
            place += 1
        while place < stop and source[place] == c"/":
            place += 1
        while place < stop and source[place] != c"/" and source[place] != c"?" and source[place] != c"#":
            place += 1
    last = part = place
    while place < stop and source[place] != c"?" and source[place] != c"#":
        byte = source[place]
        if byte == c"/":
            part = place + 1
        else:
            if part == place:
                out.parts += 1
                out.digits = out.hyphens = 0
                last = place
            out.digits += byte >= c"0" and byte <= c"9"
            out.hyphens += byte == c"-" or byte == c"_"
        place += 1
    out.has_query = place < stop and source[place] == c"?"
    while place > last and source[place - 1] == c"/":
        place -= 1
    out.is_file = (
        ends_with(source, last, place, b".html", 5) or ends_with(source, last, place, b".htm", 4)
        or ends_with(source, last, place, b".php", 4) or ends_with(source, last, place, b".aspx", 5)
        or ends_with(source, last, place, b".shtml", 6)
    )
    return 0


cdef bint ends_with(const unsigned char[::1] source, int start, int stop, const unsigned char* word, int size) except -1 nogil:
    """Whether the bytes before an offset are a word in lower case, in lower or upper case."""
    return stop - start >= size and is_at(source, stop - size, word, size)
