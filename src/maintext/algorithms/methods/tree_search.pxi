"""The way down of tree-characters."""


def tree_characters(table, kinds, double least_share, bint with_links):
    """N of each row and its share of its parent's, the rows that count, and the body and the row that is reached.

    The body is -1 if it has no characters that count.
    """
    cdef CountedRows page = CountedRows(table, kinds)
    cdef object numbers = np.empty(page.count, dtype=np.int64), shares = np.empty(page.count)
    cdef object counted = np.empty(page.count, dtype=np.bool_)
    cdef long long[::1] n = numbers
    cdef double[::1] share = shares
    cdef unsigned char[::1] is_one = counted.view(np.uint8)
    cdef int[::1] largest_child = np.full(page.count, -1, dtype=np.intc)
    cdef int row, above, body = page.first_shown(), reached
    page.take_shown()
    page.count_subtrees(0)
    for row in range(page.count):
        above = page.parent[row]
        n[row] = page.counts[row, <int> ALL_CHARACTERS] - (0 if with_links else page.counts[row, <int> LINK_CHARACTERS])
        share[row] = <double> n[row] / max(1, n[above] if above >= 0 else n[row])
        is_one[row] = page.is_counted[row] and n[row] > 0
        if above >= 0 and n[row] > 0 and share[row] >= least_share and (
            largest_child[above] < 0 or n[row] > n[largest_child[above]]
        ):
            largest_child[above] = row
    if not page.count or not n[body]:
        return numbers, shares, counted, -1, -1
    reached = body
    while largest_child[reached] >= 0:
        reached = largest_child[reached]
    return numbers, shares, counted, body, reached


def shown_segments(table, int inside):
    """The segments of a row's subtree that are visible and in the body."""
    cdef MethodView page = MethodView(table)
    cdef object keep = np.zeros(page.segments, dtype=np.bool_)
    cdef unsigned char[::1] kept = keep.view(np.uint8)
    cdef int segment
    for segment in range(page.segment_start[inside], page.segment_stop[inside]):
        kept[segment] = page.is_shown(page.owner[segment])
    return keep
