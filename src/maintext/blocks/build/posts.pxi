# What the attributes of each element say about posts, their authors, times and votes.

# Bytes of a class or an id that are examined.
cdef int MAX_CLASS = 300
cdef int TAG_TIME = tags.code_of("time")
cdef int TAG_A = tags.code_of("a")
cdef int DATE_SIGN = post_signs.Sign.DATE
cdef int AUTHOR_SIGN = post_signs.Sign.AUTHOR


def row_signs(table):
    """For each row the signs of posts in its class, id, ``itemprop``, ``itemtype`` and ``href``."""
    cdef TableView view = TableView(table)
    cdef bytes source = table.source, name
    cdef str address
    cdef dict names = {}, marks = {}
    cdef int[::1] signs
    cdef int row, found
    found_signs = np.zeros(view.count, dtype=np.intc)
    signs = found_signs
    for row in range(view.count):
        found = DATE_SIGN if view.tag[row] == TAG_TIME else 0
        if view.class_stop[row] > view.class_start[row]:
            name = source[view.class_start[row] : min(view.class_stop[row], view.class_start[row] + MAX_CLASS)]
            found |= _signs(names, name, post_signs.signs_of_name)
        if view.id_stop[row] > view.id_start[row]:
            name = source[view.id_start[row] : min(view.id_stop[row], view.id_start[row] + MAX_CLASS)]
            name = name.rstrip(b"0123456789")
            found |= _signs(names, name, post_signs.signs_of_name)
        if view.mark_stop[row] > view.mark_start[row]:
            found |= _signs(marks, source[view.mark_start[row] : view.mark_stop[row]], post_signs.signs_of_mark)
        if view.tag[row] == TAG_A:
            address = attribute_at(source, view.origin[row], b"href")
            if _may_be_profile(address) and post_signs.is_profile(address):
                found |= AUTHOR_SIGN
        signs[row] = found
    return found_signs


cdef bint _may_be_profile(str address) noexcept:
    """Whether an address may be the page of a member: each of these has two certain characters next to each other."""
    cdef int kind = PyUnicode_KIND(address)
    cdef void* characters = PyUnicode_DATA(address)
    cdef Py_ssize_t index
    cdef unsigned int before = c"/", one, other
    for index in range(len(address)):
        one = <unsigned int> PyUnicode_READ(kind, characters, index) | 32
        other = <unsigned int> PyUnicode_READ(kind, characters, index + 1) | 32 if index + 1 < len(address) else 0
        if before == c"/" or before == c"?" or before == c"&":
            if one == c"u" or one == c"~" or one == 96:  # 96: an at sign as small letters are made
                return True
            if (one == c"m" and other == c"e") or (one == c"a" and other == c"u"):
                return True
            if one == c"p" and (other == c"r" or other == c"e"):
                return True
        if (before == c"-" and one == c"u") or (before == c"w" and one == c"p"):
            return True
        before = one
    return False


cdef int _signs(dict known, bytes name, object signs_of) except -1:
    """The signs of a name that may have been examined before."""
    cdef object found = known.get(name)
    if found is None:
        found = known[name] = signs_of(name)
    return found
