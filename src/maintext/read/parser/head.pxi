"""Everything before the body: the modes up to it, the elements of the head, templates; and framesets."""


cdef int raw_element(Parser parser) except -1 nogil:
    """Open the raw text element of the current tag, take its text and close it."""
    cdef int node, end
    node = open_element(parser)
    if parser.tag.name == PLAINTEXT and parser.pos < parser.size:
        reopen(parser)
    end = raw_end(parser, parser.pos)
    if parser.nodes[node].sight == HIDDEN:
        parser.pos = end
    else:
        insert_text(parser, end, True)
    parser.tag.start = end
    if end < parser.size:
        read_tag(parser, end + 2)
        parser.is_end = True
        parser.end_used = False
    else:
        parser.tag.stop = end
    return pop(parser)


cdef int skip_newline(Parser parser) except -1 nogil:
    """Skip a line break right after a tag, which is not part of the text."""
    cdef int end
    if parser.pos < parser.size and parser.data[parser.pos] == c"\r":
        parser.pos += 1
        if parser.pos < parser.size and parser.data[parser.pos] == c"\n":
            parser.pos += 1
    elif parser.pos < parser.size and parser.data[parser.pos] == c"\n":
        parser.pos += 1
    elif parser.pos < parser.size and parser.data[parser.pos] == c"&":
        end = blank_end(parser, parser.pos)
        if end >= 0 and parser.point == c"\n":
            parser.pos = end
    return 0


cdef int open_of_head(Parser parser) except -1 nogil:
    """The start tag of an element that belongs in the head but may be anywhere."""
    if parser.tag.name == TEMPLATE:
        return open_template(parser)
    if FLAGS[parser.tag.name] & RAW:
        return raw_element(parser)
    add_void(parser, parser.tag.name)
    return 0


cdef int open_template(Parser parser) except -1 nogil:
    """Open a template; the next tag decides by which rules its content is read."""
    open_element(parser)
    add_marker(parser)
    parser.frameset_ok = False
    parser.template_modes[parser.template_depth] = IN_TEMPLATE
    parser.template_depth += 1
    parser.mode = IN_TEMPLATE
    return 0


cdef int close_template(Parser parser) except -1 nogil:
    """Close the innermost template."""
    if is_open(parser, TEMPLATE):
        close_implied(parser, UNKNOWN, IMPLIED_END_IN_TEMPLATE)
        pop_until(parser, TEMPLATE)
        clear_to_marker(parser)
        if parser.template_depth > 0:
            parser.template_depth -= 1
        reset_mode(parser)
    return 0


cdef int reset_mode(Parser parser) except -1 nogil:
    """Set the mode that the open elements require."""
    cdef int at, rule
    at = parser.depth - 1
    while at > 0:
        rule = parser.nodes[parser.stack[at]].rule
        if rule == TD or rule == TH:
            parser.mode = IN_CELL
        elif rule == TR:
            parser.mode = IN_ROW
        elif rule == TBODY or rule == THEAD or rule == TFOOT:
            parser.mode = IN_TABLE_BODY
        elif rule == CAPTION:
            parser.mode = IN_CAPTION
        elif rule == COLGROUP:
            parser.mode = IN_COLUMN_GROUP
        elif rule == TABLE:
            parser.mode = IN_TABLE
        elif rule == TEMPLATE and parser.template_depth > 0:
            parser.mode = parser.template_modes[parser.template_depth - 1]
        elif rule == HEAD:
            parser.mode = IN_HEAD
        elif rule == BODY:
            parser.mode = IN_BODY
        elif rule == FRAMESET:
            parser.mode = IN_FRAMESET
        else:
            at -= 1
            continue
        return 0
    parser.mode = BEFORE_HEAD if parser.head < 0 else AFTER_HEAD
    return 0


cdef int leave_mode(Parser parser) except -1 nogil:
    """Go from a mode before the body to the next, and open the element whose tag is missing."""
    if parser.mode == INITIAL:
        parser.quirks = True
        parser.mode = BEFORE_HTML
    elif parser.mode == BEFORE_HTML:
        parser.html = open_implied(parser, HTML)
        parser.mode = BEFORE_HEAD
    elif parser.mode == BEFORE_HEAD:
        parser.head = open_implied(parser, HEAD)
        parser.mode = IN_HEAD
    elif parser.mode == IN_HEAD:
        pop(parser)
        parser.mode = AFTER_HEAD
    else:
        parser.body = open_implied(parser, BODY)
        parser.mode = IN_BODY
    return AGAIN


cdef int start_before_body(Parser parser) except -1 nogil:
    """A start tag in a mode before the body."""
    cdef int name
    name = parser.tag.name
    if parser.mode == INITIAL:
        return leave_mode(parser)
    if parser.mode == BEFORE_HTML:
        if name != HTML:
            return leave_mode(parser)
        parser.html = open_element(parser)
        parser.mode = BEFORE_HEAD
        return DONE
    if name == HTML:
        add_attributes(parser, parser.html)
        return DONE
    if parser.mode == BEFORE_HEAD:
        if name != HEAD:
            return leave_mode(parser)
        parser.head = open_element(parser)
        parser.mode = IN_HEAD
        return DONE
    if parser.mode == IN_HEAD:
        return start_in_head(parser)
    return start_after_head(parser)


cdef int start_in_head(Parser parser) except -1 nogil:
    cdef int name
    name = parser.tag.name
    if FLAGS[name] & OF_HEAD:
        return open_of_head(parser)
    if name == NOSCRIPT:
        return raw_element(parser)
    return DONE if name == HEAD else leave_mode(parser)


cdef int start_after_head(Parser parser) except -1 nogil:
    cdef int name
    name = parser.tag.name
    if name == BODY:
        parser.body = open_element(parser)
        parser.frameset_ok = False
        parser.mode = IN_BODY
        return DONE
    if name == FRAMESET:
        open_element(parser)
        parser.mode = IN_FRAMESET
        return DONE
    if FLAGS[name] & OF_HEAD:
        if not parser.moved and last_of_root(parser) != parser.head:
            leave_order(parser)
        push(parser, parser.head)
        open_of_head(parser)
        remove_from_stack(parser, parser.head)
        return DONE
    return DONE if name == HEAD else leave_mode(parser)


cdef int end_before_body(Parser parser) except -1 nogil:
    """An end tag in a mode before the body."""
    cdef int name
    cdef bint goes_on
    name = parser.tag.name
    goes_on = name == BODY or name == HTML or name == BR
    if parser.mode == INITIAL:
        return leave_mode(parser)
    if parser.mode == BEFORE_HTML or parser.mode == BEFORE_HEAD:
        return leave_mode(parser) if goes_on or name == HEAD else DONE
    if name == TEMPLATE:
        return close_template(parser)
    if parser.mode == IN_HEAD and name == HEAD:
        pop(parser)
        parser.mode = AFTER_HEAD
        return DONE
    return leave_mode(parser) if goes_on else DONE


cdef int start_in_frameset(Parser parser) except -1 nogil:
    """A start tag in a frameset or after it."""
    cdef int name
    name = parser.tag.name
    if name == NOFRAMES:
        return open_of_head(parser)
    if parser.mode == IN_FRAMESET:
        if name == FRAMESET:
            open_element(parser)
        elif name == FRAME:
            add_void(parser, FRAME)
    return DONE


cdef int end_in_frameset(Parser parser) except -1 nogil:
    """An end tag in a frameset or after it."""
    cdef int name
    name = parser.tag.name
    if parser.mode == IN_FRAMESET and name == FRAMESET and parser.depth > 1:
        pop(parser)
        if current_rule(parser) != FRAMESET:
            parser.mode = AFTER_FRAMESET
    elif parser.mode == AFTER_FRAMESET and name == HTML:
        parser.mode = AFTER_AFTER_FRAMESET
    return DONE
