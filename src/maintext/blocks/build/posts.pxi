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
        if view.tag[row] == TAG_A and post_signs.is_profile(attribute_at(source, view.origin[row], b"href")):
            found |= AUTHOR_SIGN
        signs[row] = found
    return found_signs


cdef int _signs(dict known, bytes name, object signs_of) except -1:
    """The signs of a name that may have been examined before."""
    cdef object found = known.get(name)
    if found is None:
        found = known[name] = signs_of(name)
    return found
