"""The blocks of naive Bayes, one leaf at a time."""

from maintext.table._table cimport CHARACTERS, PARENT, PUNCTUATION, SEGMENT_CHARACTERS, SEGMENT_OWNER

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
    const short[::1] tag, const int[:, ::1] columns, const int[:, ::1] segments, const unsigned char[::1] is_shown,
    const unsigned char[::1] kinds_of_tag, int[:, ::1] found, double[:, ::1] sums,
):
    """Assign the text of a page to the nodes around it, and these to blocks; returns how many of both there are.

    Args:
        tag: the tag of each row.
        columns: the page's ``row_columns``.
        segments: the page's ``segment_columns``.
        is_shown: whether each row is rendered.
        kinds_of_tag: whether a tag is a node's (1), a link's (2) or a paragraph's (4), by its code.
        found: scratch array, 6 x rows. By row: the nearest node, whether it is in a link, the block of the node if it
            is one, the block of its own text. By node in the order of their first text: its row and its block.
        sums: 4 x blocks, zeros: characters outside links and in links, punctuation and paragraphs are added here.
    """
    cdef const int[::1] parent = columns[<int> PARENT]
    cdef const int[::1] characters = columns[<int> CHARACTERS]
    cdef const int[::1] punctuation = columns[<int> PUNCTUATION]
    cdef int row, above, kinds, node, block, nodes, blocks
    for row in range(<int> tag.shape[0]):
        above = parent[row]
        kinds = kinds_of_tag[tag[row]]
        found[<int> BLOCK_OF_NODE, row] = -1
        found[<int> IN_LINK, row] = kinds & LINK or (above >= 0 and found[<int> IN_LINK, above])
        found[<int> NEAREST, row] = found[<int> NEAREST, above] if above >= 0 else -1
        if is_shown[row] and kinds & NODE:
            found[<int> NEAREST, row] = row
    nodes, blocks = _number_blocks(parent, segments, is_shown, found)
    for row in range(<int> tag.shape[0]):
        found[<int> BLOCK_OF_ROW, row] = -1
        node = found[<int> NEAREST, row]
        if node < 0 or not is_shown[row] or found[<int> BLOCK_OF_NODE, node] < 0:
            continue
        block = found[<int> BLOCK_OF_NODE, node]
        if kinds_of_tag[tag[row]] & PARAGRAPH:
            sums[<int> PARAGRAPHS, block] += 1
        if characters[row] > 0:
            found[<int> BLOCK_OF_ROW, row] = block
            sums[<int> (LINKED if found[<int> IN_LINK, row] else UNLINKED), block] += characters[row]
            sums[<int> MARKS, block] += punctuation[row]
    return nodes, blocks


cdef (int, int) _number_blocks(
    const int[::1] parent, const int[:, ::1] segments, const unsigned char[::1] is_shown, int[:, ::1] found,
) except *:
    """Give each node with text its block, leaf by leaf: a node's sibling joins it if its text is the next leaf."""
    cdef const int[::1] owner = segments[<int> SEGMENT_OWNER]
    cdef const int[::1] characters = segments[<int> SEGMENT_CHARACTERS]
    cdef int nodes = 0, blocks = 0, last = -1, segment, node
    for segment in range(<int> segments.shape[1] - 1):
        node = found[<int> NEAREST, owner[segment]]
        if node < 0 or node == last or not is_shown[owner[segment]] or characters[segment] == 0:
            continue
        if found[<int> BLOCK_OF_NODE, node] < 0:
            if last >= 0 and parent[node] == parent[last]:
                found[<int> BLOCK_OF_NODE, node] = found[<int> BLOCK_OF_NODE, last]
            else:
                found[<int> BLOCK_OF_NODE, node] = blocks
                blocks += 1
            found[<int> NODES, nodes] = node
            found[<int> BLOCKS, nodes] = found[<int> BLOCK_OF_NODE, node]
            nodes += 1
        last = node
    return nodes, blocks
