# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""The rules for tags in tables: parts that were left out are opened, what cannot stand there goes before the table."""


def _is_of_table(name: int) -> bool:
    """Whether the name is that of a part of a table."""
    return name in (CAPTION, COL, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR)


def _is_section(name: int) -> bool:
    return name == TBODY or name == TFOOT or name == THEAD


def start_in_table(scan: Scan) -> int:
    """A start tag between the parts of a table."""
    name = scan.tag.name
    if name == CAPTION:
        clear_to(scan, TABLE, TABLE, TABLE)
        add_marker(scan)
        open_element(scan)
        scan.mode = IN_CAPTION
    elif name == COLGROUP or name == COL:
        clear_to(scan, TABLE, TABLE, TABLE)
        scan.mode = IN_COLUMN_GROUP
        if name == COL:
            open_implied(scan, COLGROUP)
            return AGAIN
        open_element(scan)
    elif _is_section(name) or name == TD or name == TH or name == TR:
        clear_to(scan, TABLE, TABLE, TABLE)
        scan.mode = IN_TABLE_BODY
        if not _is_section(name):
            open_implied(scan, TBODY)
            return AGAIN
        open_element(scan)
    elif name == TABLE:
        if in_table_scope(scan, TABLE):
            pop_until(scan, TABLE)
            reset_mode(scan)
            return AGAIN
    elif name == STYLE or name == SCRIPT or name == TEMPLATE:
        return open_of_head(scan)
    elif name == INPUT and scan.tag.is_hidden_input:
        add_void(scan, INPUT)
    elif name == FORM:
        if scan.form < 0 and not is_open(scan, TEMPLATE):
            scan.form = open_element(scan)
            pop(scan)
    else:
        return _start_misplaced(scan)
    return DONE


def end_in_table(scan: Scan) -> int:
    """An end tag between the parts of a table."""
    name = scan.tag.name
    if name == TABLE:
        if in_table_scope(scan, TABLE):
            pop_until(scan, TABLE)
            reset_mode(scan)
        return DONE
    if name == TEMPLATE:
        return close_template(scan)
    if name == BODY or name == HTML or _is_of_table(name):
        return DONE
    return _end_misplaced(scan)


def _start_misplaced(scan: Scan) -> int:
    """What cannot stand between the parts of a table is read by the rules of the body, and goes before the table."""
    scan.foster = True
    verdict = start_in_body(scan)
    scan.foster = False
    return verdict


def _end_misplaced(scan: Scan) -> int:
    scan.foster = True
    verdict = end_in_body(scan)
    scan.foster = False
    return verdict


def start_in_caption(scan: Scan) -> int:
    """A start tag in the caption of a table."""
    if not _is_of_table(scan.tag.name):
        return start_in_body(scan)
    return AGAIN if _close_caption(scan) else DONE


def end_in_caption(scan: Scan) -> int:
    """An end tag in the caption of a table."""
    name = scan.tag.name
    if name == CAPTION or name == TABLE:
        return AGAIN if _close_caption(scan) and name == TABLE else DONE
    if name == BODY or name == HTML or _is_of_table(name):
        return DONE
    return end_in_body(scan)


def _close_caption(scan: Scan) -> int:
    """Close the caption, and say whether there was one."""
    if not in_table_scope(scan, CAPTION):
        return 0
    close_implied(scan, UNKNOWN, IMPLIED_END)
    pop_until(scan, CAPTION)
    clear_to_marker(scan)
    scan.mode = IN_TABLE
    return 1


def start_in_column_group(scan: Scan) -> int:
    """A start tag in a group of columns."""
    name = scan.tag.name
    if name == COL:
        add_void(scan, COL)
        return DONE
    if name == TEMPLATE:
        return open_of_head(scan)
    return DONE if name == HTML else leave_column_group(scan)


def end_in_column_group(scan: Scan) -> int:
    """An end tag in a group of columns."""
    name = scan.tag.name
    if name == COLGROUP:
        leave_column_group(scan)
        return DONE
    if name == TEMPLATE:
        return close_template(scan)
    return DONE if name == COL else leave_column_group(scan)


def leave_column_group(scan: Scan) -> int:
    """Close the group of columns."""
    if current_rule(scan) != COLGROUP:
        return DONE
    pop(scan)
    scan.mode = IN_TABLE
    return AGAIN


def start_in_table_body(scan: Scan) -> int:
    """A start tag between the rows of a table."""
    name = scan.tag.name
    if name == TR:
        clear_to(scan, TBODY, TFOOT, THEAD)
        open_element(scan)
        scan.mode = IN_ROW
        return DONE
    if name == TD or name == TH:
        clear_to(scan, TBODY, TFOOT, THEAD)
        open_implied(scan, TR)
        scan.mode = IN_ROW
        return AGAIN
    return _leave_table_body(scan) if _is_of_table(name) else start_in_table(scan)


def end_in_table_body(scan: Scan) -> int:
    """An end tag between the rows of a table."""
    name = scan.tag.name
    if _is_section(name):
        if in_table_scope(scan, name):
            clear_to(scan, TBODY, TFOOT, THEAD)
            pop(scan)
            scan.mode = IN_TABLE
        return DONE
    return _leave_table_body(scan) if name == TABLE else end_in_table(scan)


def _leave_table_body(scan: Scan) -> int:
    """Close the section of the table that is open."""
    has_section = in_table_scope(scan, TBODY) or in_table_scope(scan, THEAD) or in_table_scope(scan, TFOOT)
    if not has_section:
        return DONE
    clear_to(scan, TBODY, TFOOT, THEAD)
    pop(scan)
    scan.mode = IN_TABLE
    return AGAIN


def start_in_row(scan: Scan) -> int:
    """A start tag between the cells of a row."""
    name = scan.tag.name
    if name == TD or name == TH:
        clear_to(scan, TR, TR, TR)
        open_element(scan)
        scan.mode = IN_CELL
        add_marker(scan)
        return DONE
    return _leave_row(scan) if _is_of_table(name) else start_in_table(scan)


def end_in_row(scan: Scan) -> int:
    """An end tag between the cells of a row."""
    name = scan.tag.name
    if name == TR:
        _leave_row(scan)
        return DONE
    if name == TABLE:
        return _leave_row(scan)
    if _is_section(name):
        return _leave_row(scan) if in_table_scope(scan, name) else DONE
    return end_in_table(scan)


def _leave_row(scan: Scan) -> int:
    """Close the row that is open."""
    if not in_table_scope(scan, TR):
        return DONE
    clear_to(scan, TR, TR, TR)
    pop(scan)
    scan.mode = IN_TABLE_BODY
    return AGAIN


def start_in_cell(scan: Scan) -> int:
    """A start tag in a cell."""
    if not _is_of_table(scan.tag.name):
        return start_in_body(scan)
    return _close_cell(scan)


def end_in_cell(scan: Scan) -> int:
    """An end tag in a cell."""
    name = scan.tag.name
    if name == TD or name == TH:
        if in_table_scope(scan, name):
            close_implied(scan, UNKNOWN, IMPLIED_END)
            pop_until(scan, name)
            clear_to_marker(scan)
            scan.mode = IN_ROW
        return DONE
    if name == TABLE or name == TR or _is_section(name):
        return _close_cell(scan) if in_table_scope(scan, name) else DONE
    if name == BODY or name == HTML or _is_of_table(name):
        return DONE
    return end_in_body(scan)


def _close_cell(scan: Scan) -> int:
    """Close the cell that is open."""
    if not in_table_scope(scan, TD) and not in_table_scope(scan, TH):
        return DONE
    close_implied(scan, UNKNOWN, IMPLIED_END)
    while scan.depth > 1:
        rule = current_rule(scan)
        pop(scan)
        if rule == TD or rule == TH:
            break
    clear_to_marker(scan)
    scan.mode = IN_ROW
    return AGAIN
