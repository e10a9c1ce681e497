"""Which rows around selected text may be hidden, and the names of these rows that rules of a style sheet may mention."""

cdef enum:
    # Slots for names, a power of two, and how many of them are filled at most.
    NAME_SLOTS = 2048
    MAX_NAMES = 1024
    # Slots for the beginnings of names, a power of two.
    START_SLOTS = 512
    # Slots for values of class attributes, a power of two.
    VALUE_SLOTS = 128
    # The tags of HTML have smaller numbers.
    MAX_TAGS = 256

cdef unsigned long long NAME_FACTOR = 0x100000001B3ULL
cdef unsigned char CLASS_MARK = c".", ID_MARK = c"#", TAG_MARK = c"t"
cdef enum:
    # What a byte in a class is, as bits: white space, a small letter, a letter with which a usual name of a class for
    # hidden text begins, a capital.
    IS_BETWEEN = 1
    IS_SMALL_LETTER = 2
    IS_FIRST_LETTER = 4
    IS_CAPITAL = 8

cdef bytes _CLASS_BYTES = bytes([
    IS_BETWEEN * (byte in b" \t\n\f\r") | IS_SMALL_LETTER * (byte in b"abcdefghijklmnopqrstuvwxyz")
    | IS_FIRST_LETTER * (byte in b"sviaohSVIAOH") | IS_CAPITAL * (byte in b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for byte in range(256)
])
cdef const unsigned char* CLASS_BYTE = _CLASS_BYTES


# A value of a class attribute that was read: its range of bytes, and whether it has a name that is searched for.
cdef struct SeenValue:
    int start
    int stop
    bint is_found


cdef struct SeenNames:
    SeenValue[VALUE_SLOTS] values
    unsigned char[MAX_TAGS] has_tag


cdef class NameSet:
    """Classes, ids and tags by hash. A set that is full contains every name."""

    cdef unsigned int[NAME_SLOTS] keys
    cdef int count
    # Whether ``starts`` marks how all names begin, and a mark for each hash of two bytes. Tags have no mark before them.
    cdef bint has_starts
    cdef unsigned char[START_SLOTS] starts

    def __cinit__(self):
        memset(self.keys, 0, sizeof(self.keys))
        memset(self.starts, 0, sizeof(self.starts))
        self.count = 0
        self.has_starts = True

    def __len__(self):
        return self.count

    def add(self, bytes mark, bytes name):
        """Add a name; the mark is ``.`` for a class, ``#`` for an id and ``t`` for a tag."""
        _add_name(self, _key_of(name, mark[0]))
        if len(name) < 2 or mark[0] == TAG_MARK:
            self.has_starts = False
        else:
            self.starts[_start_slot(name[0], name[1])] = 1


cdef inline int _start_slot(unsigned int first, unsigned int second) noexcept nogil:
    return (first * 31 + second) & (START_SLOTS - 1)


cdef inline unsigned int _name_key(const unsigned char* text, int start, int stop, unsigned char mark) noexcept nogil:
    """The hash of a name, never 0."""
    cdef unsigned long long key = mark
    cdef int at
    for at in range(start, stop):
        key = (key ^ text[at]) * NAME_FACTOR
    return <unsigned int> (key ^ key >> 29) | 1


cdef unsigned int _key_of(bytes name, unsigned char mark):
    """The hash of a name that is a string of its own."""
    return _name_key(name, 0, <int> len(name), mark)


cdef inline bint _has_name(NameSet names, unsigned int key) noexcept nogil:
    cdef unsigned long long place = slot(key >> 1, NAME_SLOTS - 1)
    if names.count >= MAX_NAMES:
        return True
    while names.keys[place]:
        if names.keys[place] == key:
            return True
        place = next_slot(place, NAME_SLOTS - 1)
    return False


cdef inline int _add_name(NameSet names, unsigned int key) noexcept nogil:
    cdef unsigned long long place = slot(key >> 1, NAME_SLOTS - 1)
    if names.count >= MAX_NAMES:
        return 0
    while names.keys[place]:
        if names.keys[place] == key:
            return 0
        place = next_slot(place, NAME_SLOTS - 1)
    names.keys[place] = key
    names.count += 1
    return 0


cdef unsigned int[::1] TAG_KEYS = np.array([_key_of(name.encode(), TAG_MARK) for name in tags.NAMES], dtype=np.uint32)


def rows_that_may_be_hidden(
    bytes source, const unsigned char[::1] keep, const int[:, ::1] segments, const int[:, ::1] rows,
    const unsigned char[::1] hiding, const short[::1] tag, NameSet names,
):
    """List the elements around selected text whose start tag may hide them; their names are added to ``names``.

    Every element is looked at once, however much text it contains.
    """
    return _rows_around(source, keep, segments, rows, hiding, tag, names, None)


def rows_with_names(
    bytes source, const unsigned char[::1] keep, const int[:, ::1] segments, const int[:, ::1] rows,
    const unsigned char[::1] hiding, const short[::1] tag, NameSet wanted not None,
):
    """List the elements around selected text that have one of the wanted classes, ids or tags."""
    return _rows_around(source, keep, segments, rows, hiding, tag, None, wanted)


cdef list _rows_around(
    bytes source, const unsigned char[::1] keep, const int[:, ::1] segments, const int[:, ::1] rows,
    const unsigned char[::1] hiding, const short[::1] tag, NameSet names, NameSet wanted,
):
    """Do the work of the two functions before."""
    cdef int row_count = <int> hiding.shape[0], segment_count = <int> keep.shape[0], segment = 0, row
    cdef list found = []
    cdef unsigned char* seen
    cdef SeenNames before
    cdef bint is_one
    if names is not None:
        names.has_starts = False
    if not row_count or not segment_count or not source:
        return found
    if rows.shape[1] != row_count or tag.shape[0] != row_count or segments.shape[1] <= segment_count:
        raise IndexError(row_count)
    cdef const int* owner = &segments[<int> SEGMENT_OWNER, 0]
    cdef const int* characters = &segments[<int> SEGMENT_CHARACTERS, 0]
    cdef const int* parent = &rows[<int> PARENT, 0]
    cdef const unsigned char* text = source
    cdef const unsigned char* signs = &hiding[0]
    cdef const short* tags = &tag[0]
    seen = <unsigned char*> PyMem_RawCalloc(row_count, 1)
    if seen == NULL:
        raise MemoryError()
    memset(&before, 0, sizeof(before))
    try:
        while segment < segment_count:
            if not keep[segment]:
                segment = find_byte(&keep[0], segment, segment_count, 1)
            if segment < segment_count and characters[segment]:
                row = owner[segment]
                while 0 <= row < row_count and not seen[row]:
                    seen[row] = 1
                    if wanted is not None:
                        is_one = _has_wanted(text, parent + row, row_count, tags[row], wanted, &before)
                    else:
                        is_one = _read_names(text, parent + row, row_count, tags[row], names, &before) or signs[row]
                    if is_one:
                        found.append(row)
                    row = parent[row]
            segment += 1
    finally:
        PyMem_RawFree(seen)
    found.sort()
    return found


cdef inline bint _read_names(
    const unsigned char* text, const int* columns, Py_ssize_t step, int tag, NameSet names, SeenNames* before
) except -1:
    """Add the names of an element; return whether one of its classes may be a usual one for hidden text.

    ``columns`` are those of the element's row, each ``step`` after the one before.
    """
    cdef int start = columns[CLASS_START * step], stop = columns[CLASS_STOP * step]
    cdef bint is_usual = stop > start and _read_value(text, start, stop, names, before.values)
    if names is not None:
        start, stop = columns[ID_START * step], columns[ID_STOP * step]
        if stop > start:
            _add_name(names, _name_key(text, start, stop, ID_MARK))
        if tag >= MAX_TAGS or not before.has_tag[tag]:
            _add_name(names, TAG_KEYS[tag])
            before.has_tag[tag % MAX_TAGS] = tag < MAX_TAGS
    return is_usual


cdef inline bint _has_wanted(
    const unsigned char* text, const int* columns, Py_ssize_t step, int tag, NameSet wanted, SeenNames* before
) except -1:
    """Whether an element has one of the wanted names."""
    cdef SeenValue* value
    cdef int start = columns[ID_START * step], stop = columns[ID_STOP * step]
    if _has_name(wanted, TAG_KEYS[tag]) or (
        stop > start and _has_name(wanted, _name_key(text, start, stop, ID_MARK))
    ):
        return True
    start, stop = columns[CLASS_START * step], columns[CLASS_STOP * step]
    if stop <= start:
        return False
    value = _slot_of_value(text, start, stop, before.values)
    if not _is_same_value(text, value, start, stop):
        value.start, value.stop, value.is_found = start, stop, _has_class(text, start, stop, wanted)
    return value.is_found


cdef inline bint _read_value(
    const unsigned char* text, int start, int stop, NameSet names, SeenValue* values
) noexcept nogil:
    """Read the value of a class attribute like ``_read_classes``; most are the same as one that was read before."""
    cdef SeenValue* value = _slot_of_value(text, start, stop, values)
    if not _is_same_value(text, value, start, stop):
        value.start, value.stop, value.is_found = start, stop, _read_classes(text, start, stop, names)
    return value.is_found


cdef inline SeenValue* _slot_of_value(
    const unsigned char* text, int start, int stop, SeenValue* values
) noexcept nogil:
    """Where a value of a class attribute is noted, by its size and its bytes in the middle and at the end."""
    cdef int size = stop - start
    cdef unsigned long long key = size
    if size >= WORD:
        key = mix(key ^ word_at(text + start + (size - WORD) // 2), word_at(text + stop - WORD))
    else:
        key = mix(key, text[start] << 16 | text[start + size // 2] << 8 | text[stop - 1])
    return &values[slot(key, VALUE_SLOTS - 1)]


cdef inline bint _is_same_value(const unsigned char* text, SeenValue* value, int start, int stop) noexcept nogil:
    """Whether a slot has the same value."""
    return value.stop - value.start == stop - start and same_bytes(text, value.start, start, stop - start)


cdef bint _read_classes(const unsigned char* text, int start, int stop, NameSet names) noexcept nogil:
    """Add the classes of an element to the names; return whether one of them may be a usual one for hidden text."""
    cdef const unsigned char* class_byte = CLASS_BYTE
    cdef unsigned long long key
    cdef int at = start
    while names is not None and at < stop:
        key = CLASS_MARK
        while at < stop and not class_byte[text[at]] & IS_BETWEEN:
            key = (key ^ text[at]) * NAME_FACTOR
            at += 1
        if key != CLASS_MARK:
            _add_name(names, <unsigned int> (key ^ key >> 29) | 1)
        at += 1
    return _has_part_of_usual(text, start, stop) and _has_usual(text, start, stop)


cdef bint _has_part_of_usual(const unsigned char* text, int start, int stop) noexcept nogil:
    """Whether classes contain ``sr``, ``sc``, ``ss`` or ``vis``, in any case: every usual word for hidden text does."""
    cdef unsigned int found
    cdef int at = start
    while TAKES_SIXTEEN and at + SIXTEEN <= stop:
        found = like_among_sixteen(text + at, c"s") | like_among_sixteen(text + at, c"S")
        while found:
            if _is_part_of_usual(text, start, at + lowest(found), stop):
                return True
            found &= found - 1
        at += SIXTEEN
    while at < stop:
        if text[at] | 0x20 == c"s" and _is_part_of_usual(text, start, at, stop):
            return True
        at += 1
    return False


cdef inline bint _is_part_of_usual(const unsigned char* text, int start, int at, int stop) noexcept nogil:
    """Whether the letter S at an offset is in one of these parts."""
    cdef int after = text[at + 1] | 0x20 if at + 1 < stop else 0
    if after == c"r" or after == c"c" or after == c"s":
        return True
    return at - 2 >= start and text[at - 1] | 0x20 == c"i" and text[at - 2] | 0x20 == c"v"


cdef bint _has_usual(const unsigned char* text, int start, int stop) noexcept nogil:
    """Whether a usual word for hidden text may begin in classes: with a capital, or after no small letter."""
    cdef const unsigned char* class_byte = CLASS_BYTE
    cdef int at, kind, before = IS_BETWEEN
    for at in range(start, stop):
        kind = class_byte[text[at]]
        if kind & IS_FIRST_LETTER and (kind & IS_CAPITAL or not before & IS_SMALL_LETTER):
            if _may_be_usual(text, start, at, stop):
                return True
        before = kind
    return False


cdef bint _has_class(const unsigned char* text, int start, int stop, NameSet names) noexcept nogil:
    """Whether one of the classes of an element is among the names."""
    cdef int at = start, begin
    while at < stop:
        if is_html_space(text[at]):
            at += 1
            continue
        begin = at
        while at < stop and not is_html_space(text[at]):
            at += 1
        if _has_name(names, _name_key(text, begin, at, CLASS_MARK)):
            return True
    return False


cdef bint _may_be_usual(const unsigned char* text, int start, int at, int stop) noexcept nogil:
    """Whether a usual word for hidden text may begin here: sr-only, visually-hidden, screen-reader, off-screen, ..."""
    cdef int first = text[at] | 0x20, next_one
    if first == c"s":
        if at + 1 >= stop or (text[at + 1] | 0x20) != c"r":
            return _is_word(text, at, stop, b"screen", 6) and _is_word(
                text, _after_hyphen(text, at + 6, stop), stop, b"reader", 6
            )
        next_one = text[at + 2] | 0x20 if at + 2 < stop else c"-"
        return next_one == c"o" or next_one == c"-" or next_one == 0x7F
    if first == c"v":
        return _is_word(text, at, stop, b"visually", 8)
    if first == c"i":
        return _is_word(text, at, stop, b"invis", 5) and ends_with(
            text, start, _before_hyphen(text, start, at), b"element", 7
        )
    if first == c"a":
        return _is_word(text, at, stop, b"assist", 6) or _is_word(text, at, stop, b"accessib", 8)
    if first == c"o":
        return _is_word(text, at, stop, b"offsc", 5) or _is_word(text, at, stop, b"off-sc", 6)
    return _is_word(text, at, stop, b"hidden-v", 8) or _is_word(text, at, stop, b"hide-v", 6) or (
        _is_word(text, at, stop, b"hiddenv", 7)
    )


cdef inline int _after_hyphen(const unsigned char* text, int at, int stop) noexcept nogil:
    """The offset after a hyphen or an underline, if there is one."""
    return at + 1 if at < stop and (text[at] == c"-" or text[at] == c"_") else at


cdef inline int _before_hyphen(const unsigned char* text, int start, int at) noexcept nogil:
    """The offset before a hyphen or an underline, if there is one."""
    return at - 1 if at > start and (text[at - 1] == c"-" or text[at - 1] == c"_") else at
