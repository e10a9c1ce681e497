# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Formatting elements that are closed in the wrong order: the standard's list of them and its adoption agency.

``<p><b>a</p>b`` goes on in bold behind the paragraph, so formatting elements are remembered until their own end tag
comes, and opened again where text follows. The list is bounded, and so is the number of elements that are opened
again on one page, for a few bytes could otherwise make elements by the million.
"""

import cython


def add_marker(scan: Scan) -> int:
    """Note that a cell, an object or the like begins: formatting from outside is not opened again in it."""
    return _add_entry(scan, -1)


def _add_entry(scan: Scan, node: int) -> int:
    """Put an entry at the list's end; the oldest goes where there is no room."""
    if scan.formatting_size == FORMATTING_CAPACITY:
        _remove_entry(scan, 0)
    scan.formatting[scan.formatting_size] = node
    scan.formatting_size += 1
    return 0


def _remove_entry(scan: Scan, index: int) -> int:
    """Take an entry out of the list."""
    for at in range(index, scan.formatting_size - 1):
        scan.formatting[at] = scan.formatting[at + 1]
    scan.formatting_size -= 1
    return 0


def clear_to_marker(scan: Scan) -> int:
    """Forget the formatting elements of a cell, an object or the like."""
    while scan.formatting_size > 0:
        scan.formatting_size -= 1
        if scan.formatting[scan.formatting_size] < 0:
            break
    return 0


def add_formatting(scan: Scan, node: int) -> int:
    """Remember a formatting element; of those that are alike, no more than three."""
    alike = entries = 0
    first_alike = first = -1
    at = scan.formatting_size - 1
    while at >= 0 and scan.formatting[at] >= 0:
        entries += 1
        first = at
        if _alike(scan, scan.formatting[at], node):
            alike += 1
            first_alike = at
        at -= 1
    if alike >= 3:
        _remove_entry(scan, first_alike)
    elif entries >= MAX_FORMATTING:
        _remove_entry(scan, first)
    return _add_entry(scan, node)


def _alike(scan: Scan, first: int, second: int) -> bool:
    """Whether two formatting elements have the same name and the same attributes, written in the same way."""
    if scan.nodes[first].key != scan.nodes[second].key:
        return False
    one_start = cython.address(scan.starts[scan.nodes[first].start])
    other_start = cython.address(scan.starts[scan.nodes[second].start])
    one, other = one_start.origin, other_start.origin
    if one < 0 or other < 0 or one == other:
        return True
    size = one_start.origin_stop - one
    if size != other_start.origin_stop - other:
        return False
    for at in range(size):
        if scan.data[one + at] != scan.data[other + at]:
            return False
    return True


def index_in_list(scan: Scan, node: int) -> int:
    """Where a node stands in the list, -1 if it does not."""
    at = scan.formatting_size - 1
    while at >= 0 and scan.formatting[at] != node:
        at -= 1
    return at


def last_named(scan: Scan, rule: int) -> int:
    """Where the last element of a name stands in the list, behind its last marker; -1 if there is none."""
    at = scan.formatting_size - 1
    while at >= 0 and scan.formatting[at] >= 0:
        if scan.nodes[scan.formatting[at]].rule == rule:
            return at
        at -= 1
    return -1


def clone(scan: Scan, original: int) -> int:
    """An element like another, without place or content; it has the other's tag but no markup of its own."""
    node = new_node(scan)
    fresh = cython.address(scan.nodes[node])
    model = cython.address(scan.nodes[original])
    fresh.name, fresh.rule, fresh.key = model.name, model.rule, model.key
    fresh.start, fresh.sight, fresh.hidden = model.start, model.sight, model.hidden
    fresh.open_start = fresh.open_end = scan.tag.start
    scan.clones_left -= 1
    return node


def reopen(scan: Scan) -> int:
    """Open again the formatting elements that were closed with a block but not by an end tag of their own."""
    if scan.formatting_size == 0:
        return 0
    at = scan.formatting_size - 1
    node = scan.formatting[at]
    if node < 0 or scan.nodes[node].on_stack:
        return 0
    while at > 0:
        node = scan.formatting[at - 1]
        if node < 0 or scan.nodes[node].on_stack:
            break
        at -= 1
    if scan.formatting_size - at > scan.clones_left:
        scan.formatting_size = at
        return 0
    while at < scan.formatting_size and scan.depth < MAX_DEPTH:
        node = clone(scan, scan.formatting[at])
        place_node(scan, node, current(scan))
        scan.nodes[node].sight = scan.nodes[scan.nodes[node].parent].sight
        push(scan, node)
        scan.formatting[at] = node
        at += 1
    return 0


def close_any(scan: Scan) -> int:
    """An end tag without a rule of its own: it closes its element unless a special element stands in between."""
    rule = scan.tag.name
    if not is_open(scan, rule):
        return 0
    at = scan.depth - 1
    while at > 0:
        node = scan.stack[at]
        if scan.nodes[node].key == scan.tag.key and scan.nodes[node].rule == rule:
            close_implied(scan, rule if rule != UNKNOWN else FOREIGN, IMPLIED_END)
            while scan.depth > at:
                pop(scan)
            return 0
        if FLAGS[scan.nodes[node].rule] & SPECIAL:
            return 0
        at -= 1
    return 0


def close_formatting(scan: Scan, rule: int) -> int:
    """An end tag of a formatting element: the adoption agency."""
    node = current(scan)
    if scan.nodes[node].rule == rule and index_in_list(scan, node) < 0:
        return pop(scan)
    rounds = 0
    while rounds < 8 and _adopt(scan, rule):
        rounds += 1
    return 0


def _adopt(scan: Scan, rule: int) -> bool:
    """One round of the agency, and whether another may be needed."""
    index = last_named(scan, rule)
    if index < 0:
        close_any(scan)
        return False
    element = scan.formatting[index]
    if not scan.nodes[element].on_stack:
        _remove_entry(scan, index)
        return False
    if not in_plain_scope(scan, rule):
        return False
    place = _place_in_stack(scan, element)
    block_place = _block_inside(scan, place)
    if block_place < 0 or scan.clones_left < 8:
        _close_with(scan, place, index)
        return False
    _move_out(scan, element, place, block_place)
    return True


def _place_in_stack(scan: Scan, node: int) -> int:
    """Where a node stands on the stack, -1 if it does not."""
    at = scan.depth - 1
    while at >= 0 and scan.stack[at] != node:
        at -= 1
    return at


def _block_inside(scan: Scan, place: int) -> int:
    """The outermost special element that was opened in the element at a place of the stack; -1 without one."""
    at = place + 1
    while at < scan.depth:
        if FLAGS[scan.nodes[scan.stack[at]].rule] & SPECIAL:
            return at
        at += 1
    return -1


def _close_with(scan: Scan, place: int, index: int) -> int:
    """Close the element at a place of the stack with all that was opened in it, and forget its formatting."""
    while scan.depth > place:
        pop(scan)
    return _remove_entry(scan, index)


def _move_out(scan: Scan, element: int, place: int, block_place: int) -> int:
    """Move the block out of the formatting element, and put a copy of the element around the block's content."""
    leave_order(scan)
    block = scan.stack[block_place]
    ancestor = scan.stack[place - 1]
    last = _copy_between(scan, element, place, block_place)
    detach(scan, last)
    place_node(scan, last, ancestor)

    copy = clone(scan, element)
    scan.nodes[copy].open_start = scan.nodes[copy].open_end = scan.nodes[block].open_end
    _move_children(scan, block, copy)
    append(scan, block, copy)
    scan.nodes[element].close_start = scan.nodes[element].close_end = scan.nodes[block].open_start
    _replace_in_list(scan, element, copy)
    forget(scan, element, _place_in_stack(scan, element))
    at = _place_in_stack(scan, block) + 1
    push(scan, copy)
    for above in range(scan.depth - 1, at, -1):
        scan.stack[above] = scan.stack[above - 1]
    scan.stack[at] = copy
    return 0


def _copy_between(scan: Scan, element: int, place: int, block_place: int) -> int:
    """Put copies of the formatting elements between the element and the block around the block, the outermost last.

    What is no formatting element, or stands too far from the block, leaves the stack. ``bookmark`` is where the copy
    of the element will go in the list.
    """
    block = last = scan.stack[block_place]
    scan.bookmark = index_in_list(scan, element)
    inner = 0
    for at in range(block_place - 1, place, -1):
        node = scan.stack[at]
        inner += 1
        index = index_in_list(scan, node)
        if inner > 3 and index >= 0:
            _remove_entry(scan, index)
            if index < scan.bookmark:
                scan.bookmark -= 1
            index = -1
        if index < 0:
            forget(scan, node, at)
            if scan.nodes[node].close_start < 0:
                scan.nodes[node].close_start = scan.nodes[node].close_end = scan.tag.start
            continue
        copy = clone(scan, node)
        scan.nodes[copy].open_start = scan.nodes[copy].open_end = scan.nodes[last].open_start
        scan.nodes[node].close_start = scan.nodes[node].close_end = scan.nodes[last].open_start
        scan.nodes[node].on_stack = False
        scan.nodes[copy].on_stack = True
        scan.formatting[index] = copy
        scan.stack[at] = copy
        if last == block:
            scan.bookmark = index + 1
        detach(scan, last)
        append(scan, copy, last)
        last = copy
    return last


def _replace_in_list(scan: Scan, element: int, copy: int) -> int:
    """Put the copy of an element in the list, at the bookmark, instead of the element."""
    index = index_in_list(scan, element)
    while index < scan.bookmark - 1:
        scan.formatting[index] = scan.formatting[index + 1]
        index += 1
    while index > scan.bookmark:
        scan.formatting[index] = scan.formatting[index - 1]
        index -= 1
    scan.formatting[index] = copy
    return 0


def _move_children(scan: Scan, source: int, target: int) -> int:
    """Make all children of a node those of another that has none."""
    child = scan.links[source].first
    while child >= 0:
        following = scan.links[child].next
        append(scan, target, child)
        child = following
    scan.links[source].first = scan.links[source].last = -1
    return 0
