# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""The tree as the standard builds it: nodes linked by numbers, the stack of open elements, and its scopes.

As long as each node is added behind all others, the nodes stand in document order already, and to know their parents
is enough. ``moved`` says that one was put elsewhere, out of a table or by the rules for misnested formatting; from then
on siblings are linked, and at the end the nodes are put in order.
"""

import cython


def new_node(scan: Scan) -> int:
    """A node without place, content or origin."""
    if scan.count == scan.nodes.shape[0]:
        more_room(scan, 0)
    node = scan.count
    scan.count += 1
    fresh = cython.address(scan.nodes[node])
    fresh.parent = fresh.close_start = fresh.close_end = -1
    fresh.is_text = fresh.on_stack = fresh.apart = fresh.hidden = False
    fresh.sight = SEEN
    fresh.space, fresh.point = IN_HTML, NO_POINT
    if scan.moved:
        _unlink(scan, node)
    return node


def _unlink(scan: Scan, node: int) -> int:
    """Give a node no links so far."""
    if scan.links.shape[0] <= node:
        more_links(scan)
    link = cython.address(scan.links[node])
    link.first = link.last = link.next = link.previous = -1
    return 0


def append(scan: Scan, parent: int, node: int) -> int:
    """Make a node the last child of another."""
    scan.nodes[node].parent = parent
    if scan.moved:
        _link(scan, parent, node)
    return 0


def _link(scan: Scan, parent: int, node: int) -> int:
    """Put a node behind the last child of its parent."""
    above = cython.address(scan.links[parent])
    last = above.last
    scan.links[node].previous = last
    scan.links[node].next = -1
    above.last = node
    if last >= 0:
        scan.links[last].next = node
    else:
        above.first = node
    return 0


def leave_order(scan: Scan) -> int:
    """Link all nodes so far, for one is about to be put elsewhere than behind all others."""
    if scan.moved:
        return 0
    scan.moved = True
    for node in range(scan.count):
        _unlink(scan, node)
    for node in range(scan.count):
        if scan.nodes[node].parent >= 0:
            _link(scan, scan.nodes[node].parent, node)
    return 0


def last_of_root(scan: Scan) -> int:
    """The last child of the root, as long as all nodes are in order."""
    node = scan.count - 1
    while node >= 0 and scan.nodes[node].parent != scan.html:
        node = scan.nodes[node].parent
    return node


def insert_before(scan: Scan, node: int, reference: int) -> int:
    """Make a node the sibling right before another."""
    leave_order(scan)
    parent = scan.nodes[reference].parent
    before = scan.links[reference].previous
    scan.nodes[node].parent = parent
    scan.links[node].previous = before
    scan.links[node].next = reference
    scan.links[reference].previous = node
    if before >= 0:
        scan.links[before].next = node
    else:
        scan.links[parent].first = node
    return 0


def detach(scan: Scan, node: int) -> int:
    """Take a node with all below it out of the tree."""
    leave_order(scan)
    parent = scan.nodes[node].parent
    before = scan.links[node].previous
    behind = scan.links[node].next
    if parent < 0:
        return 0
    if before >= 0:
        scan.links[before].next = behind
    else:
        scan.links[parent].first = behind
    if behind >= 0:
        scan.links[behind].previous = before
    else:
        scan.links[parent].last = before
    scan.nodes[node].parent = scan.links[node].previous = scan.links[node].next = -1
    return 0


def foster_table(scan: Scan) -> int:
    """The place in the stack of the innermost table, for what must stand before it; or that of a template below it.

    -1 if there is neither.
    """
    if not is_open(scan, TABLE) and not is_open(scan, TEMPLATE):
        return -1
    at = scan.depth - 1
    while at >= 0:
        rule = scan.nodes[scan.stack[at]].rule
        if rule == TABLE or rule == TEMPLATE:
            return at
        at -= 1
    return -1


def place_node(scan: Scan, node: int, target: int) -> int:
    """Add a node to an element, or before the table if the element is part of one that cannot hold it."""
    if scan.foster and FLAGS[scan.nodes[target].rule] & TABLE_PART:
        return _place_before_table(scan, node)
    return append(scan, target, node)


def _place_before_table(scan: Scan, node: int) -> int:
    """Add a node before the innermost table, or where it goes without one."""
    leave_order(scan)
    at = foster_table(scan)
    if at < 0:
        return append(scan, scan.stack[0], node)
    table = scan.stack[at]
    if scan.nodes[table].rule == TEMPLATE:
        return append(scan, table, node)
    if scan.nodes[table].parent >= 0:
        return insert_before(scan, node, table)
    return append(scan, scan.stack[max(at - 1, 0)], node)


def push(scan: Scan, node: int) -> int:
    """Put an element on the stack."""
    element = cython.address(scan.nodes[node])
    element.on_stack = True
    scan.open_count[element.rule] += 1
    scan.stack[scan.depth] = node
    scan.depth += 1
    return 0


def forget(scan: Scan, node: int, index: int) -> int:
    """Take the element at a place of the stack off it."""
    element = cython.address(scan.nodes[node])
    element.on_stack = False
    scan.open_count[element.rule] -= 1
    scan.depth -= 1
    for at in range(index, scan.depth):
        scan.stack[at] = scan.stack[at + 1]
    if scan.left_out_total and scan.depth < MAX_DEPTH - 1:
        forget_left_out(scan)
    return 0


def pop(scan: Scan) -> int:
    """Close the innermost element. The end tag at hand is its own if the names agree; else it ends before the tag."""
    node = scan.stack[scan.depth - 1]
    element = cython.address(scan.nodes[node])
    element.close_start = element.close_end = scan.tag.start
    if scan.is_end and not scan.end_used and element.key == scan.tag.key:
        element.close_end = scan.tag.stop
        scan.end_used = True
    return forget(scan, node, scan.depth - 1)


def remove_from_stack(scan: Scan, node: int) -> int:
    """Take an element off the stack wherever it stands there."""
    at = scan.depth - 1
    while at >= 0 and scan.stack[at] != node:
        at -= 1
    if at >= 0:
        if scan.nodes[node].close_start < 0:
            scan.nodes[node].close_start = scan.tag.start
            scan.nodes[node].close_end = scan.tag.stop if scan.is_end else scan.tag.start
        forget(scan, node, at)
    return 0


def add_element(scan: Scan, name: int, rule: int, has_tag: bool) -> int:
    """Add an element where new nodes go: that of the tag at hand, or one that no tag speaks of.

    Where room is made for more, nodes and starts move, so what is new of both has its room before it is filled.
    """
    number = _new_start(scan)
    node = new_node(scan)
    fresh = cython.address(scan.nodes[node])
    start = cython.address(scan.starts[number])
    fresh.start = number
    fresh.name = name
    fresh.rule = rule
    fresh.open_start = scan.tag.start
    if has_tag:
        fresh.key = scan.tag.key
        fresh.open_end = scan.tag.stop
        _take_tag(scan, fresh)
    else:
        fresh.key = KEYS[name]
        start.origin = -1
        start.origin_stop = fresh.open_end = scan.tag.start
        start.tag_length = LENGTHS[name] + 2
        start.class_start = start.class_stop = start.id_start = start.id_stop = 0
        start.mark_start = start.mark_stop = 0
    if not FLAGS[rule] & VOID:
        start.tag_length += scan.tag.name_stop - scan.tag.name_start + 3 if has_tag else LENGTHS[name] + 3
    if scan.depth > 0:
        place_node(scan, node, scan.stack[scan.depth - 1])
        fresh.sight = scan.nodes[fresh.parent].sight
    flags = FLAGS[name]
    if flags & UNRENDERED:
        fresh.sight = max(fresh.sight, VEILED if flags & SOFT else HIDDEN)
    return node


def _new_start(scan: Scan) -> int:
    """Room for what the start tag of an element says."""
    if scan.started == scan.starts.shape[0]:
        more_room(scan, 0)
    scan.started += 1
    return scan.started - 1


def add_attributes(scan: Scan, node: int) -> int:
    """Give an element that is open without a tag what the tag at hand, which comes late, says of it."""
    element = cython.address(scan.nodes[node])
    start = cython.address(scan.starts[element.start])
    if start.origin >= 0:
        return 0
    _take_tag(scan, element)
    start.tag_length += scan.tag.name_stop - scan.tag.name_start + 3
    return 0


def _take_tag(scan: Scan, element: Node) -> int:
    """Keep what the tag at hand says of its element."""
    scan.starts[element.start] = scan.tag.says
    element.hidden = scan.tag.hidden
    return 0


def open_element(scan: Scan) -> int:
    """Add the element of the start tag at hand and put it on the stack."""
    node = add_element(scan, scan.tag.name, scan.tag.name, True)
    push(scan, node)
    return node


def open_implied(scan: Scan, name: int) -> int:
    """Add an element that no tag speaks of and put it on the stack."""
    node = add_element(scan, name, name, False)
    push(scan, node)
    return node


def add_void(scan: Scan, name: int) -> int:
    """Add the element of the start tag at hand; it has no content."""
    node = add_element(scan, name, name, not scan.is_end)
    scan.nodes[node].close_start = scan.nodes[node].close_end = scan.nodes[node].open_end
    return node


def in_plain_scope(scan: Scan, wanted: int) -> bool:
    """Whether an element is open with nothing in between that bounds its scope."""
    return in_scope(scan, wanted, UNKNOWN, UNKNOWN)


def in_scope(scan: Scan, wanted: int, extra: int, other: int) -> bool:
    """The same with one or two more names that bound the scope."""
    if scan.open_count[wanted] == 0:
        return False
    at = scan.depth - 1
    while at >= 0:
        rule = scan.nodes[scan.stack[at]].rule
        if rule == wanted:
            return True
        if FLAGS[rule] & SCOPE or ((rule == extra or rule == other) and rule != UNKNOWN):
            return False
        at -= 1
    return False


def in_table_scope(scan: Scan, wanted: int) -> bool:
    """Whether a part of a table is open in the innermost one."""
    if scan.open_count[wanted] == 0:
        return False
    at = scan.depth - 1
    while at >= 0:
        rule = scan.nodes[scan.stack[at]].rule
        if rule == wanted:
            return True
        if rule == TABLE or rule == TEMPLATE or rule == HTML:
            return False
        at -= 1
    return False


def p_in_button_scope(scan: Scan) -> bool:
    """Whether a paragraph is open that a block would close."""
    return in_scope(scan, P, BUTTON, UNKNOWN)


def close_implied(scan: Scan, but: int, flag: int) -> int:
    """Close the elements whose end tags may be left out, but those of one name."""
    while scan.depth > 0:
        rule = current_rule(scan)
        if rule == but or not FLAGS[rule] & flag:
            break
        pop(scan)
    return 0


def pop_until(scan: Scan, wanted: int) -> int:
    """Close elements up to and with the innermost of a name."""
    while scan.depth > 1:
        rule = current_rule(scan)
        pop(scan)
        if rule == wanted:
            break
    return 0


def close_p(scan: Scan) -> int:
    """Close the paragraph that is open here, if one is."""
    if p_in_button_scope(scan):
        close_implied(scan, P, IMPLIED_END)
        pop_until(scan, P)
    return 0


def clear_to(scan: Scan, one: int, two: int, three: int) -> int:
    """Close elements until the innermost is one of the names, a template, or the root."""
    while scan.depth > 1:
        rule = current_rule(scan)
        if rule == one or rule == two or rule == three or rule == TEMPLATE or rule == HTML:
            break
        pop(scan)
    return 0


def insert_text(scan: Scan, limit: int, is_raw: bool) -> int:
    """Add the text from here on to the innermost element, or before the table where it is misplaced.

    Text that nobody sees is left out, unless a rule may yet move it to where it is seen.
    """
    target = current(scan)
    sight = scan.nodes[target].sight
    if sight == HIDDEN:
        if is_raw or limit < scan.size:
            scan.pos = limit
            return 0
        return skip_text(scan)
    if sight == VEILED:
        leave_order(scan)
    read_run(scan, limit, is_raw)
    if scan.run.stop == scan.run.start:
        return 0
    node = scan.count - 1
    if not _goes_on(scan, node, target):
        node = _new_text(scan, target)
    scan.comment_in = -1
    text = cython.address(scan.nodes[node])
    text.open_end = scan.run.stop
    text.length += scan.run.length
    text.characters += scan.run.characters
    text.marks += scan.run.marks
    return 0


def _goes_on(scan: Scan, last: int, target: int) -> bool:
    """Whether text in an element goes on with that of the last node."""
    if scan.nodes[last].parent != target or not scan.nodes[last].is_text:
        return False
    return scan.comment_in != target and not scan.moved and not scan.foster


def _new_text(scan: Scan, target: int) -> int:
    """Add a text to an element, or before the table; so far it has nothing but the start of the run at hand."""
    node = new_node(scan)
    place_node(scan, node, target)
    fresh = cython.address(scan.nodes[node])
    fresh.is_text = True
    fresh.apart = fresh.parent == scan.comment_in
    fresh.open_start = scan.run.start
    fresh.length = fresh.characters = fresh.marks = 0
    scan.texts += 1
    return node
