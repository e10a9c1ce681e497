"""The search of link density, from the root down."""

# Columns of the figures.
cdef enum:
    LTD, LAD, SHARE, LINK_FIGURES

# Columns of the judgements: whether a row is a basic and a precise node.
cdef enum:
    BASIC, PRECISE, JUDGEMENTS


cdef class LinkSearch(CountedRows):
    """The nodes of a page that link density looks at, and those it takes."""

    cdef double[:, ::1] figures
    cdef long long[:, ::1] judgements
    cdef unsigned char[::1] is_open
    cdef unsigned char[::1] is_taken

    def found(self, method):
        """Search with a method's thresholds.

        Returns the rows that were looked at, their counts, LTD, LAD and share, whether they are basic and precise, the
        rows that were taken, and the segments that are kept.
        """
        cdef object figures = np.empty((self.count, <int> LINK_FIGURES))
        cdef object judgements = np.empty((self.count, <int> JUDGEMENTS), dtype=np.int64)
        cdef object seen = np.empty(self.count, dtype=np.bool_), taken = np.empty(self.count, dtype=np.bool_)
        cdef unsigned char[::1] is_seen = seen.view(np.uint8)
        cdef int row
        self.figures, self.judgements = figures, judgements
        self.is_taken = taken.view(np.uint8)
        self.is_open = np.zeros(self.count, dtype=np.uint8)
        self.take_kept()
        self.count_subtrees(WITH_TEXT | BELOW)
        for row in range(self.count):
            is_seen[row] = self.is_counted[row] and self.counts[row, <int> ALL_CHARACTERS] > 0
        self._judge(method, is_seen)
        self._take_nodes()
        return seen, self.columns, figures, judgements, taken, self._kept()

    cdef int _judge(self, method, const unsigned char[::1] is_seen) except -1:
        """Compute the figures of each row, and whether it is a basic node and a precise one."""
        cdef double ltd = bounded(method.ltd), ntl = bounded(method.ntl), lad = bounded(method.lad)
        cdef double basic_la = INFINITY if method.basic_la is None else bounded(method.basic_la)
        cdef double precise_ltd = bounded(method.precise_ltd), precise_la = bounded(method.precise_la)
        cdef double precise_ntl = bounded(method.precise_ntl), precise_lad = bounded(method.precise_lad)
        cdef double of_page = 1
        cdef long long* of
        cdef double* figure
        cdef int row
        if self.count:
            of = &self.counts[0, 0]
            of_page = <double> max(1, of[ALL_CHARACTERS] - of[LINK_CHARACTERS])
        for row in range(self.count):
            of, figure = &self.counts[row, 0], &self.figures[row, 0]
            figure[LTD] = <double> of[LINK_CHARACTERS] / max(1, of[ALL_CHARACTERS])
            figure[LAD] = <double> of[LINK_TAGS] / max(1, of[ALL_TAGS])
            figure[SHARE] = (of[ALL_CHARACTERS] - of[LINK_CHARACTERS]) / of_page
            self.judgements[row, <int> BASIC] = (
                is_seen[row] and figure[LTD] <= ltd and of[ALL_CHARACTERS] >= ntl and figure[LAD] <= lad
                and of[LINK_TAGS] <= basic_la
            )
            self.judgements[row, <int> PRECISE] = (
                is_seen[row] and figure[LTD] <= precise_ltd and of[LINK_TAGS] <= precise_la
                and of[ALL_CHARACTERS] >= precise_ntl and figure[LAD] <= precise_lad
            )
        return 0

    cdef int _take_nodes(self) except -1:
        """Take the precise nodes that are reached (steps 3 and 4), and their precise siblings (step 5).

        The way to a row's children is open if it is the root, or a basic node that is not precise and was reached.
        """
        cdef unsigned char[::1] has_taken_child = np.zeros(self.count, dtype=np.uint8)
        cdef int row, above
        cdef bint is_reached, is_basic, is_precise
        for row in range(self.count):
            above = self.parent[row]
            is_reached = above >= 0 and self.is_open[above]
            is_basic, is_precise = self.judgements[row, <int> BASIC], self.judgements[row, <int> PRECISE]
            self.is_open[row] = above < 0 or (is_reached and is_basic and not is_precise)
            self.is_taken[row] = is_reached and is_basic and is_precise
            if self.is_taken[row]:
                has_taken_child[above] = True
        for row in range(1, self.count):
            above = self.parent[row]
            if above >= 0 and has_taken_child[above] and self.is_open[above] and self.judgements[row, <int> PRECISE]:
                self.is_taken[row] = True
        return 0

    cdef object _kept(self):
        """The segments of counted rows in the rows that were taken."""
        cdef unsigned char[::1] is_inside = np.empty(self.count, dtype=np.uint8)
        cdef int row, above
        for row in range(self.count):
            above = self.parent[row]
            is_inside[row] = self.is_taken[row] or (above >= 0 and is_inside[above])
        return self.kept_segments(is_inside)
