"""The blocks of naive Bayes, one leaf at a time, and how likely each is main text."""

# Rows of ``features``.
cdef enum:
    UNLINKED, LINK_SHARE, MARK_SHARE, PARAGRAPHS, FEATURES


cdef class BlockSplit(MethodView):
    """A page, split into blocks. By row: the nearest node, whether it is in a link, and the block of a node."""

    cdef const unsigned char[::1] kinds
    cdef int[::1] nearest
    cdef unsigned char[::1] in_link
    cdef int[::1] block_of_node
    cdef int[:, ::1] found
    cdef int nodes
    cdef int blocks

    def blocks_of(self, kinds):
        """Assign the text of the page to the nodes around it, and these to blocks.

        ``kinds`` has the tags of nodes as candidates. Returns the block of each row's own text, -1 for none; by node,
        in the order of their first text, its row and its block; and 4 features and the characters of each block.
        """
        cdef object of_row = np.empty(self.count, dtype=np.intc), found = np.empty((2, self.count), dtype=np.intc)
        self.kinds, self.found = kinds, found
        self.nearest = np.empty(self.count, dtype=np.intc)
        self.in_link = np.empty(self.count, dtype=np.uint8)
        self.block_of_node = np.empty(self.count, dtype=np.intc)
        self._find_nodes()
        self._number_blocks()
        features, characters = np.zeros((<int> FEATURES, self.blocks)), np.zeros(self.blocks)
        self._add_texts(of_row, features, characters)
        return of_row, found[0, : self.nodes], found[1, : self.nodes], features, characters

    cdef int _find_nodes(self) except -1:
        """Find the nearest node around each row."""
        cdef int row, above, kind
        for row in range(self.count):
            above, kind = self.parent[row], self.kinds[self.tag[row]]
            self.block_of_node[row] = -1
            self.in_link[row] = kind & LINK or (above >= 0 and self.in_link[above])
            self.nearest[row] = self.nearest[above] if above >= 0 else -1
            if kind & CANDIDATE and self.is_shown(row):
                self.nearest[row] = row
        return 0

    cdef int _number_blocks(self) except -1:
        """Give each node with text its block, leaf by leaf: a node's sibling joins it if its text is the next leaf."""
        cdef int last = -1, segment, node, row
        self.nodes = self.blocks = 0
        for segment in range(self.segments):
            row = self.owner[segment]
            node = self.nearest[row]
            if node < 0 or node == last or not self.segment_characters[segment] or not self.is_shown(row):
                continue
            if self.block_of_node[node] < 0:
                if last >= 0 and self.parent[node] == self.parent[last]:
                    self.block_of_node[node] = self.block_of_node[last]
                else:
                    self.block_of_node[node] = self.blocks
                    self.blocks += 1
                self.found[0, self.nodes], self.found[1, self.nodes] = node, self.block_of_node[node]
                self.nodes += 1
            last = node
        return 0

    cdef int _add_texts(self, int[::1] of_row, double[:, ::1] features, double[::1] characters) except -1:
        """Add up the characters, marks and paragraphs of each block, and make its features of them."""
        cdef int row, node, block
        cdef double linked, marks
        for row in range(self.count):
            of_row[row] = -1
            node = self.nearest[row]
            if node < 0 or self.block_of_node[node] < 0 or not self.is_shown(row):
                continue
            block = self.block_of_node[node]
            features[<int> PARAGRAPHS, block] += self.kinds[self.tag[row]] & PARAGRAPH != 0
            if self.characters[row] > 0:
                of_row[row] = block
                characters[block] += self.characters[row]
                features[<int> UNLINKED, block] += 0 if self.in_link[row] else self.characters[row]
                features[<int> MARK_SHARE, block] += self.punctuation[row]
        for block in range(self.blocks):
            linked, marks = characters[block] - features[<int> UNLINKED, block], features[<int> MARK_SHARE, block]
            features[<int> LINK_SHARE, block] = linked / max(1, characters[block])
            features[<int> MARK_SHARE, block] = marks / linked if linked > 0 else (INFINITY if marks > 0 else 0)
        return 0


def fill_bins(const double[:, ::1] features, const double[:, ::1] bounds, long long[:, ::1] bins):
    """The bin of each feature of each block: how many of the feature's lower bounds are not above it."""
    cdef Py_ssize_t feature, block, bound
    for feature in range(features.shape[0]):
        for block in range(features.shape[1]):
            bins[feature, block] = 0
            for bound in range(bounds.shape[1]):
                bins[feature, block] += bounds[feature, bound] <= features[feature, block]


def multiply_frequencies(
    const long long[:, ::1] bins, const double[:, :, ::1] frequencies, const double[::1] priors, double[:, ::1] p,
):
    """For each class and block the product of the frequencies of its bins, and of the prior of the class.

    ``frequencies`` is classes x features x bins.
    """
    cdef Py_ssize_t kind, block, feature
    for kind in range(p.shape[0]):
        for block in range(p.shape[1]):
            p[kind, block] = 1
            for feature in range(bins.shape[0]):
                p[kind, block] *= frequencies[kind, feature, bins[feature, block]]
            p[kind, block] *= priors[kind]


def keep_blocks(table, const int[::1] of_row, const unsigned char[::1] chosen):
    """The segments whose text is in chosen blocks."""
    cdef TableView page = TableView(table)
    cdef object keep = np.empty(page.segments, dtype=np.bool_)
    cdef unsigned char[::1] kept = keep.view(np.uint8)
    cdef int segment, block
    for segment in range(page.segments):
        block = of_row[page.owner[segment]]
        kept[segment] = block >= 0 and chosen[block]
    return keep
