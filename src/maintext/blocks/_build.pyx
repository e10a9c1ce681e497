"""Turn the selected segments of a page table into blocks.

One pass over the lines of the selected text, with the images, rules and formulas between them.
"""

import re
from bisect import bisect_left, bisect_right
from urllib.parse import urljoin, urlsplit

import numpy as np

from maintext.blocks import formulas
from maintext.blocks.code_language import language_of
from maintext.blocks.records import (
    BREAK, Cell, Code, Container, Figure, Formula, Heading, ListItem, Math, Paragraph, Picture, Post, Quote, Rule,
    Style, Table, Text,
)
from maintext.dates import first_date
from maintext.table import tags

from cpython.object cimport PyObject_GenericSetAttr
from cpython.type cimport PyType_GenericNew
from maintext.table._characters cimport BASIC_PLANE_SIZE, IS_SPACE, wide_space_at
from maintext.table._table cimport TableView, attribute_at, attributes_at
from maintext.table.byte_scan cimport bytes_between, writable_between

cdef object PLAIN = Style.PLAIN

include "build/new_records.pxi"
include "build/links.pxi"
include "build/counts.pxi"
include "build/places.pxi"
include "build/lines.pxi"
include "build/unfinished.pxi"
include "build/pictures.pxi"
include "build/tables.pxi"
include "build/posts.pxi"


def blocks_of(gathered):
    """The blocks of the selected text, in page order."""
    cdef Builder builder = Builder(gathered)
    builder.read_lines()
    return tuple(_without_idle_rules(builder.finished()))


cdef class Builder:
    """Joins lines to blocks. A paragraph stays open until something follows that is not part of it."""

    cdef object _table
    cdef bytes _text
    cdef TextCounts _counts
    cdef TableView _view
    cdef bint _has_tables
    cdef bint _has_latex
    cdef Posts _posts
    cdef TextContexts _contexts
    cdef LineBuilder _line
    cdef dict _figures
    cdef list _insets
    cdef Py_ssize_t _next_inset
    cdef list _blocks
    # Unfinished blocks by the row of their element, and the rows of the formulas that were already written.
    cdef dict _open_tables
    cdef dict _open_codes
    cdef dict _open_figures
    cdef set _written_formulas
    # Keys of the items and posts that have begun, and the containers of the last block.
    cdef set _entered
    cdef tuple _entered_last
    cdef list _paragraph
    cdef TextContext _context
    # The innermost block around the last line, the number of that line, and its last segment.
    cdef int _leaf
    cdef int _number
    cdef int _last
    # The rows of ``<br>`` elements, and the segments after them.
    cdef list _breaks
    cdef list _break_segments

    def __init__(self, gathered):
        """Take the selected text, with nothing read yet."""
        cdef list pictures = gathered.pictures()
        self._table = gathered.table
        self._text = gathered.table.encoded
        self._counts = gathered.counts
        self._view = self._counts.view
        self._has_tables = gathered.options.tables
        self._has_latex = formulas.is_typeset_by_script(gathered.table, *self._counts.span())
        self._posts = Posts(gathered.table, self._counts)
        self._contexts = TextContexts(self._counts, gathered.links, gathered.options)
        self._line = LineBuilder(self._text)
        self._figures = _captioned(self._counts, pictures)
        self._mark_rows(gathered)
        self._insets = gathered.insets(pictures)
        self._blocks = []
        self._open_tables = {}
        self._open_codes = {}
        self._open_figures = {}
        self._written_formulas = set()
        self._entered = set()
        self._entered_last = ()
        self._paragraph = []
        self._context = self._contexts.outside
        self._leaf = self._number = self._last = -1
        self._breaks = self._counts.breaks
        self._break_segments = [self._view.segment_start[row] for row in self._breaks]

    cdef int _mark_rows(self, object gathered) except -1:
        """Mark the elements that are one block, or one post."""
        self._contexts.mark(self._figures, IN_FIGURE)
        self._contexts.mark(gathered.tables, IN_TABLE)
        self._contexts.mark(gathered.formulas(), IN_FORMULA)
        if gathered.is_forum:
            self._contexts.mark(self._posts.rows(), IS_POST)
        return 0

    cdef int read_lines(self) except -1:
        """Add all lines and insets of the page."""
        cdef TextCounts counts = self._counts
        cdef TableView view = self._view
        cdef int first = max(counts.first, 0), last, shown, following
        while first <= counts.last:
            if not counts.keep[first]:
                first += 1
                continue
            last = first
            shown = view.segment_characters[first]
            following = first + 1
            while following <= counts.last:
                if counts.keep[following]:
                    if view.line[following] != view.line[first] or view.cell[following] != view.cell[first]:
                        break
                    last = following
                    shown += view.segment_characters[following]
                following += 1
            if shown:
                self._add(first, last)
            first = following
        while self._next_inset < len(self._insets):
            self._put_between([], -1, -1)
        return 0

    cdef list finished(self):
        """All blocks."""
        self._close()
        return [_finished(block) for block in self._blocks]

    cdef int _add(self, int first, int last) except -1:
        """Put a line where it belongs."""
        cdef int leaf = self._counts.leaf[self._view.owner[first]]
        cdef list ahead = []
        cdef TextContext context
        while self._is_before(first):
            self._put_between(ahead, first, leaf)
        context = self._contexts.at(leaf)
        if context.role == IN_CODE:
            self._close()
            self._skip_insets(last)
            self._code_at(context).add(self._verbatim(first, last), max(1, self._breaks_before(first)))
        elif context.role == IN_TABLE:
            self._close()
            ahead += self._inlines(first, last)
            if self._has_tables:
                self._table_at(context).add(context.cell, ahead)
        elif context.role == IN_FIGURE:
            self._close()
            ahead += self._inlines(first, last)
            self._figure_at(context).add(ahead)
        else:
            self._add_to_paragraph(first, last, leaf, context, ahead)
        self._leaf = leaf
        self._number = self._view.line[first]
        self._last = last
        return 0

    cdef int _add_to_paragraph(self, int first, int last, int leaf, TextContext context, list ahead) except -1:
        """Continue the open paragraph, or begin another, with the insets before a line and the line itself."""
        cdef list inlines
        if not self._continues(first, leaf, context):
            self._close()
            self._context = context
        inlines = self._inlines(first, last)
        if ahead:
            self._paragraph += ahead
        elif self._paragraph and inlines:
            self._paragraph.append(BREAK)
        self._paragraph += inlines
        return 0

    cdef bint _is_before(self, int segment) except -1:
        """Whether the next inset comes before a segment."""
        if self._next_inset >= len(self._insets):
            return False
        return self._view.segment_start[(<Inset> self._insets[self._next_inset]).row] <= segment

    cdef int _skip_insets(self, int last) except -1:
        while self._is_before(last):
            self._next_inset += 1
        return 0

    cdef bint _continues(self, int first, int leaf, TextContext context) except -1:
        """Whether a line belongs to the open paragraph: another part of a heading, or a line after one ``<br>``."""
        cdef int breaks
        if not self._paragraph:
            return False
        if context.role == IN_HEADING:
            return context.home == self._context.home
        if leaf != self._leaf:
            return False
        breaks = self._breaks_before(first)
        return breaks <= 1 and breaks == self._view.line[first] - self._number

    cdef int _breaks_before(self, int segment) except? -1:
        """The number of ``<br>`` elements between the line before and a segment."""
        if not self._breaks:
            return 0
        return bisect_right(self._break_segments, segment) - bisect_right(self._break_segments, self._last)

    cdef int _put_between(self, list ahead, int first, int leaf) except -1:
        """Put the next inset where it belongs: before a line (``ahead``), after the last one, or between them."""
        cdef Inset inset = self._insets[self._next_inset]
        cdef int own_leaf
        cdef TextContext context = self._contexts.at(inset.row)
        self._next_inset += 1
        if inset.picture is None and self._view.tag[inset.row] == TAG_HR:
            self._close()
            self._put(Rule(context.within), context.within)
        elif context.role == IN_FIGURE:
            self._close()
            self._figure_at(context)
        elif context.role == IN_TABLE:
            if self._has_tables:
                self._close()
                self._table_at(context).add_picture(context.cell, self._inline(inset, context))
        elif context.role != IN_CODE and context.role != IN_FORMULA:
            own_leaf = self._counts.leaf[inset.row]
            if first >= 0 and leaf == own_leaf and not self._has_break_after(inset.row, first):
                ahead.append(self._inline(inset, context))
            elif self._paragraph and self._leaf == own_leaf and not self._has_break_before(inset.row):
                self._paragraph.append(self._inline(inset, context))
            else:
                self._close()
                self._put(self._inset_block(inset, context), context.within)
        return 0

    cdef bint _has_break_after(self, int row, int segment) except -1:
        """Whether there is a ``<br>`` between an element and a segment after it."""
        return bisect_right(self._break_segments, segment) > bisect_left(self._breaks, row)

    cdef bint _has_break_before(self, int row) except -1:
        """Whether there is a ``<br>`` between the last line and an element after it."""
        return bisect_left(self._breaks, row) > bisect_right(self._break_segments, self._last)

    cdef object _inline(self, Inset inset, TextContext context):
        if inset.picture is None:
            return Math(formulas.latex_of(self._table, inset.row))
        return PICTURES.new((inset.picture.src, inset.picture.alt, context.href))

    cdef object _inset_block(self, Inset inset, TextContext context):
        if inset.picture is None:
            return Formula(formulas.latex_of(self._table, inset.row), context.within)
        return FIGURES.new((inset.picture.src, inset.picture.alt, (), context.href, context.within))

    cdef list _inlines(self, int first, int last):
        """The runs of a line, with the insets between them, and with the formulas that a script would find."""
        cdef TableView view = self._view
        cdef LineBuilder line = self._line
        cdef TextContext context
        cdef Inset inset
        cdef int before = first - 1, segment
        line.begin(view.place[last + 1] - view.place[first] + last - first + 1)
        for segment in range(first, last + 1):
            if not self._counts.keep[segment]:
                continue
            while self._is_before(segment):
                inset = self._insets[self._next_inset]
                self._next_inset += 1
                line.add_inset(self._inline(inset, self._contexts.at(inset.row)))
            context = self._contexts.at(view.owner[segment])
            if context.role == IN_FORMULA:
                if context.home not in self._written_formulas:
                    self._written_formulas.add(context.home)
                    line.add_inset(Math(formulas.latex_of(self._table, context.home)))
            else:
                line.add_text(view.place[segment], view.place[segment + 1], segment > before + 1, context)
            before = segment
        return formulas.with_formulas(line.finished()) if self._has_latex else line.finished()

    cdef str _verbatim(self, int first, int last):
        """The text of a line with its white space."""
        cdef list pieces = []
        cdef int segment
        for segment in range(first, last + 1):
            if self._counts.keep[segment]:
                pieces.append(self._text[self._view.place[segment] : self._view.place[segment + 1]])
        return b"".join(pieces).decode("utf-8")

    cdef UnfinishedTable _table_at(self, TextContext context):
        cdef object table = self._open_tables.get(context.home)
        if table is None:
            table = self._open_tables[context.home] = UnfinishedTable(self._counts, context.within)
            self._put(table, context.within)
        return table

    cdef UnfinishedCode _code_at(self, TextContext context):
        cdef object code = self._open_codes.get(context.home)
        if code is None:
            code = UnfinishedCode(language_of(self._table, context.home), context.within)
            self._open_codes[context.home] = code
            self._put(code, context.within)
        return code

    cdef UnfinishedFigure _figure_at(self, TextContext context):
        cdef object figure = self._open_figures.get(context.home)
        cdef PictureSource picture
        cdef tuple within
        if figure is None:
            picture = self._figures[context.home]
            within = self._contexts.at(self._view.parent[context.home]).within
            figure = UnfinishedFigure(picture.src, picture.alt, self._contexts.at(picture.row).href, within)
            self._open_figures[context.home] = figure
            self._put(figure, within)
        return figure

    cdef int _close(self) except -1:
        """End the open paragraph."""
        cdef tuple inlines
        if self._paragraph:
            inlines = tuple(self._paragraph)
            self._paragraph = []
            self._put(self._text_block(inlines, self._context), self._context.within)
        return 0

    cdef object _text_block(self, tuple inlines, TextContext context):
        cdef tuple within = context.within
        cdef object innermost
        if len(inlines) == 1 and type(inlines[0]) is Math:
            return Formula(inlines[0].latex, within)
        if context.role == IN_HEADING:
            return HEADINGS.new((_heading_level(self._view.tag[context.home]), inlines, within))
        if within:
            innermost = within[len(within) - 1]
            if innermost.kind == "item" and innermost.key not in self._entered:
                return ITEMS.new((inlines, within))
            if innermost.kind == "quote":
                return QUOTES.new((inlines, within))
        return PARAGRAPHS.new((inlines, within))

    cdef int _put(self, object block, tuple within) except -1:
        """Append a block, after the record of the post that it begins."""
        if within is not self._entered_last:
            self._enter(within)
        self._blocks.append(block)
        return 0

    cdef int _enter(self, tuple within) except -1:
        cdef Py_ssize_t depth
        cdef object container
        cdef str author, date
        for depth in range(len(within)):
            container = within[depth]
            if container.key not in self._entered and (container.kind == "item" or container.kind == "post"):
                self._entered.add(container.key)
                if container.kind == "post":
                    author, date = self._posts.author_and_date(container.key)
                    self._blocks.append(Post(author, date, within[: depth + 1]))
        self._entered_last = within
        return 0


cdef object _finished(object block):
    """The record of a block that may be unfinished."""
    if type(block) is UnfinishedTable:
        return (<UnfinishedTable> block).finished()
    if type(block) is UnfinishedCode:
        return (<UnfinishedCode> block).finished()
    if type(block) is UnfinishedFigure:
        return (<UnfinishedFigure> block).finished()
    return block


cdef list _without_idle_rules(list blocks):
    """The blocks without rules that separate nothing: at the ends, and next to each other."""
    cdef list kept = []
    cdef bint is_idle = True, is_rule
    cdef object block
    for block in blocks:
        is_rule = type(block) is Rule
        if not (is_rule and is_idle):
            kept.append(block)
        is_idle = is_rule
    if kept and type(kept[len(kept) - 1]) is Rule:
        kept.pop()
    return kept
