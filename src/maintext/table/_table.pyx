"""The columns of a page table for compiled code, sums along its tree, and the attributes of a start tag."""

from libc.string cimport memchr, memset

from maintext.table._characters cimport is_html_space
from maintext.table.byte_scan cimport next_row

from maintext.table.references import in_attribute

cdef Py_ssize_t _MAX_ATTRIBUTES = 1_000
MAX_ATTRIBUTES = _MAX_ATTRIBUTES


cdef class TableView:
    """The columns of a page table as typed views."""

    def __init__(self, table):
        self.source = table.source
        self.text = table.encoded
        self.tag = table.tag
        self.rendered = table.rendered.view("u1")
        self.hiding = table.hiding
        self.count = len(table.tag)
        self.segments = table.segment_columns.shape[1] - 1
        self._take(table.row_columns, table.segment_columns)

    cdef int _take(self, const int[:, ::1] rows, const int[:, ::1] segments) except -1:
        """Set the views of the columns: slices of a view cost less than views of array slices."""
        self.parent = rows[<int> PARENT]
        self.end = rows[<int> END]
        self.level = rows[<int> LEVEL]
        self.origin = rows[<int> ORIGIN]
        self.open_start = rows[<int> OPEN_START]
        self.open_end = rows[<int> OPEN_END]
        self.close_start = rows[<int> CLOSE_START]
        self.close_end = rows[<int> CLOSE_END]
        self.segment_start = rows[<int> SEGMENT_START]
        self.segment_stop = rows[<int> SEGMENT_STOP]
        self.characters = rows[<int> CHARACTERS]
        self.punctuation = rows[<int> PUNCTUATION]
        self.tag_length = rows[<int> TAG_LENGTH]
        self.class_start = rows[<int> CLASS_START]
        self.class_stop = rows[<int> CLASS_STOP]
        self.id_start = rows[<int> ID_START]
        self.id_stop = rows[<int> ID_STOP]
        self.mark_start = rows[<int> MARK_START]
        self.mark_stop = rows[<int> MARK_STOP]
        self.owner = segments[<int> SEGMENT_OWNER]
        self.line = segments[<int> SEGMENT_LINE]
        self.cell = segments[<int> SEGMENT_CELL]
        self.segment_characters = segments[<int> SEGMENT_CHARACTERS]
        self.offset = segments[<int> SEGMENT_OFFSET]
        self.place = segments[<int> SEGMENT_PLACE]
        self.source_start = segments[<int> SEGMENT_SOURCE_START]
        self.source_stop = segments[<int> SEGMENT_SOURCE_STOP]
        return 0


def mark_tags(const short[::1] tag, const unsigned char[::1] is_one, unsigned char[::1] marked):
    """For each row set whether its tag is marked in ``is_one``, a column of all tags."""
    cdef Py_ssize_t row
    for row in range(tag.shape[0]):
        marked[row] = is_one[tag[row]]


def rows_with_tag(const short[::1] tag, int wanted):
    """List the rows with a tag, whose code is one of HTML's own."""
    cdef int row = 0, count = <int> tag.shape[0]
    cdef list rows = []
    while count and row < count:
        row = next_row(&tag[0], row, count, wanted)
        if row < count:
            rows.append(row)
        row += 1
    return rows


def first_with_tag(const short[::1] tag, int wanted):
    """The first row with a tag, -1 if there is none."""
    cdef int count = <int> tag.shape[0]
    cdef int row = next_row(&tag[0], 0, count, wanted) if count else 0
    return row if row < count else -1


def add_to_parents(const int[::1] parent, long long[::1] sums):
    """Add up a column over subtrees, in place: from the last row on, each row's sum is added to its parent's."""
    cdef Py_ssize_t row
    for row in range(sums.shape[0] - 1, 0, -1):
        if parent[row] >= 0:
            sums[parent[row]] += sums[row]


def count_around(const int[::1] parent, const unsigned char[::1] marked, long long[::1] counts):
    """Count the marked rows among each row and its ancestors."""
    cdef Py_ssize_t row
    for row in range(counts.shape[0]):
        counts[row] = marked[row] != 0
        if parent[row] >= 0:
            counts[row] += counts[parent[row]]


def find_nearest(const int[::1] parent, const unsigned char[::1] marked, long long[::1] nearest):
    """Find the closest marked row among each row and its ancestors, -1 where there is none."""
    cdef Py_ssize_t row
    for row in range(nearest.shape[0]):
        if marked[row]:
            nearest[row] = row
        else:
            nearest[row] = nearest[parent[row]] if parent[row] >= 0 else -1


cdef class WantedNames:
    """Names of attributes. Those of a tag are compared only if a wanted one has their first letter and size."""

    cdef tuple _names
    cdef list _encoded
    # For each first letter, sizes as bits.
    cdef unsigned long long _sizes[32]

    def __init__(self, names):
        """Note the sizes of the names, which are in lower case."""
        cdef bytes name
        self._names = tuple(names)
        self._encoded = [each.encode() for each in self._names]
        memset(self._sizes, 0, sizeof(self._sizes))
        for name in self._encoded:
            self._sizes[name[0] & 31] |= <unsigned long long> 1 << min(len(name), 63)

    cdef str found(self, const unsigned char* name, Py_ssize_t size):
        """The wanted name that is written here in upper or lower case, None if there is none."""
        cdef Py_ssize_t number
        cdef bytes wanted
        if not self._sizes[name[0] & 31] >> min(size, 63) & 1:
            return None
        for number in range(len(self._names)):
            wanted = self._encoded[number]
            if len(wanted) == size and _is_same(name, wanted, size):
                return self._names[number]
        return None


cdef dict _WANTED = {}
"""The wanted names by their set. There are as many as there are sets in the code."""


cdef WantedNames _wanted_names(frozenset names):
    cdef WantedNames wanted = _WANTED.get(names)
    if wanted is None:
        wanted = _WANTED[names] = WantedNames(names)
    return wanted


cdef bint _is_same(const unsigned char* written, const unsigned char* name, Py_ssize_t size) noexcept:
    """Whether a name in lower case is written here, in upper or lower case."""
    cdef Py_ssize_t index
    cdef int byte
    for index in range(size):
        byte = written[index]
        if c"A" <= byte <= c"Z":
            byte += 32
        if byte != name[index]:
            return False
    return True


cpdef dict attributes_at(bytes source, Py_ssize_t place, frozenset wanted=None):
    """The attributes of the tag that begins at a byte offset, all or the wanted ones, the first of each name.

    A tag is read as browsers read it: names end at white space, a slash, an equal or a greater sign, and a value in
    quotation marks that are never closed is read as one without them.
    """
    cdef dict values = {}
    cdef Py_ssize_t size = len(source), start, stop, value, end
    cdef bint quoted, is_new
    cdef str name
    cdef const unsigned char* text = source
    cdef WantedNames names = None if wanted is None else _wanted_names(wanted)
    if place < 0:
        raise IndexError(place)
    place = _after_name(text, place, size)
    while place < size and len(values) < _MAX_ATTRIBUTES:
        start = _next_attribute(text, place, size)
        if start >= size or text[start] == c">":
            break
        stop = _name_end(text, start, size)
        value = _value_start(text, stop, size)
        if names is None:
            name = (<const char*> text)[start:stop].decode("utf-8", "replace").lower()
        else:
            name = names.found(text + start, stop - start)
        is_new = name is not None and name not in values
        if value < 0:
            if is_new:
                values[name] = ""
            place = stop
            continue
        end = _value_end(text, value, size)
        quoted = _is_quoted(text, value, end, size)
        if is_new:
            values[name] = _decoded(text, value + quoted, end)
        place = end + quoted
    return values


cpdef str attribute_at(bytes source, Py_ssize_t place, bytes name):
    """One attribute of the tag that begins at a byte offset, empty if missing; ``name`` is in lower case."""
    cdef Py_ssize_t size = len(source), start, stop, value, end, _
    cdef bint quoted, is_wanted
    cdef const unsigned char* text = source
    if place < 0:
        raise IndexError(place)
    place = _after_name(text, place, size)
    for _ in range(_MAX_ATTRIBUTES):
        start = _next_attribute(text, place, size)
        if start >= size or text[start] == c">":
            break
        stop = _name_end(text, start, size)
        value = _value_start(text, stop, size)
        is_wanted = stop - start == len(name) and _is_same(text + start, name, len(name))
        if value < 0:
            if is_wanted:
                break
            place = stop
            continue
        end = _value_end(text, value, size)
        quoted = _is_quoted(text, value, end, size)
        if is_wanted:
            return _decoded(text, value + quoted, end)
        place = end + quoted
    return ""


cdef str _decoded(const unsigned char* source, Py_ssize_t start, Py_ssize_t stop):
    """The value between two byte offsets, references resolved."""
    cdef str text = (<const char*> source)[start:stop].decode("utf-8", "replace")
    return in_attribute(text) if "&" in text else text


cdef Py_ssize_t _after_name(const unsigned char* source, Py_ssize_t place, Py_ssize_t size) noexcept:
    """Where the tag's name ends."""
    place += 1
    while place < size and not is_html_space(source[place]) and source[place] != c"/" and source[place] != c">":
        place += 1
    return place


cdef Py_ssize_t _next_attribute(const unsigned char* source, Py_ssize_t place, Py_ssize_t size) noexcept:
    """Where the next attribute begins, or the tag ends."""
    while place < size and (is_html_space(source[place]) or source[place] == c"/"):
        place += 1
    return place


cdef Py_ssize_t _name_end(const unsigned char* source, Py_ssize_t place, Py_ssize_t size) noexcept:
    """Where the name of an attribute ends; its first character is always part of it."""
    cdef int byte
    place += 1
    while place < size:
        byte = source[place]
        if byte == c"=" or byte == c">" or byte == c"/" or is_html_space(byte):
            break
        place += 1
    return place


cdef Py_ssize_t _value_start(const unsigned char* source, Py_ssize_t place, Py_ssize_t size) noexcept:
    """Where the value begins, with its quotation mark; -1 for an attribute without a value."""
    while place < size and is_html_space(source[place]):
        place += 1
    if place == size or source[place] != c"=":
        return -1
    place += 1
    while place < size and is_html_space(source[place]):
        place += 1
    return place


cdef Py_ssize_t _value_end(const unsigned char* source, Py_ssize_t place, Py_ssize_t size) noexcept:
    """Where the value ends: at its closing quotation mark, or at white space or the end of the tag."""
    cdef int mark
    cdef const unsigned char* found
    if place < size and (source[place] == c'"' or source[place] == c"'"):
        mark = source[place]
        found = <const unsigned char*> memchr(source + place + 1, mark, size - place - 1)
        if found:
            return found - source
    while place < size and source[place] != c">" and not is_html_space(source[place]):
        place += 1
    return place


cdef bint _is_quoted(const unsigned char* source, Py_ssize_t place, Py_ssize_t end, Py_ssize_t size) noexcept:
    """Whether a value is enclosed in quotation marks."""
    cdef int mark
    if end <= place or end == size:
        return False
    mark = source[place]
    return (mark == c'"' or mark == c"'") and source[end] == mark
