"""The blocks of naive Bayes, one row at a time."""

from maintext.table._table cimport CHARACTERS, PARENT, PUNCTUATION

# Bits of ``kinds_of_tag``.
cdef enum:
    NODE = 1
    LINK = 2
    PARAGRAPH = 4

# Rows of ``found``.
cdef enum Found:
    NEAREST, IN_LINK, BLOCK_OF_NODE, BLOCK_OF_ROW, NODES, BLOCKS

# Rows of ``sums``.
cdef enum Sum:
    UNLINKED, LINKED, MARKS, PARAGRAPHS


def split_into_blocks(
    const short[::1] tag, const int[:, ::1] columns, const unsigned char[::1] is_shown,
    const unsigned char[::1] kinds_of_tag, int[:, ::1] found, double[:, ::1] sums,
):
    """Assign the text of a page to the nodes around it, and these to blocks; returns the number of nodes.

    Args:
        tag: the tag of each row.
        columns: the page's ``row_columns``.
        is_shown: whether each row is rendered.
        kinds_of_tag: whether a tag is a node's (1), a link's (2) or a paragraph's (4), by its code.
        found: scratch array, 6 x rows. By row: the nearest node, whether it is in a link, the block of the node if it
            is one, the block of its own text. By node in the order of their first text: its row and its block.
        sums: 4 x blocks, zeros: characters outside links and in links, punctuation and paragraphs are added here.
    """
    cdef const int[::1] parent = columns[<int> PARENT]
    cdef const int[::1] characters = columns[<int> CHARACTERS]
    cdef const int[::1] punctuation = columns[<int> PUNCTUATION]
    cdef int nodes = 0, last = -1, block = -1, row, above, kinds, node
    for row in range(<int> tag.shape[0]):
        above = parent[row]
        kinds = kinds_of_tag[tag[row]]
        found[<int> BLOCK_OF_NODE, row] = -1
        found[<int> BLOCK_OF_ROW, row] = -1
        found[<int> IN_LINK, row] = kinds & LINK or (above >= 0 and found[<int> IN_LINK, above])
        found[<int> NEAREST, row] = found[<int> NEAREST, above] if above >= 0 else -1
        if is_shown[row] and kinds & NODE:
            found[<int> NEAREST, row] = row
        node = found[<int> NEAREST, row]
        if node < 0 or not is_shown[row] or characters[row] == 0:
            continue
        if found[<int> BLOCK_OF_NODE, node] < 0:
            if last < 0 or parent[node] != parent[last]:
                block += 1
            last = node
            found[<int> NODES, nodes] = node
            found[<int> BLOCKS, nodes] = block
            found[<int> BLOCK_OF_NODE, node] = block
            nodes += 1
        found[<int> BLOCK_OF_ROW, row] = found[<int> BLOCK_OF_NODE, node]
        sums[<int> (LINKED if found[<int> IN_LINK, row] else UNLINKED), found[<int> BLOCK_OF_ROW, row]] += characters[row]
        sums[<int> MARKS, found[<int> BLOCK_OF_ROW, row]] += punctuation[row]
    for row in range(<int> tag.shape[0]):
        if kinds_of_tag[tag[row]] & PARAGRAPH and is_shown[row] and found[<int> NEAREST, row] >= 0:
            block = found[<int> BLOCK_OF_NODE, found[<int> NEAREST, row]]
            if block >= 0:
                sums[<int> PARAGRAPHS, block] += 1
    return nodes
