# Formulas in LaTeX. Nearly all texts have none, so this is looked up before anything is searched or copied.


cdef object _delimiters(TextCounts counts, bytes text):
    """The signs between which the scripts of a page find formulas in its text; None if it has no formulas."""
    cdef int start, stop
    start, stop = counts.span()
    if not may_have_formulas(text, start, stop, counts.source) or not _names_typesetter(counts.view.source):
        return None
    return Delimiters(looks_for_dollars(counts.source))


cdef bint _names_typesetter(const unsigned char[::1] source) except -1:
    """Whether a page names a script that typesets formulas."""
    return (
        _has_bytes(source, b"MathJax") or _has_bytes(source, b"mathjax")
        or _has_bytes(source, b"katex") or _has_bytes(source, b"KaTeX")
    )


cdef bint _has_bytes(const unsigned char[::1] source, bytes word) except -1:
    """Whether a page has a word. Its last letter should be rare: only where that is, the others are compared."""
    cdef const unsigned char* letters = word
    cdef int size = <int> len(word), stop = <int> source.shape[0], at = size - 1
    while at < stop:
        at = find_byte(&source[0], at, stop, letters[size - 1])
        if at < stop and memcmp(&source[at - size + 1], letters, size) == 0:
            return True
        at += 1
    return False


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
