"""Composite text density: the densities of elements, their sums, and the elements that are taken."""


cdef class DensitySums(CountedRows):
    """The densities of a page. ``r`` is the share of the body's characters that are in links."""

    cdef double r
    cdef int body
    cdef double[::1] ctd
    cdef double[::1] density_sum
    cdef int[::1] best
    cdef unsigned char[::1] is_chosen

    def found(self, bint plain):
        """Compute all and take the best elements; ``plain`` densities are C/T.

        Returns the rows that are shown, their counts, CTD and density sums, the elements that were taken, the segments
        that are kept, and the largest density sum. Only the first two are filled if the page has no text.
        """
        cdef object ctd = np.zeros(self.count), density_sum = np.zeros(self.count)
        cdef object chosen = np.zeros(self.count, dtype=np.bool_)
        cdef int m
        self.ctd, self.density_sum, self.is_chosen = ctd, density_sum, chosen.view(np.uint8)
        self.take_shown()
        self.count_subtrees(ALL_IN_LINKS | BELOW)
        self.body = self.first_shown()
        if not self.count or not self.counts[self.body, <int> ALL_CHARACTERS]:
            return self.mask, self.columns, ctd, density_sum, chosen, None, 0.0
        self.r = <double> max(1, self.counts[self.body, <int> LINK_CHARACTERS]) / (
            self.counts[self.body, <int> ALL_CHARACTERS]
        )
        self._add_densities(plain)
        self.best = np.empty(self.count, dtype=np.intc)
        best_below(self.parent, self.density_sum, self.best)
        m = self.best[self.body]
        return self.mask, self.columns, ctd, density_sum, chosen, self._take_best(self._threshold(m)), self.density_sum[m]

    cdef int _add_densities(self, bint plain) except -1:
        """Fill the densities, and their sums over the children of a row and its own texts."""
        cdef double[::1] own = np.zeros(self.count)
        cdef int row, segment, length
        for row in range(self.count):
            if self.is_counted[row]:
                self.ctd[row] = self._density(&self.counts[row, 0], plain)
                if self.parent[row] >= 0:
                    self.density_sum[self.parent[row]] += self.ctd[row]
        for segment in range(self.segments):
            length = self.segment_characters[segment]
            if length > 1:
                own[self.owner[segment]] += length * log(length) / log(log(self.r * length + E))
        for row in range(self.count):
            self.density_sum[row] = self.density_sum[row] + own[row] if self.is_counted[row] else 0
        return 0

    cdef double _density(self, const long long* of, bint plain) except? -1:
        """CTD = C/T * ln(C*T / (LC*LT)) / ln ln(C*LC/(C - LC) + r*C + e), each quantity at least 1."""
        cdef double c = <double> max(1, of[ALL_CHARACTERS]), lc = <double> max(1, of[LINK_CHARACTERS])
        cdef double t = <double> max(1, of[ALL_TAGS]), lt = <double> max(1, of[LINK_TAGS])
        cdef double unlinked = <double> max(1, of[ALL_CHARACTERS] - of[LINK_CHARACTERS])
        if plain:
            return c / t if of[ALL_CHARACTERS] > 0 else 0
        if c * t == lc * lt:  # their logarithm is 0
            return 0
        return c / t * log(c * t / (lc * lt)) / log(log(c * lc / unlinked + self.r * c + E))

    cdef double _threshold(self, int row) except? -1:
        """The smallest density on the way from a row up to the body."""
        cdef double least = self.ctd[row]
        while row > self.body:
            row = self.parent[row]
            if row >= self.body:
                least = min(least, self.ctd[row])
        return least

    cdef object _take_best(self, double threshold):
        """Take the best element of each element that no density below the threshold separates from the body.

        Of elements in each other the outermost is chosen. Returns the segments of all that was taken.
        """
        cdef unsigned char[::1] is_taken = np.zeros(self.count, dtype=np.uint8)
        cdef unsigned char[::1] is_reached = np.empty(self.count, dtype=np.uint8)
        cdef int row, above
        for row in range(self.count):
            above = self.parent[row]
            is_reached[row] = (above < 0 or is_reached[above]) and not (
                self.is_counted[row] and self.ctd[row] < threshold
            )
            if is_reached[row] and self.is_counted[row]:
                is_taken[self.best[row]] = True
        for row in range(self.count):
            above = self.parent[row]
            self.is_chosen[row] = is_taken[row] and (above < 0 or not is_taken[above])
            is_taken[row] = is_taken[row] or (above >= 0 and is_taken[above])
        return self.kept_segments(is_taken)


cpdef int best_below(const int[::1] parent, const double[::1] value, int[::1] best) except -1:
    """Find the row with the largest value among each row and its descendants; of equal values the first one."""
    cdef Py_ssize_t row
    cdef int above
    for row in range(best.shape[0]):
        best[row] = <int> row
    for row in range(best.shape[0] - 1, 0, -1):
        above = parent[row]
        if above >= 0 and (
            value[best[row]] > value[best[above]] or (value[best[row]] == value[best[above]] and best[above] != above)
        ):
            best[above] = best[row]
    return 0
