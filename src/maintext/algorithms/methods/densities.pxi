"""Text density, symbol density and the density of divs. The papers' symbols are explained in the modules of these
methods."""

# Columns of the figures.
cdef enum:
    TD, TEXT_SCORE, SBD, SYMBOL_SCORE, TEXT_FIGURES

cdef enum:
    DT, DP, DS, DIV_FIGURES


def text_densities(table, kinds, bint count_self, bint leaves, sd_floor):
    """The candidates of text density, the counts of each row, and TD, the score of eq. 2, SbD and the score of eq. 5."""
    cdef CountedRows page = CountedRows(table, kinds)
    cdef object chosen = np.empty(page.count, dtype=np.bool_)
    cdef object columns = np.empty((page.count, <int> TEXT_FIGURES))
    cdef unsigned char[::1] is_candidate = chosen.view(np.uint8)
    cdef double[:, ::1] figures = columns
    cdef long long* of
    cdef double* found
    cdef int row, root = page.first_shown(), other_tags
    cdef double log_sd
    page.take_shown()
    page.count_subtrees(0 if count_self else BELOW)
    for row in range(page.count):
        of, found = &page.counts[row, 0], &figures[row, 0]
        # Eq. 1: TD = (T - LT) / (TG - LTG). Eq. 4: SbD = (T - LT) / (Sb + 1).
        other_tags = <int> (of[ALL_TAGS] - of[LINK_TAGS])
        found[TD] = <double> (of[ALL_CHARACTERS] - of[LINK_CHARACTERS]) / max(1, other_tags)
        found[SBD] = <double> (of[ALL_CHARACTERS] - of[LINK_CHARACTERS]) / (of[MARKS] + 1)
        is_candidate[row] = page.is_counted[row] and (
            leaves or row == root or other_tags > (count_self and not page.kinds[page.tag[row]] & LINK)
        )
    log_sd = log(max(_deviation(figures[:, <int> TD], page.is_counted), bounded(sd_floor)))
    for row in range(page.count):
        found = &figures[row, 0]
        found[TEXT_SCORE] = found[SYMBOL_SCORE] = 0
        if found[TD] > 0:  # most elements have no text outside links
            found[TEXT_SCORE] = log_sd * found[TD] * log10(page.counts[row, <int> PARAGRAPH_TAGS] + 2)
            found[SYMBOL_SCORE] = found[TEXT_SCORE] * log(max(found[SBD], 1))
    return chosen, page.columns, columns


cdef double _deviation(const double[:] values, const unsigned char[::1] is_one) except -1:
    """The standard deviation of some values, 0 if there are none."""
    cdef Py_ssize_t row, count = 0
    cdef double total = 0, mean, squares = 0
    for row in range(values.shape[0]):
        if is_one[row]:
            total += values[row]
            count += 1
    if not count:
        return 0
    mean = total / count
    for row in range(values.shape[0]):
        if is_one[row]:
            squares += (values[row] - mean) * (values[row] - mean)
    return sqrt(squares / count)


def div_densities(table, kinds):
    """The candidates of div density, the counts of each row, and its DT, DP and DS.

    What is taken out of eq. 1 and 2 are the elements that ``kinds`` has as links.
    """
    cdef CountedRows page = CountedRows(table, kinds)
    cdef object chosen = np.empty(page.count, dtype=np.bool_)
    cdef object columns = np.empty((page.count, <int> DIV_FIGURES))
    cdef unsigned char[::1] is_candidate = chosen.view(np.uint8)
    cdef double[:, ::1] figures = columns
    cdef long long* of
    cdef double* found
    cdef double characters
    cdef int row
    page.take_shown()
    page.count_subtrees(BELOW)
    for row in range(page.count):
        of, found = &page.counts[row, 0], &figures[row, 0]
        is_candidate[row] = page.is_counted[row] and page.kinds[page.tag[row]] & CANDIDATE
        # Eq. 1: DT = (NC - NPC) / (ND + 1 - NPD). Eq. 2: DP = (NC - NPC) / (NP + 1). Eq. 3: the score DS.
        characters = <double> (of[ALL_CHARACTERS] - of[LINK_CHARACTERS])
        found[DT] = characters / (of[ALL_TAGS] + 1 - of[LINK_TAGS])
        found[DP] = characters / (of[MARKS] + 1)
        found[DS] = found[DT] * log10(of[PARAGRAPH_TAGS] + 2) * log(found[DP]) if found[DP] > 1 else 0
    return chosen, page.columns, columns
