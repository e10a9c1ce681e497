# Formulas between the lines of a text. Nearly all texts have none, so this is looked up before anything is copied.


cdef bint _has_displayed(list inlines) except -1:
    """Whether a text has a formula that is displayed between lines."""
    cdef object inline
    for inline in inlines:
        if type(inline) is Displayed:
            return True
    return False


cdef list _in_line(list inlines):
    """The inline records with such formulas in the line, for places that have no blocks."""
    return formulas.in_line(inlines) if _has_displayed(inlines) else inlines
