"""Boosted trees, many cases at a time.

A tree has up to 16 leaves, and each case has one bit per leaf that it may still end in. A node at which a case goes
right clears the bits of the leaves on its left; the lowest bit that remains is the leaf. So there are no branches on
the way, and as features are numbers of two bytes, like the bits, one instruction handles eight cases.

Some features are the same for all cases, as the length of a page is for its blocks. At their nodes all cases go to the
same side, and the nodes below the other side are skipped. ``forest.Forest`` checks all indices when it is made, and
``Trees`` the bits of each node: nothing is checked later.
"""

cdef enum:
    ALL_LEAVES = 0xFFFF
    AFTER_SIGN = 0x7FFF
    NODES_AT_ONCE = 4
    CASES_AT_ONCE = 8
    TREES_AT_ONCE = 4
    MAX_NODES = 16

# Columns of ``Workspace.runs``: the first case of a run of cases, and the case after its last.
cdef enum Run:
    RUN_START, RUN_STOP, RUN_COLUMNS


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
    # Nodes whose feature is the same for all cases: all of them, and where those of each tree begin.
    cdef const int[::1] shared_nodes
    cdef const int[::1] shared_start
    # One bit per node: those that test each case, by tree; those below the left and the right side, by node.
    cdef unsigned int[::1] own_nodes
    cdef unsigned int[::1] left_nodes
    cdef unsigned int[::1] right_nodes

    def __init__(self, forest):
        is_shared = np.array([name in features.SHARED for name in forest.features], dtype=np.uint8)
        self.outputs = forest.outputs
        self.count = len(forest.leaf_start)
        self.node_start = forest.node_start
        self.feature = forest.feature
        self.threshold = forest.threshold
        self.left_leaves = forest.left_leaves
        self.leaf_start = forest.leaf_start
        self.value = forest.value
        shared_nodes = np.flatnonzero(is_shared[forest.feature]).astype(np.intc)
        self.shared_nodes = shared_nodes
        self.shared_start = np.searchsorted(shared_nodes, forest.node_start).astype(np.intc)
        self.own_nodes = np.zeros(self.count, dtype=np.uint32)
        self.left_nodes = np.zeros(len(forest.feature), dtype=np.uint32)
        self.right_nodes = np.zeros(len(forest.feature), dtype=np.uint32)
        self._mark_nodes(is_shared)

    def sums_of(self, const short[::1] rounded):
        """The sums of one case, one number per output; ``forest.Forest.sums`` checks that it has all features."""
        sums = np.zeros(self.outputs, dtype=np.float32)
        add_leaves_of_one(self, rounded, sums)
        return sums

    cdef object _mark_nodes(self, const unsigned char[::1] is_shared):
        """Fill in the bits of nodes; a node comes before the nodes below it.

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
                self.own_nodes[tree] |= <unsigned int> (not is_shared[self.feature[node]]) << (node - first)
                self.left_nodes[node] = ((1U << (left - 1)) - 1) << (node + 1 - first)
                self.right_nodes[node] = ((1U << (right - 1)) - 1) << (node + left - first)
                if left > 1:
                    leaves[node + 1] = left
                    before[node + 1] = before[node]
                if right > 1:
                    leaves[node + left] = right
                    before[node + left] = before[node] + left


cdef int round_features(
    const int* bits, short* out, Py_ssize_t cases
) noexcept nogil:
    """Round features as ``forest.rounded`` does; they are given as the bits of their numbers.

    The number of cases is a multiple of CASES_AT_ONCE.
    """
    cdef Py_ssize_t case = 0, lane
    cdef short upper
    while case < cases:
        for lane in range(CASES_AT_ONCE):
            upper = bits[case + lane] >> 16
            out[case + lane] = upper ^ (upper >> 15 & AFTER_SIGN)
        case += CASES_AT_ONCE
    return 0


cdef int add_leaves(Workspace ws, Trees trees, int first, int last, int runs) noexcept nogil:
    """Add to ``ws.sums`` the leaves in which each case ends, for the trees from ``first`` to before ``last``.

    Tree ``t`` adds to row ``t % outputs``. ``ws.runs`` has the runs of cases that are needed; they begin and end at
    multiples of CASES_AT_ONCE.
    """
    cdef const short[:, ::1] columns = ws.rounded
    cdef int tree = first, each, run
    cdef Py_ssize_t case
    cdef unsigned short* possible
    cdef float* out
    cdef const float* value
    if runs == 0:
        return 0
    while tree < last:
        if trees.outputs == 1 and tree + TREES_AT_ONCE <= last:
            for each in range(TREES_AT_ONCE):
                find_possible_leaves(trees, tree + each, columns, ws.runs, runs, &ws.possible_leaves[each, 0])
            add_leaves_together(trees, tree, ws.runs, runs, ws.possible_leaves, &ws.sums[0, 0])
            tree += TREES_AT_ONCE
        else:
            possible = &ws.possible_leaves[0, 0]
            out = &ws.sums[tree % trees.outputs, 0]
            value = &trees.value[trees.leaf_start[tree]]
            find_possible_leaves(trees, tree, columns, ws.runs, runs, possible)
            for run in range(runs):
                for case in range(ws.runs[run, <int> RUN_START], ws.runs[run, <int> RUN_STOP]):
                    out[case] += value[lowest(possible[case])]
            tree += 1
    return 0


cdef void find_possible_leaves(
    Trees trees, int tree, const short[:, ::1] columns, const int[:, ::1] runs, int count, unsigned short* possible
) noexcept nogil:
    """Find the leaves in which each case may end, as bits; the lowest is the one in which it ends."""
    cdef int begin = trees.node_start[tree], at, node, gathered = 0, run
    cdef unsigned int gone = 0, passed = 0, ahead
    cdef bint goes_right
    cdef Py_ssize_t case
    cdef int[MAX_NODES] nodes
    for at in range(trees.shared_start[tree], trees.shared_start[tree + 1]):
        node = trees.shared_nodes[at]
        goes_right = columns[trees.feature[node], 0] > trees.threshold[node]
        gone |= trees.left_leaves[node] & (0 - <unsigned int> goes_right)
        passed |= trees.left_nodes[node] if goes_right else trees.right_nodes[node]
    ahead = trees.own_nodes[tree] & ~passed
    while ahead:
        nodes[gathered] = begin + lowest(ahead)
        ahead &= ahead - 1
        gathered += 1
    for run in range(count):
        for case in range(runs[run, <int> RUN_START], runs[run, <int> RUN_STOP]):
            possible[case] = ~gone
    while gathered % NODES_AT_ONCE:
        nodes[gathered] = nodes[0]
        gathered += 1
    while gathered:
        gathered -= NODES_AT_ONCE
        clear_leaves(trees, nodes + gathered, columns, runs, count, possible)


cdef void add_leaves_together(
    Trees trees, int tree, const int[:, ::1] runs, int count, const unsigned short[:, ::1] possible, float* out
) noexcept nogil:
    """Add the leaves of consecutive trees, so that each sum is read and written once."""
    cdef const float* one = &trees.value[trees.leaf_start[tree]]
    cdef const float* two = &trees.value[trees.leaf_start[tree + 1]]
    cdef const float* three = &trees.value[trees.leaf_start[tree + 2]]
    cdef const float* four = &trees.value[trees.leaf_start[tree + 3]]
    cdef const unsigned short* a = &possible[0, 0]
    cdef const unsigned short* b = &possible[1, 0]
    cdef const unsigned short* c = &possible[2, 0]
    cdef const unsigned short* d = &possible[3, 0]
    cdef int run
    cdef Py_ssize_t case
    cdef float total
    for run in range(count):
        for case in range(runs[run, <int> RUN_START], runs[run, <int> RUN_STOP]):
            total = out[case] + one[lowest(a[case])]
            total += two[lowest(b[case])]
            total += three[lowest(c[case])]
            out[case] = total + four[lowest(d[case])]


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


cdef void clear_leaves(
    Trees trees, const int* nodes, const short[:, ::1] columns, const int[:, ::1] runs, int count,
    unsigned short* possible,
) noexcept nogil:
    """Clear the bits of the leaves on the left of four nodes for all cases that go right there.

    The result is kept in a separate array before it is written, so that the compiler knows that nothing which is read
    changes on the way.
    """
    cdef const short* one = &columns[trees.feature[nodes[0]], 0]
    cdef const short* two = &columns[trees.feature[nodes[1]], 0]
    cdef const short* three = &columns[trees.feature[nodes[2]], 0]
    cdef const short* four = &columns[trees.feature[nodes[3]], 0]
    cdef short first = trees.threshold[nodes[0]], second = trees.threshold[nodes[1]]
    cdef short third = trees.threshold[nodes[2]], fourth = trees.threshold[nodes[3]]
    cdef unsigned short a = trees.left_leaves[nodes[0]], b = trees.left_leaves[nodes[1]]
    cdef unsigned short c = trees.left_leaves[nodes[2]], d = trees.left_leaves[nodes[3]]
    cdef unsigned short[CASES_AT_ONCE] remain
    cdef int run
    cdef Py_ssize_t case, lane
    for run in range(count):
        case = runs[run, <int> RUN_START]
        while case < runs[run, <int> RUN_STOP]:
            for lane in range(CASES_AT_ONCE):
                remain[lane] = possible[case + lane] & ~(
                    (a & (0 - <unsigned short> (one[case + lane] > first)))
                    | (b & (0 - <unsigned short> (two[case + lane] > second)))
                    | (c & (0 - <unsigned short> (three[case + lane] > third)))
                    | (d & (0 - <unsigned short> (four[case + lane] > fourth)))
                )
            for lane in range(CASES_AT_ONCE):
                possible[case + lane] = remain[lane]
            case += CASES_AT_ONCE
