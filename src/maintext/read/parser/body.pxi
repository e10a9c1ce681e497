"""The rules for tags in the body: what a start tag closes before it opens its element, what an end tag closes."""

# Indexed by the number of a name, which only our own tables contain.
cdef unsigned char[MOST_NAMES] START_ACTIONS
cdef unsigned char[MOST_NAMES] END_ACTIONS
for _name in range(len(html_rules.NAMES)):
    START_ACTIONS[_name] = html_rules.START_ACTIONS[_name]
    END_ACTIONS[_name] = html_rules.END_ACTIONS[_name]


cdef int start_in_body(Parser parser) except -1 nogil:
    """A start tag in the body."""
    cdef int action
    action = START_ACTIONS[parser.tag.name]
    if action == ORDINARY:
        reopen(parser)
        open_element(parser)
    elif action == OPEN_BLOCK:
        close_p(parser)
        open_element(parser)
    elif action in (OPEN_HEADING, OPEN_PRE, OPEN_FORM, OPEN_LI, OPEN_DD, OPEN_PLAINTEXT, OPEN_TABLE, OPEN_XMP):
        start_block(parser, action)
    elif action in (OPEN_A, OPEN_FORMATTING, OPEN_NOBR, OPEN_OBJECT, OPEN_RB, OPEN_RT, OPEN_FOREIGN):
        start_inline(parser, action)
    elif action in (OPEN_VOID, OPEN_INPUT, OPEN_PARAM, OPEN_HR, OPEN_IMAGE):
        start_void(parser, action)
    elif action in (OPEN_BUTTON, OPEN_TEXTAREA, OPEN_IFRAME, OPEN_NOEMBED, OPEN_SELECT, OPEN_OPTION):
        start_control(parser, action)
    elif action == OPEN_IN_HEAD:
        open_of_head(parser)
    elif action != OPEN_MISPLACED:
        start_root(parser, action)
    return DONE


cdef int start_block(Parser parser, int action) except -1 nogil:
    """Start tags that close an open paragraph and more."""
    if action == OPEN_FORM:
        return open_form(parser)
    if action == OPEN_LI:
        close_items(parser, LI, LI)
    elif action == OPEN_DD:
        close_items(parser, DD, DT)
    if action != OPEN_TABLE or not parser.quirks:
        close_p(parser)
    if action == OPEN_HEADING:
        if H1 <= current_rule(parser) <= H6:
            pop(parser)
        open_element(parser)
        return 0
    if action == OPEN_XMP:
        reopen(parser)
    parser.frameset_ok = False
    if action == OPEN_PLAINTEXT or action == OPEN_XMP:
        return raw_element(parser)
    open_element(parser)
    if action == OPEN_PRE:
        skip_newline(parser)
    elif action == OPEN_TABLE:
        parser.mode = IN_TABLE
    return 0


cdef int open_form(Parser parser) except -1 nogil:
    """Open a form, unless one is open: forms do not nest."""
    cdef bint in_template
    cdef int node
    in_template = is_open(parser, TEMPLATE)
    if parser.form >= 0 and not in_template:
        return 0
    close_p(parser)
    node = open_element(parser)
    if not in_template:
        parser.form = node
    return 0


cdef int close_items(Parser parser, int one, int other) except -1 nogil:
    """Close the list item that a new one follows."""
    cdef int at, rule
    parser.frameset_ok = False
    if not is_open(parser, one) and not is_open(parser, other):
        return 0
    at = parser.depth - 1
    while at > 0:
        rule = parser.nodes[parser.stack[at]].rule
        if rule == one or rule == other:
            close_implied(parser, rule, IMPLIED_END)
            return pop_until(parser, rule)
        if FLAGS[rule] & SPECIAL and rule != ADDRESS and rule != DIV and rule != P:
            return 0
        at -= 1
    return 0


cdef int start_inline(Parser parser, int action) except -1 nogil:
    """Start tags of formatting elements, of objects, ruby and foreign content."""
    cdef int node
    if action == OPEN_A:
        return open_link(parser)
    if action == OPEN_RB or action == OPEN_RT:
        if in_plain_scope(parser, RUBY):
            close_implied(parser, UNKNOWN if action == OPEN_RB else RTC, IMPLIED_END)
        open_element(parser)
        return 0
    reopen(parser)
    if action == OPEN_FOREIGN:
        return open_foreign(parser, IN_MATH if parser.tag.name == MATH else IN_SVG)
    if action == OPEN_NOBR and in_plain_scope(parser, NOBR):
        close_formatting(parser, NOBR)
        reopen(parser)
    node = open_element(parser)
    if action == OPEN_OBJECT:
        parser.frameset_ok = False
        return add_marker(parser)
    return add_formatting(parser, node)


cdef int open_link(Parser parser) except -1 nogil:
    """Open a link; one that is still open is closed first."""
    cdef int index, node
    index = last_named(parser, A)
    if index >= 0:
        node = parser.formatting[index]
        close_formatting(parser, A)
        index = index_in_list(parser, node)
        if index >= 0:
            remove_entry(parser, index)
        if parser.nodes[node].on_stack:
            remove_from_stack(parser, node)
    reopen(parser)
    return add_formatting(parser, open_element(parser))


cdef int open_foreign(Parser parser, int space) except -1 nogil:
    """Open an element of SVG or MathML, and note whether HTML may go on in it."""
    cdef int name, point, node
    name = parser.tag.name
    point = NO_POINT
    if space == IN_MATH:
        if name in (MI, MO, MN, MS, MTEXT):
            point = TEXT_POINT
        elif name == ANNOTATION_XML:
            point = HTML_POINT if parser.tag.is_html_annotation else ANNOTATION_POINT
    elif name in (FOREIGNOBJECT, DESC, TITLE):
        point = HTML_POINT
    node = add_element(parser, name, FOREIGN if point == NO_POINT else FOREIGN_MARKER, True)
    parser.nodes[node].space = space
    parser.nodes[node].point = point
    if parser.tag.self_closing:
        parser.nodes[node].close_start = parser.nodes[node].close_end = parser.tag.stop
        return 0
    return push(parser, node)


cdef int start_void(Parser parser, int action) except -1 nogil:
    """Start tags of elements without content."""
    if action == OPEN_PARAM:
        add_void(parser, parser.tag.name)
        return 0
    if action == OPEN_HR:
        close_p(parser)
        if in_plain_scope(parser, SELECT):
            close_implied(parser, UNKNOWN, IMPLIED_END)
    else:
        if action == OPEN_INPUT and in_plain_scope(parser, SELECT):
            pop_until(parser, SELECT)
        reopen(parser)
    add_void(parser, IMG if action == OPEN_IMAGE else parser.tag.name)
    if action != OPEN_INPUT or not parser.tag.is_hidden_input:
        parser.frameset_ok = False
    return 0


cdef int start_control(Parser parser, int action) except -1 nogil:
    """Start tags of buttons, lists to choose from, and elements with raw text."""
    if action == OPEN_NOEMBED:
        return raw_element(parser)
    if action != OPEN_OPTION:
        parser.frameset_ok = False
    if action == OPEN_TEXTAREA or action == OPEN_IFRAME:
        return raw_element(parser)
    if action == OPEN_BUTTON:
        if in_plain_scope(parser, BUTTON):
            close_implied(parser, UNKNOWN, IMPLIED_END)
            pop_until(parser, BUTTON)
    elif action == OPEN_SELECT:
        if in_plain_scope(parser, SELECT):
            return pop_until(parser, SELECT)
    elif in_plain_scope(parser, SELECT):
        close_implied(parser, OPTGROUP if parser.tag.name == OPTION else UNKNOWN, IMPLIED_END)
    elif current_rule(parser) == OPTION:
        pop(parser)
    reopen(parser)
    open_element(parser)
    return 0


cdef int start_root(Parser parser, int action) except -1 nogil:
    """Start tags of html, body and frameset, once the body is open: only what they say of themselves is kept."""
    cdef int node
    if action == OPEN_FRAMESET:
        return open_frameset(parser)
    node = parser.html if action == OPEN_HTML else parser.body
    if action == OPEN_BODY:
        parser.frameset_ok = False
    if node >= 0 and not is_open(parser, TEMPLATE):
        add_attributes(parser, node)
    return 0


cdef int open_frameset(Parser parser) except -1 nogil:
    """Replace a body without content by a frameset."""
    if parser.depth < 2 or parser.body < 0 or parser.stack[1] != parser.body or not parser.frameset_ok:
        return 0
    detach(parser, parser.body)
    while parser.depth > 1:
        pop(parser)
    parser.body = -1
    open_element(parser)
    parser.mode = IN_FRAMESET
    return 0


cdef int end_in_body(Parser parser) except -1 nogil:
    """An end tag in the body."""
    cdef int action
    action = END_ACTIONS[parser.tag.name]
    if action == ORDINARY:
        close_any(parser)
    elif action == CLOSE_BLOCK:
        close_block(parser, parser.tag.name)
    elif action == CLOSE_FORMATTING:
        close_formatting(parser, parser.tag.name)
    elif action == CLOSE_P:
        if not p_in_button_scope(parser):
            open_implied(parser, P)
        close_p(parser)
    elif action == CLOSE_LI:
        if in_scope(parser, LI, OL, UL):
            close_implied(parser, LI, IMPLIED_END)
            pop_until(parser, LI)
    elif action == CLOSE_DD:
        if in_plain_scope(parser, parser.tag.name):
            close_implied(parser, parser.tag.name, IMPLIED_END)
            pop_until(parser, parser.tag.name)
    elif action == CLOSE_HEADING:
        close_heading(parser)
    elif action == CLOSE_OBJECT:
        if in_plain_scope(parser, parser.tag.name):
            close_block(parser, parser.tag.name)
            clear_to_marker(parser)
    elif action == CLOSE_FORM:
        close_form(parser)
    elif action == CLOSE_BR:
        reopen(parser)
        add_void(parser, BR)
        parser.frameset_ok = False
    elif action == CLOSE_TEMPLATE:
        close_template(parser)
    elif in_plain_scope(parser, BODY):
        parser.nodes[parser.html if action == CLOSE_HTML else parser.body].close_start = parser.tag.start
        parser.nodes[parser.html if action == CLOSE_HTML else parser.body].close_end = parser.tag.stop
        parser.mode = AFTER_BODY
        return DONE if action == CLOSE_BODY else AGAIN
    return DONE


cdef int close_block(Parser parser, int name) except -1 nogil:
    """Close an element with all that is open in it, if it is in scope."""
    if in_plain_scope(parser, name):
        close_implied(parser, UNKNOWN, IMPLIED_END)
        pop_until(parser, name)
    return 0


cdef int close_form(Parser parser) except -1 nogil:
    """Close the form, but not the elements that are open in it."""
    cdef int node
    if is_open(parser, TEMPLATE):
        return close_block(parser, FORM)
    node = parser.form
    parser.form = -1
    if node < 0 or not parser.nodes[node].on_stack or not in_plain_scope(parser, FORM):
        return 0
    close_implied(parser, UNKNOWN, IMPLIED_END)
    return pop(parser) if current(parser) == node else remove_from_stack(parser, node)


cdef int close_heading(Parser parser) except -1 nogil:
    """Close the open heading, of whatever rank the end tag is."""
    cdef bint is_found
    cdef int rule
    is_found = False
    for rule in range(H1, H6 + 1):
        if in_plain_scope(parser, rule):
            is_found = True
    if not is_found:
        return 0
    close_implied(parser, UNKNOWN, IMPLIED_END)
    while parser.depth > 1:
        rule = current_rule(parser)
        pop(parser)
        if H1 <= rule <= H6:
            break
    return 0
