"""The ids of a page that its own links lead to, or that its buttons open."""

cdef enum:
    # Bytes of an id. Without a limit, pages with many unfinished addresses would take long.
    LONGEST_ID = 256


def link_targets(bytes source):
    """Collect the ids that an attribute is the address of (``href="#more"``), or that an element says it controls."""
    cdef const unsigned char* text = source
    cdef set found = set()
    cdef int at = 0, stop, size = <int> len(source), start
    while True:
        at = find_byte(text, at, size, c"#")
        if at >= size:
            break
        stop = _value_end(text, at, size) if at else -1
        if stop > at + 1:
            found.add(source[at + 1 : stop])
        at += 1
    at = source.find(b"aria-controls=")
    while at >= 0:
        start = at + <int> len(b"aria-controls=")
        if start < size and (text[start] == c'"' or text[start] == c"'"):
            start += 1
        stop = _value_end(text, start, size)
        if stop > start:
            found.update(source[start:stop].split())
        at = source.find(b"aria-controls=", start)
    return found


cdef int _value_end(const unsigned char* text, int at, int size) noexcept nogil:
    """Where the value of an attribute ends that begins at an offset above 0; -1 if it does not begin or end there."""
    cdef unsigned char quote = text[at - 1]
    cdef int limit = min(size, at + LONGEST_ID), stop = at
    if quote == c'"' or quote == c"'":
        stop = find_byte(text, at, limit, quote)
    elif quote == c"=":
        while stop < limit and not is_html_space(text[stop]) and text[stop] != c">":
            stop += 1
    else:
        return -1
    return stop if stop < limit else -1
