"""How many bytes a character of UTF-8 has, for compiled code."""


cdef inline int width_of(const unsigned char* base, Py_ssize_t left) noexcept nogil:
    """The number of bytes of the character at ``base``, with ``left`` bytes left; 0 if there is none, or NUL."""
    cdef int lead = base[0], width
    if lead < 0x80:
        return 1 if lead else 0
    if lead < 0xC2 or lead > 0xF4:
        return 0
    width = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    if width > left or base[1] & 0xC0 != 0x80:
        return 0
    if (lead == 0xE0 and base[1] < 0xA0) or (lead == 0xED and base[1] >= 0xA0):
        return 0
    if (lead == 0xF0 and base[1] < 0x90) or (lead == 0xF4 and base[1] >= 0x90):
        return 0
    if width > 2 and base[2] & 0xC0 != 0x80:
        return 0
    if width > 3 and base[3] & 0xC0 != 0x80:
        return 0
    return width
