# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Every block through every tree, many blocks at a time; used as machine code only.

A tree has up to 32 leaves, and every block a bit for each leaf that it may still end in. A node that a block goes right
at takes away the bits of the leaves on its left; the lowest bit that remains is the block's leaf. So there is nothing
to decide on the way, and the same step is taken for several blocks at once. ``forest.Forest`` checks the numbers that
stand for places when it is made.
"""

import cython

LEAF_OF_BIT = (
    *(0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8),
    *(31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9),
)
for _bit in range(32):
    LEAVES[_bit] = LEAF_OF_BIT[_bit]


def add_leaves(columns, node_start, feature, threshold, left_leaves, leaf_start, value, outputs, bits, sums):
    """Add to ``sums`` the leaf that each tree ends in for each block; tree ``t`` adds to row ``t % outputs``.

    Args:
        columns: a row a feature, a column a block.
        node_start: where the nodes of each tree begin, and where the last tree's end.
        feature: of each node.
        threshold: of each node; a block with more goes right.
        left_leaves: all bits but those of the leaves on the left of each node.
        leaf_start: where the leaves of each tree begin.
        value: of each leaf.
        outputs: the number of rows of ``sums``.
        bits: room for a number a block.
        sums: what is added to.
    """
    count = columns.shape[1]
    for tree in range(node_start.shape[0] - 1):
        for block in range(count):
            bits[block] = 0xFFFFFFFF
        for node in range(node_start[tree], node_start[tree + 1]):
            _take_away(columns[feature[node]], threshold[node], left_leaves[node], bits)
        first = leaf_start[tree]
        row = tree % outputs
        for block in range(count):
            bit = bits[block]
            bit = ((bit & (~bit + 1)) * 0x077CB531) >> 27
            sums[row, block] += value[first + LEAVES[bit & 31]]
    return 0


def _take_away(column, threshold, left_leaves, bits):
    """Take the bits of the leaves on the left from all blocks that go right."""
    for block in range(column.shape[0]):
        bits[block] &= left_leaves | (0 - cython.cast(cython.uint, column[block] <= threshold))
    return 0
