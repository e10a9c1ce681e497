# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""What comes before the body: the modes up to it, the elements of the head, templates; and framesets in its stead."""


def raw_element(scan: Scan) -> int:
    """Open the raw text element at hand, take its text and close it."""
    node = open_element(scan)
    if scan.tag.name == PLAINTEXT and scan.pos < scan.size:
        reopen(scan)
    end = raw_end(scan, scan.pos)
    if scan.nodes[node].sight == HIDDEN:
        scan.pos = end
    else:
        insert_text(scan, end, True)
    scan.tag.start = end
    if end < scan.size:
        read_tag(scan, end + 2)
        scan.is_end = True
        scan.end_used = False
    else:
        scan.tag.stop = end
    return pop(scan)


def skip_newline(scan: Scan) -> int:
    """Go behind a line break that stands right behind a tag and is not part of the text."""
    if scan.pos < scan.size and scan.data[scan.pos] == ord("\r"):
        scan.pos += 1
        if scan.pos < scan.size and scan.data[scan.pos] == ord("\n"):
            scan.pos += 1
    elif scan.pos < scan.size and scan.data[scan.pos] == ord("\n"):
        scan.pos += 1
    elif scan.pos < scan.size and scan.data[scan.pos] == ord("&"):
        end = blank_end(scan, scan.pos)
        if end >= 0 and scan.point == ord("\n"):
            scan.pos = end
    return 0


def open_of_head(scan: Scan) -> int:
    """The start tag of an element that belongs into the head but may stand anywhere."""
    if scan.tag.name == TEMPLATE:
        return open_template(scan)
    if FLAGS[scan.tag.name] & RAW:
        return raw_element(scan)
    add_void(scan, scan.tag.name)
    return 0


def open_template(scan: Scan) -> int:
    """Open a template; what comes next decides by which rules its content is read."""
    open_element(scan)
    add_marker(scan)
    scan.frameset_ok = False
    scan.template_modes[scan.template_depth] = IN_TEMPLATE
    scan.template_depth += 1
    scan.mode = IN_TEMPLATE
    return 0


def close_template(scan: Scan) -> int:
    """Close the innermost template."""
    if is_open(scan, TEMPLATE):
        close_implied(scan, UNKNOWN, IMPLIED_END_IN_TEMPLATE)
        pop_until(scan, TEMPLATE)
        clear_to_marker(scan)
        if scan.template_depth > 0:
            scan.template_depth -= 1
        reset_mode(scan)
    return 0


def reset_mode(scan: Scan) -> int:
    """Find the mode that the open elements ask for."""
    at = scan.depth - 1
    while at > 0:
        rule = scan.nodes[scan.stack[at]].rule
        if rule == TD or rule == TH:
            scan.mode = IN_CELL
        elif rule == TR:
            scan.mode = IN_ROW
        elif rule == TBODY or rule == THEAD or rule == TFOOT:
            scan.mode = IN_TABLE_BODY
        elif rule == CAPTION:
            scan.mode = IN_CAPTION
        elif rule == COLGROUP:
            scan.mode = IN_COLUMN_GROUP
        elif rule == TABLE:
            scan.mode = IN_TABLE
        elif rule == TEMPLATE and scan.template_depth > 0:
            scan.mode = scan.template_modes[scan.template_depth - 1]
        elif rule == HEAD:
            scan.mode = IN_HEAD
        elif rule == BODY:
            scan.mode = IN_BODY
        elif rule == FRAMESET:
            scan.mode = IN_FRAMESET
        else:
            at -= 1
            continue
        return 0
    scan.mode = BEFORE_HEAD if scan.head < 0 else AFTER_HEAD
    return 0


def leave(scan: Scan) -> int:
    """Go from a mode before the body to the next, with the element that was not written."""
    if scan.mode == INITIAL:
        scan.quirks = True
        scan.mode = BEFORE_HTML
    elif scan.mode == BEFORE_HTML:
        scan.html = open_implied(scan, HTML)
        scan.mode = BEFORE_HEAD
    elif scan.mode == BEFORE_HEAD:
        scan.head = open_implied(scan, HEAD)
        scan.mode = IN_HEAD
    elif scan.mode == IN_HEAD:
        pop(scan)
        scan.mode = AFTER_HEAD
    else:
        scan.body = open_implied(scan, BODY)
        scan.mode = IN_BODY
    return AGAIN


def start_before_body(scan: Scan) -> int:
    """A start tag in a mode before the body."""
    name = scan.tag.name
    if scan.mode == INITIAL:
        return leave(scan)
    if scan.mode == BEFORE_HTML:
        if name != HTML:
            return leave(scan)
        scan.html = open_element(scan)
        scan.mode = BEFORE_HEAD
        return DONE
    if name == HTML:
        add_attributes(scan, scan.html)
        return DONE
    if scan.mode == BEFORE_HEAD:
        if name != HEAD:
            return leave(scan)
        scan.head = open_element(scan)
        scan.mode = IN_HEAD
        return DONE
    if scan.mode == IN_HEAD:
        return _start_in_head(scan)
    return _start_after_head(scan)


def _start_in_head(scan: Scan) -> int:
    name = scan.tag.name
    if FLAGS[name] & OF_HEAD:
        return open_of_head(scan)
    if name == NOSCRIPT:
        return raw_element(scan)
    return DONE if name == HEAD else leave(scan)


def _start_after_head(scan: Scan) -> int:
    name = scan.tag.name
    if name == BODY:
        scan.body = open_element(scan)
        scan.frameset_ok = False
        scan.mode = IN_BODY
        return DONE
    if name == FRAMESET:
        open_element(scan)
        scan.mode = IN_FRAMESET
        return DONE
    if FLAGS[name] & OF_HEAD:
        if not scan.moved and last_of_root(scan) != scan.head:
            leave_order(scan)
        push(scan, scan.head)
        open_of_head(scan)
        remove_from_stack(scan, scan.head)
        return DONE
    return DONE if name == HEAD else leave(scan)


def end_before_body(scan: Scan) -> int:
    """An end tag in a mode before the body."""
    name = scan.tag.name
    goes_on = name == BODY or name == HTML or name == BR
    if scan.mode == INITIAL:
        return leave(scan)
    if scan.mode == BEFORE_HTML or scan.mode == BEFORE_HEAD:
        return leave(scan) if goes_on or name == HEAD else DONE
    if name == TEMPLATE:
        return close_template(scan)
    if scan.mode == IN_HEAD and name == HEAD:
        pop(scan)
        scan.mode = AFTER_HEAD
        return DONE
    return leave(scan) if goes_on else DONE


def start_in_frameset(scan: Scan) -> int:
    """A start tag in a frameset or behind it."""
    name = scan.tag.name
    if name == NOFRAMES:
        return open_of_head(scan)
    if scan.mode == IN_FRAMESET:
        if name == FRAMESET:
            open_element(scan)
        elif name == FRAME:
            add_void(scan, FRAME)
    return DONE


def end_in_frameset(scan: Scan) -> int:
    """An end tag in a frameset or behind it."""
    name = scan.tag.name
    if scan.mode == IN_FRAMESET and name == FRAMESET and scan.depth > 1:
        pop(scan)
        if current_rule(scan) != FRAMESET:
            scan.mode = AFTER_FRAMESET
    elif scan.mode == AFTER_FRAMESET and name == HTML:
        scan.mode = AFTER_AFTER_FRAMESET
    return DONE
