"""A reader of style sheets that finds the rules which mention certain names. It reads each byte a fixed number of times."""

cdef enum:
    # Conditions around a rule that are remembered; rules inside more of them are left out.
    MAX_CONDITIONS = 8
    # Names of a page's elements that its rules mention; if there are more, all names count.
    MAX_MENTIONS = 64


# The spans of names in selectors.
cdef struct Mentions:
    int count
    int[MAX_MENTIONS] start
    int[MAX_MENTIONS] stop


# Where the next of these is at or after an offset, so that none is searched for twice.
cdef struct SheetPlace:
    int at
    int opening
    int closing
    int comment
    int stop
    int depth
    int[MAX_CONDITIONS] condition_start
    int[MAX_CONDITIONS] condition_stop


def style_sheets(bytes source, const int[:, ::1] rows, const short[::1] tag, int style, int template):
    """List the style sheets of a page: the row of each, its span, and whether its tag may mention media."""
    cdef const int[::1] open_start = rows[<int> OPEN_START]
    cdef const int[::1] open_end = rows[<int> OPEN_END]
    cdef const int[::1] close_start = rows[<int> CLOSE_START]
    cdef const int[::1] parent = rows[<int> PARENT]
    cdef const unsigned char* text = source
    cdef list found = []
    cdef int row, size = <int> len(source)
    for row in range(1, <int> tag.shape[0]):
        if tag[row] == style and tag[parent[row]] != template and 0 <= open_end[row] < close_start[row] <= size:
            has_media = has_word(text, open_start[row], open_end[row], b"media", 5)
            found.append((row, open_end[row], close_start[row], has_media))
    return found


cdef bint has_word(const unsigned char* text, int start, int stop, const char* word, int size) noexcept nogil:
    """Whether a word in lower case is between two offsets, in any case."""
    cdef int at
    for at in range(start + size, stop + 1):
        if ends_with(text, start, at, word, size):
            return True
    return False


def style_rules(bytes source, list sheets, NameSet names not None, bint with_colours=False):
    """List rules of style sheets whose selectors mention one of the names.

    Args:
        source: the markup of the page.
        sheets: the offset of each sheet and the offset after it.
        names: the classes, ids and tags that matter. The name must be in the last part of a selector.
        with_colours: whether a colour may hide an element.

    Returns:
        For each rule where its selectors begin and end, where its block begins and ends, the spans of the conditions
        around it, such as ``@media print``, and whether it may hide an element with one of the names by a selector
        without conditions. Rules inside other rules, and those of ``@keyframes`` and the like, are left out.
    """
    cdef list found = []
    cdef int start, stop
    for start, stop in sheets:
        if 0 <= start < stop <= len(source) and _has_any_name(source, start, stop, names):
            _add_rules(source, start, stop, names, with_colours, found)
    return found


cdef int _add_rules(
    const unsigned char* text, int start, int stop, NameSet names, bint with_colours, list found
) except -1:
    """Add the rules of one style sheet for ``style_rules``."""
    cdef SheetPlace place
    cdef Mentions mentions
    cdef int prelude = start, begin = start, end
    cdef bint may_mention, hides
    place.at, place.stop, place.depth = start, stop, 0
    place.opening = place.closing = place.comment = -1
    while place.at < stop:
        _look_ahead(text, &place)
        if place.comment < min(place.opening, place.closing):
            place.at = _after_comment(text, place.comment, stop)
            continue
        if place.closing < place.opening:
            place.depth = max(place.depth - 1, 0)
            place.at = prelude = place.closing + 1
            continue
        if place.opening == stop:
            break
        may_mention = _may_mention(text, prelude, place.opening, names)
        if may_mention:
            begin = _prelude_start(text, prelude, place.opening)
            if text[begin] == c"@":
                _enter(text, &place, begin)
                prelude = place.at
                continue
        end = _block_end(text, &place)
        mentions.count = 0
        if (
            may_mention
            and place.depth <= MAX_CONDITIONS
            and _mentions(text, begin, place.opening, names, False, &mentions)
        ):
            mentions.count = 0
            hides = _hides(text, place.opening + 1, end, with_colours) and (
                _mentions(text, begin, place.opening, names, True, &mentions)
            )
            found.append((begin, place.opening, place.opening + 1, end, _conditions(&place), hides))
        if end < stop and text[end] == c"{":
            _skip_block(text, &place)
            prelude = place.at
        else:
            place.at = prelude = end + 1
    return 0


cdef bint _may_mention(const unsigned char* text, int start, int stop, NameSet names) noexcept nogil:
    """Whether there may be one of the names between two offsets, or a rule that begins with ``@``."""
    cdef unsigned int found
    cdef int at = start
    if not names.has_starts:
        return True
    while TAKES_SIXTEEN and at + SIXTEEN <= stop:
        found = (
            like_among_sixteen(text + at, c".") | like_among_sixteen(text + at, c"#")
            | like_among_sixteen(text + at, c"@")
        )
        while found:
            if _may_begin_name(text, at + lowest(found), stop, names):
                return True
            found &= found - 1
        at += SIXTEEN
    while at < stop:
        if text[at] == c"." or text[at] == c"#" or text[at] == c"@":
            if _may_begin_name(text, at, stop, names):
                return True
        at += 1
    return False


cdef inline bint _may_begin_name(const unsigned char* text, int at, int stop, NameSet names) noexcept nogil:
    """Whether a mark and the two bytes after it may begin one of the names, which may be written with backslashes."""
    if text[at] == c"@":
        return True
    if at + 2 >= stop:
        return False
    if text[at + 1] == c"\\" or text[at + 2] == c"\\":
        return True
    return names.starts[_start_slot(text[at + 1], text[at + 2])]


cdef int _look_ahead(const unsigned char* text, SheetPlace* place) noexcept nogil:
    """Find the next brace of each kind and the next comment, where they are not known."""
    if place.opening < place.at:
        place.opening = find_byte(text, place.at, place.stop, c"{")
    if place.closing < place.at:
        place.closing = find_byte(text, place.at, place.stop, c"}")
    if place.comment < place.at:
        place.comment = _find_comment(text, place.at, place.stop)
    return 0


cdef int _find_comment(const unsigned char* text, int start, int stop) noexcept nogil:
    """The offset of the next comment."""
    cdef int star = find_byte(text, start + 1, stop, c"*")
    while star < stop and text[star - 1] != c"/":
        star = find_byte(text, star + 1, stop, c"*")
    return star - 1 if star < stop else stop


cdef int _outside_comment(const unsigned char* text, int start, int stop) noexcept nogil:
    """Where the selectors between two offsets begin: after white space, and after a comment that began before them."""
    cdef int star = find_byte(text, start, stop, c"*")
    while star < stop and not (star > start and text[star - 1] == c"/"):
        if star + 1 < stop and text[star + 1] == c"/":
            start = star + 2
        star = find_byte(text, star + 1, stop, c"*")
    while start < stop and text[start] <= c" ":
        start += 1
    return start


cdef int _after_comment(const unsigned char* text, int start, int stop) noexcept nogil:
    """The offset after a comment."""
    cdef int slash = find_byte(text, start + 3, stop, c"/")
    while slash < stop and text[slash - 1] != c"*":
        slash = find_byte(text, slash + 1, stop, c"/")
    return min(slash + 1, stop)


cdef int _prelude_start(const unsigned char* text, int start, int stop) noexcept nogil:
    """Where the selectors before a brace begin: after white space, statements that end with a semicolon, and comments."""
    cdef int at = stop - 1
    while at >= start and text[at] != c";":
        at -= 1
    at = max(at + 1, start)
    while at < stop:
        if text[at] <= c" ":
            at += 1
        elif text[at] == c"/" and at + 1 < stop and text[at + 1] == c"*":
            at = _after_comment(text, at, stop)
        else:
            break
    return min(at, stop)


cdef int _enter(const unsigned char* text, SheetPlace* place, int begin) noexcept nogil:
    """Go into the block of a condition; skip that of any other rule that begins with ``@``."""
    if _is_word(text, begin + 1, place.opening, b"media", 5) or _is_word(text, begin + 1, place.opening, b"layer", 5) or (
        _is_word(text, begin + 1, place.opening, b"supports", 8)
    ):
        if place.depth < MAX_CONDITIONS:
            place.condition_start[place.depth] = begin
            place.condition_stop[place.depth] = place.opening
        place.depth += 1
        place.at = place.opening + 1
        return 0
    return _skip_block(text, place)


cdef int _skip_block(const unsigned char* text, SheetPlace* place) noexcept nogil:
    """Go to the end of the block that is about to open, with all blocks in it."""
    cdef int depth = 1
    place.at = place.opening + 1
    while depth and place.at < place.stop:
        _look_ahead(text, place)
        if place.comment < min(place.opening, place.closing):
            place.at = _after_comment(text, place.comment, place.stop)
        elif place.closing < place.opening:
            depth -= 1
            place.at = place.closing + 1
        else:
            depth += place.opening < place.stop
            place.at = place.opening + 1
    return 0


cdef int _block_end(const unsigned char* text, SheetPlace* place) noexcept nogil:
    """The offset of the brace that ends a block, or of one that opens another block inside it."""
    cdef int at, closing = place.closing, comment = place.comment
    while comment < closing:
        at = _after_comment(text, comment, place.stop)
        closing = find_byte(text, at, place.stop, c"}") if closing < at else closing
        comment = _find_comment(text, at, place.stop)
    place.comment = comment
    return find_byte(text, place.opening + 1, closing, c"{")


cdef bint _is_word(const unsigned char* text, int start, int stop, const char* word, int size) noexcept nogil:
    return start + size <= stop and ends_with(text, start, start + size, word, size)


cdef bint _hides(const unsigned char* text, int start, int stop, bint with_colours) noexcept nogil:
    """Whether a declaration of a block may hide an element. A box without size hides its text only if it cuts it off."""
    cdef int colon = find_byte(text, start, stop, c":"), found
    cdef bint is_small = False, cuts_off = False
    while colon < stop:
        found = may_hide(text, start, colon, stop)
        if found == HIDES or (found == MAY_BE_COLOUR and with_colours):
            return True
        is_small |= found == IS_SMALL
        cuts_off |= text[colon - 1] == c"w" and ends_with(text, start, colon, b"overflow", 8)
        colon = find_byte(text, colon + 1, stop, c":")
    return is_small and (cuts_off or _find_comment(text, start, stop) < stop)


cdef bint _mentions(
    const unsigned char* text, int start, int stop, NameSet names, bint only_simple, Mentions* mentions
) noexcept nogil:
    """Whether the last part of one of some selectors has one of the names, or its only part has no others; notes which."""
    # Whether a selector so far, and whether the last part of this one, has one of the names.
    cdef bint found = False, is_one = False
    cdef bint is_first = True, is_wrong = False
    cdef int at = start, begin, kept = mentions.count
    while at < stop:
        if is_wrong and only_simple and text[at] != c",":
            at = find_byte(text, at, stop, c",")
        elif text[at] == c"." or text[at] == c"#":
            begin = at
            at = _after_name(text, at + 1, stop)
            if _has_name(names, _selector_key(text, begin + 1, at, text[begin])):
                _note(text, mentions, begin, at)
                is_one = True
            else:
                is_wrong = True
            is_first = False
        elif text[at] == c"/" and at + 1 < stop and text[at + 1] == c"*":
            at = _after_comment(text, at, stop)
        elif text[at] == c",":
            if is_wrong and only_simple:
                mentions.count = kept
                is_one = False
            found |= is_one
            kept = mentions.count
            is_first, is_wrong, is_one = True, False, False
            at += 1
        elif text[at] <= c" " or text[at] == c">" or text[at] == c"+" or text[at] == c"~":
            at += 1
            while at < stop and (text[at] <= c" " or text[at] == c"/"):
                at = _after_comment(text, at, stop) if text[at] == c"/" else at + 1
            if at < stop and text[at] != c",":
                is_wrong = is_wrong or not is_first
                mentions.count = kept
                is_first, is_one = True, False
        elif text[at] == c"[" or text[at] == c"(":
            at = find_byte(text, at, stop, c"]" if text[at] == c"[" else c")") + 1
            is_first, is_wrong = False, True
        elif is_first and _after_name(text, at, stop) > at:
            begin = at
            at = _after_name(text, at, stop)
            if _has_name(names, _selector_key(text, begin, at, TAG_MARK)):
                _note(text, mentions, begin, at)
                is_one = True
            else:
                is_wrong = True
            is_first = False
        else:
            is_wrong = is_wrong or text[at] == c":"
            is_first = False
            at += 1
    if is_wrong and only_simple:
        mentions.count = kept
        is_one = False
    return found or is_one


cdef inline int _note(const unsigned char* text, Mentions* mentions, int start, int stop) noexcept nogil:
    """Note that a name was mentioned, once."""
    cdef int number
    for number in range(min(mentions.count, MAX_MENTIONS)):
        if mentions.stop[number] - mentions.start[number] == stop - start and (
            same_bytes(text, mentions.start[number], start, stop - start)
        ):
            return 0
    if mentions.count < MAX_MENTIONS:
        mentions.start[mentions.count], mentions.stop[mentions.count] = start, stop
    mentions.count += mentions.count <= MAX_MENTIONS
    return 0


cdef int _after_name(const unsigned char* text, int at, int stop) noexcept nogil:
    """The offset after a name: letters, digits, hyphens, underlines, other scripts and escaped characters."""
    cdef int byte
    while at < stop:
        byte = text[at] | 0x20
        if text[at] == c"\\":
            at += 1
        elif not (c"a" <= byte <= c"z" or c"0" <= text[at] <= c"9" or text[at] == c"-" or text[at] == c"_" or byte >= 0x80):
            break
        at += 1
    return min(at, stop)


cdef unsigned int _selector_key(const unsigned char* text, int start, int stop, unsigned char mark) noexcept nogil:
    """The hash of a name as a selector has it, with a backslash before unusual characters."""
    cdef unsigned long long key = mark
    cdef int at, byte
    for at in range(start, stop):
        byte = text[at]
        if byte == c"\\":
            continue
        if mark == TAG_MARK and c"A" <= byte <= c"Z":
            byte |= 0x20
        key = (key ^ <unsigned long long> byte) * NAME_FACTOR
    return <unsigned int> (key ^ key >> 29) | 1


cdef tuple _conditions(SheetPlace* place):
    """The spans of the conditions around a rule."""
    cdef int depth
    return tuple([
        (place.condition_start[depth], place.condition_stop[depth]) for depth in range(min(place.depth, MAX_CONDITIONS))
    ])
