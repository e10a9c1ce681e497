# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False
"""Names of rows and sums along their tree, a row at a time.

All but the blocks of naive Bayes is used as machine code only: ``maintext.table`` has it for NumPy, too.
"""

IS_COMPILED = not __file__.endswith(".py")
NODE, LINK, PARAGRAPH = 1, 2, 4
NEAREST, IN_LINK, BLOCK_OF_NODE, BLOCK_OF_ROW, NODES, BLOCKS = range(6)
UNLINKED, LINKED, MARKS, PARAGRAPHS = range(4)


def part_into_blocks(tag, parent, characters, punctuation, is_shown, kind, found, sums):
    """Part the text of a page among the nodes around it, and these into blocks; gives how many nodes there are.

    Args:
        tag: of each row.
        parent: of each row.
        characters: of each row's own text.
        punctuation: of each row's own text.
        is_shown: of each row.
        kind: for each name whether it is a node's, a link's or a paragraph's.
        found: room for six numbers a row: the nearest node, whether it is in a link, if it is a node its block, the
            block of its own text; and for nodes in the order of their first text, which row they are and their block.
        sums: zeros for each block: the characters outside links and in links, punctuation and paragraphs.
    """
    nodes = 0
    last = block = -1
    for row in range(len(tag)):
        above = parent[row]
        kinds = kind[tag[row]]
        found[BLOCK_OF_NODE, row] = found[BLOCK_OF_ROW, row] = -1
        found[IN_LINK, row] = kinds & LINK or (above >= 0 and found[IN_LINK, above])
        found[NEAREST, row] = found[NEAREST, above] if above >= 0 else -1
        if is_shown[row] and kinds & NODE:
            found[NEAREST, row] = row
        node = found[NEAREST, row]
        if node < 0 or not is_shown[row] or characters[row] == 0:
            continue
        if found[BLOCK_OF_NODE, node] < 0:
            if last < 0 or parent[node] != parent[last]:
                block += 1
            last = found[NODES, nodes] = node
            found[BLOCKS, nodes] = found[BLOCK_OF_NODE, node] = block
            nodes += 1
        found[BLOCK_OF_ROW, row] = found[BLOCK_OF_NODE, node]
        sums[LINKED if found[IN_LINK, row] else UNLINKED, found[BLOCK_OF_ROW, row]] += characters[row]
        sums[MARKS, found[BLOCK_OF_ROW, row]] += punctuation[row]
    for row in range(len(tag)):
        if kind[tag[row]] & PARAGRAPH and is_shown[row] and found[NEAREST, row] >= 0:
            block = found[BLOCK_OF_NODE, found[NEAREST, row]]
            if block >= 0:
                sums[PARAGRAPHS, block] += 1
    return nodes
