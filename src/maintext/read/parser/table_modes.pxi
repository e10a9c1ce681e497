"""The rules for tags in tables: missing parts are opened, and content that is not allowed goes before the table."""


cdef bint is_table_part(int name) noexcept nogil:
    """Whether the name is that of a part of a table."""
    return name in (CAPTION, COL, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR)


cdef bint is_table_section(int name) noexcept nogil:
    return name == TBODY or name == TFOOT or name == THEAD


cdef int start_in_table(Parser parser) except -1 nogil:
    """A start tag between the parts of a table."""
    cdef int name
    name = parser.tag.name
    if name == CAPTION:
        clear_to(parser, TABLE, TABLE, TABLE)
        add_marker(parser)
        open_element(parser)
        parser.mode = IN_CAPTION
    elif name == COLGROUP or name == COL:
        clear_to(parser, TABLE, TABLE, TABLE)
        parser.mode = IN_COLUMN_GROUP
        if name == COL:
            open_implied(parser, COLGROUP)
            return AGAIN
        open_element(parser)
    elif is_table_section(name) or name == TD or name == TH or name == TR:
        clear_to(parser, TABLE, TABLE, TABLE)
        parser.mode = IN_TABLE_BODY
        if not is_table_section(name):
            open_implied(parser, TBODY)
            return AGAIN
        open_element(parser)
    elif name == TABLE:
        if in_table_scope(parser, TABLE):
            pop_until(parser, TABLE)
            reset_mode(parser)
            return AGAIN
    elif name == STYLE or name == SCRIPT or name == TEMPLATE:
        return open_of_head(parser)
    elif name == INPUT and parser.tag.is_hidden_input:
        add_void(parser, INPUT)
    elif name == FORM:
        if parser.form < 0 and not is_open(parser, TEMPLATE):
            parser.form = open_element(parser)
            pop(parser)
    else:
        return start_misplaced(parser)
    return DONE


cdef int end_in_table(Parser parser) except -1 nogil:
    """An end tag between the parts of a table."""
    cdef int name
    name = parser.tag.name
    if name == TABLE:
        if in_table_scope(parser, TABLE):
            pop_until(parser, TABLE)
            reset_mode(parser)
        return DONE
    if name == TEMPLATE:
        return close_template(parser)
    if name == BODY or name == HTML or is_table_part(name):
        return DONE
    return end_misplaced(parser)


cdef int start_misplaced(Parser parser) except -1 nogil:
    """A start tag that is not allowed between the parts of a table: read as in the body, and put before the table."""
    cdef int verdict
    parser.foster = True
    verdict = start_in_body(parser)
    parser.foster = False
    return verdict


cdef int end_misplaced(Parser parser) except -1 nogil:
    """The same for an end tag."""
    cdef int verdict
    parser.foster = True
    verdict = end_in_body(parser)
    parser.foster = False
    return verdict


cdef int start_in_caption(Parser parser) except -1 nogil:
    """A start tag in the caption of a table."""
    if not is_table_part(parser.tag.name):
        return start_in_body(parser)
    return AGAIN if close_caption(parser) else DONE


cdef int end_in_caption(Parser parser) except -1 nogil:
    """An end tag in the caption of a table."""
    cdef int name
    name = parser.tag.name
    if name == CAPTION or name == TABLE:
        return AGAIN if close_caption(parser) and name == TABLE else DONE
    if name == BODY or name == HTML or is_table_part(name):
        return DONE
    return end_in_body(parser)


cdef int close_caption(Parser parser) except -1 nogil:
    """Close the caption; returns whether there was one."""
    if not in_table_scope(parser, CAPTION):
        return 0
    close_implied(parser, UNKNOWN, IMPLIED_END)
    pop_until(parser, CAPTION)
    clear_to_marker(parser)
    parser.mode = IN_TABLE
    return 1


cdef int start_in_column_group(Parser parser) except -1 nogil:
    """A start tag in a group of columns."""
    cdef int name
    name = parser.tag.name
    if name == COL:
        add_void(parser, COL)
        return DONE
    if name == TEMPLATE:
        return open_of_head(parser)
    return DONE if name == HTML else leave_column_group(parser)


cdef int end_in_column_group(Parser parser) except -1 nogil:
    """An end tag in a group of columns."""
    cdef int name
    name = parser.tag.name
    if name == COLGROUP:
        leave_column_group(parser)
        return DONE
    if name == TEMPLATE:
        return close_template(parser)
    return DONE if name == COL else leave_column_group(parser)


cdef int leave_column_group(Parser parser) except -1 nogil:
    """Close the group of columns."""
    if current_rule(parser) != COLGROUP:
        return DONE
    pop(parser)
    parser.mode = IN_TABLE
    return AGAIN


cdef int start_in_table_body(Parser parser) except -1 nogil:
    """A start tag between the rows of a table."""
    cdef int name
    name = parser.tag.name
    if name == TR:
        clear_to(parser, TBODY, TFOOT, THEAD)
        open_element(parser)
        parser.mode = IN_ROW
        return DONE
    if name == TD or name == TH:
        clear_to(parser, TBODY, TFOOT, THEAD)
        open_implied(parser, TR)
        parser.mode = IN_ROW
        return AGAIN
    return leave_table_body(parser) if is_table_part(name) else start_in_table(parser)


cdef int end_in_table_body(Parser parser) except -1 nogil:
    """An end tag between the rows of a table."""
    cdef int name
    name = parser.tag.name
    if is_table_section(name):
        if in_table_scope(parser, name):
            clear_to(parser, TBODY, TFOOT, THEAD)
            pop(parser)
            parser.mode = IN_TABLE
        return DONE
    return leave_table_body(parser) if name == TABLE else end_in_table(parser)


cdef int leave_table_body(Parser parser) except -1 nogil:
    """Close the section of the table that is open."""
    cdef bint has_section
    has_section = in_table_scope(parser, TBODY) or in_table_scope(parser, THEAD) or in_table_scope(parser, TFOOT)
    if not has_section:
        return DONE
    clear_to(parser, TBODY, TFOOT, THEAD)
    pop(parser)
    parser.mode = IN_TABLE
    return AGAIN


cdef int start_in_row(Parser parser) except -1 nogil:
    """A start tag between the cells of a row."""
    cdef int name
    name = parser.tag.name
    if name == TD or name == TH:
        clear_to(parser, TR, TR, TR)
        open_element(parser)
        parser.mode = IN_CELL
        add_marker(parser)
        return DONE
    return leave_row(parser) if is_table_part(name) else start_in_table(parser)


cdef int end_in_row(Parser parser) except -1 nogil:
    """An end tag between the cells of a row."""
    cdef int name
    name = parser.tag.name
    if name == TR:
        leave_row(parser)
        return DONE
    if name == TABLE:
        return leave_row(parser)
    if is_table_section(name):
        return leave_row(parser) if in_table_scope(parser, name) else DONE
    return end_in_table(parser)


cdef int leave_row(Parser parser) except -1 nogil:
    """Close the row that is open."""
    if not in_table_scope(parser, TR):
        return DONE
    clear_to(parser, TR, TR, TR)
    pop(parser)
    parser.mode = IN_TABLE_BODY
    return AGAIN


cdef int start_in_cell(Parser parser) except -1 nogil:
    """A start tag in a cell."""
    if not is_table_part(parser.tag.name):
        return start_in_body(parser)
    return close_cell(parser)


cdef int end_in_cell(Parser parser) except -1 nogil:
    """An end tag in a cell."""
    cdef int name
    name = parser.tag.name
    if name == TD or name == TH:
        if in_table_scope(parser, name):
            close_implied(parser, UNKNOWN, IMPLIED_END)
            pop_until(parser, name)
            clear_to_marker(parser)
            parser.mode = IN_ROW
        return DONE
    if name == TABLE or name == TR or is_table_section(name):
        return close_cell(parser) if in_table_scope(parser, name) else DONE
    if name == BODY or name == HTML or is_table_part(name):
        return DONE
    return end_in_body(parser)


cdef int close_cell(Parser parser) except -1 nogil:
    """Close the cell that is open."""
    cdef int rule
    if not in_table_scope(parser, TD) and not in_table_scope(parser, TH):
        return DONE
    close_implied(parser, UNKNOWN, IMPLIED_END)
    while parser.depth > 1:
        rule = current_rule(parser)
        pop(parser)
        if rule == TD or rule == TH:
            break
    clear_to_marker(parser)
    parser.mode = IN_ROW
    return AGAIN
