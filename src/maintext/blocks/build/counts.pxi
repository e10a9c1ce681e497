# How much of each element is selected, and the rows of the elements that blocks are made from.

cdef int TAG_IMG = tags.code_of("img")
cdef int TAG_NOSCRIPT = tags.code_of("noscript")
cdef int TAG_HR = tags.code_of("hr")
cdef int TAG_BR = tags.code_of("br")
cdef int TAG_SCRIPT = tags.code_of("script")
cdef int TAG_TABLE = tags.code_of("table")
cdef int TAG_MATH = tags.code_of("math")
cdef int TAG_FIGURE = tags.code_of("figure")
cdef int TAG_OTHER = tags.OTHER
cdef bytes AMP_IMAGE = b"<amp-img"
cdef int TAG_INPUT = tags.code_of("input")
cdef int TAG_IFRAME = tags.code_of("iframe")
cdef int TAG_VIDEO = tags.code_of("video")
cdef int TAG_AUDIO = tags.code_of("audio")
# Bytes of a raised or lowered text that may be written with characters of its own.
cdef int MAX_SCRIPT_BYTES = 64
cdef frozenset CHECKED = frozenset({"checked"})
cdef const unsigned char[::1] IS_LISTED = tags.lookup(
    frozenset({"img", "noscript", "hr", "br", "script", "table", "math", "input", "iframe", "video", "audio"})
).tobytes()
cdef const unsigned char[::1] ENDS_LINE = tags.lookup((tags.BLOCK | tags.CELL) - {"br"}).tobytes()


cdef class TextCounts:
    """The table of a page with sums over its segments, and lists of the rows that blocks are made from."""

    cdef TableView view
    cdef bytes source
    cdef const unsigned char[::1] keep
    # Visible characters before each segment: of all segments, and of the selected ones.
    cdef int[::1] sizes
    cdef int[::1] kept
    # For each row the innermost block or cell, the innermost figure, and the innermost element with text around it.
    cdef int[::1] leaf
    cdef int[::1] figure
    cdef int[::1] around
    cdef readonly int first
    cdef readonly int last
    cdef readonly list images
    cdef list rules
    cdef readonly list breaks
    cdef list scripts
    cdef readonly list tables
    cdef readonly list formulas
    # Rows of embedded pages, videos and recordings.
    cdef readonly list embeds
    cdef readonly bint has_inputs

    def __init__(self, table, keep):
        """Take the page and the selected segments, and read each segment and each row once."""
        cdef int[:, ::1] sums = np.empty((2, len(keep) + 1), dtype=np.intc)
        cdef int[:, ::1] numbers = np.empty((3, len(table.tag)), dtype=np.intc)
        self.view = TableView(table)
        self.source = table.source
        self.keep = keep.view(np.uint8)
        self.sizes = sums[0]
        self.kept = sums[1]
        self.leaf = numbers[0]
        self.figure = numbers[1]
        self.around = numbers[2]
        self.images = []
        self.rules = []
        self.breaks = []
        self.scripts = []
        self.tables = []
        self.formulas = []
        self.embeds = []
        self.first = -1
        self.last = -1
        self._sum_segments()
        self._read_rows()

    cpdef tuple span(self):
        """Byte offsets in the text of the page where the selected text begins and ends."""
        if self.first < 0:
            return 0, 0
        return self.view.place[self.first], self.view.place[self.last + 1]

    cdef int size_of(self, int row) except -1:
        """The number of visible characters in an element."""
        return self.sizes[self.view.segment_stop[row]] - self.sizes[self.view.segment_start[row]]

    cpdef int kept_in(self, int row) except -1:
        """The number of selected characters in an element."""
        return self.kept[self.view.segment_stop[row]] - self.kept[self.view.segment_start[row]]

    def rules_and_formulas(self):
        """The rows of the rules between selected texts, and of the formulas for MathJax in scripts beside them."""
        cdef list found = [row for row in self.rules if self._is_in_text(row)]
        cdef int row
        for row in self.scripts:
            if self.kept_in(max(self.view.parent[row], 0)):
                if self.attribute(row, b"type").lower().startswith("math/tex"):
                    found.append(row)
        return found

    cdef bint _is_in_text(self, int row) except -1:
        """Whether a row is between selected texts, in a visible element that is mostly selected."""
        cdef int around = max(self.view.parent[row], 0)
        cdef bint is_between = self.first < self.view.segment_start[row] <= self.last
        return is_between and self.view.rendered[row] and 2 * self.kept_in(around) >= self.size_of(around)

    cdef bint is_written(self, int row) except -1:
        """Whether the text of an element consists of characters that are raised or lowered by themselves."""
        cdef int start = self.view.place[self.view.segment_start[row]]
        cdef int stop = self.view.place[self.view.segment_stop[row]]
        return stop - start <= MAX_SCRIPT_BYTES and is_written(bytes(self.view.text[start:stop]).decode("utf-8"))

    cdef str attribute(self, int row, bytes name):
        """One attribute of an element, empty without it; its name in lower case."""
        cdef int origin = self.view.origin[row]
        return attribute_at(self.source, origin, name) if origin >= 0 else ""

    cdef dict attributes(self, int row, frozenset wanted):
        """The wanted attributes of an element."""
        cdef int origin = self.view.origin[row]
        return attributes_at(self.source, origin, wanted) if origin >= 0 else {}

    cdef int _sum_segments(self) except -1:
        """Fill the sums, from which the characters of any element follow, and find the ends of the selection."""
        cdef TableView view = self.view
        cdef const int[::1] characters = view.segment_characters
        cdef const unsigned char[::1] keep = self.keep
        cdef int[::1] sizes = self.sizes
        cdef int[::1] kept_before = self.kept
        cdef int size = 0, kept = 0, segment
        for segment in range(view.segments):
            sizes[segment] = size
            kept_before[segment] = kept
            size += characters[segment]
            if keep[segment]:
                kept += characters[segment]
                self.last = segment
                if self.first < 0:
                    self.first = segment
        sizes[view.segments] = size
        kept_before[view.segments] = kept
        return 0

    cdef int _read_rows(self) except -1:
        """Fill the numbers of each row, and list the rows that are needed later."""
        cdef TableView view = self.view
        cdef const short[::1] tags_of_rows = view.tag
        cdef const int[::1] parents = view.parent
        cdef const int[::1] starts = view.segment_start
        cdef const int[::1] stops = view.segment_stop
        cdef int[::1] sizes = self.sizes
        cdef int[::1] leaf = self.leaf
        cdef int[::1] figure = self.figure
        cdef int[::1] around = self.around
        cdef const unsigned char* ends_line = &ENDS_LINE[0]
        cdef const unsigned char* is_listed = &IS_LISTED[0]
        cdef int row, tag, parent
        for row in range(view.count):
            tag = tags_of_rows[row]
            parent = parents[row]
            if parent < 0:
                leaf[row] = row if ends_line[tag] else -1
                figure[row] = row if tag == TAG_FIGURE else -1
                around[row] = 0
            else:
                leaf[row] = row if ends_line[tag] else leaf[parent]
                figure[row] = row if tag == TAG_FIGURE else figure[parent]
                around[row] = row if sizes[stops[row]] > sizes[starts[row]] else around[parent]
            if is_listed[tag]:
                self._list(row, tag)
            elif tag == TAG_OTHER and self._is_amp_image(row):
                self.images.append(row)
        return 0

    cdef bint _is_amp_image(self, int row) except -1:
        """Whether an element without a known name is an image of AMP; its first letter rules out nearly all others."""
        cdef int origin = self.view.origin[row]
        if origin < 0 or self.view.source[origin + 1] | 32 != c"a":
            return False
        return self.source[origin : origin + len(AMP_IMAGE)].lower() == AMP_IMAGE

    cdef int _list(self, int row, int tag) except -1:
        if tag == TAG_IMG or tag == TAG_NOSCRIPT:
            self.images.append(row)
        elif tag == TAG_HR:
            self.rules.append(row)
        elif tag == TAG_BR:
            self.breaks.append(row)
        elif tag == TAG_SCRIPT:
            self.scripts.append(row)
        elif tag == TAG_TABLE:
            self.tables.append(row)
        elif tag == TAG_MATH:
            self.formulas.append(row)
        elif tag == TAG_INPUT:
            self.has_inputs = True
        else:
            self.embeds.append(row)
        return 0
