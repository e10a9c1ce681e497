# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False
"""Names of rows and sums along their tree, a row at a time; used as machine code only, see ``maintext.table``."""


def look_up_tags(tag, is_one, marked):
    """Mark the rows whose name is one of some."""
    for row in range(len(tag)):
        marked[row] = is_one[tag[row]]
    return 0


def add_to_parents(parent, sums):
    """Add up a column over subtrees, in place: from the last row on, each row's sum is also its parent's."""
    for row in range(len(sums) - 1, 0, -1):
        if parent[row] >= 0:
            sums[parent[row]] += sums[row]
    return 0


def count_around(parent, marked, counts):
    """How many marked rows each row stands in, itself counted."""
    for row in range(len(counts)):
        counts[row] = marked[row] != 0
        if parent[row] >= 0:
            counts[row] += counts[parent[row]]
    return 0


def find_nearest(parent, marked, nearest):
    """The closest marked row among each row and its ancestors, -1 where there is none."""
    for row in range(len(nearest)):
        if marked[row]:
            nearest[row] = row
        else:
            nearest[row] = nearest[parent[row]] if parent[row] >= 0 else -1
    return 0
