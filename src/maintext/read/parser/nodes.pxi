"""The tree as the standard builds it: nodes linked by numbers.

As long as each node is added after all others, the nodes are in document order, and their parents are all that has to
be known. ``moved`` is set when a node is put elsewhere, out of a table or by the rules for misnested formatting; from
then on siblings are linked, and at the end the nodes are put in order.
"""


cdef int new_node(Parser parser) except -1 nogil:
    """A node without place, content or origin."""
    cdef int node
    cdef Node* fresh
    if parser.count == parser.nodes.shape[0]:
        grow_arrays(parser, 0)
    node = parser.count
    parser.count += 1
    fresh = &parser.nodes[node]
    fresh.parent = fresh.close_start = fresh.close_end = -1
    fresh.is_text = fresh.on_stack = fresh.apart = fresh.hiding = False
    fresh.sight = SEEN
    fresh.space, fresh.point = IN_HTML, NO_POINT
    if parser.moved:
        clear_links(parser, node)
    return node


cdef int clear_links(Parser parser, int node) except -1 nogil:
    """Clear the links of a new node."""
    cdef Link* link
    if parser.links.shape[0] <= node:
        grow_links(parser)
    link = &parser.links[node]
    link.first = link.last = link.next = link.previous = -1
    return 0


cdef int append(Parser parser, int parent, int node) except -1 nogil:
    """Make a node the last child of another."""
    parser.nodes[node].parent = parent
    if parser.moved:
        link_last(parser, parent, node)
    return 0


cdef int link_last(Parser parser, int parent, int node) except -1 nogil:
    """Put a node after the last child of its parent."""
    cdef Link* above
    cdef int last
    above = &parser.links[parent]
    last = above.last
    parser.links[node].previous = last
    parser.links[node].next = -1
    above.last = node
    if last >= 0:
        parser.links[last].next = node
    else:
        above.first = node
    return 0


cdef int leave_order(Parser parser) except -1 nogil:
    """Link all nodes so far, because the next one will not be put after all others."""
    cdef int node
    if parser.moved:
        return 0
    parser.moved = True
    for node in range(parser.count):
        clear_links(parser, node)
    for node in range(parser.count):
        if parser.nodes[node].parent >= 0:
            link_last(parser, parser.nodes[node].parent, node)
    return 0


cdef int last_of_root(Parser parser) except -2 nogil:
    """The last child of the root, as long as all nodes are in order."""
    cdef int node
    node = parser.count - 1
    while node >= 0 and parser.nodes[node].parent != parser.html:
        node = parser.nodes[node].parent
    return node


cdef int insert_before(Parser parser, int node, int reference) except -1 nogil:
    """Make a node the sibling right before another."""
    cdef int parent, before
    leave_order(parser)
    parent = parser.nodes[reference].parent
    before = parser.links[reference].previous
    parser.nodes[node].parent = parent
    parser.links[node].previous = before
    parser.links[node].next = reference
    parser.links[reference].previous = node
    if before >= 0:
        parser.links[before].next = node
    else:
        parser.links[parent].first = node
    return 0


cdef int detach(Parser parser, int node) except -1 nogil:
    """Take a node with all below it out of the tree."""
    cdef int parent, before, after
    leave_order(parser)
    parent = parser.nodes[node].parent
    before = parser.links[node].previous
    after = parser.links[node].next
    if parent < 0:
        return 0
    if before >= 0:
        parser.links[before].next = after
    else:
        parser.links[parent].first = after
    if after >= 0:
        parser.links[after].previous = before
    else:
        parser.links[parent].last = before
    parser.nodes[node].parent = parser.links[node].previous = parser.links[node].next = -1
    return 0


cdef int place_node(Parser parser, int node, int target) except -1 nogil:
    """Add a node to an element, or before the table if the element is part of one that cannot hold it."""
    if parser.foster and FLAGS[parser.nodes[target].rule] & TABLE_PART:
        return place_before_table(parser, node)
    return append(parser, target, node)


cdef int place_before_table(Parser parser, int node) except -1 nogil:
    """Add a node before the innermost table, or where it belongs without one."""
    cdef int at, table
    leave_order(parser)
    at = foster_table(parser)
    if at < 0:
        return append(parser, parser.stack[0], node)
    table = parser.stack[at]
    if parser.nodes[table].rule == TEMPLATE:
        return append(parser, table, node)
    if parser.nodes[table].parent >= 0:
        return insert_before(parser, node, table)
    return append(parser, parser.stack[max(at - 1, 0)], node)


cdef int add_element(Parser parser, int name, int rule, bint has_tag) except -1 nogil:
    """Add an element where new nodes go: that of the current tag, or one without a tag.

    When the arrays grow, nodes and starts move. So the new entries of both exist before one of them is filled.
    """
    cdef int number, node
    cdef Start* start
    cdef Node* fresh
    cdef unsigned int flags
    number = new_start(parser)
    node = new_node(parser)
    fresh = &parser.nodes[node]
    start = &parser.starts[number]
    fresh.start = number
    fresh.name = name
    fresh.rule = rule
    fresh.open_start = parser.tag.start
    if has_tag:
        fresh.key = parser.tag.key
        fresh.open_end = parser.tag.stop
        take_tag(parser, fresh)
    else:
        fresh.key = KEYS[name]
        start.origin = -1
        start.origin_stop = fresh.open_end = parser.tag.start
        start.tag_length = LENGTHS[name] + 2
        start.class_start = start.class_stop = start.id_start = start.id_stop = 0
        start.mark_start = start.mark_stop = 0
    if not FLAGS[rule] & VOID:
        start.tag_length += parser.tag.name_stop - parser.tag.name_start + 3 if has_tag else LENGTHS[name] + 3
    if parser.depth > 0:
        place_node(parser, node, parser.stack[parser.depth - 1])
        fresh.sight = parser.nodes[fresh.parent].sight
    flags = FLAGS[name]
    if flags & UNRENDERED:
        fresh.sight = max(fresh.sight, VEILED if flags & SOFT else HIDDEN)
    return node


cdef int new_start(Parser parser) except -1 nogil:
    """The index of a new entry for the start tag of an element."""
    if parser.started == parser.starts.shape[0]:
        grow_arrays(parser, 0)
    parser.started += 1
    return parser.started - 1


cdef int add_attributes(Parser parser, int node) except -1 nogil:
    """Take the attributes of the current tag for an element that was opened without a tag."""
    cdef Node* element
    cdef Start* start
    element = &parser.nodes[node]
    start = &parser.starts[element.start]
    if start.origin >= 0:
        return 0
    take_tag(parser, element)
    start.tag_length += parser.tag.name_stop - parser.tag.name_start + 3
    return 0


cdef int take_tag(Parser parser, Node* element) except -1 nogil:
    """Keep the parts of the current tag that describe its element."""
    parser.starts[element.start] = parser.tag.says
    element.hiding = parser.tag.hiding
    return 0


cdef int open_element(Parser parser) except -1 nogil:
    """Add the element of the current start tag and put it on the stack."""
    cdef int node
    node = add_element(parser, parser.tag.name, parser.tag.name, True)
    push(parser, node)
    return node


cdef int open_implied(Parser parser, int name) except -1 nogil:
    """Add an element without a tag and put it on the stack."""
    cdef int node
    node = add_element(parser, name, name, False)
    push(parser, node)
    return node


cdef int add_void(Parser parser, int name) except -1 nogil:
    """Add the element of the current start tag; it has no content."""
    cdef int node
    node = add_element(parser, name, name, not parser.is_end)
    parser.nodes[node].close_start = parser.nodes[node].close_end = parser.nodes[node].open_end
    return node


cdef int insert_text(Parser parser, int limit, bint is_raw) except -1 nogil:
    """Add the text from here on to the innermost element, or before the table if it is not allowed there.

    Hidden text is left out, unless a rule may still move it to where it is visible.
    """
    cdef int target, sight, node, begin
    cdef Node* text
    target = current(parser)
    sight = parser.nodes[target].sight
    if sight == HIDDEN:
        if is_raw or limit < parser.size:
            parser.pos = limit
            return 0
        return skip_text(parser)
    if sight == VEILED:
        leave_order(parser)
    begin = parser.pos
    read_run(parser, limit, is_raw)
    if parser.run.stop == parser.run.start:
        return 0
    node = parser.count - 1
    if not continues_text(parser, node, target):
        node = new_text(parser, target)
        parser.nodes[node].close_start = begin
    parser.comment_in = -1
    text = &parser.nodes[node]
    text.close_end = parser.pos
    text.open_end = parser.run.stop
    text.length += parser.run.length
    text.characters += parser.run.characters
    text.marks += parser.run.marks
    return 0


cdef bint continues_text(Parser parser, int last, int target) except -1 nogil:
    """Whether text in an element continues that of the last node."""
    if parser.nodes[last].parent != target or not parser.nodes[last].is_text:
        return False
    return parser.comment_in != target and not parser.moved and not parser.foster


cdef int new_text(Parser parser, int target) except -1 nogil:
    """Add an empty text to an element, or before the table, which starts where the current run does."""
    cdef int node
    cdef Node* fresh
    node = new_node(parser)
    place_node(parser, node, target)
    fresh = &parser.nodes[node]
    fresh.is_text = True
    fresh.apart = fresh.parent == parser.comment_in
    fresh.open_start = parser.run.start
    fresh.length = fresh.characters = fresh.marks = 0
    parser.texts += 1
    return node
