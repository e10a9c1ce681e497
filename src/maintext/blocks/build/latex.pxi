# Formulas in LaTeX. Nearly all texts have none, so this is looked up before anything is searched or copied.


cdef object _delimiters(TextCounts counts, bytes text):
    """The signs between which the scripts of a page find formulas in its text; None if it has no formulas."""
    cdef int start, stop
    start, stop = counts.span()
    if not _may_have_formulas(counts.view.text, start, stop, counts.view.source):
        return None
    return Delimiters(looks_for_dollars(counts.source)) if _names_typesetter(counts.view.source) else None


cdef bint _may_have_formulas(
    const unsigned char[::1] text, int start, int stop, const unsigned char[::1] source
) except -1:
    """Whether the text between two offsets has delimiters; single dollar signs only if the page may look for them."""
    cdef const unsigned char* characters
    cdef int at, dollars = 0
    if start >= stop:
        return False
    characters = bytes_between(text, start, stop)
    at = find_byte(characters, start, stop, c"\\")
    while at + 1 < stop:
        if characters[at + 1] == c"(" or characters[at + 1] == c"[":
            return True
        if stop - at >= 7 and memcmp(characters + at, b"\\begin{", 7) == 0:
            return True
        at = find_byte(characters, at + 1, stop, c"\\")
    at = find_byte(characters, start, stop, c"$")
    while at < stop:
        if at + 1 < stop and characters[at + 1] == c"$":
            return True
        dollars += 1
        at = find_byte(characters, at + 1, stop, c"$")
    return dollars > 1 and _quotes_dollar(source)


cdef bint _quotes_dollar(const unsigned char[::1] source) except -1:
    """Whether a page has a dollar sign between quotation marks, as every page that tells its scripts to look for it."""
    cdef int size = <int> source.shape[0], at
    if size == 0:
        return False
    at = find_byte(&source[0], 1, size, c"$")
    while at + 1 < size:
        if _is_mark(source[at - 1]) and _is_mark(source[at + 1]):
            return True
        at = find_byte(&source[0], at + 1, size, c"$")
    return False


cdef inline bint _is_mark(unsigned char byte) noexcept:
    """Whether a character is a quotation mark."""
    return byte == c'"' or byte == c"'"


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
