"""The marks of a page: a number for the text, the shape and the link of each block; and where else a site has them.

A block is a run of text without a tag of a block or cell inside. Its marks are hashes of four bytes:

- of its text, without white space and with all digits alike, so that "3 comments" and "5 comments" are one text;
- of its shape: the names of the elements around it, with the first class word of each, digits left out;
- of the address that its link leads to, without the fragment; 0 for a block without a link.
"""

from libc.limits cimport ULLONG_MAX
from libc.string cimport memchr

from maintext.table._characters cimport is_ascii_space, is_html_space
from maintext.table._table cimport TableView
from maintext.table.byte_scan cimport bytes_between
from maintext.table.hash_table cimport mix, next_slot, slot

import numpy as np

from maintext.table import tags

# Columns of the marks of a page.
cpdef enum Mark:
    TEXT, SHAPE, LINK

# Columns of what a site knows of a shape. Texts and links have only the first.
cdef enum Count:
    PAGES, BLOCKS, RECURRING

# Rows of what a site says of the blocks of a page: on how many other pages the text, the link and the shape are, how
# many blocks these pages have in the shape, and how many of those have a text that recurs.
cdef enum Share:
    TEXT_PAGES, LINK_PAGES, SHAPE_PAGES, SHAPE_BLOCKS, SHAPE_RECURRING, SHARE_COUNT

cdef int A = tags.code_of("a")
cdef int BODY = tags.code_of("body")
cdef int HTML = tags.code_of("html")
cdef enum:
    NO_LINK = -1
    MARKS = 3


cdef class PageMarks:
    """The blocks of a page and their marks."""

    cdef readonly object of_segment
    """The block of each segment, -1 for white space between blocks."""
    cdef readonly object marks
    """Blocks x MARKS."""
    cdef int[::1] blocks
    cdef unsigned int[:, ::1] keys
    cdef readonly int count

    def __init__(self, table):
        cdef TableView view = TableView(table)
        cdef int segments = view.segments
        self.of_segment = np.empty(segments, dtype=np.intc)
        self.blocks = self.of_segment
        first = np.empty((2, segments), dtype=np.intc)
        self.count = number_blocks(view, self.blocks, first)
        self.marks = np.empty((self.count, MARKS), dtype=np.uint32)
        self.keys = self.marks
        if self.count:
            mark_blocks(view, first, self.count, np.empty((2, view.count), dtype=np.uint64), self.keys)

    def key(self):
        """A number of eight bytes that no other page has. The largest one is free: it means that all pages are known."""
        cdef unsigned long long key = self.count
        cdef int block
        for block in range(self.count):
            key = mix(key, <unsigned long long> self.keys[block, <int> TEXT] << 32 | self.keys[block, <int> SHAPE])
        return key - (key == ULLONG_MAX)


cdef int number_blocks(TableView view, int[::1] of_segment, int[:, ::1] ends) except -1:
    """Number the blocks of the body; returns how many there are. ``ends`` gets the first and last segment of each."""
    cdef int low = 0, high, count = 0, segment, previous, between
    while low < view.count and view.tag[low] != BODY:
        low += 1
    high = view.end[low] if low < view.count else view.count
    low = low if low < view.count else 0
    for segment in range(view.segments):
        of_segment[segment] = -1
        if view.segment_characters[segment] == 0 or view.owner[segment] < low or view.owner[segment] >= high:
            continue
        previous = ends[1, count - 1] if count else -1
        if previous >= 0 and view.line[previous] == view.line[segment] and view.cell[previous] == view.cell[segment]:
            for between in range(previous + 1, segment + 1):
                of_segment[between] = count - 1
        else:
            of_segment[segment] = count
            ends[0, count] = segment
            count += 1
        ends[1, count - 1] = segment
    return count


cdef int mark_blocks(
    TableView view, const int[:, ::1] ends, int count, unsigned long long[:, ::1] rows, unsigned int[:, ::1] keys
) except -1:
    """Hash the text, the shape and the link of each block."""
    cdef int block, segment
    cdef unsigned long long link
    mark_rows(view, rows)
    for block in range(count):
        keys[block, <int> TEXT] = short_key(text_key(view, view.place[ends[0, block]], view.place[ends[1, block] + 1]))
        keys[block, <int> SHAPE] = short_key(rows[0, view.owner[ends[0, block]]])
        link = 0
        for segment in range(ends[0, block], ends[1, block] + 1):
            link = rows[1, view.owner[segment]]
            if link:
                break
        keys[block, <int> LINK] = short_key(link)
    return 0


cdef inline unsigned int short_key(unsigned long long key) noexcept nogil:
    """Four bytes of a hash, 0 only for 0."""
    cdef unsigned int high = <unsigned int> (key >> 32)
    return high if high or not key else 1


cdef int mark_rows(TableView view, unsigned long long[:, ::1] rows) except -1:
    """Hash the path of each row, and the address of the link that it is in."""
    cdef int row, above, tag
    cdef unsigned long long key
    for row in range(view.count):
        above = view.parent[row]
        tag = view.tag[row]
        key = mix(rows[0, above] if above >= 0 else 0, tag + 1)
        if tag != BODY and tag != HTML and view.class_stop[row] > view.class_start[row]:
            key = mix(key, word_key(view, view.class_start[row], view.class_stop[row]))
        rows[0, row] = key
        rows[1, row] = link_key(view, row) if tag == A else rows[1, above] if above >= 0 else 0
    return 0


cdef unsigned long long word_key(TableView view, int start, int stop) except? 1:
    """A hash of the first word of an attribute's value, without digits."""
    cdef const unsigned char* source = bytes_between(view.source, start, stop)
    cdef unsigned long long key = 0, chunk = 0
    cdef int at = start, bits = 0
    while at < stop and is_html_space(source[at]):
        at += 1
    while at < stop and not is_html_space(source[at]):
        if not c"0" <= source[at] <= c"9":
            chunk |= <unsigned long long> source[at] << bits
            bits += 8
            if bits == 64:
                key = mix(key, chunk)
                chunk = bits = 0
        at += 1
    return mix(key, chunk)


cdef unsigned long long text_key(TableView view, int start, int stop) except? 1:
    """A hash of a text without white space, all digits alike."""
    cdef const unsigned char* text = bytes_between(view.text, start, stop)
    cdef unsigned long long key = 0, chunk = 0
    cdef int at = start, bits = 0, byte
    while at < stop:
        byte = text[at]
        if byte == 0xC2 and at + 1 < stop and text[at + 1] == 0xA0:
            at += 2
            continue
        at += 1
        if is_ascii_space(byte):
            continue
        if c"0" <= byte <= c"9":
            byte = c"0"
        chunk |= <unsigned long long> byte << bits
        bits += 8
        if bits == 64:
            key = mix(key, chunk)
            chunk = bits = 0
    return mix(key, chunk)


cdef unsigned long long link_key(TableView view, int row) except? 1:
    """A hash of the address that a link leads to, 0 if it leads nowhere else."""
    cdef int start = view.open_start[row], stop = view.open_end[row], at
    cdef const unsigned char* source
    cdef const unsigned char* found
    if stop <= start:
        return 0
    source = bytes_between(view.source, start, stop)
    at = start
    while True:
        found = <const unsigned char*> memchr(source + at, c"=", stop - at)
        if not found:
            return 0
        at = <int> (found - source)
        if at - start > 4 and is_href(source + at - 5):
            return address_key(source, at + 1, stop)
        at += 1


cdef inline bint is_href(const unsigned char* name) noexcept nogil:
    """Whether white space or a quotation mark and the name ``href`` are here."""
    return (
        (is_html_space(name[0]) or name[0] == c'"' or name[0] == c"'")
        and name[1] | 32 == c"h" and name[2] | 32 == c"r" and name[3] | 32 == c"e" and name[4] | 32 == c"f"
    )


cdef unsigned long long address_key(const unsigned char* source, int at, int stop) noexcept nogil:
    """A hash of the value of ``href``, up to its fragment; 0 if there is nothing before it."""
    cdef unsigned long long key = 0
    cdef int mark = 0, byte
    while at < stop and is_html_space(source[at]):
        at += 1
    if at < stop and (source[at] == c'"' or source[at] == c"'"):
        mark = source[at]
        at += 1
    while at < stop:
        byte = source[at]
        if byte == mark or byte == c"#" or byte == c">" or (mark == 0 and is_html_space(byte)):
            break
        key = mix(key, byte)
        at += 1
    return key


cdef class MarkTable:
    """What a site knows of texts, shapes or links, by their marks."""

    cdef unsigned int[::1] keys
    cdef int[:, ::1] counts
    cdef int[::1] slots

    def __init__(self, keys, counts):
        cdef unsigned long long mask, place
        cdef int at
        self.keys = keys
        self.counts = counts
        if counts.shape[0] != keys.shape[0]:
            raise ValueError("keys and counts differ in number")
        self.slots = np.full(1 << (2 * len(keys) + 1).bit_length(), -1, dtype=np.intc)
        mask = self.slots.shape[0] - 1
        for at in range(<int> self.keys.shape[0]):
            place = slot(mix(0, self.keys[at]), mask)
            while self.slots[place] >= 0:
                place = next_slot(place, mask)
            self.slots[place] = at

    cdef int find(self, unsigned int key) except -2:
        """The entry of a mark, -1 if there is none."""
        cdef unsigned long long mask = self.slots.shape[0] - 1, place = slot(mix(0, key), mask)
        while self.slots[place] >= 0:
            if self.keys[self.slots[place]] == key:
                return self.slots[place]
            place = next_slot(place, mask)
        return -1


def counts_on_other_pages(PageMarks page, MarkTable texts, MarkTable shapes, MarkTable links, bint is_known):
    """SHARE_COUNT x blocks: what the site says of each block, the page itself left out if it is one of the site's."""
    cdef int[:, ::1] out
    cdef int block, entry, own = is_known
    result = np.zeros((<int> SHARE_COUNT, page.count), dtype=np.intc)
    out = result
    for block in range(page.count):
        entry = texts.find(page.keys[block, <int> TEXT])
        if entry >= 0:
            out[<int> TEXT_PAGES, block] = max(0, texts.counts[entry, <int> PAGES] - own)
        out[<int> LINK_PAGES, block] = NO_LINK
        if page.keys[block, <int> LINK]:
            entry = links.find(page.keys[block, <int> LINK])
            out[<int> LINK_PAGES, block] = max(0, links.counts[entry, <int> PAGES] - own) if entry >= 0 else 0
        entry = shapes.find(page.keys[block, <int> SHAPE])
        if entry >= 0:
            out[<int> SHAPE_PAGES, block] = max(0, shapes.counts[entry, <int> PAGES] - own)
            out[<int> SHAPE_BLOCKS, block] = shapes.counts[entry, <int> BLOCKS]
            out[<int> SHAPE_RECURRING, block] = shapes.counts[entry, <int> RECURRING]
    if is_known and page.count:
        leave_out_own_blocks(page, out, np.zeros(len(shapes.keys), dtype=np.intc), np.zeros(len(shapes.keys), dtype=np.intc), shapes)
    return result


cdef int leave_out_own_blocks(PageMarks page, int[:, ::1] out, int[::1] blocks, int[::1] recurring, MarkTable shapes) except -1:
    """Take the page's own blocks out of the counts of their shapes.

    A text that only one other page has does not recur there without this page.
    """
    cdef int block, entry
    for block in range(page.count):
        entry = shapes.find(page.keys[block, <int> SHAPE])
        if entry >= 0:
            blocks[entry] += 1
            if out[<int> TEXT_PAGES, block]:
                recurring[entry] += 2 if out[<int> TEXT_PAGES, block] == 1 else 1
    for block in range(page.count):
        entry = shapes.find(page.keys[block, <int> SHAPE])
        if entry >= 0:
            out[<int> SHAPE_BLOCKS, block] = max(0, out[<int> SHAPE_BLOCKS, block] - blocks[entry])
            out[<int> SHAPE_RECURRING, block] = max(0, out[<int> SHAPE_RECURRING, block] - recurring[entry])
    return 0
