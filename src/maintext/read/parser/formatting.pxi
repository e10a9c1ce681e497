"""Formatting elements that are closed in the wrong order: the standard's list of them and its adoption agency.

``<p><b>a</p>b`` continues in bold after the paragraph, so formatting elements are remembered until their own end tag
comes, and opened again where text follows. The list is bounded, and so is the number of elements that are opened again
on one page, for a few bytes could otherwise make millions of elements.
"""


cdef int add_marker(Parser parser) except -1 nogil:
    """Note that a cell, an object or the like begins: formatting from outside is not opened again in it."""
    return add_entry(parser, -1)


cdef int add_entry(Parser parser, int node) except -1 nogil:
    """Add an entry to the end of the list; if the list is full, the oldest entry is removed."""
    if parser.formatting_size == FORMATTING_CAPACITY:
        remove_entry(parser, 0)
    parser.formatting[parser.formatting_size] = node
    parser.formatting_size += 1
    return 0


cdef int remove_entry(Parser parser, int index) except -1 nogil:
    """Take an entry out of the list."""
    cdef int at
    for at in range(index, parser.formatting_size - 1):
        parser.formatting[at] = parser.formatting[at + 1]
    parser.formatting_size -= 1
    return 0


cdef int clear_to_marker(Parser parser) except -1 nogil:
    """Forget the formatting elements of a cell, an object or the like."""
    while parser.formatting_size > 0:
        parser.formatting_size -= 1
        if parser.formatting[parser.formatting_size] < 0:
            break
    return 0


cdef int add_formatting(Parser parser, int node) except -1 nogil:
    """Remember a formatting element; of identical ones no more than three."""
    cdef int alike, entries, first_alike, first, at
    alike = entries = 0
    first_alike = first = -1
    at = parser.formatting_size - 1
    while at >= 0 and parser.formatting[at] >= 0:
        entries += 1
        first = at
        if same_formatting(parser, parser.formatting[at], node):
            alike += 1
            first_alike = at
        at -= 1
    if alike >= 3:
        remove_entry(parser, first_alike)
    elif entries >= MAX_FORMATTING:
        remove_entry(parser, first)
    return add_entry(parser, node)


cdef bint same_formatting(Parser parser, int first, int second) except -1 nogil:
    """Whether two formatting elements have the same name and the same attributes, written in the same way."""
    cdef Start* one_start
    cdef Start* other_start
    cdef int size, at, one, other
    if parser.nodes[first].key != parser.nodes[second].key:
        return False
    one_start = &parser.starts[parser.nodes[first].start]
    other_start = &parser.starts[parser.nodes[second].start]
    one, other = one_start.origin, other_start.origin
    if one < 0 or other < 0 or one == other:
        return True
    size = one_start.origin_stop - one
    if size != other_start.origin_stop - other:
        return False
    for at in range(size):
        if parser.data[one + at] != parser.data[other + at]:
            return False
    return True


cdef int index_in_list(Parser parser, int node) except -2 nogil:
    """The index of a node in the list, -1 if it is not there."""
    cdef int at
    at = parser.formatting_size - 1
    while at >= 0 and parser.formatting[at] != node:
        at -= 1
    return at


cdef int last_named(Parser parser, int rule) except -2 nogil:
    """The index in the list of the last element of a name after the last marker; -1 if there is none."""
    cdef int at
    at = parser.formatting_size - 1
    while at >= 0 and parser.formatting[at] >= 0:
        if parser.nodes[parser.formatting[at]].rule == rule:
            return at
        at -= 1
    return -1


cdef int clone(Parser parser, int original) except -1 nogil:
    """A copy of an element, without place or content; it has the tag of the original but no markup of its own."""
    cdef int node
    cdef Node* fresh
    cdef Node* model
    node = new_node(parser)
    fresh = &parser.nodes[node]
    model = &parser.nodes[original]
    fresh.name, fresh.rule, fresh.key = model.name, model.rule, model.key
    fresh.start, fresh.sight, fresh.hiding = model.start, model.sight, model.hiding
    fresh.open_start = fresh.open_end = parser.tag.start
    parser.clones_left -= 1
    return node


cdef int reopen(Parser parser) except -1 nogil:
    """Open again the formatting elements that were closed with a block but not by an end tag of their own."""
    cdef int at, node
    if parser.formatting_size == 0:
        return 0
    at = parser.formatting_size - 1
    node = parser.formatting[at]
    if node < 0 or parser.nodes[node].on_stack:
        return 0
    while at > 0:
        node = parser.formatting[at - 1]
        if node < 0 or parser.nodes[node].on_stack:
            break
        at -= 1
    if parser.formatting_size - at > parser.clones_left:
        parser.formatting_size = at
        return 0
    while at < parser.formatting_size and parser.depth < MAX_DEPTH:
        node = clone(parser, parser.formatting[at])
        place_node(parser, node, current(parser))
        parser.nodes[node].sight = parser.nodes[parser.nodes[node].parent].sight
        push(parser, node)
        parser.formatting[at] = node
        at += 1
    return 0


cdef int close_any(Parser parser) except -1 nogil:
    """An end tag without a rule of its own: it closes its element unless a special element is in between."""
    cdef int rule, at, node
    rule = parser.tag.name
    if not is_open(parser, rule):
        return 0
    at = parser.depth - 1
    while at > 0:
        node = parser.stack[at]
        if parser.nodes[node].key == parser.tag.key and parser.nodes[node].rule == rule:
            close_implied(parser, rule if rule != UNKNOWN else FOREIGN, IMPLIED_END)
            while parser.depth > at:
                pop(parser)
            return 0
        if FLAGS[parser.nodes[node].rule] & SPECIAL:
            return 0
        at -= 1
    return 0


cdef int close_formatting(Parser parser, int rule) except -1 nogil:
    """An end tag of a formatting element: the adoption agency."""
    cdef int node, rounds
    node = current(parser)
    if parser.nodes[node].rule == rule and index_in_list(parser, node) < 0:
        return pop(parser)
    rounds = 0
    while rounds < 8 and adopt(parser, rule):
        rounds += 1
    return 0


cdef bint adopt(Parser parser, int rule) except -1 nogil:
    """One round of the agency, and whether another may be needed."""
    cdef int index, element, place, block_place
    index = last_named(parser, rule)
    if index < 0:
        close_any(parser)
        return False
    element = parser.formatting[index]
    if not parser.nodes[element].on_stack:
        remove_entry(parser, index)
        return False
    if not in_plain_scope(parser, rule):
        return False
    place = index_in_stack(parser, element)
    block_place = block_inside(parser, place)
    if block_place < 0 or parser.clones_left < 8:
        close_with(parser, place, index)
        return False
    move_out(parser, element, place, block_place)
    return True


cdef int index_in_stack(Parser parser, int node) except -2 nogil:
    """The index of a node on the stack, -1 if it is not there."""
    cdef int at
    at = parser.depth - 1
    while at >= 0 and parser.stack[at] != node:
        at -= 1
    return at


cdef int block_inside(Parser parser, int place) except -2 nogil:
    """The outermost special element that was opened in the element at a place of the stack; -1 without one."""
    cdef int at
    at = place + 1
    while at < parser.depth:
        if FLAGS[parser.nodes[parser.stack[at]].rule] & SPECIAL:
            return at
        at += 1
    return -1


cdef int close_with(Parser parser, int place, int index) except -1 nogil:
    """Close the element at a place of the stack with all that was opened in it, and forget its formatting."""
    while parser.depth > place:
        pop(parser)
    return remove_entry(parser, index)


cdef int move_out(Parser parser, int element, int place, int block_place) except -1 nogil:
    """Move the block out of the formatting element, and put a copy of the element around the block's content."""
    cdef int block, ancestor, last, copy, at, above
    leave_order(parser)
    block = parser.stack[block_place]
    ancestor = parser.stack[place - 1]
    last = copy_between(parser, element, place, block_place)
    detach(parser, last)
    place_node(parser, last, ancestor)

    copy = clone(parser, element)
    parser.nodes[copy].open_start = parser.nodes[copy].open_end = parser.nodes[block].open_end
    move_children(parser, block, copy)
    append(parser, block, copy)
    parser.nodes[element].close_start = parser.nodes[element].close_end = parser.nodes[block].open_start
    replace_in_list(parser, element, copy)
    remove_at(parser, element, index_in_stack(parser, element))
    at = index_in_stack(parser, block) + 1
    push(parser, copy)
    for above in range(parser.depth - 1, at, -1):
        parser.stack[above] = parser.stack[above - 1]
    parser.stack[at] = copy
    return 0


cdef int copy_between(Parser parser, int element, int place, int block_place) except -1 nogil:
    """Put copies of the formatting elements between the element and the block around the block, the outermost last.

    Other elements, and those too far from the block, leave the stack. ``bookmark`` is the index of the list at which
    the copy of the element will be put.
    """
    cdef int block, last, inner, at, node, index, copy
    block = last = parser.stack[block_place]
    parser.bookmark = index_in_list(parser, element)
    inner = 0
    for at in range(block_place - 1, place, -1):
        node = parser.stack[at]
        inner += 1
        index = index_in_list(parser, node)
        if inner > 3 and index >= 0:
            remove_entry(parser, index)
            if index < parser.bookmark:
                parser.bookmark -= 1
            index = -1
        if index < 0:
            remove_at(parser, node, at)
            if parser.nodes[node].close_start < 0:
                parser.nodes[node].close_start = parser.nodes[node].close_end = parser.tag.start
            continue
        copy = clone(parser, node)
        parser.nodes[copy].open_start = parser.nodes[copy].open_end = parser.nodes[last].open_start
        parser.nodes[node].close_start = parser.nodes[node].close_end = parser.nodes[last].open_start
        parser.nodes[node].on_stack = False
        parser.nodes[copy].on_stack = True
        parser.formatting[index] = copy
        parser.stack[at] = copy
        if last == block:
            parser.bookmark = index + 1
        detach(parser, last)
        append(parser, copy, last)
        last = copy
    return last


cdef int replace_in_list(Parser parser, int element, int copy) except -1 nogil:
    """Put the copy of an element in the list, at the bookmark, instead of the element."""
    cdef int index
    index = index_in_list(parser, element)
    while index < parser.bookmark - 1:
        parser.formatting[index] = parser.formatting[index + 1]
        index += 1
    while index > parser.bookmark:
        parser.formatting[index] = parser.formatting[index - 1]
        index -= 1
    parser.formatting[index] = copy
    return 0


cdef int move_children(Parser parser, int source, int target) except -1 nogil:
    """Make all children of a node those of another that has none."""
    cdef int child, following
    child = parser.links[source].first
    while child >= 0:
        following = parser.links[child].next
        append(parser, target, child)
        child = following
    parser.links[source].first = parser.links[source].last = -1
    return 0
