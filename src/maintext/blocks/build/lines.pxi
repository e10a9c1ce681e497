# A line of text as runs: white space folded, and each blank in the run that has no style or link.

cdef enum:
    SPACE = 0x20
    # Bytes from here on are not ASCII. Those with only the first of their two highest bits set continue a character.
    ASCII = 0x80
    CONTINUATION_MASK = 0xC0
# For each byte, whether white space that is not ASCII can begin with it in UTF-8.
cdef unsigned char[256] BEGINS_WIDE_SPACE


cdef int _find_wide_spaces() except -1:
    """Fill ``BEGINS_WIDE_SPACE``."""
    cdef int point
    cdef bytes encoded
    for point in range(ASCII, BASIC_PLANE_SIZE):
        if IS_SPACE[point]:
            encoded = chr(point).encode("utf-8")
            BEGINS_WIDE_SPACE[<unsigned char> encoded[0]] = 1
    return 0


_find_wide_spaces()


cdef class LineBuilder:
    """The runs of one line while they are collected."""

    cdef const unsigned char[::1] _text
    cdef unsigned char[::1] _buffer
    cdef LinkResolver _links
    cdef list _runs
    # Style and link of the current run, and its size in bytes.
    cdef int _style
    cdef str _href
    cdef Py_ssize_t _size
    # Whether the current run has anything, including white space; whether it begins and ends with white space.
    cdef bint _is_begun
    cdef bint _begins_blank
    cdef bint _ends_blank
    # Whether there is a blank before the current run.
    cdef bint _has_blank

    def __init__(self, bytes text, LinkResolver links):
        """Take the text of all segments of the page, and the resolver that limits the addresses of its links."""
        self._text = text
        self._links = links
        self._buffer = bytearray(1_000)
        self._runs = []
        self._href = ""

    cdef int begin(self, Py_ssize_t capacity) except -1:
        """Begin a line of at most ``capacity`` bytes."""
        if capacity > self._buffer.shape[0]:
            self._buffer = bytearray(2 * capacity)
        self._runs = []
        self._style = 0
        self._href = ""
        self._size = 0
        self._is_begun = self._begins_blank = self._ends_blank = self._has_blank = False
        return 0

    cdef int add_text(self, Py_ssize_t start, Py_ssize_t stop, bint is_apart, TextContext context) except -1:
        """Add a piece of the page's text, with a blank before it if text was left out in between."""
        if context.style != self._style or (context.href is not self._href and context.href != self._href):
            self._end_run()
            self._style = context.style
            self._href = context.href
        if is_apart:
            self._is_begun = self._ends_blank = True
            if self._size == 0:
                self._begins_blank = True
        if start < stop:
            self._is_begun = True
            self._fold(start, stop)
        return 0

    cdef int _fold(self, Py_ssize_t start, Py_ssize_t stop) except -1:
        """Append text to the current run, with one blank for each stretch of white space."""
        cdef Py_ssize_t size = self._size, at = start
        cdef bint is_blank = self._ends_blank
        cdef unsigned char byte
        cdef int width
        cdef const unsigned char* is_space = IS_SPACE
        cdef const unsigned char* source = bytes_between(self._text, start, stop)
        cdef unsigned char* target = writable_between(self._buffer, size, size + stop - start + 1)
        while at < stop:
            byte = source[at]
            if byte < ASCII:
                width = is_space[byte]
            else:
                width = wide_space_at(source, at, stop) if BEGINS_WIDE_SPACE[byte] else 0
            if width:
                is_blank = True
                if size == 0:
                    self._begins_blank = True
                at += width
                continue
            if is_blank:
                is_blank = False
                if size:
                    target[size] = SPACE
                    size += 1
            target[size] = byte
            size += 1
            at += 1
            while at < stop and (SPACE < source[at] < ASCII or (source[at] & CONTINUATION_MASK) == ASCII):
                target[size] = source[at]
                size += 1
                at += 1
        self._size = size
        self._ends_blank = is_blank
        return 0

    cdef int add_inset(self, object record) except -1:
        """Add an image or a formula."""
        self._end_run()
        if self._has_blank and self._runs:
            self._put_blank()
        self._has_blank = False
        self._runs.append(record)
        return 0

    cdef list finished(self):
        """All runs, without blanks at the ends of the line."""
        self._end_run()
        self._has_blank = False
        return self._runs

    cdef int _end_run(self) except -1:
        if self._size:
            self._put_run()
            self._has_blank = self._ends_blank
        elif self._is_begun:
            self._has_blank = True
        self._size = 0
        self._is_begun = self._begins_blank = self._ends_blank = False
        return 0

    cdef int _put_run(self) except -1:
        cdef str text = (<const char*> &self._buffer[0])[: self._size].decode("utf-8")
        if (self._has_blank or self._begins_blank) and self._runs:
            if self._style or self._href or self._ends_plain():
                self._put_blank()
            else:
                text = " " + text
        self._runs.append(
            TEXTS.new((text, _style(self._style), self._links.spent(self._href) if self._href else self._href))
        )
        return 0

    cdef bint _ends_plain(self) except -1:
        """Whether the last run has neither style nor link."""
        cdef object last = self._runs[len(self._runs) - 1]
        return type(last) is Text and last.style is PLAIN and not last.href

    cdef int _put_blank(self) except -1:
        """Put a blank after the last run, into it if it has neither style nor link."""
        cdef object last
        if self._ends_plain():
            last = self._runs.pop()
            self._runs.append(TEXTS.new((last.text + " ", PLAIN, "")))
        else:
            self._runs.append(TEXTS.new((" ", PLAIN, "")))
        return 0
