"""Which names of a page's elements its own style sheets may hide: a quick search, as most hide none of them."""

cdef enum:
    # Bits of groups of declarations: those that hide, and colours too.
    WITHOUT_COLOURS = 0b10111111
    ALL_GROUPS = 0b11111111


cdef bytes _bits(list groups, int otherwise, bytes always):
    """For each byte the bits of the groups it is in, in either case; all bits for those that are always possible.

    Every byte has the bits ``otherwise``.
    """
    cdef dict found = {byte: ALL_GROUPS for byte in always}
    for number, group in enumerate(groups):
        for byte in group + group.upper():
            found[byte] = found.get(byte, 0) | 1 << number
    return bytes([found.get(byte, 0) | otherwise for byte in range(256)])


# Which declarations may hide, by the last letter of the property, the letter before it, and the first character of the
# value: these have a bit in common. The groups are
# 0: display, visibility and opacity; 1: height and width; 2: left, right, text-indent, top, bottom and the like;
# 3: transform and clip; 4: font-size; 5: clip-path; 6: color and background;
# 7: any property with white space or a comment before the colon. Such a gap before a value counts for all groups.
cdef bytes _GAPS = b"\t\n\f\r /"
cdef bytes _LAST_LETTERS = _bits([b"y", b"th", b"tpm", b"mp", b"e", b"h", b"rd", _GAPS], 0, b"")
cdef bytes _LETTERS_BEFORE = _bits([b"at", b"ht", b"", b"ri", b"z", b"t", b"on"], 0b10000100, b"")
cdef bytes _VALUE_STARTS = _bits(
    [b"nhc0.", b"01", b"-", b"rt", b"01.", b"icp", b"#wtrbs", b"nhc0.1-rtip#wbs"], 0, _GAPS
)
cdef const unsigned char* LAST_LETTERS = _LAST_LETTERS
cdef const unsigned char* LETTERS_BEFORE = _LETTERS_BEFORE
cdef const unsigned char* VALUE_STARTS = _VALUE_STARTS


def hiding_names(
    bytes source, const int[:, ::1] rows, const short[::1] tag, int style, NameSet names not None, int max_coloured
):
    """List those of the names that rules of the page may hide, as the rules write them: ``.note``, ``#menu``, ``p``.

    A colour may hide an element too, if the style sheets have at most ``max_coloured`` bytes. None if there are very
    many names, or a rule that cannot be read.
    """
    return _hiding_names(source, rows, tag, style, names, max_coloured)


cdef list _hiding_names(
    bytes source, const int[:, ::1] rows, const short[::1] tag, int style, NameSet names, int max_coloured
):
    """Do the work of ``hiding_names``."""
    cdef const int[::1] open_end = rows[<int> OPEN_END]
    cdef const int[::1] close_start = rows[<int> CLOSE_START]
    cdef const unsigned char* text = source
    cdef const short* tags = &tag[0]
    cdef list sheets = []
    cdef int row, number, count = <int> tag.shape[0], size = <int> len(source)
    cdef long long total = 0
    cdef Mentions found
    found.count = 0
    row = next_row(tags, 0, count, style)
    while row < count:
        if 0 <= open_end[row] < close_start[row] <= size:
            sheets.append(row)
            total += close_start[row] - open_end[row]
        row = next_row(tags, row + 1, count, style)
    for row in sheets:
        _find_hiding(text, open_end[row], close_start[row], names, total <= max_coloured, &found)
    if found.count > MAX_MENTIONS:
        return None
    return sorted({source[found.start[number] : found.stop[number]] for number in range(found.count)})


cdef int _find_hiding(
    const unsigned char* text, int start, int stop, NameSet names, bint with_colours, Mentions* mentions
) noexcept nogil:
    """Find the names that a style sheet may hide: quick, as most hide none of them.

    Declarations are recognised by the characters around each colon. Only for one that hides is its rule looked at.
    """
    cdef int groups = ALL_GROUPS if with_colours else WITHOUT_COLOURS
    cdef int colon = _next_declaration(text, start + 2, stop - 2, groups), kind, opening, begin, end
    while colon < stop - 2 and mentions.count <= MAX_MENTIONS:
        kind = may_hide(text, start, colon, stop)
        if kind == 0 or (kind == MAY_BE_COLOUR and not with_colours):
            colon = _next_declaration(text, colon + 1, stop - 2, groups)
            continue
        opening = max(_last_of(text, start, colon, c"{", c"{", c"{"), start)
        begin = _last_of(text, start, opening, c"{", c"}", c";") + 1
        end = find_byte(text, colon, stop, c"}")
        if kind != IS_SMALL or _hides(text, opening + 1, end, with_colours):
            begin = _outside_comment(text, begin, opening)
            if begin == opening:
                mentions.count = MAX_MENTIONS + 1
            else:
                _mentions(text, begin, opening, names, True, mentions)
        colon = _next_declaration(text, end, stop - 2, groups)
    return 0


cdef int _next_declaration(const unsigned char* text, int at, int stop, int groups) noexcept nogil:
    """The next colon in a declaration that may hide, by the bytes around it: at least two before it, and two after."""
    cdef const unsigned char* last = LAST_LETTERS
    cdef const unsigned char* before = LETTERS_BEFORE
    cdef const unsigned char* colon
    cdef unsigned int found
    cdef int possible
    while TAKES_SIXTEEN and at + 2 * SIXTEEN <= stop:
        found = like_among_sixteen(text + at, c":") | like_among_sixteen(text + at + SIXTEEN, c":") << SIXTEEN
        while found:
            colon = text + at + lowest(found)
            possible = last[colon[-1]] & before[colon[-2]] & groups
            if possible and _may_begin(colon + 1, possible):
                return at + lowest(found)
            found &= found - 1
        at += 2 * SIXTEEN
    while at < stop:
        if text[at] == c":":
            possible = last[text[at - 1]] & before[text[at - 2]] & groups
            if possible and _may_begin(text + at + 1, possible):
                return at
        at += 1
    return stop


cdef inline bint _may_begin(const unsigned char* value, int groups) noexcept nogil:
    """Whether a value that hides may begin here, for a property of some groups. Numbers from 10 on do not."""
    if value[0] == SPACE:
        value += 1
    return VALUE_STARTS[value[0]] & groups and not (value[0] == c"1" and c"0" <= value[1] <= c"9")


cdef int _last_of(const unsigned char* text, int start, int stop, int one, int other, int third) noexcept nogil:
    """The offset of the last of three bytes between two offsets, the one before the first if there is none."""
    cdef unsigned int found
    while TAKES_SIXTEEN and stop - SIXTEEN >= start:
        stop -= SIXTEEN
        found = (
            like_among_sixteen(text + stop, one) | like_among_sixteen(text + stop, other)
            | like_among_sixteen(text + stop, third)
        )
        if found:
            return stop + highest(found)
    while stop > start:
        stop -= 1
        if text[stop] == one or text[stop] == other or text[stop] == third:
            return stop
    return start - 1


cdef bint _has_any_name(const unsigned char* text, int start, int stop, NameSet names) noexcept nogil:
    """Whether a style sheet may have one of the names: most of several sheets have none."""
    cdef unsigned int found
    cdef int at = start
    if not names.has_starts:
        return True
    while TAKES_SIXTEEN and at + SIXTEEN <= stop:
        found = like_among_sixteen(text + at, c".") | like_among_sixteen(text + at, c"#")
        while found:
            if _is_one_name(text, at + lowest(found), stop, names):
                return True
            found &= found - 1
        at += SIXTEEN
    while at < stop:
        if (text[at] == c"." or text[at] == c"#") and _is_one_name(text, at, stop, names):
            return True
        at += 1
    return False


cdef inline bint _is_one_name(const unsigned char* text, int at, int stop, NameSet names) noexcept nogil:
    """Whether one of the names follows a mark."""
    if not _may_begin_name(text, at, stop, names):
        return False
    return _has_name(names, _selector_key(text, at + 1, _after_name(text, at + 1, stop), text[at]))
