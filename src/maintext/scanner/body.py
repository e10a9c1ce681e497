# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""The rules for tags in the body: what a start tag closes before it opens its element, what an end tag closes."""

from maintext.read import html_rules as tables

for _name in range(len(tables.NAMES)):
    START_ACTIONS[_name] = int(tables.START_ACTIONS[_name])
    END_ACTIONS[_name] = int(tables.END_ACTIONS[_name])


def start_in_body(scan: Scan) -> int:
    """A start tag in the body."""
    action = START_ACTIONS[scan.tag.name]
    if action == ORDINARY:
        reopen(scan)
        open_element(scan)
    elif action == OPEN_BLOCK:
        close_p(scan)
        open_element(scan)
    elif action in (OPEN_HEADING, OPEN_PRE, OPEN_FORM, OPEN_LI, OPEN_DD, OPEN_PLAINTEXT, OPEN_TABLE, OPEN_XMP):
        _start_block(scan, action)
    elif action in (OPEN_A, OPEN_FORMATTING, OPEN_NOBR, OPEN_OBJECT, OPEN_RB, OPEN_RT, OPEN_FOREIGN):
        _start_inline(scan, action)
    elif action in (OPEN_VOID, OPEN_INPUT, OPEN_PARAM, OPEN_HR, OPEN_IMAGE):
        _start_void(scan, action)
    elif action in (OPEN_BUTTON, OPEN_TEXTAREA, OPEN_IFRAME, OPEN_NOEMBED, OPEN_SELECT, OPEN_OPTION):
        _start_control(scan, action)
    elif action == OPEN_IN_HEAD:
        open_of_head(scan)
    elif action != OPEN_MISPLACED:
        _start_root(scan, action)
    return DONE


def _start_block(scan: Scan, action: int) -> int:
    """Start tags that close an open paragraph and more."""
    if action == OPEN_FORM:
        return _open_form(scan)
    if action == OPEN_LI:
        _close_items(scan, LI, LI)
    elif action == OPEN_DD:
        _close_items(scan, DD, DT)
    if action != OPEN_TABLE or not scan.quirks:
        close_p(scan)
    if action == OPEN_HEADING:
        if H1 <= current_rule(scan) <= H6:
            pop(scan)
        open_element(scan)
        return 0
    if action == OPEN_XMP:
        reopen(scan)
    scan.frameset_ok = False
    if action == OPEN_PLAINTEXT or action == OPEN_XMP:
        return raw_element(scan)
    open_element(scan)
    if action == OPEN_PRE:
        skip_newline(scan)
    elif action == OPEN_TABLE:
        scan.mode = IN_TABLE
    return 0


def _open_form(scan: Scan) -> int:
    """Open a form, unless one is open: forms do not nest."""
    in_template = is_open(scan, TEMPLATE)
    if scan.form >= 0 and not in_template:
        return 0
    close_p(scan)
    node = open_element(scan)
    if not in_template:
        scan.form = node
    return 0


def _close_items(scan: Scan, one: int, other: int) -> int:
    """Close the list item that a new one follows."""
    scan.frameset_ok = False
    if not is_open(scan, one) and not is_open(scan, other):
        return 0
    at = scan.depth - 1
    while at > 0:
        rule = scan.nodes[scan.stack[at]].rule
        if rule == one or rule == other:
            close_implied(scan, rule, IMPLIED_END)
            return pop_until(scan, rule)
        if FLAGS[rule] & SPECIAL and rule != ADDRESS and rule != DIV and rule != P:
            return 0
        at -= 1
    return 0


def _start_inline(scan: Scan, action: int) -> int:
    """Start tags of formatting elements, of objects, ruby and foreign content."""
    if action == OPEN_A:
        return _open_a(scan)
    if action == OPEN_RB or action == OPEN_RT:
        if in_plain_scope(scan, RUBY):
            close_implied(scan, UNKNOWN if action == OPEN_RB else RTC, IMPLIED_END)
        open_element(scan)
        return 0
    reopen(scan)
    if action == OPEN_FOREIGN:
        return open_foreign(scan, IN_MATH if scan.tag.name == MATH else IN_SVG)
    if action == OPEN_NOBR and in_plain_scope(scan, NOBR):
        close_formatting(scan, NOBR)
        reopen(scan)
    node = open_element(scan)
    if action == OPEN_OBJECT:
        scan.frameset_ok = False
        return add_marker(scan)
    return add_formatting(scan, node)


def _open_a(scan: Scan) -> int:
    """Open a link; one that is still open is closed first."""
    index = last_named(scan, A)
    if index >= 0:
        node = scan.formatting[index]
        close_formatting(scan, A)
        index = index_in_list(scan, node)
        if index >= 0:
            _remove_entry(scan, index)
        if scan.nodes[node].on_stack:
            remove_from_stack(scan, node)
    reopen(scan)
    return add_formatting(scan, open_element(scan))


def open_foreign(scan: Scan, space: int) -> int:
    """Open an element of SVG or MathML, and note whether HTML may go on in it."""
    name = scan.tag.name
    point = NO_POINT
    if space == IN_MATH:
        if name in (MI, MO, MN, MS, MTEXT):
            point = TEXT_POINT
        elif name == ANNOTATION_XML:
            point = HTML_POINT if scan.tag.is_html_annotation else ANNOTATION_POINT
    elif name in (FOREIGNOBJECT, DESC, TITLE):
        point = HTML_POINT
    node = add_element(scan, name, FOREIGN if point == NO_POINT else FOREIGN_MARKER, True)
    scan.nodes[node].space = space
    scan.nodes[node].point = point
    if scan.tag.self_closing:
        scan.nodes[node].close_start = scan.nodes[node].close_end = scan.tag.stop
        return 0
    return push(scan, node)


def _start_void(scan: Scan, action: int) -> int:
    """Start tags of elements without content."""
    if action == OPEN_PARAM:
        add_void(scan, scan.tag.name)
        return 0
    if action == OPEN_HR:
        close_p(scan)
        if in_plain_scope(scan, SELECT):
            close_implied(scan, UNKNOWN, IMPLIED_END)
    else:
        if action == OPEN_INPUT and in_plain_scope(scan, SELECT):
            pop_until(scan, SELECT)
        reopen(scan)
    add_void(scan, IMG if action == OPEN_IMAGE else scan.tag.name)
    if action != OPEN_INPUT or not scan.tag.is_hidden_input:
        scan.frameset_ok = False
    return 0


def _start_control(scan: Scan, action: int) -> int:
    """Start tags of buttons, lists to choose from, and elements with raw text."""
    if action == OPEN_NOEMBED:
        return raw_element(scan)
    if action != OPEN_OPTION:
        scan.frameset_ok = False
    if action == OPEN_TEXTAREA or action == OPEN_IFRAME:
        return raw_element(scan)
    if action == OPEN_BUTTON:
        if in_plain_scope(scan, BUTTON):
            close_implied(scan, UNKNOWN, IMPLIED_END)
            pop_until(scan, BUTTON)
    elif action == OPEN_SELECT:
        if in_plain_scope(scan, SELECT):
            return pop_until(scan, SELECT)
    elif in_plain_scope(scan, SELECT):
        close_implied(scan, OPTGROUP if scan.tag.name == OPTION else UNKNOWN, IMPLIED_END)
    elif current_rule(scan) == OPTION:
        pop(scan)
    reopen(scan)
    open_element(scan)
    return 0


def _start_root(scan: Scan, action: int) -> int:
    """Start tags of html, body and frameset, once the body is open: only what they say of themselves is kept."""
    if action == OPEN_FRAMESET:
        return _open_frameset(scan)
    node = scan.html if action == OPEN_HTML else scan.body
    if action == OPEN_BODY:
        scan.frameset_ok = False
    if node >= 0 and not is_open(scan, TEMPLATE):
        add_attributes(scan, node)
    return 0


def _open_frameset(scan: Scan) -> int:
    """Replace a body without content by a frameset."""
    if scan.depth < 2 or scan.body < 0 or scan.stack[1] != scan.body or not scan.frameset_ok:
        return 0
    detach(scan, scan.body)
    while scan.depth > 1:
        pop(scan)
    scan.body = -1
    open_element(scan)
    scan.mode = IN_FRAMESET
    return 0


def end_in_body(scan: Scan) -> int:
    """An end tag in the body."""
    action = END_ACTIONS[scan.tag.name]
    if action == ORDINARY:
        close_any(scan)
    elif action == CLOSE_BLOCK:
        _close_block(scan, scan.tag.name)
    elif action == CLOSE_FORMATTING:
        close_formatting(scan, scan.tag.name)
    elif action == CLOSE_P:
        if not p_in_button_scope(scan):
            open_implied(scan, P)
        close_p(scan)
    elif action == CLOSE_LI:
        if in_scope(scan, LI, OL, UL):
            close_implied(scan, LI, IMPLIED_END)
            pop_until(scan, LI)
    elif action == CLOSE_DD:
        if in_plain_scope(scan, scan.tag.name):
            close_implied(scan, scan.tag.name, IMPLIED_END)
            pop_until(scan, scan.tag.name)
    elif action == CLOSE_HEADING:
        _close_heading(scan)
    elif action == CLOSE_OBJECT:
        if in_plain_scope(scan, scan.tag.name):
            _close_block(scan, scan.tag.name)
            clear_to_marker(scan)
    elif action == CLOSE_FORM:
        _close_form(scan)
    elif action == CLOSE_BR:
        reopen(scan)
        add_void(scan, BR)
        scan.frameset_ok = False
    elif action == CLOSE_TEMPLATE:
        close_template(scan)
    elif in_plain_scope(scan, BODY):
        scan.nodes[scan.html if action == CLOSE_HTML else scan.body].close_start = scan.tag.start
        scan.nodes[scan.html if action == CLOSE_HTML else scan.body].close_end = scan.tag.stop
        scan.mode = AFTER_BODY
        return DONE if action == CLOSE_BODY else AGAIN
    return DONE


def _close_block(scan: Scan, name: int) -> int:
    """Close an element with all that is open in it, if it is in scope."""
    if in_plain_scope(scan, name):
        close_implied(scan, UNKNOWN, IMPLIED_END)
        pop_until(scan, name)
    return 0


def _close_form(scan: Scan) -> int:
    """Close the form, but not what is open in it."""
    if is_open(scan, TEMPLATE):
        return _close_block(scan, FORM)
    node = scan.form
    scan.form = -1
    if node < 0 or not scan.nodes[node].on_stack or not in_plain_scope(scan, FORM):
        return 0
    close_implied(scan, UNKNOWN, IMPLIED_END)
    return pop(scan) if current(scan) == node else remove_from_stack(scan, node)


def _close_heading(scan: Scan) -> int:
    """Close the open heading, of whatever rank the end tag is."""
    is_found = False
    for rule in range(H1, H6 + 1):
        if in_plain_scope(scan, rule):
            is_found = True
    if not is_found:
        return 0
    close_implied(scan, UNKNOWN, IMPLIED_END)
    while scan.depth > 1:
        rule = current_rule(scan)
        pop(scan)
        if H1 <= rule <= H6:
            break
    return 0
