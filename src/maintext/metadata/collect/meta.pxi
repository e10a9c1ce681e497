"""Meta elements and headings, each read once."""

cdef enum:
    MAX_ROWS = 500

cdef int META_LIST = LISTED.index("meta") + 1
cdef int FIRST_HEADING_LIST = LISTED.index("h1") + 1
cdef frozenset META_ATTRIBUTES = frozenset(("http-equiv", "name", "property", "content"))


def collect_meta(RowIndex index, dict fact_of_name):
    """The meta elements by fact: pairs of name and content, best name first.

    Args:
        index: the rows of the page.
        fact_of_name: fact and rank of each known name in lower case. Other names are filed under ``other``.

    An element may have several names, which are then used in alphabetical order. Each content is listed once per name.
    """
    cdef dict contents_of = {}
    cdef dict attributes, ranked = {}
    cdef list contents, filed
    cdef str content, name, fact
    cdef Py_ssize_t row, origin
    cdef int rank
    for row in (<list> index.listed[META_LIST])[:MAX_ROWS]:
        origin = index.rows[<int> ORIGIN, row]
        if origin < 0:
            continue
        attributes = attributes_at(index.source, origin, META_ATTRIBUTES)
        content = folded(attributes.pop("content", ""))
        if not content:
            continue
        for name in attributes.values() if len(attributes) < 2 else sorted(set(map(_name, attributes.values()))):
            name = _name(name)
            contents = contents_of.get(name)
            if contents is None:
                contents_of[name] = [content]
            elif content not in contents:
                contents.append(content)
    for name, contents in contents_of.items():
        fact, rank = fact_of_name.get(name, ("other", 0))
        filed = ranked.get(fact)
        if filed is None:
            filed = ranked[fact] = []
        filed.append((rank, len(filed), name, contents))
    return {fact: _pairs_of(filed) for fact, filed in ranked.items()}


cpdef str _name(str written):
    """The name of a meta element in lower case."""
    return written.strip().lower()


cdef tuple _pairs_of(list filed):
    """Pairs of name and content, in the order of rank and number."""
    cdef list pairs = []
    if len(filed) > 1:
        filed.sort()
    for _, _, name, contents in filed:
        for content in <list> contents:
            pairs.append((name, content))
    return tuple(pairs)


def collect_headings(RowIndex index, heading):
    """The visible headings of the levels 1 to 4 that have text, in document order.

    Args:
        index: the rows of the page.
        heading: the kind of tuple for row, level, text, and letters.
    """
    cdef object new = tuple.__new__
    cdef list rows = [], found = []
    cdef const unsigned char[::1] rendered = index.table.rendered.view("u1")
    cdef Py_ssize_t row
    cdef int level
    cdef str text
    for level in range(1, 5):
        rows += [(row, level) for row in (<list> index.listed[FIRST_HEADING_LIST + level - 1])[:MAX_ROWS]]
    rows.sort()
    for row, level in rows:
        if rendered[row]:
            text = index.text(row)
            if text:
                found.append(new(heading, (row, level, text, letters(text))))
    return tuple(found)
