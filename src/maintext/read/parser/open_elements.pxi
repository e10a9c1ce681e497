"""The stack of open elements, and the scopes in which an open element counts."""


cdef inline int current(Parser parser) except -2 nogil:
    """The innermost open element, -1 if there is none."""
    return parser.stack[parser.depth - 1] if parser.depth > 0 else -1


cdef inline int current_rule(Parser parser) except -1 nogil:
    """The rule of the innermost open element."""
    return parser.nodes[parser.stack[parser.depth - 1]].rule if parser.depth > 0 else UNKNOWN


cdef inline bint is_open(Parser parser, int rule) except -1 nogil:
    """Whether an element of a name is on the stack."""
    return parser.open_count[rule] > 0


cdef int foster_table(Parser parser) except -2 nogil:
    """The index on the stack of the innermost table or template, before which misplaced content is put.

    -1 if there is neither.
    """
    cdef int at, rule
    if not is_open(parser, TABLE) and not is_open(parser, TEMPLATE):
        return -1
    at = parser.depth - 1
    while at >= 0:
        rule = parser.nodes[parser.stack[at]].rule
        if rule == TABLE or rule == TEMPLATE:
            return at
        at -= 1
    return -1


cdef int push(Parser parser, int node) except -1 nogil:
    """Put an element on the stack."""
    cdef Node* element
    element = &parser.nodes[node]
    element.on_stack = True
    parser.open_count[element.rule] += 1
    parser.stack[parser.depth] = node
    parser.depth += 1
    return 0


cdef int remove_at(Parser parser, int node, int index) except -1 nogil:
    """Take the element at an index off the stack."""
    cdef Node* element
    cdef int at
    element = &parser.nodes[node]
    element.on_stack = False
    parser.open_count[element.rule] -= 1
    parser.depth -= 1
    for at in range(index, parser.depth):
        parser.stack[at] = parser.stack[at + 1]
    if parser.left_out_total and parser.depth < MAX_DEPTH - 1:
        forget_left_out(parser)
    return 0


cdef int pop(Parser parser) except -1 nogil:
    """Close the innermost element. It ends with the current end tag if that has its name, otherwise before the tag."""
    cdef int node
    cdef Node* element
    node = parser.stack[parser.depth - 1]
    element = &parser.nodes[node]
    element.close_start = element.close_end = parser.tag.start
    if parser.is_end and not parser.end_used and element.key == parser.tag.key:
        element.close_end = parser.tag.stop
        parser.end_used = True
    return remove_at(parser, node, parser.depth - 1)


cdef int remove_from_stack(Parser parser, int node) except -1 nogil:
    """Take an element off the stack, wherever it is there."""
    cdef int at
    at = parser.depth - 1
    while at >= 0 and parser.stack[at] != node:
        at -= 1
    if at >= 0:
        if parser.nodes[node].close_start < 0:
            parser.nodes[node].close_start = parser.tag.start
            parser.nodes[node].close_end = parser.tag.stop if parser.is_end else parser.tag.start
        remove_at(parser, node, at)
    return 0


cdef bint in_plain_scope(Parser parser, int wanted) except -1 nogil:
    """Whether an element is open with nothing in between that bounds its scope."""
    return in_scope(parser, wanted, UNKNOWN, UNKNOWN)


cdef bint in_scope(Parser parser, int wanted, int extra, int other) except -1 nogil:
    """The same with one or two more names that bound the scope."""
    cdef int at, rule
    if parser.open_count[wanted] == 0:
        return False
    at = parser.depth - 1
    while at >= 0:
        rule = parser.nodes[parser.stack[at]].rule
        if rule == wanted:
            return True
        if FLAGS[rule] & SCOPE or ((rule == extra or rule == other) and rule != UNKNOWN):
            return False
        at -= 1
    return False


cdef bint in_table_scope(Parser parser, int wanted) except -1 nogil:
    """Whether a part of a table is open in the innermost one."""
    cdef int at, rule
    if parser.open_count[wanted] == 0:
        return False
    at = parser.depth - 1
    while at >= 0:
        rule = parser.nodes[parser.stack[at]].rule
        if rule == wanted:
            return True
        if rule == TABLE or rule == TEMPLATE or rule == HTML:
            return False
        at -= 1
    return False


cdef bint p_in_button_scope(Parser parser) except -1 nogil:
    """Whether there is an open paragraph that a block would close."""
    return in_scope(parser, P, BUTTON, UNKNOWN)


cdef int close_implied(Parser parser, int but, unsigned int flag) except -1 nogil:
    """Close the elements whose end tags may be left out, except those of one name."""
    cdef int rule
    while parser.depth > 0:
        rule = current_rule(parser)
        if rule == but or not FLAGS[rule] & flag:
            break
        pop(parser)
    return 0


cdef int pop_until(Parser parser, int wanted) except -1 nogil:
    """Close elements up to and with the innermost of a name."""
    cdef int rule
    while parser.depth > 1:
        rule = current_rule(parser)
        pop(parser)
        if rule == wanted:
            break
    return 0


cdef int close_p(Parser parser) except -1 nogil:
    """Close the paragraph that is open here, if one is."""
    if p_in_button_scope(parser):
        close_implied(parser, P, IMPLIED_END)
        pop_until(parser, P)
    return 0


cdef int clear_to(Parser parser, int one, int two, int three) except -1 nogil:
    """Close elements until the innermost is one of the names, a template, or the root."""
    cdef int rule
    while parser.depth > 1:
        rule = current_rule(parser)
        if rule == one or rule == two or rule == three or rule == TEMPLATE or rule == HTML:
            break
        pop(parser)
    return 0
