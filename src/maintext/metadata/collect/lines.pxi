"""The visible text as lines: the text between two tags of blocks."""

cdef class Lines:
    """All lines of a page that are not blank, in document order. Few of them are ever read."""

    cdef readonly RowIndex rows
    cdef str page
    cdef Py_ssize_t count
    cdef int[:, ::1] spans
    cdef dict texts

    def __init__(self, RowIndex rows):
        """Find where each line begins and ends."""
        self.rows = rows
        self.page = rows.table.text
        self.texts = {}
        self.spans = np.empty((3, max(1, rows.segments.shape[1])), dtype=np.intc)
        self._find()

    cdef int _find(self) except -1:
        """First segment, segment after the last, and offset of the text, of each line."""
        cdef Py_ssize_t segment, before = -1, count = 0
        cdef const int[::1] line = self.rows.segments[<int> SEGMENT_LINE]
        cdef const int[::1] characters = self.rows.segments[<int> SEGMENT_CHARACTERS]
        cdef const int[::1] offset = self.rows.segments[<int> SEGMENT_OFFSET]
        cdef int[:, ::1] spans = self.spans
        for segment in range(line.shape[0] - 1):
            if not characters[segment]:
                continue
            if before < 0 or line[segment] != line[before]:
                spans[0, count] = <int> segment
                spans[2, count] = offset[segment]
                count += 1
            spans[1, count - 1] = <int> segment + 1
            before = segment
        self.count = count
        return 0

    def __len__(self):
        """The number of lines."""
        return self.count

    @property
    def page_text(self):
        """The text of the whole page."""
        return self.page

    def start(self, Py_ssize_t number):
        """The offset of a line in the text of the page."""
        return self.spans[2, number]

    cpdef str text(self, Py_ssize_t number):
        """The text of a line, white space folded."""
        cdef str text = self.texts.get(number)
        cdef Py_ssize_t stop
        if text is None:
            stop = self.rows.segments[<int> SEGMENT_OFFSET, self.spans[1, number]]
            text = self.texts[number] = folded(self.page[self.spans[2, number] : stop])
        return text

    cpdef str spaced(self, Py_ssize_t number):
        """The text of a line with blanks where tags are: often nothing else separates the parts of a byline."""
        cdef Py_ssize_t first = self.spans[0, number], stop = self.spans[1, number]
        return self.text(number) if stop - first == 1 else _spaced(self.rows, first, stop)

    def row(self, Py_ssize_t number):
        """The element that directly contains the first text of a line."""
        return self.rows.segments[<int> SEGMENT_OWNER, self.spans[0, number]]

    def near(self, list rows, Py_ssize_t first, Py_ssize_t last, Py_ssize_t limit):
        """The visible ones of some elements that are near a headline, each with its line and its distance.

        Args:
            rows: of the elements.
            first: first line of the headline.
            last: last line of the headline.
            limit: of the distance. Elements before the headline and beside the main text count as farther away.
        """
        cdef list found = []
        cdef Py_ssize_t row, line, distance
        cdef const unsigned char[::1] rendered = self.rows.table.rendered.view("u1")
        for row in rows:
            if not rendered[row] or self.rows.rows[<int> SEGMENT_START, row] >= self.rows.rows[<int> SEGMENT_STOP, row]:
                continue
            line = self._before(0, self.rows.rows[<int> SEGMENT_START, row])
            distance = line - last if line >= first else 2 * (first - line) + 2
            if distance <= limit:
                distance += 15 if _is_inside(self.rows, row, IS_ASIDE) else 0
            if distance <= limit:
                found.append((row, line, distance))
        return found

    def introducing(self, numbers, WordSet words, WordSet words_before_colon, Py_ssize_t limit):
        """The lines of at most ``limit`` characters that have a word of the first set, or a colon and one of the second.

        Text on both sides of a tag is never one word.
        """
        cdef Py_ssize_t number
        return [
            number for number in numbers
            if self._may_introduce(number, words, words_before_colon) and len(self.text(number)) <= limit
        ]

    cdef bint _may_introduce(self, Py_ssize_t number, WordSet words, WordSet words_before_colon) except -1:
        cdef Py_ssize_t segment, stop = self.rows.segments[<int> SEGMENT_OFFSET, self.spans[1, number]]
        cdef bint has_colon = False
        cdef Py_ssize_t offset
        cdef int kind = PyUnicode_KIND(self.page)
        cdef void* characters = PyUnicode_DATA(self.page)
        cdef unsigned int character
        for offset in range(self.spans[2, number], stop):
            character = PyUnicode_READ(kind, characters, offset)
            if character == c":" or character == 0xFF1A:
                has_colon = True
                break
        for segment in range(self.spans[0, number], self.spans[1, number]):
            if has_word(
                self.page,
                self.rows.segments[<int> SEGMENT_OFFSET, segment],
                self.rows.segments[<int> SEGMENT_OFFSET, segment + 1],
                words,
                words_before_colon if has_colon else None,
            ):
                return True
        return False

    def is_link(self, Py_ssize_t number):
        """Whether all of a line is in links."""
        cdef Py_ssize_t segment
        for segment in range(self.spans[0, number], self.spans[1, number]):
            if self.rows.segments[<int> SEGMENT_CHARACTERS, segment] and not _is_inside(
                self.rows, self.rows.segments[<int> SEGMENT_OWNER, segment], IS_ANCHOR
            ):
                return False
        return True

    def lines_of_row(self, Py_ssize_t row):
        """The first and the last line of an element."""
        cdef Py_ssize_t first = self._before(0, self.rows.rows[<int> SEGMENT_START, row])
        return first, max(first, self._before(0, self.rows.rows[<int> SEGMENT_STOP, row] - 1))

    def line_of_row(self, Py_ssize_t row):
        """The line in which an element begins, or the one before it."""
        return self._before(0, self.rows.rows[<int> SEGMENT_START, row])

    def line_at(self, Py_ssize_t offset):
        """The line with a character of the page's text, or the one before it."""
        return self._before(2, offset)

    cdef Py_ssize_t _before(self, int column, Py_ssize_t value) except -1:
        """The last line whose entry in a column is not above a value, 0 if there is none."""
        cdef Py_ssize_t low = 0, high = self.count, middle
        while low < high:
            middle = (low + high) // 2
            if self.spans[column, middle] <= value:
                low = middle + 1
            else:
                high = middle
        return max(0, low - 1)

    def with_letters(self, str wanted):
        """The first line with exactly these letters and digits, -1 if there is none."""
        cdef Py_ssize_t number
        for number in range(self.count):
            if self._may_have_letters(number, wanted) and letters(self.text(number)) == wanted:
                return number
        return -1

    cdef bint _may_have_letters(self, Py_ssize_t number, str wanted) except -1:
        """Whether the first ASCII letter of a line is the first wanted one; true where normalising may change it."""
        cdef Py_ssize_t offset, stop = self.rows.segments[<int> SEGMENT_OFFSET, self.spans[1, number]]
        cdef Py_UCS4 character
        for offset in range(self.spans[2, number], stop):
            character = self.page[offset]
            if character > 127 or (offset + 1 < stop and <Py_UCS4> self.page[offset + 1] > 127):
                return True
            if character.isalnum():
                return character.lower() == wanted[0]
        return False

    def with_years(self, Py_ssize_t number, Py_ssize_t before, Py_ssize_t after):
        """The lines with a year, in a part of the page around a line and as far from the end as ``before`` says."""
        cdef Py_ssize_t middle = self.spans[2, number] if self.count else 0, size = len(self.page)
        cdef set found = set()
        for start, stop in ((max(0, middle - before), middle + after), (max(middle + after, size - before), size)):
            for offset in places_of_years(self.page, start, min(stop, size)):
                found.add(self._before(2, offset))
        return found

    def beginning_with(self, Py_ssize_t first, frozenset prefixes):
        """The lines from one on whose first word begins with one of the prefixes: three letters in lower case."""
        cdef list found = []
        cdef Py_ssize_t number, offset, stop, size = len(self.page)
        cdef int kind = PyUnicode_KIND(self.page)
        cdef void* characters = PyUnicode_DATA(self.page)
        cdef Py_UCS4 character
        cdef bint is_first[128]
        memset(is_first, 0, sizeof(is_first))
        for prefix in prefixes:
            for character in (prefix[0], prefix[0].upper()):
                if character < 128:
                    is_first[<int> character] = True
        for number in range(first, self.count):
            offset = self.spans[2, number]
            stop = min(size, offset + MAX_BEFORE_WORD)
            while offset < stop:
                character = PyUnicode_READ(kind, characters, offset)
                if character.isalnum() or character == c"_":
                    break
                offset += 1
            if offset >= stop or (character < 128 and not is_first[<int> character]):
                continue
            if self.page[offset : offset + 3].lower() in prefixes:
                found.append(number)
        return found
