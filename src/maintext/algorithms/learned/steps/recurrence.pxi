"""What other pages of the site say of each block, as log-odds; ``recurrence.py`` describes the counts."""

# Rows of ``Recurrence.counts``.
cdef enum RecurrenceCount:
    TEXT_PAGES, LINK_PAGES, SHAPE_PAGES, SHAPE_BLOCKS, SHAPE_RECURRING, RECURRENCE_COUNTS

cdef int LISTING = features.KINDS.index("listing")
cdef double RECURRING = engine.RECURRING
cdef double RECURRING_ELSEWHERE = engine.RECURRING_ELSEWHERE
cdef double UNIQUE = engine.UNIQUE
cdef double DOUBT = engine.DOUBT
# Log-odds are taken of probabilities that are not closer to 0 or 1 than this.
cdef double LEAST_P = 1e-4
OTHER_BLOCKS = "what other pages say is about other blocks than the page has"


cdef bint is_about_blocks(Workspace ws) noexcept nogil:
    """Whether what other pages say, if anything, is about the blocks of this page."""
    return ws.recurrence is None or (
        ws.recurrence.shape[0] == <int> RECURRENCE_COUNTS and ws.recurrence.shape[1] == ws.page.count
    )


cdef int weigh_recurrence(Workspace ws) noexcept nogil:
    """Change the probability of each block by what other pages say, if there are any."""
    cdef double p, odds, is_running_text = ws.kinds[ARTICLE] + ws.kinds[FORUM] + ws.kinds[LISTING]
    cdef int block
    if ws.other_pages <= 0 or not is_about_blocks(ws):
        return 0
    for block in range(ws.page.count):
        odds = recurrence_odds(ws.recurrence, block, ws.other_pages, is_running_text)
        if odds != 0:
            p = min(max(<double> ws.second_p[block], LEAST_P), 1 - LEAST_P)
            p = p / (1 - p) * exp(odds)
            ws.second_p[block] = <float> (p / (1 + p))
    return 0


cdef inline double recurrence_odds(
    const int[:, ::1] counts, int block, int pages, double is_running_text
) noexcept nogil:
    """How other pages change the log-odds that a block is main text.

    A text that recurs is template, above all in articles and forums; products and manuals repeat some of theirs. An
    article among many teasers is taken for a listing, so listings count as articles. A text that no other page has, in
    a place where the texts of other pages differ too, is what a page is made for, unless it is a link. A block whose
    text and shape are unknown stays as it is. One other page says less than several.
    """
    cdef double square = <double> pages * pages, trust = square / (square + DOUBT), share, varying
    if counts[<int> TEXT_PAGES, block] > 0:
        share = <double> counts[<int> TEXT_PAGES, block] / pages
        return -trust * share * (is_running_text * RECURRING + (1 - is_running_text) * RECURRING_ELSEWHERE)
    varying = 1 - <double> counts[<int> SHAPE_RECURRING, block] / max(1, counts[<int> SHAPE_BLOCKS, block])
    share = <double> counts[<int> SHAPE_PAGES, block] / pages
    return trust * is_running_text * share * varying * (UNIQUE if counts[<int> LINK_PAGES, block] < 0 else -UNIQUE)
