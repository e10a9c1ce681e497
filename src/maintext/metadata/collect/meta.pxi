"""Meta elements and headings, each read once."""

cdef enum:
    MAX_ROWS = 500

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
    cdef list contents
    cdef str content, name, fact
    cdef int rank
    for row in (<list> index.listed[LISTED.index("meta") + 1])[:MAX_ROWS]:
        if index.rows[<int> ORIGIN, <Py_ssize_t> row] < 0:
            continue
        attributes = attributes_at(index.source, index.rows[<int> ORIGIN, <Py_ssize_t> row], META_ATTRIBUTES)
        content = folded(attributes.pop("content", ""))
        if not content:
            continue
        for name in {value.strip().lower() for value in attributes.values()} if len(attributes) < 2 else sorted(
            {value.strip().lower() for value in attributes.values()}
        ):
            contents = contents_of.setdefault(name, [])
            if content not in contents:
                contents.append(content)
    for name, contents in contents_of.items():
        fact, rank = fact_of_name.get(name, ("other", 0))
        (<list> ranked.setdefault(fact, [])).append((rank, len(ranked[fact]), name, contents))
    return {
        fact: tuple([(name, content) for _, _, name, contents in sorted(filed) for content in contents])
        for fact, filed in ranked.items()
    }


def collect_headings(RowIndex index, heading):
    """The visible headings of the levels 1 to 4 that have text, in document order.

    Args:
        index: the rows of the page.
        heading: makes a record of row, level, text, and letters.
    """
    cdef list rows = [], found = []
    cdef const unsigned char[::1] rendered = index.table.rendered.view("u1")
    cdef Py_ssize_t row
    cdef int level
    cdef str text
    for level in range(1, 5):
        rows += [(row, level) for row in (<list> index.listed[LISTED.index("h1") + level])[:MAX_ROWS]]
    rows.sort()
    for row, level in rows:
        if rendered[row]:
            text = index.text(row)
            if text:
                found.append(heading((row, level, text, letters(text))))
    return tuple(found)
