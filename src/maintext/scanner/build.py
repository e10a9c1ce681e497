# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""From one piece of the page to the next: what it is, and the rules of which mode it is read by.

A rule that has only prepared the ground (closed a cell, opened the body) answers ``AGAIN``: the same tag is then read
by the rules of the mode that is in force now.
"""

import cython

from maintext.read.doctype import is_quirky


@cython.boundscheck(False)
def build(scan: Scan) -> int:
    """Read the whole page. What begins markup has a byte behind it, and with a slash two."""
    while scan.pos < scan.size:
        if scan.data[scan.pos] != ord("<") or not begins_markup(scan, scan.pos):
            _text(scan)
            continue
        following = scan.data[scan.pos + 1]
        if following == ord("!") or following == ord("?"):
            _declaration(scan)
        elif following != ord("/"):
            if read_tag(scan, scan.pos + 1):
                _start(scan)
        elif ord("a") <= (scan.data[scan.pos + 2] | 0x20) <= ord("z"):
            if read_tag(scan, scan.pos + 2):
                _end(scan)
        elif scan.data[scan.pos + 2] == ord(">"):
            scan.pos += 3
        else:
            _declaration(scan)
    return _finish(scan)


def _finish(scan: Scan) -> int:
    """Add what every page has, even one that ends before its body."""
    scan.tag.start = scan.tag.stop = scan.size
    scan.is_end = False
    while is_open(scan, TEMPLATE) and scan.body < 0:
        pop_until(scan, TEMPLATE)
        if scan.template_depth > 0:
            scan.template_depth -= 1
        reset_mode(scan)
    while scan.mode <= AFTER_HEAD:
        leave(scan)
    return 0


def _declaration(scan: Scan) -> int:
    """A comment, a doctype, or a section of characters in foreign content."""
    start = scan.pos
    if _is_in_foreign(scan) and is_cdata(scan, start):
        end = cdata_end(scan, start + 9)
        scan.pos = start + 9
        scan.frameset_ok = scan.frameset_ok and after_space(scan, scan.pos) >= end
        if end > scan.pos and not _is_foreign_to(scan, False):
            reopen(scan)
        insert_text(scan, end, True)
        scan.pos = min(end + 3, scan.size)
        return 0
    is_type = is_doctype(scan, start)
    skip_declaration(scan)
    if not is_type:
        scan.comment_in = current(scan) if scan.mode != AFTER_BODY and scan.mode < AFTER_AFTER_BODY else -1
    elif scan.mode == INITIAL:
        _doctype(scan, start, scan.pos)
        scan.mode = BEFORE_HTML
    return 0


def _doctype(scan: Scan, start: int, stop: int) -> int:
    """Find out whether a doctype asks for quirks mode; that of most pages does not."""
    if not is_plain_doctype(scan, start, stop):
        with cython.gil:
            scan.quirks = is_quirky(bytes(scan.data[start:stop]))
    return 0


def _start(scan: Scan) -> int:
    """A start tag. Beyond the bound of the depth only elements without content of their own are opened."""
    scan.is_end = False
    name = scan.tag.name
    if scan.depth >= MAX_DEPTH and not FLAGS[name] & (VOID | RAW):
        scan.left_out[name] += 1
        scan.left_out_total += 1
        return 0
    verdict = AGAIN
    while verdict == AGAIN:
        verdict = _start_in_foreign(scan) if _is_foreign_to(scan, True) else _start_by_mode(scan)
    return 0


def _end(scan: Scan) -> int:
    """An end tag."""
    scan.is_end = True
    scan.end_used = False
    name = scan.tag.name
    if scan.left_out_total and scan.left_out[name] > 0:
        scan.left_out[name] -= 1
        scan.left_out_total -= 1
        return 0
    verdict = AGAIN
    while verdict == AGAIN:
        verdict = _end_in_foreign(scan) if _is_in_foreign(scan) else _end_by_mode(scan)
    return 0


def _start_by_mode(scan: Scan) -> int:
    """A start tag by the rules of the mode in force."""
    mode = scan.mode
    if mode == IN_BODY:
        return start_in_body(scan)
    if mode <= AFTER_HEAD:
        return start_before_body(scan)
    if scan.tag.name == HTML and mode != IN_TEMPLATE:
        return start_in_body(scan)
    if mode == IN_CELL:
        return start_in_cell(scan)
    if mode == IN_ROW:
        return start_in_row(scan)
    if mode == IN_TABLE_BODY:
        return start_in_table_body(scan)
    if mode == IN_TABLE:
        return start_in_table(scan)
    if mode == IN_CAPTION:
        return start_in_caption(scan)
    if mode == IN_COLUMN_GROUP:
        return start_in_column_group(scan)
    if mode == IN_TEMPLATE:
        return _start_in_template(scan)
    if mode == AFTER_BODY or mode == AFTER_AFTER_BODY:
        return _back_to_body(scan)
    return start_in_frameset(scan)


def _end_by_mode(scan: Scan) -> int:
    """An end tag by the rules of the mode in force."""
    mode = scan.mode
    if mode == IN_BODY:
        return end_in_body(scan)
    if mode <= AFTER_HEAD:
        return end_before_body(scan)
    if mode == IN_CELL:
        return end_in_cell(scan)
    if mode == IN_ROW:
        return end_in_row(scan)
    if mode == IN_TABLE_BODY:
        return end_in_table_body(scan)
    if mode == IN_TABLE:
        return end_in_table(scan)
    if mode == IN_CAPTION:
        return end_in_caption(scan)
    if mode == IN_COLUMN_GROUP:
        return end_in_column_group(scan)
    if mode == IN_TEMPLATE:
        return close_template(scan) if scan.tag.name == TEMPLATE else DONE
    if mode == AFTER_BODY and scan.tag.name == HTML:
        scan.mode = AFTER_AFTER_BODY
        return DONE
    if mode == AFTER_BODY or mode == AFTER_AFTER_BODY:
        return _back_to_body(scan)
    return end_in_frameset(scan)


def _start_in_template(scan: Scan) -> int:
    """A start tag in a template: the first of its content says by which rules it is read."""
    name = scan.tag.name
    if FLAGS[name] & OF_HEAD:
        return open_of_head(scan)
    if name in (CAPTION, COLGROUP, TBODY, TFOOT, THEAD):
        scan.mode = IN_TABLE
    elif name == COL:
        scan.mode = IN_COLUMN_GROUP
    elif name == TR:
        scan.mode = IN_TABLE_BODY
    elif name == TD or name == TH:
        scan.mode = IN_ROW
    else:
        scan.mode = IN_BODY
    if scan.template_depth > 0:
        scan.template_modes[scan.template_depth - 1] = scan.mode
    return AGAIN


def _back_to_body(scan: Scan) -> int:
    """Content behind the end of the body belongs to it all the same."""
    scan.mode = IN_BODY
    scan.nodes[scan.html].close_start = scan.nodes[scan.html].close_end = -1
    if scan.body >= 0:
        scan.nodes[scan.body].close_start = scan.nodes[scan.body].close_end = -1
    return AGAIN


def _is_in_foreign(scan: Scan) -> bool:
    """Whether the innermost element is one of SVG or MathML; mostly none of them is open."""
    if not is_open(scan, FOREIGN) and not is_open(scan, FOREIGN_MARKER):
        return False
    return scan.nodes[current(scan)].space != IN_HTML


def _is_foreign_to(scan: Scan, is_tag: bool) -> bool:
    """Whether the start tag or text at hand is read by the rules of SVG and MathML."""
    if not _is_in_foreign(scan):
        return False
    node = current(scan)
    if scan.nodes[node].point == HTML_POINT:
        return False
    if scan.nodes[node].point == TEXT_POINT:
        return is_tag and (scan.tag.name == MGLYPH or scan.tag.name == MALIGNMARK)
    return not (scan.nodes[node].point == ANNOTATION_POINT and is_tag and scan.tag.name == SVG)


def _start_in_foreign(scan: Scan) -> int:
    """A start tag in SVG or MathML; those of HTML that cannot stand there end it."""
    breaks_out = FLAGS[scan.tag.name] & BREAKOUT or (scan.tag.name == FONT and scan.tag.has_font_attribute)
    if breaks_out:
        _break_out(scan)
        return _start_by_mode(scan)
    return open_foreign(scan, scan.nodes[current(scan)].space)


def _end_in_foreign(scan: Scan) -> int:
    """An end tag in SVG or MathML."""
    if scan.tag.name == BR or scan.tag.name == P:
        _break_out(scan)
        return _end_by_mode(scan)
    at = scan.depth - 1
    while at > 0 and scan.nodes[scan.stack[at]].space != IN_HTML:
        if scan.nodes[scan.stack[at]].key == scan.tag.key:
            while scan.depth > at:
                pop(scan)
            return DONE
        at -= 1
    return _end_by_mode(scan)


def _break_out(scan: Scan) -> int:
    """Close foreign elements up to a point where HTML may go on."""
    node = current(scan)
    while scan.depth > 1 and scan.nodes[node].space != IN_HTML:
        if scan.nodes[node].point == HTML_POINT or scan.nodes[node].point == TEXT_POINT:
            break
        pop(scan)
        node = current(scan)
    return 0


def _text(scan: Scan) -> int:
    """A run of text by the rules of the mode in force."""
    scan.is_end = False
    scan.tag.start = scan.tag.stop = scan.pos
    mode = scan.mode
    if _is_foreign_to(scan, False):
        scan.frameset_ok = scan.frameset_ok and _only_space(scan)
        return insert_text(scan, scan.size, False)
    if mode >= IN_BODY and mode != IN_COLUMN_GROUP and scan.data[scan.pos] == 0:
        scan.pos += 1
        return 0
    if mode == IN_BODY or mode == IN_CELL or mode == IN_CAPTION or mode == IN_TEMPLATE:
        return _text_in_body(scan)
    if mode <= AFTER_HEAD:
        return _text_before_body(scan)
    if mode == IN_TABLE or mode == IN_TABLE_BODY or mode == IN_ROW:
        return _text_in_table(scan)
    if mode == AFTER_BODY or mode == AFTER_AFTER_BODY:
        if not _only_space(scan):
            _back_to_body(scan)
        return _text_in_body(scan)
    return _space_only(scan)


def _only_space(scan: Scan) -> bool:
    """Whether the run of text here is white space as the standard has it, and zero bytes, which are dropped."""
    end = after_blank(scan, scan.pos)
    while end < scan.size and scan.data[end] == 0:
        end = after_blank(scan, end + 1)
    return end >= scan.size or (scan.data[end] == ord("<") and begins_markup(scan, end))


def _space_only(scan: Scan) -> int:
    """Text where only white space has a place: in framesets, and in a group of columns, which other text ends."""
    end = after_blank(scan, scan.pos)
    if end > scan.pos:
        return insert_text(scan, end, False)
    if scan.mode == IN_COLUMN_GROUP and leave_column_group(scan) == AGAIN:
        return 0
    end += 1
    while end < scan.size and not is_space(scan, end) and scan.data[end] != ord("&"):
        if scan.data[end] == ord("<") and begins_markup(scan, end):
            break
        end += 1
    scan.pos = end
    return 0


def _text_before_body(scan: Scan) -> int:
    """Text before the body: white space stays where it is or is dropped, anything else begins the body."""
    end = after_blank(scan, scan.pos)
    if end > scan.pos:
        if scan.mode <= BEFORE_HEAD:
            scan.pos = end
        else:
            insert_text(scan, end, False)
    elif scan.pos < scan.size:
        leave(scan)
    return 0


def _text_in_table(scan: Scan) -> int:
    """Text between the parts of a table: white space stays, anything else goes before the table."""
    is_part = FLAGS[current_rule(scan)] & TABLE_PART or current_rule(scan) == TEMPLATE
    if is_part and _only_space(scan):
        return insert_text(scan, scan.size, False)
    scan.foster = True
    _text_in_body(scan)
    scan.foster = False
    return 0


def _text_in_body(scan: Scan) -> int:
    """Text in the body, in the formatting that is still open."""
    reopen(scan)
    if scan.frameset_ok:
        scan.frameset_ok = _only_space(scan)
    return insert_text(scan, scan.size, False)
