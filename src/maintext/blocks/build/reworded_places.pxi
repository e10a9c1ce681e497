# Whether a page has any text that reads differently without its markup: a quick look, as most have none.

cdef tuple _REWORDED = tuple([tags.code_of(name) for name in "sub sup q ruby pre abbr acronym math".split()])


def reworded_places(table, keep):
    """The rows of short links to a named place, and the boxes with "edit" in their class at selected headings.

    None if the page has neither of them in the selected text, and no element whose text may be written otherwise.
    """
    cdef const unsigned char[::1] kept = keep.view(np.uint8), tags_on_page = table.present_tags
    cdef const short[::1] tag = table.tag
    cdef const int[:, ::1] rows = table.row_columns
    cdef list links = _short_links(table.source, kept, table.segment_columns, tag, rows)
    cdef list boxes = _edit_boxes(table.source, kept, tag, rows)
    cdef int code
    if links or boxes:
        return links, boxes
    for code in _REWORDED:
        if tags_on_page[code]:
            return links, boxes
    return None
