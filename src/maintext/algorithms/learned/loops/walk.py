# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Cases through boosted trees, many cases at a time; used as machine code only.

A tree has up to 32 leaves, and every case a bit for each leaf that it may still end in. A node that a case goes right
at takes away the bits of the leaves on its left; the lowest bit that remains is the leaf. So there is nothing to decide
on the way, and the same step is taken for several cases at once. ``forest.Forest`` checks the numbers that stand for
places when it is made.
"""

import cython

LEAF_OF_BIT = (
    *(0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8),
    *(31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9),
)
for _bit in range(32):
    LEAVES[_bit] = LEAF_OF_BIT[_bit]


class Trees:
    """The columns of a forest, as the loops see them."""

    def __init__(self, forest):
        self.outputs = forest.outputs
        self.count = len(forest.leaf_start)
        self.node_start = forest.node_start
        self.feature = forest.feature
        self.threshold = forest.threshold
        self.left_leaves = forest.left_leaves
        self.leaf_start = forest.leaf_start
        self.value = forest.value


def add_leaves(trees, columns, bits, sums):
    """Add to ``sums`` the leaf that each tree ends in for each case; tree ``t`` adds to row ``t % outputs``.

    Args:
        trees: the forest.
        columns: a row a feature, a column a case.
        bits: room for a number a case.
        sums: a row an output, a column a case.
    """
    count = columns.shape[1]
    for tree in range(trees.count):
        for case in range(count):
            bits[case] = 0xFFFFFFFF
        for node in range(trees.node_start[tree], trees.node_start[tree + 1]):
            _take_away(
                cython.address(columns[trees.feature[node], 0]),
                count,
                trees.threshold[node],
                trees.left_leaves[node],
                cython.address(bits[0]),
            )
        first = trees.leaf_start[tree]
        row = tree % trees.outputs
        for case in range(count):
            sums[row, case] += trees.value[first + _lowest(bits[case])]
    return 0


def add_leaves_of_one(trees, column, sums):
    """Add to ``sums``, a number an output, the leaves of a single case."""
    for tree in range(trees.count):
        bits = cython.cast(cython.uint, 0xFFFFFFFF)
        for node in range(trees.node_start[tree], trees.node_start[tree + 1]):
            if column[trees.feature[node]] > trees.threshold[node]:
                bits &= trees.left_leaves[node]
        sums[tree % trees.outputs] += trees.value[trees.leaf_start[tree] + _lowest(bits)]
    return 0


def _lowest(bits):
    """The number of the lowest bit that is set."""
    return LEAVES[((bits & (~bits + 1)) * cython.cast(cython.uint, 0x077CB531)) >> 27]


def _take_away(column, count, threshold, left_leaves, bits):
    """Take the bits of the leaves on the left from all cases that go right."""
    for case in range(count):
        bits[case] &= left_leaves | (0 - cython.cast(cython.uint, column[case] <= threshold))
