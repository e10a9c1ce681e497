# Addresses of the pages of members.

cdef enum:
    MAX_PROFILE = 300

cdef tuple MEMBER_FOLDERS = (
    b"user", b"users", b"u", b"member", b"members", b"profile", b"profiles", b"people", b"author", b"authors",
)
cdef tuple MEMBER_KEYS = (b"u=", b"uid=", b"user=", b"userid=", b"user_id=", b"username=", b"author=")


cpdef bint is_profile(str address) except -1:
    """Whether an address looks like the page of a member: ``/user/ada``, ``/@ada``, ``?uid=12`` and the like."""
    cdef int kind = PyUnicode_KIND(address)
    cdef void* characters = PyUnicode_DATA(address)
    cdef Py_ssize_t index, size = len(address)
    cdef unsigned int before = c"/", one, lower
    if size >= MAX_PROFILE:
        return False
    for index in range(size):
        one = PyUnicode_READ(kind, characters, index)
        lower = one | 32
        if before == c"/":
            if lower == c"u" or lower == c"m" or lower == c"p" or lower == c"a":
                if _is_members(address, index):
                    return True
            elif index and (one == c"@" or one == c"~") and index + 1 < size and _is_in_name(address[index + 1]):
                return True
        elif before == c"?" or before == c"&":
            if (lower == c"u" or lower == c"a") and _begins_with_any(address, index, MEMBER_KEYS):
                return True
        elif lower == c"u" and before == c"-" and _has_at(address, index - 6, b"space-u"):
            return True
        if lower == c"v" and _has_at(address, index, b"viewprofile"):
            return True
        before = one
    return _has_at(address, 0, b"user?id=")


cdef bint _is_members(str address, Py_ssize_t index) except -1:
    """Whether the name of a folder or file of members is at an offset."""
    cdef bytes name
    cdef Py_ssize_t stop
    for name in MEMBER_FOLDERS:
        stop = index + len(name)
        if _has_at(address, index, name) and stop < len(address):
            if address[stop] in "/?-" or _has_at(address, stop, b".php"):
                return True
    return False


cdef bint _begins_with_any(str address, Py_ssize_t index, tuple names) except -1:
    cdef bytes name
    for name in names:
        if _has_at(address, index, name):
            return True
    return False


cdef bint _has_at(str address, Py_ssize_t index, bytes name) noexcept:
    """Whether a name of ASCII in lower case is at an offset, in upper or lower case."""
    cdef int kind = PyUnicode_KIND(address)
    cdef void* characters = PyUnicode_DATA(address)
    cdef const unsigned char* wanted = name
    cdef Py_ssize_t offset, size = len(name)
    cdef unsigned int one
    if index < 0 or index + size > len(address):
        return False
    for offset in range(size):
        one = PyUnicode_READ(kind, characters, index + offset)
        if one != wanted[offset] and not (c"A" <= one <= c"Z" and one | 32 == wanted[offset]):
            return False
    return True


cdef inline bint _is_in_name(Py_UCS4 character) noexcept:
    return character.isalnum() or character == c"_"
