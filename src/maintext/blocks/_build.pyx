"""Turn the selected segments of a page table into blocks.

One pass over the lines of the selected text, with the images, rules and formulas between them.
"""

import re
from bisect import bisect_left, bisect_right
from html import unescape
from urllib.parse import unquote, urljoin, urlsplit

import numpy as np

from maintext.blocks import formulas, post_signs
from maintext.blocks.code_language import language_of
from maintext.blocks.latex_text import Delimiters, Displayed, looks_for_dollars
from maintext.blocks.records import (
    BREAK, Break, Cell, Code, Container, Embed, Figure, Formula, Heading, ListItem, Math, NoteReference, Paragraph, Picture,
    Post, Quote, Rule, Style, Table, Text,
)
from maintext.blocks.scripts import is_written
from maintext.options import MAX_ADDRESS
from maintext.support.budget import LimitReached, check
from maintext.table import tags

from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF, Py_XDECREF
from cpython.type cimport PyType_GenericNew
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.string cimport memcmp, memset
from maintext.table._characters cimport BASIC_PLANE_SIZE, IS_SPACE, is_html_space, wide_space_at
from maintext.table._table cimport (
    CLASS_START, CLASS_STOP, END, OPEN_END, OPEN_START, PARENT, SEGMENT_CHARACTERS, SEGMENT_OWNER, SEGMENT_START,
    SEGMENT_STOP, TableView, attribute_at, attributes_at,
)
from maintext.table.byte_scan cimport bytes_between, ends_with, find_byte, writable_between

cdef object PLAIN = Style.PLAIN
cdef enum:
    # Lines, and segments of one line, between two looks at the clock.
    LINES_PER_LOOK = 64
    SEGMENTS_PER_LOOK = 1024

include "build/new_records.pxi"
include "build/block_places.pxi"
include "build/links.pxi"
include "build/counts.pxi"
include "build/places.pxi"
include "build/lines.pxi"
include "build/pictures.pxi"
include "build/captions.pxi"
include "build/tables.pxi"
include "build/latex.pxi"
include "build/unfinished.pxi"
include "build/profiles.pxi"
include "build/posts.pxi"
include "build/row_view.pxi"
include "build/placed_blocks.pxi"
include "build/line_breaks.pxi"
include "build/short_links.pxi"
include "build/edit_boxes.pxi"
include "build/reworded_places.pxi"
include "build/line_numbers.pxi"
include "build/callouts.pxi"
include "build/embeds.pxi"
include "build/first_letters.pxi"


def blocks_of(gathered):
    """The blocks of the selected text, in page order."""
    return placed_blocks_of(gathered)[0]


def placed_blocks_of(gathered):
    """The blocks of the selected text in page order, and for each its first and last segment and its rows."""
    cdef Builder builder = Builder(gathered)
    try:
        builder.read_lines()
    except LimitReached:
        pass
    return builder.finished()


cdef class Builder:
    """Joins lines to blocks. A paragraph stays open until something follows that is not part of it."""

    cdef object _table
    cdef bytes _text
    cdef TextCounts _counts
    cdef TableView _view
    cdef bint _has_tables
    cdef object _latex
    cdef TextContexts _contexts
    cdef LineBuilder _line
    cdef dict _figures
    cdef Captions _captions
    cdef InsetQueue _insets
    # Embedded pages within the last lines: they are blocks after their paragraph.
    cdef list _embeds
    cdef PlacedBlocks _blocks
    # Unfinished blocks by the row of their element, and the rows of the formulas that were already written.
    cdef dict _open_tables
    cdef dict _open_codes
    cdef dict _open_figures
    cdef set _written_formulas
    # The labels of the references to footnotes by row, and the rows that were already written.
    cdef dict _references
    cdef set _written_references
    cdef list _paragraph
    cdef TextContext _context
    # The first segment of the open paragraph.
    cdef int _first
    # The innermost block around the last line, the number of that line, and its last segment.
    cdef int _leaf
    cdef int _number
    cdef int _last
    cdef LineBreaks _breaks

    def __init__(self, gathered):
        """Take the selected text, with nothing read yet."""
        cdef list pictures = gathered.pictures()
        self._table = gathered.table
        self._text = gathered.table.encoded
        self._counts = gathered.counts
        self._view = self._counts.view
        self._has_tables = gathered.options.tables
        self._latex = _delimiters(self._counts, self._text)
        self._contexts = TextContexts(self._counts, gathered.links, gathered.options)
        self._line = LineBuilder(self._text, gathered.links)
        self._figures = _captioned(self._counts, pictures)
        self._captions = Captions(self._counts, gathered.captions, pictures, self._figures)
        self._mark_rows(gathered)
        self._insets = InsetQueue(self._view, gathered.insets(pictures))
        self._embeds = []
        self._blocks = PlacedBlocks(gathered.posts)
        self._open_tables = {}
        self._open_codes = {}
        self._open_figures = {}
        self._written_formulas = set()
        self._references = gathered.notes.references
        self._written_references = set()
        self._paragraph = []
        self._context = self._contexts.outside
        self._first = self._leaf = self._number = self._last = -1
        self._breaks = LineBreaks(self._counts.breaks, self._view)

    cdef int _mark_rows(self, object gathered) except -1:
        """Mark the elements that are one block, or one post, footnote or callout."""
        cdef dict callouts
        cdef list titles
        self._contexts.mark(self._figures, IN_FIGURE)
        self._contexts.mark(gathered.tables, IN_TABLE)
        self._contexts.mark(gathered.formulas, IN_FORMULA)
        self._contexts.mark([post.row for post in gathered.posts], IS_POST)
        callouts, titles = _callouts(self._counts)
        self._contexts.label(callouts, IS_CALLOUT)
        self._contexts.mark(titles, IS_CALLOUT_TITLE)
        self._contexts.label(gathered.notes.notes, IS_NOTE)
        self._contexts.mark(gathered.notes.references, IS_REFERENCE)
        return 0

    cdef int read_lines(self) except -1:
        """Add all lines and insets of the page."""
        cdef TextCounts counts = self._counts
        cdef TableView view = self._view
        cdef int first = max(counts.first, 0), last, shown, following, lines = 0
        while first <= counts.last:
            lines += 1
            if lines % LINES_PER_LOOK == 0:
                check()
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
        while not self._insets.is_empty():
            lines += 1
            if lines % LINES_PER_LOOK == 0:
                check()
            self._put_between([], -1, -1)
        return 0

    cdef tuple finished(self):
        """All blocks, without rules that separate nothing, and where each comes from."""
        self._close()
        return self._blocks.finished(self._view)

    cdef int _add(self, int first, int last) except -1:
        """Put a line where it belongs."""
        cdef int leaf = self._counts.leaf[self._view.owner[first]]
        cdef list ahead = []
        cdef TextContext context
        while self._insets.is_before(first):
            self._put_between(ahead, first, leaf)
        context = self._contexts.at(leaf)
        if context.role == IN_CODE:
            self._close()
            while self._insets.is_before(last):
                self._insets.take()
            self._code_at(context, first, last).add(
                _verbatim(self._counts, self._text, first, last), max(1, self._breaks.between(self._last, first))
            )
        elif context.role == IN_TABLE:
            self._close()
            ahead += self._inlines(first, last)
            if self._has_tables:
                self._table_at(context, first, last).add(context.cell, _in_line(ahead))
        elif context.role == IN_FIGURE:
            self._close()
            ahead += self._inlines(first, last)
            self._figure_at(context, first, last).add(_in_line(ahead))
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
            self._first = first
        inlines = self._inlines(first, last)
        if ahead:
            self._paragraph += ahead
        elif self._paragraph and inlines:
            self._paragraph.append(BREAK)
        self._paragraph += inlines
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
        breaks = self._breaks.between(self._last, first)
        return breaks <= 1 and breaks == self._view.line[first] - self._number

    cdef int _put_between(self, list ahead, int first, int leaf) except -1:
        """Put the next inset where it belongs: before a line (``ahead``), after the last one, or between them."""
        cdef Inset inset = self._insets.take()
        cdef int own_leaf
        cdef TextContext context = self._contexts.at(inset.row)
        if inset.picture is None and self._view.tag[inset.row] == TAG_HR:
            self._close()
            self._blocks.put(Rule(context.within), context.within, _place(inset.row))
        elif inset.embed is not None:
            if not context.is_whole():
                self._embeds.append(inset)
                self._close()
        elif context.role == IN_FIGURE:
            self._close()
            self._figure_at(context, -1, -1)
        elif context.role == IN_TABLE:
            if self._has_tables:
                self._close()
                self._table_at(context, -1, -1).add_picture(
                    context.cell, _in_line([self._inline(inset, context)])[0]
                )
        elif context.role != IN_CODE and context.role != IN_FORMULA:
            own_leaf = self._counts.leaf[inset.row]
            if first >= 0 and leaf == own_leaf and not self._breaks.is_after_row(inset.row, first):
                ahead.append(self._inline(inset, context))
            elif self._paragraph and self._leaf == own_leaf and not self._breaks.is_before_row(self._last, inset.row):
                self._paragraph.append(self._inline(inset, context))
            else:
                self._close()
                self._blocks.put(self._inset_block(inset, context), context.within, _place(inset.row))
        return 0

    cdef object _inline(self, Inset inset, TextContext context):
        if inset.picture is None:
            return self._math(inset.row)
        return PICTURES.new((inset.picture.src, inset.picture.alt, self._line._links.spent(context.href)))

    cdef object _inset_block(self, Inset inset, TextContext context):
        cdef UnfinishedFigure figure
        if inset.picture is None:
            return Formula(formulas.latex_of(self._table, inset.row), context.within)
        figure = UnfinishedFigure(inset.picture, self._line._links.spent(context.href), context.within, None)
        if inset.row in self._captions.of_last_picture:
            self._add_caption(figure, self._captions.of_last_picture[inset.row])
        return figure.finished()

    cdef int _add_caption(self, UnfinishedFigure figure, int row) except -1:
        """Add the caption of a figure if it was not selected."""
        cdef int first, last
        for first, last in self._captions.lines(self._counts, row):
            figure.add_unselected(_in_line(self._inlines(first, last)))
        return 0

    cdef list _inlines(self, int first, int last):
        """The runs of a line, with the insets between them, and with the formulas that a script would find."""
        cdef TableView view = self._view
        cdef LineBuilder line = self._line
        cdef TextContext context
        cdef Inset inset
        cdef int before = first - 1, segment
        cdef bint is_apart
        line.begin(view.place[last + 1] - view.place[first] + last - first + 1)
        for segment in range(first, last + 1):
            if (segment - first) % SEGMENTS_PER_LOOK == SEGMENTS_PER_LOOK - 1:
                check()
            if not self._captions.written[segment]:
                continue
            while self._insets.is_before(segment):
                inset = self._insets.take()
                if inset.embed is not None:
                    self._embeds.append(inset)
                else:
                    line.add_inset(self._inline(inset, self._contexts.at(inset.row)))
            context = self._contexts.at(view.owner[segment])
            if context.role == IN_FORMULA:
                if context.home not in self._written_formulas:
                    self._written_formulas.add(context.home)
                    line.add_inset(self._math(context.home))
            elif context.reference >= 0:
                if context.reference not in self._written_references:
                    self._written_references.add(context.reference)
                    line.add_inset(NoteReference(self._references[context.reference]))
            else:
                is_apart = segment > before + 1 and view.place[segment] > view.place[before + 1]
                line.add_text(view.place[segment], view.place[segment + 1], is_apart, context)
            before = segment
        return self._latex.with_formulas(line.finished()) if self._latex is not None else line.finished()

    cdef object _math(self, int row):
        """A formula, which may be displayed between lines."""
        cdef str latex = formulas.latex_of(self._table, row)
        return Displayed(latex) if formulas.is_displayed(self._table, row) else Math(latex)

    cdef UnfinishedTable _table_at(self, TextContext context, int first, int last):
        """The table around a line, or around an image if the line is -1."""
        cdef UnfinishedTable table = self._open_tables.get(context.home)
        if table is None:
            table = UnfinishedTable(self._counts, context.within, _place(context.home))
            self._open_tables[context.home] = table
            self._blocks.put(table, context.within, table.place)
        if first >= 0:
            table.place.extend(first, last)
        return table

    cdef UnfinishedCode _code_at(self, TextContext context, int first, int last):
        """The code around a line."""
        cdef UnfinishedCode code = self._open_codes.get(context.home)
        if code is None:
            code = UnfinishedCode(language_of(self._table, context.home), context.within, _place(context.home))
            self._open_codes[context.home] = code
            self._blocks.put(code, context.within, code.place)
        code.place.extend(first, last)
        return code

    cdef UnfinishedFigure _figure_at(self, TextContext context, int first, int last):
        """The figure around a line of its caption, or around an image if the line is -1."""
        cdef UnfinishedFigure figure = self._open_figures.get(context.home)
        cdef PictureSource picture
        cdef tuple within
        if figure is None:
            picture = self._figures[context.home]
            within = self._contexts.at(self._view.parent[context.home]).within
            figure = UnfinishedFigure(
                picture, self._line._links.spent(self._contexts.at(picture.row).href), within, _place(context.home)
            )
            self._open_figures[context.home] = figure
            self._blocks.put(figure, within, figure.place)
            self._add_caption(figure, context.home)
        if first >= 0:
            figure.place.extend(first, last)
        return figure

    cdef int _close(self) except -1:
        """End the open paragraph; formulas that are displayed between lines are blocks of their own."""
        cdef list paragraph = self._paragraph, part
        cdef int row = -1
        if not paragraph:
            return _put_embeds(self._embeds, self._contexts, self._blocks)
        self._paragraph = []
        if self._context.role == IN_HEADING:
            paragraph = _in_line(paragraph)
            row = self._context.home
        for part in formulas.split_at_displayed(paragraph) if _has_displayed(paragraph) else (paragraph,):
            self._blocks.put_text(tuple(part), self._context, self._view, _place(row, self._first, self._last))
        return _put_embeds(self._embeds, self._contexts, self._blocks)
