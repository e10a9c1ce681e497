"""Boosted trees, many cases at a time.

A tree has up to 16 leaves, and each case has one bit per leaf that it may still end in. A node at which a case goes
right clears the bits of the leaves on its left; the lowest bit that remains is the leaf. So there are no branches on
the way, and as features are numbers of two bytes, like the bits, one instruction handles eight or sixteen cases.

Some features are the same for all cases, as the length of a page is for its blocks. At their nodes all cases go to the
same side, so these are tested once. ``forest.Forest`` checks all indices when it is made, and
``Trees`` the bits of each node: nothing is checked later.
"""

cdef enum:
    ALL_LEAVES = 0xFFFF
    NODES_AT_ONCE = 4

# Columns of ``Workspace.runs``: the first case of a run of cases, and the case after its last.
cdef enum Run:
    RUN_START, RUN_STOP, RUN_COLUMNS


cdef class Nodes:
    """Some nodes of all trees; ``start`` has where those of each tree begin, and the number of all.

    Their number is a multiple of NODES_AT_ONCE in each tree: those that are added have no leaves on their left, so they
    clear none.
    """

    cdef object arrays
    cdef const int* start
    cdef const short* feature
    cdef const short* threshold
    cdef const unsigned short* left_leaves

    def __init__(self, forest, is_wanted):
        cdef const int[::1] start
        cdef const short[::1] feature, threshold
        cdef const unsigned short[::1] left_leaves
        tree = np.repeat(np.arange(len(forest.leaf_start)), np.diff(forest.node_start))[is_wanted]
        counts = np.bincount(tree, minlength=len(forest.leaf_start))
        starts = np.append(0, np.cumsum(-(-counts // <int> NODES_AT_ONCE) * <int> NODES_AT_ONCE))
        places = starts[tree] + np.arange(len(tree)) - (np.cumsum(counts) - counts)[tree]

        def placed(numbers):
            # One number more, so that there is a first one.
            spread = np.zeros(starts[len(starts) - 1] + 1, dtype=numbers.dtype)
            spread[places] = numbers[is_wanted]
            return spread

        start = starts.astype(np.intc)
        feature = placed(forest.feature)
        threshold = placed(forest.threshold)
        left_leaves = placed(forest.left_leaves)
        self.arrays = (start, feature, threshold, left_leaves)
        self.start = &start[0]
        self.feature = &feature[0]
        self.threshold = &threshold[0]
        self.left_leaves = &left_leaves[0]


cdef class Trees:
    """The columns of a forest as the engine reads them."""

    cdef int outputs
    cdef int count
    cdef const int[::1] node_start
    cdef const short[::1] feature
    cdef const short[::1] threshold
    cdef const unsigned short[::1] left_leaves
    cdef const int[::1] leaf_start
    cdef const float[::1] value
    # Nodes whose feature is the same for all cases, and where those of each tree begin; then all others.
    cdef Nodes shared
    cdef Nodes own
    # The leaves of each tree, MAX_LEAVES numbers per tree.
    cdef const float[:, ::1] leaves

    def __init__(self, forest):
        is_shared = np.array([name in features.SHARED for name in forest.features], dtype=np.bool_)
        self.outputs = forest.outputs
        self.count = len(forest.leaf_start)
        self.node_start = forest.node_start
        self.feature = forest.feature
        self.threshold = forest.threshold
        self.left_leaves = forest.left_leaves
        self.leaf_start = forest.leaf_start
        self.value = forest.value
        self._check_nodes()
        self.shared = Nodes(forest, is_shared[forest.feature])
        self.own = Nodes(forest, ~is_shared[forest.feature])
        sizes = np.diff(forest.node_start) + 1
        leaves = np.zeros((self.count, <int> MAX_LEAVES), dtype=np.float32)
        leaves[np.arange(<int> MAX_LEAVES) < sizes[:, None]] = forest.value
        self.leaves = leaves

    def sums_of(self, const short[::1] rounded):
        """The sums of one case, one number per output; ``forest.Forest.sums`` checks that it has all features."""
        sums = np.zeros(self.outputs, dtype=np.float32)
        add_leaves_of_one(self, rounded, sums)
        return sums

    cdef object _check_nodes(self):
        """Check that each tree is one; a node comes before the nodes below it.

        Raises ``ValueError`` unless the leaves on the left of a node are the first of those below it, and not all.
        """
        cdef int tree, first, node, left, right
        # The number of leaves below each node, and of those of its tree before them.
        cdef int[::1] leaves = np.zeros(self.feature.shape[0] + 1, dtype=np.intc)
        cdef int[::1] before = np.zeros(self.feature.shape[0] + 1, dtype=np.intc)
        for tree in range(self.count):
            first = self.node_start[tree]
            leaves[first] = self.node_start[tree + 1] - first + 1
            before[first] = 0
            for node in range(first, self.node_start[tree + 1]):
                left = int(self.left_leaves[node]).bit_count()
                right = leaves[node] - left
                if left < 1 or right < 1 or self.left_leaves[node] != ((1U << left) - 1) << before[node]:
                    raise ValueError("these are not trees: the leaves of a node")
                if left > 1:
                    leaves[node + 1] = left
                    before[node + 1] = before[node]
                if right > 1:
                    leaves[node + left] = right
                    before[node + left] = before[node] + left


cdef inline int round_features(const int* bits, short* out, Py_ssize_t cases) noexcept nogil:
    """Round the features of some cases, a multiple of LANES."""
    cdef Py_ssize_t case = 0
    while case < cases:
        round_lanes(bits + case, out + case)
        case += LANES
    return 0


cdef int add_leaves(Workspace ws, Trees trees, int first, int last, int runs) noexcept nogil:
    """Add to ``ws.sums`` the leaves in which each case ends, for the trees from ``first`` to before ``last``.

    The forest has one output. ``ws.runs`` has the runs of cases that are needed; they begin and end at multiples of
    LANES.
    """
    cdef const short* columns = &ws.rounded[0, 0]
    cdef const int* run = &ws.runs[0, 0]
    cdef const int* start = trees.own.start
    cdef const short* feature = trees.own.feature
    cdef const short* threshold = trees.own.threshold
    cdef const unsigned short* left = trees.own.left_leaves
    cdef Py_ssize_t stride = ws.rounded.shape[1]
    cdef float* sums = &ws.sums[0, 0]
    cdef bint is_wide = ws.is_wide
    cdef int tree, at, count
    cdef unsigned int possible
    if runs == 0:
        return 0
    for tree in range(first, last):
        at = start[tree]
        count = start[tree + 1] - at
        possible = leaves_left(trees.shared, tree, columns, stride)
        (add_widely if is_wide else add_plainly)(
            columns, stride, run, runs, feature + at, threshold + at, left + at, count, possible,
            &trees.leaves[tree, 0], sums,
        )
    return 0


cdef inline unsigned int leaves_left(Nodes shared, int tree, const short* columns, Py_ssize_t stride) noexcept nogil:
    """The leaves of a tree that remain after the nodes at which all cases go to the same side."""
    cdef unsigned int possible = ALL_LEAVES
    cdef bint goes_right
    cdef int node
    for node in range(shared.start[tree], shared.start[tree + 1]):
        goes_right = columns[stride * shared.feature[node]] > shared.threshold[node]
        possible &= ~(shared.left_leaves[node] & (0 - <unsigned int> goes_right))
    return possible


cdef int add_leaves_of_one(Trees trees, const short[::1] column, float[::1] sums) noexcept nogil:
    """Add to ``sums``, one number per output, the leaves of a single case.

    Nodes are tested one by one, since these trees have few: that some leaf remains is always true, and keeps the
    compiler from testing several nodes at a time.
    """
    cdef const short* feature = &trees.feature[0]
    cdef const short* threshold = &trees.threshold[0]
    cdef const unsigned short* left_leaves = &trees.left_leaves[0]
    cdef int output = 0, tree
    cdef Py_ssize_t node, stop
    cdef unsigned int possible
    cdef bint goes_right
    for tree in range(trees.count):
        possible = ALL_LEAVES
        node = trees.node_start[tree]
        stop = trees.node_start[tree + 1]
        while node < stop and possible:
            goes_right = column[feature[node]] > threshold[node]
            possible &= ~(left_leaves[node] & (0 - <unsigned int> goes_right))
            node += 1
        sums[output] += trees.value[trees.leaf_start[tree] + lowest(possible)]
        output = output + 1 if output + 1 < trees.outputs else 0
    return 0
