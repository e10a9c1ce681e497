"""The P value of each element."""

# What to do with elements without text.
cpdef enum Empty:
    KEEP, DROP, DROP_OUTSIDE

# Columns of the lengths.
cdef enum:
    L_S, L_VT, LENGTHS


def p_values(table, kinds, Empty empty):
    """The candidates, the rows that are left, their counts, l_s and l_vt of eq. 1, and P.

    ``kinds`` says which elements are removed with all that is in them, which are spared although they have no text, and
    which are candidates.
    """
    cdef CountedRows page = CountedRows(table, kinds)
    cdef object chosen = np.empty(page.count, dtype=np.bool_)
    cdef object lengths = np.zeros((page.count, <int> LENGTHS), dtype=np.int64)
    cdef object column = np.empty(page.count)
    cdef unsigned char[::1] is_candidate = chosen.view(np.uint8)
    cdef long long[:, ::1] length = lengths
    cdef double[::1] p = column
    cdef long long* of
    cdef double of_page = 1
    cdef int row, above
    page.take_kept()
    page.count_subtrees(0)
    if empty != KEEP:
        _drop_empty(page, empty == DROP_OUTSIDE)
    for row in range(page.count - 1, -1, -1):
        length[row, <int> L_S] += page.tag_length[row] if page.is_counted[row] else 0
        above = page.parent[row]
        if above >= 0:
            length[above, <int> L_S] += length[row, <int> L_S]
    for row in range(page.count):
        of = &page.counts[row, 0]
        length[row, <int> L_S] += of[ALL_CHARACTERS]
        length[row, <int> L_VT] = of[ALL_CHARACTERS] - of[LINK_CHARACTERS]
        if row == 0:
            of_page = <double> max(1, length[row, <int> L_VT])
        # Eq. 1: P = (l_t / l_s) * (l_vt / L_VT).
        p[row] = <double> of[ALL_CHARACTERS] / max(1, length[row, <int> L_S]) * (length[row, <int> L_VT] / of_page)
        is_candidate[row] = page.is_counted[row] and page.kinds[page.tag[row]] & CANDIDATE
    return chosen, page.mask, page.columns, lengths, column


cdef int _drop_empty(CountedRows page, bint with_all_in_spared) except -1:
    """Remove elements without text and all in them, but not the spared ones, and with the flag not what is in those."""
    cdef unsigned char[::1] is_spared = np.empty(page.count, dtype=np.uint8)
    cdef unsigned char[::1] is_empty = np.empty(page.count, dtype=np.uint8)
    cdef int row, above
    for row in range(page.count):
        above = page.parent[row]
        is_spared[row] = page.kinds[page.tag[row]] & SPARED or (with_all_in_spared and above >= 0 and is_spared[above])
        is_empty[row] = (not page.counts[row, <int> ALL_CHARACTERS] and not is_spared[row]) or (
            above >= 0 and is_empty[above]
        )
        page.is_counted[row] = page.is_counted[row] and not is_empty[row]
    return 0
