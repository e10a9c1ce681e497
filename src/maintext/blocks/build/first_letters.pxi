# The first letter of a line, which rules out most lines that are compared with a headline.


def may_begin_with(tuple inlines, str wanted):
    """Whether the first letter or digit of a line may be the wanted one; true where normalising may change it.

    Args:
        inlines: the line.
        wanted: a letter in lower case, or a digit.
    """
    cdef str text
    cdef Py_ssize_t offset, size
    cdef Py_UCS4 character, first = wanted[0]
    for inline in inlines:
        if type(inline) is Break:
            continue
        if type(inline) is not Text:
            return True
        text = inline.text
        size = len(text)
        for offset in range(size):
            character = text[offset]
            if character >= ASCII or offset + 1 == size or <Py_UCS4> text[offset + 1] >= ASCII:
                return True
            if character.isalnum():
                return character.lower() == first
    return True
