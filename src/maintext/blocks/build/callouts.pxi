# Boxes apart from the running text: notes, tips and warnings of manuals.

_CALLOUT_CLASS = re.compile(
    rb"(?:^|\s)(?:admonition|theme-admonition|callout|markdown-alert|alert-(?:info|warning|danger|success|primary))"
    rb"(?:[\s_-]|$)",
    re.I,
)
_CALLOUT_TITLE_CLASS = re.compile(
    rb"(?:admonition|callout|markdown-alert|alert)[\w-]{0,40}?[_-](?:title|heading|header)(?:[\s_-]|$)", re.I
)
_CALLOUT_KIND = re.compile(
    rb"(?:^|[\s_-])(note|info|tip|hint|important|warning|caution|danger|error|success|example|question)(?:$|[\s_-])",
    re.I,
)
cdef const unsigned char[::1] MAY_BE_CALLOUT = tags.lookup(
    frozenset("div aside section p h3 h4 h5 h6 span summary details blockquote".split())
).tobytes()
# Characters; a longer box is a part of the page.
cdef int MAX_CALLOUT = 3_000


cdef tuple _callouts(TextCounts counts):
    """The kinds of the callouts by row, and the rows of their titles."""
    cdef TableView view = counts.view
    cdef const short[::1] tag = view.tag
    cdef const int[::1] class_start = view.class_start
    cdef const int[::1] class_stop = view.class_stop
    cdef const unsigned char* may_be_callout = &MAY_BE_CALLOUT[0]
    cdef dict known = {}, callouts = {}
    cdef list titles = []
    cdef bytes name
    cdef object kind
    cdef int row, following = 0, end = 0, total = counts.kept[view.segments]
    while following < view.count:
        row = following
        if not counts.kept_in(row):
            following = max(row + 1, view.end[row])
            continue
        following = row + 1
        if class_start[row] == class_stop[row] or not may_be_callout[tag[row]]:
            continue
        if not _may_say_callout(view.source, class_start[row], class_stop[row]):
            continue
        name = counts.source[class_start[row] : class_stop[row]]
        kind = known.get(name)
        if kind is None:
            kind = known[name] = _callout_kind(name)
        if kind == "":
            continue
        if kind == "title":
            if row < end:
                titles.append(row)
        elif row >= end and counts.kept_in(row) <= MAX_CALLOUT and 2 * counts.kept_in(row) <= total:
            callouts[row] = kind
            end = view.end[row]
    return callouts, titles


cdef bint _may_say_callout(const unsigned char[::1] source, int start, int stop) except -1:
    """Whether a class has the beginning of "admonition", "callout" or "alert": nearly all classes have none."""
    cdef int at
    for at in range(start + 3, stop):
        if source[at] | 32 == c"t" and _is_before(source, at, b"aler"):
            return True
        if source[at] | 32 == c"o" and (_is_before(source, at, b"call") or _is_before(source, at, b"adm")):
            return True
    return False


cdef bint _is_before(const unsigned char[::1] source, int stop, bytes word) except -1:
    """Whether a word in lower case is right before an offset, in upper or lower case."""
    return ends_with(&source[0], 0, stop, word, <int> len(word))


cdef str _callout_kind(bytes name):
    """The kind of callout that a class says an element is, "title" for its title, empty for other elements."""
    cdef object kind
    if _CALLOUT_TITLE_CLASS.search(name):
        return "title"
    if not _CALLOUT_CLASS.search(name):
        return ""
    kind = _CALLOUT_KIND.search(name)
    return kind[1].decode().lower() if kind else "note"
