"""From one piece of the page to the next: its kind, and the rules of the mode that apply.

A rule that has only prepared the next step (closed a cell, opened the body) returns ``AGAIN``: the same tag is then
read by the rules of the new mode.
"""

cdef enum:
    # Tags and texts between two looks at the clock.
    PIECES_PER_LOOK = 20_000


@cython.boundscheck(False)
cdef int build_tree(Parser parser) except -1 nogil:
    """Read the whole page. After a ``<`` that begins markup there is one more byte, after ``</`` too."""
    cdef int following, left = PIECES_PER_LOOK
    while parser.pos < parser.size:
        left -= 1
        if left == 0 or parser.count - parser.texts > parser.max_elements:
            left = PIECES_PER_LOOK
            if must_stop(parser):
                break
        if parser.data[parser.pos] != c"<" or not begins_markup(parser, parser.pos):
            text_by_mode(parser)
            continue
        following = parser.data[parser.pos + 1]
        if following == c"!" or following == c"?":
            read_declaration(parser)
        elif following != c"/":
            if read_tag(parser, parser.pos + 1):
                start_tag(parser)
        elif c"a" <= (parser.data[parser.pos + 2] | 0x20) <= c"z":
            if read_tag(parser, parser.pos + 2):
                end_tag(parser)
        elif parser.data[parser.pos + 2] == c">":
            parser.pos += 3
        else:
            read_declaration(parser)
    return finish_tree(parser)


cdef bint must_stop(Parser parser) except -1 nogil:
    """Whether a limit is reached; the page then ends here."""
    with gil:
        if parser.count - parser.texts > parser.max_elements:
            parser.stopped_by = "elements"
        elif is_over():
            parser.stopped_by = "seconds"
        else:
            return False
    parser.size = parser.pos
    return True


cdef int finish_tree(Parser parser) except -1 nogil:
    """Add the elements that every page has, even one that ends before its body."""
    parser.tag.start = parser.tag.stop = parser.size
    parser.is_end = False
    while is_open(parser, TEMPLATE) and parser.body < 0:
        pop_until(parser, TEMPLATE)
        if parser.template_depth > 0:
            parser.template_depth -= 1
        reset_mode(parser)
    while parser.mode <= AFTER_HEAD:
        leave_mode(parser)
    return 0


cdef int read_declaration(Parser parser) except -1 nogil:
    """A comment, a doctype, or a section of characters in foreign content."""
    cdef int start, end
    cdef bint is_type
    start = parser.pos
    if is_in_foreign(parser) and is_cdata(parser, start):
        end = cdata_end(parser, start + 9)
        parser.pos = start + 9
        parser.frameset_ok = parser.frameset_ok and after_space(parser, parser.pos) >= end
        if end > parser.pos and not is_foreign_to(parser, False):
            reopen(parser)
        insert_text(parser, end, True)
        parser.pos = min(end + 3, parser.size)
        return 0
    is_type = is_doctype(parser, start)
    skip_declaration(parser)
    if not is_type:
        parser.comment_in = current(parser) if parser.mode != AFTER_BODY and parser.mode < AFTER_AFTER_BODY else -1
    elif parser.mode == INITIAL:
        read_doctype(parser, start, parser.pos)
        parser.mode = BEFORE_HTML
    return 0


cdef int read_doctype(Parser parser, int start, int stop) except -1 nogil:
    """Set quirks mode if the doctype requires it; that of most pages does not."""
    if not is_plain_doctype(parser, start, stop):
        with gil:
            parser.quirks = is_quirky(bytes(parser.data[start:stop]))
    return 0


cdef int start_tag(Parser parser) except -1 nogil:
    """A start tag. Beyond the bound of the depth only elements without content of their own are opened."""
    cdef int name, verdict
    parser.is_end = False
    name = parser.tag.name
    if parser.depth >= MAX_DEPTH and not FLAGS[name] & (VOID | RAW):
        parser.left_out[name] += 1
        parser.left_out_total += 1
        return 0
    verdict = AGAIN
    while verdict == AGAIN:
        verdict = start_in_foreign(parser) if is_foreign_to(parser, True) else start_by_mode(parser)
    return 0


cdef int end_tag(Parser parser) except -1 nogil:
    """An end tag."""
    cdef int name, verdict
    parser.is_end = True
    parser.end_used = False
    name = parser.tag.name
    if parser.left_out_total and parser.left_out[name] > 0:
        parser.left_out[name] -= 1
        parser.left_out_total -= 1
        return 0
    verdict = AGAIN
    while verdict == AGAIN:
        verdict = end_in_foreign(parser) if is_in_foreign(parser) else end_by_mode(parser)
    return 0


cdef int start_by_mode(Parser parser) except -1 nogil:
    """A start tag by the rules of the current mode."""
    cdef int mode
    mode = parser.mode
    if mode == IN_BODY:
        return start_in_body(parser)
    if mode <= AFTER_HEAD:
        return start_before_body(parser)
    if parser.tag.name == HTML and mode != IN_TEMPLATE:
        return start_in_body(parser)
    if mode == IN_CELL:
        return start_in_cell(parser)
    if mode == IN_ROW:
        return start_in_row(parser)
    if mode == IN_TABLE_BODY:
        return start_in_table_body(parser)
    if mode == IN_TABLE:
        return start_in_table(parser)
    if mode == IN_CAPTION:
        return start_in_caption(parser)
    if mode == IN_COLUMN_GROUP:
        return start_in_column_group(parser)
    if mode == IN_TEMPLATE:
        return start_in_template(parser)
    if mode == AFTER_BODY or mode == AFTER_AFTER_BODY:
        return back_to_body(parser)
    return start_in_frameset(parser)


cdef int end_by_mode(Parser parser) except -1 nogil:
    """An end tag by the rules of the current mode."""
    cdef int mode
    mode = parser.mode
    if mode == IN_BODY:
        return end_in_body(parser)
    if mode <= AFTER_HEAD:
        return end_before_body(parser)
    if mode == IN_CELL:
        return end_in_cell(parser)
    if mode == IN_ROW:
        return end_in_row(parser)
    if mode == IN_TABLE_BODY:
        return end_in_table_body(parser)
    if mode == IN_TABLE:
        return end_in_table(parser)
    if mode == IN_CAPTION:
        return end_in_caption(parser)
    if mode == IN_COLUMN_GROUP:
        return end_in_column_group(parser)
    if mode == IN_TEMPLATE:
        return close_template(parser) if parser.tag.name == TEMPLATE else DONE
    if mode == AFTER_BODY and parser.tag.name == HTML:
        parser.mode = AFTER_AFTER_BODY
        return DONE
    if mode == AFTER_BODY or mode == AFTER_AFTER_BODY:
        return back_to_body(parser)
    return end_in_frameset(parser)


cdef int start_in_template(Parser parser) except -1 nogil:
    """A start tag in a template: the first of its content says by which rules it is read."""
    cdef int name
    name = parser.tag.name
    if FLAGS[name] & OF_HEAD:
        return open_of_head(parser)
    if name in (CAPTION, COLGROUP, TBODY, TFOOT, THEAD):
        parser.mode = IN_TABLE
    elif name == COL:
        parser.mode = IN_COLUMN_GROUP
    elif name == TR:
        parser.mode = IN_TABLE_BODY
    elif name == TD or name == TH:
        parser.mode = IN_ROW
    else:
        parser.mode = IN_BODY
    if parser.template_depth > 0:
        parser.template_modes[parser.template_depth - 1] = parser.mode
    return AGAIN


cdef int back_to_body(Parser parser) except -1 nogil:
    """Continue in the body: content after its end still belongs to it."""
    parser.mode = IN_BODY
    parser.nodes[parser.html].close_start = parser.nodes[parser.html].close_end = -1
    if parser.body >= 0:
        parser.nodes[parser.body].close_start = parser.nodes[parser.body].close_end = -1
    return AGAIN


cdef bint is_in_foreign(Parser parser) except -1 nogil:
    """Whether the innermost element is one of SVG or MathML; mostly none of them is open."""
    if not is_open(parser, FOREIGN) and not is_open(parser, FOREIGN_MARKER):
        return False
    return parser.nodes[current(parser)].space != IN_HTML


cdef bint is_foreign_to(Parser parser, bint is_tag) except -1 nogil:
    """Whether the current start tag or text is read by the rules of SVG and MathML."""
    cdef int node
    if not is_in_foreign(parser):
        return False
    node = current(parser)
    if parser.nodes[node].point == HTML_POINT:
        return False
    if parser.nodes[node].point == TEXT_POINT:
        return is_tag and (parser.tag.name == MGLYPH or parser.tag.name == MALIGNMARK)
    return not (parser.nodes[node].point == ANNOTATION_POINT and is_tag and parser.tag.name == SVG)


cdef int start_in_foreign(Parser parser) except -1 nogil:
    """A start tag in SVG or MathML; tags of HTML that are not allowed there end it."""
    cdef bint breaks_out
    breaks_out = FLAGS[parser.tag.name] & BREAKOUT or (parser.tag.name == FONT and parser.tag.has_font_attribute)
    if breaks_out:
        break_out(parser)
        return start_by_mode(parser)
    return open_foreign(parser, parser.nodes[current(parser)].space)


cdef int end_in_foreign(Parser parser) except -1 nogil:
    """An end tag in SVG or MathML."""
    cdef int at
    if parser.tag.name == BR or parser.tag.name == P:
        break_out(parser)
        return end_by_mode(parser)
    at = parser.depth - 1
    while at > 0 and parser.nodes[parser.stack[at]].space != IN_HTML:
        if parser.nodes[parser.stack[at]].key == parser.tag.key:
            while parser.depth > at:
                pop(parser)
            return DONE
        at -= 1
    return end_by_mode(parser)


cdef int break_out(Parser parser) except -1 nogil:
    """Close foreign elements up to a point where HTML may continue."""
    cdef int node
    node = current(parser)
    while parser.depth > 1 and parser.nodes[node].space != IN_HTML:
        if parser.nodes[node].point == HTML_POINT or parser.nodes[node].point == TEXT_POINT:
            break
        pop(parser)
        node = current(parser)
    return 0


cdef int text_by_mode(Parser parser) except -1 nogil:
    """A run of text by the rules of the current mode."""
    cdef int mode
    parser.is_end = False
    parser.tag.start = parser.tag.stop = parser.pos
    mode = parser.mode
    if is_foreign_to(parser, False):
        parser.frameset_ok = parser.frameset_ok and is_space_run(parser)
        return insert_text(parser, parser.size, False)
    if mode >= IN_BODY and mode != IN_COLUMN_GROUP and parser.data[parser.pos] == 0:
        parser.pos += 1
        return 0
    if mode == IN_BODY or mode == IN_CELL or mode == IN_CAPTION or mode == IN_TEMPLATE:
        return text_in_body(parser)
    if mode <= AFTER_HEAD:
        return text_before_body(parser)
    if mode == IN_TABLE or mode == IN_TABLE_BODY or mode == IN_ROW:
        return text_in_table(parser)
    if mode == AFTER_BODY or mode == AFTER_AFTER_BODY:
        if not is_space_run(parser):
            back_to_body(parser)
        return text_in_body(parser)
    return keep_space(parser)


cdef bint is_space_run(Parser parser) except -1 nogil:
    """Whether the run of text here is only white space and zero bytes, which are dropped."""
    cdef int end
    end = after_blank(parser, parser.pos)
    while end < parser.size and parser.data[end] == 0:
        end = after_blank(parser, end + 1)
    return end >= parser.size or (parser.data[end] == c"<" and begins_markup(parser, end))


cdef int keep_space(Parser parser) except -1 nogil:
    """Text where only white space is allowed: in framesets, and in a group of columns, which other text ends."""
    cdef int end
    end = after_blank(parser, parser.pos)
    if end > parser.pos:
        return insert_text(parser, end, False)
    if parser.mode == IN_COLUMN_GROUP and leave_column_group(parser) == AGAIN:
        return 0
    end += 1
    while end < parser.size and not is_space_at(parser, end) and parser.data[end] != c"&":
        if parser.data[end] == c"<" and begins_markup(parser, end):
            break
        end += 1
    parser.pos = end
    return 0


cdef int text_before_body(Parser parser) except -1 nogil:
    """Text before the body: white space stays where it is or is dropped, anything else begins the body."""
    cdef int end
    end = after_blank(parser, parser.pos)
    if end > parser.pos:
        if parser.mode <= BEFORE_HEAD:
            parser.pos = end
        else:
            insert_text(parser, end, False)
    elif parser.pos < parser.size:
        leave_mode(parser)
    return 0


cdef int text_in_table(Parser parser) except -1 nogil:
    """Text between the parts of a table: white space stays, anything else goes before the table."""
    cdef bint is_part
    is_part = FLAGS[current_rule(parser)] & TABLE_PART or current_rule(parser) == TEMPLATE
    if is_part and is_space_run(parser):
        return insert_text(parser, parser.size, False)
    parser.foster = True
    text_in_body(parser)
    parser.foster = False
    return 0


cdef int text_in_body(Parser parser) except -1 nogil:
    """Text in the body, in the formatting that is still open."""
    reopen(parser)
    if parser.frameset_ok:
        parser.frameset_ok = is_space_run(parser)
    return insert_text(parser, parser.size, False)
