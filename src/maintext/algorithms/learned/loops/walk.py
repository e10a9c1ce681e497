# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Cases through boosted trees, many cases at a time; used as machine code only.

A tree has up to 16 leaves, and every case a bit for each leaf that it may still end in. A node that a case goes right
at takes away the bits of the leaves on its left; the lowest bit that remains is the leaf. So there is nothing to decide
on the way, and as features are numbers of two bytes, like the bits, one step of the processor takes eight cases.

Some features are shared by all cases, as the length of a page by its blocks. At their nodes all cases go to the same
side, and what is below the other side need not be looked at. ``forest.Forest`` checks the numbers that stand for places
when it is made.
"""

import cython
import numpy as np


class Trees:
    """The columns of a forest, as the loops see them, and the names of the features that all cases share."""

    def __init__(self, forest, shared=frozenset()):
        self.outputs = forest.outputs
        self.count = len(forest.leaf_start)
        self.node_start = forest.node_start
        self.feature = forest.feature
        self.threshold = forest.threshold
        self.left_leaves = forest.left_leaves
        self.leaf_start = forest.leaf_start
        self.value = forest.value
        self.is_shared = np.array([name in shared for name in forest.features], dtype=np.uint8)
        self.shared_nodes = np.flatnonzero(np.asarray(self.is_shared)[forest.feature]).astype(np.intc)
        self.shared_start = np.searchsorted(self.shared_nodes, forest.node_start).astype(np.intc)
        self.own_nodes = np.zeros(self.count, dtype=np.uint32)
        self.left_nodes = np.zeros(len(forest.feature), dtype=np.uint32)
        self.right_nodes = np.zeros(len(forest.feature), dtype=np.uint32)
        self._mark_nodes()

    def _mark_nodes(self):
        """Mark the nodes of a tree that ask each case, and those below the left and the right side of each node.

        A node stands before what is below it.
        """
        leaves = np.zeros(len(self.feature) + 1, dtype=np.intc)
        for tree in range(self.count):
            first = self.node_start[tree]
            leaves[first] = self.node_start[tree + 1] - first + 1
            for node in range(first, self.node_start[tree + 1]):
                left = int(self.left_leaves[node]).bit_count()
                right = leaves[node] - left
                self.own_nodes[tree] |= (not self.is_shared[self.feature[node]]) << (node - first)
                self.left_nodes[node] = ((1 << (left - 1)) - 1) << (node + 1 - first)
                self.right_nodes[node] = ((1 << (right - 1)) - 1) << (node + left - first)
                if left > 1:
                    leaves[node + 1] = left
                if right > 1:
                    leaves[node + left] = right


def make_coarse(trees, first, last, bits, start, stop, out):
    """What ``forest.coarse`` makes of some features of some cases, given as the bits of their numbers.

    Of features that all cases share, only the first cases are of use.

    Args:
        trees: the forest.
        first: the first feature.
        last: the feature behind the last.
        bits: a row a feature, a column a case; the first column is that of the first of these cases.
        start: the first case, a multiple of ``AT_A_TIME``.
        stop: the case behind the last, likewise; there is room for all of them.
        out: a row a feature, a column a case.
    """
    for row in range(first, last):
        if trees.is_shared[row] and start > 0:
            continue
        source = cython.address(bits[row, 0])
        target = cython.address(out[row, start])
        cases = AT_A_TIME if trees.is_shared[row] else stop - start
        case = 0
        while case < cases:
            for lane in range(AT_A_TIME):
                upper = source[case + lane] >> 16
                target[case + lane] = upper ^ (upper >> 15 & AFTER_SIGN)
            case += AT_A_TIME
    return 0


def add_leaves(trees, first, last, columns, runs, count, bits, sums):
    """Add to ``sums`` the leaf that each of some trees ends in for each of some cases.

    Tree ``t`` adds to row ``t % outputs``.

    Args:
        trees: the forest.
        first: the first tree.
        last: the tree behind the last.
        columns: a row a feature, a column a case.
        runs: the first case of each run of cases that stand next to each other, and the case behind its last; both are
            multiples of ``AT_A_TIME``, and there is room for all of these cases.
        count: how many runs there are.
        bits: room for a number a case, for as many trees as are added ``TOGETHER``.
        sums: a row an output, a column a case.
    """
    if count == 0:
        return 0
    tree = first
    while tree < last:
        if trees.outputs == 1 and tree + TOGETHER <= last:
            for each in range(TOGETHER):
                _sift(trees, tree + each, columns, runs, count, cython.address(bits[each, 0]))
            _add_together(trees, tree, runs, count, bits, cython.address(sums[0, 0]))
            tree += TOGETHER
        else:
            left = cython.address(bits[0, 0])
            into = cython.address(sums[tree % trees.outputs, 0])
            value = cython.address(trees.value[trees.leaf_start[tree]])
            _sift(trees, tree, columns, runs, count, left)
            for run in range(count):
                for case in range(runs[run, 0], runs[run, 1]):
                    into[case] += value[lowest(left[case])]
            tree += 1
    return 0


def _sift(trees, tree, columns, runs, count, left):
    """Find the leaves of a tree that each case may end in, of which the first is the one, as bits."""
    begin = trees.node_start[tree]
    gone = passed = cython.cast(cython.uint, 0)
    for at in range(trees.shared_start[tree], trees.shared_start[tree + 1]):
        node = trees.shared_nodes[at]
        goes_right = columns[trees.feature[node], 0] > trees.threshold[node]
        gone |= trees.left_leaves[node] & (0 - cython.cast(cython.uint, goes_right))
        passed |= trees.left_nodes[node] if goes_right else trees.right_nodes[node]
    ahead = trees.own_nodes[tree] & ~passed
    gathered = 0
    while ahead:
        nodes[gathered] = begin + lowest(ahead)
        ahead &= ahead - 1
        gathered += 1
    for run in range(count):
        for case in range(runs[run, 0], runs[run, 1]):
            left[case] = ~gone
    while gathered % AT_ONCE:
        nodes[gathered] = nodes[0]
        gathered += 1
    while gathered:
        gathered -= AT_ONCE
        _take_away(trees, nodes + gathered, columns, runs, count, left)


def _add_together(trees, tree, runs, count, bits, into):
    """Add the leaves of some trees that follow each other, so that each sum is read and written once."""
    one = cython.address(trees.value[trees.leaf_start[tree]])
    two = cython.address(trees.value[trees.leaf_start[tree + 1]])
    three = cython.address(trees.value[trees.leaf_start[tree + 2]])
    four = cython.address(trees.value[trees.leaf_start[tree + 3]])
    a = cython.address(bits[0, 0])
    b = cython.address(bits[1, 0])
    c = cython.address(bits[2, 0])
    d = cython.address(bits[3, 0])
    for run in range(count):
        for case in range(runs[run, 0], runs[run, 1]):
            total = into[case] + one[lowest(a[case])]
            total += two[lowest(b[case])]
            total += three[lowest(c[case])]
            into[case] = total + four[lowest(d[case])]


def add_leaves_of_one(trees, column, sums):
    """Add to ``sums``, a number an output, the leaves of a single case.

    Nodes are looked at one by one, since these trees have few: that some leaf is left always holds, and keeps the
    compiler from taking several nodes at a time.
    """
    feature = cython.address(trees.feature[0])
    threshold = cython.address(trees.threshold[0])
    left_leaves = cython.address(trees.left_leaves[0])
    output = 0
    for tree in range(trees.count):
        left = cython.cast(cython.uint, ALL)
        node = trees.node_start[tree]
        stop = trees.node_start[tree + 1]
        while node < stop and left:
            goes_right = column[feature[node]] > threshold[node]
            left &= ~(left_leaves[node] & (0 - cython.cast(cython.uint, goes_right)))
            node += 1
        sums[output] += trees.value[trees.leaf_start[tree] + lowest(left)]
        output = output + 1 if output + 1 < trees.outputs else 0
    return 0


def _take_away(trees, nodes, columns, runs, count, left):
    """Take the bits of the leaves on the left of some nodes from all cases that go right there.

    What remains is gathered elsewhere before it is written, so that the compiler knows that nothing which is read
    changes on the way.
    """
    one = cython.address(columns[trees.feature[nodes[0]], 0])
    two = cython.address(columns[trees.feature[nodes[1]], 0])
    three = cython.address(columns[trees.feature[nodes[2]], 0])
    four = cython.address(columns[trees.feature[nodes[3]], 0])
    first = trees.threshold[nodes[0]]
    second = trees.threshold[nodes[1]]
    third = trees.threshold[nodes[2]]
    fourth = trees.threshold[nodes[3]]
    a = trees.left_leaves[nodes[0]]
    b = trees.left_leaves[nodes[1]]
    c = trees.left_leaves[nodes[2]]
    d = trees.left_leaves[nodes[3]]
    for run in range(count):
        case = runs[run, 0]
        while case < runs[run, 1]:
            for lane in range(AT_A_TIME):
                remain[lane] = left[case + lane] & ~(
                    (a & (0 - cython.cast(cython.ushort, one[case + lane] > first)))
                    | (b & (0 - cython.cast(cython.ushort, two[case + lane] > second)))
                    | (c & (0 - cython.cast(cython.ushort, three[case + lane] > third)))
                    | (d & (0 - cython.cast(cython.ushort, four[case + lane] > fourth)))
                )
            for lane in range(AT_A_TIME):
                left[case + lane] = remain[lane]
            case += AT_A_TIME
