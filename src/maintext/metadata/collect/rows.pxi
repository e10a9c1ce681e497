"""One loop over the rows of a page: rows by tag, and rows whose start tag contains certain words."""

cdef enum:
    MAX_TAG_BYTES = 500
    # Start tags that are remembered, a power of two.
    SEEN_COUNT = 256
    # Elements around a name among which a box of facts is looked for.
    MAX_BOX_LEVELS = 12

cdef tuple PROPERTY_WORDS = (b"itemprop", b"schema:")
cdef tuple ITEM_WORDS = (b"itemscope", b"itemtype")
cdef tuple DATETIME_WORDS = (b" datetime=",)
cdef tuple TITLE_WORDS = (b'title="19', b'title="20')
cdef tuple TAG_WORDS = (b'"tag"', b' tag"', b"'tag'", b" tag'")
cdef tuple AUTHOR_WORDS = (b"author", b"byline", b"autor", b"writer", b"username")
cdef tuple RARE_AUTHOR_WORDS = (
    b"auteur", b"contributor", b"reporter", b"creator", b"vcard", b"redakt", b"/people/", b"/profile", b"/staff/",
    b"/members/", b"by-line",
)
cdef tuple LINK_WORDS = (b"canonical", b"image_src")
cdef tuple JSON_WORDS = (b"+json", b";json")
cdef WordSearch START_TAG_WORDS = WordSearch(
    PROPERTY_WORDS + ITEM_WORDS + DATETIME_WORDS + TITLE_WORDS + TAG_WORDS + AUTHOR_WORDS + RARE_AUTHOR_WORDS
    + LINK_WORDS + JSON_WORDS
)


cdef long long _bits(tuple words) except -1:
    return sum(1 << START_TAG_WORDS.words.index(word) for word in words)


cdef long long PROPERTY_BITS = _bits(PROPERTY_WORDS)
cdef long long ITEM_BITS = _bits(PROPERTY_WORDS + ITEM_WORDS)
cdef long long DATETIME_BITS = _bits(DATETIME_WORDS)
cdef long long TITLE_BITS = _bits(TITLE_WORDS)
cdef long long TAG_BITS = _bits(TAG_WORDS)
cdef long long AUTHOR_BITS = _bits(AUTHOR_WORDS)
cdef long long RARE_AUTHOR_BITS = _bits(RARE_AUTHOR_WORDS)
cdef long long LINK_BITS = _bits(LINK_WORDS)
cdef long long JSON_BITS = _bits(JSON_WORDS)

LISTED = ("html", "base", "meta", "title", "svg", "h1", "h2", "h3", "h4", "time")
"""The elements whose rows are listed by name."""
cdef bytes LIST_OF_TAG = bytes([LISTED.index(name) + 1 if name in LISTED else 0 for name in tags.NAMES])
cdef int LINK_ELEMENT = tags.code_of("link")
cdef int SCRIPT_ELEMENT = tags.code_of("script")
cdef int ANCHOR_ELEMENT = tags.code_of("a")
cdef bytes IS_ANCHOR = bytes([name == "a" for name in tags.NAMES])
cdef bytes IS_ASIDE = bytes([name in ("nav", "aside", "footer") for name in tags.NAMES])
cdef bytes IS_HEADING = bytes([name in ("h1", "h2", "h3", "h4", "h5", "h6") for name in tags.NAMES])
cdef bytes IS_ICON = bytes([name == "svg" for name in tags.NAMES])
cdef int HEADER_CELL = tags.code_of("th")
# Every class of a box of facts has one of these.
cdef tuple BOX_WORDS = (b"infobox", b"info-box", b"infotable", b"factbox", b"hcard")
cdef frozenset CLASS_NAMES = frozenset(("class", "id", "itemprop"))


cdef class RowIndex:
    """Where on a page metadata may be: rows in document order.

    A word in a start tag is only a hint. The caller reads the attributes of the few rows that are left.
    """

    cdef readonly object table
    cdef readonly list items, properties, datetimes, titled, tag_links, authors, rare_authors, links, scripts
    cdef bytes source
    cdef list listed
    cdef const short[::1] tag
    cdef const int[:, ::1] rows
    cdef const int[:, ::1] segments
    # The markup after the words of a search, by the search and the size.
    cdef dict markup

    def __init__(self, table):
        """Look at each row once."""
        self.table = table
        self.source = table.source
        self.tag = table.tag
        self.rows = table.row_columns
        self.segments = table.segment_columns
        self.listed = [[] for _ in range(len(LISTED) + 1)]
        self.items, self.properties, self.datetimes, self.titled, self.tag_links = [], [], [], [], []
        self.authors, self.rare_authors, self.links, self.scripts = [], [], [], []
        self.markup = {}
        self._look_at_rows()

    cdef int _look_at_rows(self) except -1:
        """File each row. A third of all start tags repeat an earlier one, which is quicker to see than to search."""
        cdef Py_ssize_t row, start, stop, size = len(self.source)
        cdef const unsigned char* source = self.source
        cdef const short[::1] tag_of_row = self.tag
        cdef const int[::1] open_start = self.rows[<int> OPEN_START]
        cdef const int[::1] open_end = self.rows[<int> OPEN_END]
        cdef const unsigned char* list_of_tag = LIST_OF_TAG
        cdef Py_ssize_t seen_start[SEEN_COUNT]
        cdef Py_ssize_t seen_size[SEEN_COUNT]
        cdef long long seen_bits[SEEN_COUNT]
        cdef int number, tag, slot
        memset(seen_size, 0, sizeof(seen_size))
        for row in range(tag_of_row.shape[0]):
            tag = tag_of_row[row]
            number = list_of_tag[tag]
            if number:
                (<list> self.listed[number]).append(row)
            start = open_start[row]
            stop = min(open_end[row], start + MAX_TAG_BYTES)
            if start < 0 or stop > size or stop - start <= WINDOW:
                continue
            slot = <int> (13 * tag + stop - start) & (SEEN_COUNT - 1)
            if seen_size[slot] != stop - start or memcmp(source + seen_start[slot], source + start, stop - start):
                seen_start[slot], seen_size[slot] = start, stop - start
                seen_bits[slot] = START_TAG_WORDS.find(source, start, stop, None)
            if seen_bits[slot]:
                self._file(row, seen_bits[slot])
        return 0

    cdef int _file(self, Py_ssize_t row, long long bits) except -1:
        """Add a row to the lists of the words in its start tag."""
        if bits & ITEM_BITS:
            self.items.append(row)
        if bits & PROPERTY_BITS:
            self.properties.append(row)
        if bits & DATETIME_BITS:
            self.datetimes.append(row)
        if bits & TITLE_BITS:
            self.titled.append(row)
        if bits & TAG_BITS and self.tag[row] == ANCHOR_ELEMENT:
            self.tag_links.append(row)
        if bits & AUTHOR_BITS:
            self.authors.append(row)
        if bits & RARE_AUTHOR_BITS:
            self.rare_authors.append(row)
        if bits & LINK_BITS and self.tag[row] == LINK_ELEMENT:
            self.links.append(row)
        if bits & JSON_BITS and self.tag[row] == SCRIPT_ELEMENT:
            self.scripts.append(row)
        return 0

    def named(self, str name):
        """The rows of the elements with one of the names in ``LISTED``."""
        return self.listed[LISTED.index(name) + 1]

    def attributes(self, Py_ssize_t row, frozenset wanted=None):
        """The attributes of an element, all or the wanted ones."""
        cdef Py_ssize_t origin = self.rows[<int> ORIGIN, row]
        return attributes_at(self.source, origin, wanted) if origin >= 0 else {}

    def may_say(self, Py_ssize_t row, tuple words):
        """Whether the tag of an element may have one of some words, which are in lower case.

        That is quicker to see than what its attributes are. True if the attributes are from another place of the page.
        """
        cdef Py_ssize_t start = self.rows[<int> OPEN_START, row]
        cdef bytes tag, word
        if start != self.rows[<int> ORIGIN, row]:
            return True
        tag = self.source[start : self.rows[<int> OPEN_END, row]].lower()
        for word in words:
            if word in tag:
                return True
        return False

    def classes(self, Py_ssize_t row):
        """Classes, ids and properties of an element and of the two around it, in lower case."""
        cdef list words = []
        cdef dict found
        cdef int _
        for _ in range(3):
            if row < 0:
                break
            found = self.attributes(row, CLASS_NAMES)
            words += (found.get("class", ""), found.get("id", ""), found.get("itemprop", ""))
            row = self.rows[<int> PARENT, row]
        return " ".join(words).lower()

    def parent(self, Py_ssize_t row):
        """The row of the element around an element, -1 for the root."""
        return self.rows[<int> PARENT, row]

    def end(self, Py_ssize_t row):
        """The first row after an element and everything in it."""
        return self.rows[<int> END, row]

    def is_visible(self, Py_ssize_t row):
        """Whether an element is rendered and has text."""
        cdef bint has_text = self.rows[<int> SEGMENT_START, row] < self.rows[<int> SEGMENT_STOP, row]
        return has_text and bool(self.table.rendered[row])

    def inner_markup(self, Py_ssize_t row):
        """The markup between the tags of an element."""
        cdef Py_ssize_t start = self.rows[<int> OPEN_END, row], stop = self.rows[<int> CLOSE_START, row]
        return self.source[max(start, 0) : max(stop, 0)].decode("utf-8", "replace")

    cpdef str text(self, Py_ssize_t row):
        """The text of an element, white space folded."""
        return folded(_text_between(self, self.rows[<int> SEGMENT_START, row], self.rows[<int> SEGMENT_STOP, row]))

    def spaced_text(self, Py_ssize_t row):
        """The text of an element with blanks where tags are."""
        return _spaced(self, self.rows[<int> SEGMENT_START, row], self.rows[<int> SEGMENT_STOP, row])

    def is_aside(self, Py_ssize_t row):
        """Whether an element is beside the main text: in a ``nav``, ``aside`` or ``footer``."""
        return _is_inside(self, row, IS_ASIDE)

    def is_in_heading(self, Py_ssize_t row):
        """Whether an element is a heading or in one."""
        return _is_inside(self, row, IS_HEADING)

    def is_in_icon(self, Py_ssize_t row):
        """Whether an element is in an ``svg``."""
        return _is_inside(self, row, IS_ICON)

    def is_in_info_box(self, Py_ssize_t row):
        """Whether an element is in a box of facts about somebody or something, whose people did not write the page."""
        cdef bytes names, word
        cdef int _
        for _ in range(MAX_BOX_LEVELS):
            if row < 0:
                break
            if self.tag[row] == HEADER_CELL:
                return True
            names = self.source[self.rows[<int> CLASS_START, row] : self.rows[<int> CLASS_STOP, row]].lower()
            for word in BOX_WORDS if names else ():
                if names.find(word) >= 0:
                    return True
            row = self.rows[<int> PARENT, row]
        return False

    def linked_data_spans(self):
        """The byte ranges of the scripts with linked data."""
        return [
            (self.rows[<int> OPEN_END, row], self.rows[<int> CLOSE_START, row]) for row in self.linked_data()
        ]

    def linked_data(self):
        """The rows of the scripts with linked data."""
        return [
            row for row in self.scripts
            if "application/ld+json" in attribute_at(self.source, self.rows[<int> ORIGIN, row], b"type").lower()
        ]


cdef bint _is_inside(RowIndex index, Py_ssize_t row, const unsigned char* is_one) except -1:
    """Whether an element or one around it has one of some tags."""
    while row >= 0:
        if is_one[index.tag[row]]:
            return True
        row = index.rows[<int> PARENT, row]
    return False


cdef str _text_between(RowIndex index, Py_ssize_t start, Py_ssize_t stop):
    """The text from one segment up to another."""
    cdef bytes encoded = index.table.encoded
    cdef Py_ssize_t first = index.segments[<int> SEGMENT_PLACE, start], last = index.segments[<int> SEGMENT_PLACE, stop]
    return encoded[first:last].decode()


cdef str _spaced(RowIndex index, Py_ssize_t start, Py_ssize_t stop):
    """The text of segments with blanks between them."""
    return folded(" ".join([_text_between(index, segment, segment + 1) for segment in range(start, stop)]))
