# Posts of a forum: repeated boxes that each hold what one person wrote, with the author and the date.

_POST_CLASS = re.compile(rb"(?:^|[\s_-])(?:post|posts?row|comment|message|msg|reply|answer|question)(?:$|[\s_-])", re.I)
# Classes of elements with the author (group 1) and with the date (group 2).
_SIGN_CLASS = re.compile(
    rb"(author|user-?name|user_name|poster\b|nick|by-?line|member|creator)|(date|time|posted|published)", re.IGNORECASE
)
cdef Py_ssize_t MAX_NAME = 60
cdef Py_ssize_t MAX_DATE = 100
# Rows of a post that are searched for its author and its date.
cdef int MAX_POST_ROWS = 150
cdef const unsigned char[::1] IS_BOX = tags.lookup(frozenset("div li article section tr table tbody td".split())).tobytes()
cdef int TAG_TIME = tags.code_of("time")

cdef enum Sign:
    # What a class says that an element holds.
    AUTHOR_SIGN = 1
    DATE_SIGN = 2


cdef class Posts:
    """The posts of a page. Most classes occur often, so each class is examined once."""

    cdef object _table
    cdef TextCounts _counts
    cdef dict _is_post_class
    cdef dict _signs

    def __init__(self, table, TextCounts counts):
        """Take the page."""
        self._table = table
        self._counts = counts
        self._is_post_class = {}
        self._signs = {}

    cdef list rows(self):
        """The rows of the posts: sibling boxes with the same class, which says what they are."""
        cdef TableView view = self._counts.view
        cdef dict groups = {}
        cdef list posts = [], outermost = [], group
        cdef int row, end = 0
        for row in range(view.count):
            if IS_BOX[view.tag[row]] and self._counts.kept_in(row) and self._is_post(row):
                groups.setdefault((view.parent[row], self._first_name(row)), []).append(row)
        for group in groups.values():
            if len(group) > 1:
                posts += group
        for row in sorted(posts):
            if row >= end:
                outermost.append(row)
                end = view.end[row]
        return outermost

    cdef tuple author_and_date(self, int post):
        """The author and the date of a post, each empty if its markup does not say."""
        cdef TableView view = self._counts.view
        cdef str author = "", date = ""
        cdef int row, sign
        for row in range(post + 1, min(view.end[post], post + MAX_POST_ROWS)):
            sign = self._sign(row)
            if not date and (view.tag[row] == TAG_TIME or sign & DATE_SIGN):
                date = _post_date(self._table, row)
            elif not author and sign & AUTHOR_SIGN:
                author = _post_author(self._table, row)
            if author and date:
                break
        return author, date

    cdef bint _is_post(self, int row) except -1:
        """Whether the class of an element says that it is a post."""
        cdef bytes name = self._class(row)
        cdef object found = self._is_post_class.get(name)
        if found is None:
            found = self._is_post_class[name] = _POST_CLASS.search(name) is not None
        return found

    cdef int _sign(self, int row) except -1:
        """What the class of an element says that it holds, 0 for nothing known."""
        cdef bytes name = self._class(row)
        cdef object sign = self._signs.get(name), found
        if sign is None:
            found = _SIGN_CLASS.search(name)
            sign = self._signs[name] = 0 if found is None else AUTHOR_SIGN if found[1] else DATE_SIGN
        return sign

    cdef bytes _class(self, int row):
        return self._counts.source[self._counts.view.class_start[row] : self._counts.view.class_stop[row]]

    cdef bytes _first_name(self, int row):
        return b" ".join(self._class(row).split()[:1])


cdef str _post_author(object table, int row):
    """The name in an element, empty if its text is too long or a date."""
    cdef str text = table.text_of(row).removeprefix("@")
    return text if 0 < len(text) <= MAX_NAME and not first_date(text) else ""


cdef str _post_date(object table, int row):
    """The date in the attributes or in the text of an element, empty without one."""
    cdef object attributes = table.attributes(row)
    cdef str written, date
    for written in (attributes.get("datetime", ""), attributes.get("title", ""), table.text_of(row)):
        if written and len(written) <= MAX_DATE:
            date = first_date(written)
            if date:
                return date
    return ""
