# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: annotation_typing=False, freethreading_compatible=True
"""Every row through every tree, one after the other: quick as machine code, and only used as such.

``forest.Forest`` does the same with NumPy where there was no compiler. The types are in ``walk.pxd``.
"""


def add_leaves(rows, roots, feature, threshold, left, right, value, outputs, sums):
    """Add to ``sums`` the leaf that each tree ends in for each row; tree ``t`` adds to column ``t % outputs``."""
    for row in range(rows.shape[0]):
        for tree in range(roots.shape[0]):
            node = roots[tree]
            while left[node] != node:
                node = left[node] if rows[row, feature[node]] <= threshold[node] else right[node]
            sums[row, tree % outputs] += value[node]
    return 0
