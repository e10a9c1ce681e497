"""Blocks as Markdown: CommonMark, with the tables, task lists, struck text and footnotes of GitHub's dialect.

Text is escaped where it could be read as markup, so that a parser returns the same headings, lists, tables, code and
links. Formulas are between dollar signs, which most Markdown readers understand. Styles that Markdown has no sign for
are written as elements of HTML.
"""

import re
import unicodedata

from maintext.blocks.post_records import facts_of
from maintext.blocks.records import (
    Break, Code, Embed, Figure, Formula, Heading, ListItem, Math, NoteReference, Paragraph, Picture, Post, Quote, Rule,
    Style, Table, Text,
)
from maintext.support.budget import LimitReached, check, hit, max_characters

from cpython.unicode cimport PyUnicode_1BYTE_KIND, PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ

_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
# For each ASCII character: whether a line that begins with it needs a closer look.
cdef const unsigned char[::1] MAY_BEGIN_BLOCK = bytes(chr(code) in ">#+-=|:0123456789" for code in range(128))
# Levels of headings.
cdef Py_ssize_t MAX_HEADING = 6
# Marks of quotes before a post; deeper ones have as many.
cdef Py_ssize_t MAX_QUOTES = 6
cdef str LINE_BREAK = "\\\n"
# Characters that containers may put before each line of code, and before all lines of code in addition to that.
cdef Py_ssize_t CODE_INDENT = 12
cdef Py_ssize_t SPARE_INDENT = 4_000
cdef object PLAIN = Style.PLAIN
cdef enum:
    # Blocks, and runs of one line, between two looks at the clock.
    BLOCKS_PER_LOOK = 16
    RUNS_PER_LOOK = 512

cdef enum StyleBit:
    STRONG = 1
    EMPHASIS = 2
    CODE = 4
    DELETED = 8
    # The styles that are written as elements, and those that are written with signs.
    TAGGED = 16 + 32 + 64 + 128 + 256
    SIGNED = 1 + 2 + 8

include "markdown/escape.pxi"
include "markdown/inlines.pxi"
include "markdown/tables.pxi"


def to_markdown(blocks):
    """All blocks as one text, with a blank line between blocks and none between the items of a list.

    At a limit of the call it ends after a block.
    """
    cdef Writer writer = Writer()
    cdef Py_ssize_t size = 0, most = max_characters(), parts = 0, index, number = 0
    try:
        for block in blocks:
            number += 1
            if number % BLOCKS_PER_LOOK == 0:
                check()
            writer.add(block)
            for index in range(parts, len(writer.parts)):
                size += len(<str> writer.parts[index])
            if size > most:
                hit("output")
                break
            parts = len(writer.parts)
    except LimitReached:
        pass
    return "".join(writer.parts[:parts])


cdef class Writer:
    """Writes one block after the other; knows the open lists and quotes, and how their lines begin."""

    cdef list parts
    cdef tuple _within
    cdef list _indents
    cdef dict _markers
    cdef bint _is_item
    # The authors of the posts so far, and the beginning of the lines of each post: one mark of a quote per level.
    cdef list _authors
    cdef dict _quotes
    cdef Py_ssize_t _spare_indent

    def __init__(self):
        """Begin with nothing written."""
        self.parts = []
        self._within = ()
        self._indents = []
        self._markers = {}
        self._authors = []
        self._quotes = {}
        self._spare_indent = SPARE_INDENT

    cdef int add(self, object block) except -1:
        """Write a block."""
        cdef list lines = self._post(block) if type(block) is Post else _lines_of(block)
        cdef tuple within
        if not lines:
            return 0
        within = block.within
        if type(block) is Code and within:
            within = self._shallow(within, len(lines))
        if within or self._within:
            self._add_within(lines, within, type(block) is ListItem)
            return 0
        if self.parts:
            self.parts.append("\n\n")
        self.parts.append(lines[0] if len(lines) == 1 else "\n".join(lines))
        self._is_item = False
        return 0

    cdef list _post(self, object post):
        """The line that a post begins with: its author in bold, whom it answers, time and votes."""
        cdef str author = escaped(post.author), answered = "", facts = escaped(facts_of(post))
        if post.replies_to is not None and post.replies_to < len(self._authors):
            answered = escaped(self._authors[post.replies_to])
        self._authors.append(post.author)
        self._quotes[post.within[0].key] = "> " * min(post.depth, MAX_QUOTES)
        if author:
            author = f"**{author}** → {answered}" if answered else f"**{author}**"
            return [f"{author}, {facts}" if facts else author]
        return [_line(facts)] if facts else ["___"]

    cdef int _add_within(self, list lines, tuple within, bint is_item) except -1:
        """Write a block that is in containers, or follows one that is."""
        cdef Py_ssize_t shared = self._shared(within), index
        cdef str common = "".join(self._indents[:shared]), first, rest, bare, line
        if self.parts:
            self.parts.append("\n" if is_item and self._is_tight(within, shared) else f"\n{common.rstrip()}\n")
        first = common + self._opened(within, shared)
        if is_item and within[len(within) - 1].checked is not None:
            first += "[x] " if within[len(within) - 1].checked else "[ ] "
        self.parts.append(first + lines[0] if lines[0] else first.rstrip())
        if len(lines) > 1:
            rest = "".join(self._indents)
            bare = rest.rstrip()
            for index in range(1, len(lines)):
                line = lines[index]
                self.parts.append("\n")
                self.parts.append(rest + line if line else bare)
        self._within = within
        self._is_item = is_item
        return 0

    cdef tuple _shallow(self, tuple within, Py_ssize_t lines):
        """The containers of a block of code; only the outer ones where the beginnings of its lines would be too long."""
        cdef Py_ssize_t depth, added
        self._spare_indent += CODE_INDENT * lines
        for depth in range(len(within)):
            added = _width(within[depth]) * lines
            if added > self._spare_indent:
                return within[:depth]
            self._spare_indent -= added
        return within

    cdef Py_ssize_t _shared(self, tuple within) except -1:
        """The number of containers that a block has in common with the one before."""
        cdef Py_ssize_t most = min(len(within), len(self._within)), shared = 0
        if within is self._within:
            return len(within)
        while shared < most and _are_equal(within[shared], self._within[shared]):
            shared += 1
        return shared

    cdef bint _is_tight(self, tuple within, Py_ssize_t shared) except -1:
        """Whether an item follows without a blank line: after an item of the same list, or of the list around it."""
        cdef Py_ssize_t opened = len(within) - shared
        cdef object outermost
        if not self._is_item or shared == 0 or opened == 0:
            return False
        outermost = within[shared]
        if outermost.kind == "item":
            return opened == 1
        if outermost.kind == "numbers" and outermost.number != 1:
            return False
        return opened == 2 and within[shared - 1].kind == "item" and len(self._within) == shared

    cdef str _opened(self, tuple within, Py_ssize_t shared):
        """Open the containers after the shared ones, and return what their first line begins with."""
        cdef object before = self._within[shared] if shared < len(self._within) else None
        cdef Py_ssize_t depth
        cdef str begin = "", mark, indent
        del self._indents[shared:]
        for depth in range(shared, len(within)):
            mark, indent = self._mark(within[depth], within, depth, before if depth == shared else None)
            begin += mark
            self._indents.append(indent)
        return begin

    cdef tuple _mark(self, object container, tuple within, Py_ssize_t depth, object before):
        """The beginnings of the first line and of the other lines in a container."""
        cdef str kind = container.kind, sign, mark, signs
        if kind == "quote" or kind == "callout":
            return "> ", "> "
        if kind == "post":
            mark = self._quotes.get(container.key, "")
            return mark, mark
        if kind == "note":
            return f"[^{container.label}]: ", "    "
        if kind == "definition" and before is not None and (before.kind == "term" or before.kind == "definition"):
            return "  ", "  "
        if kind == "term" or kind == "definition":
            return f"{self._markers.get(within[depth - 1].key, '-')} ", "  "
        if kind == "item" and depth:
            sign = self._markers.get(within[depth - 1].key, "-")
            mark = f"{container.number}{sign} " if within[depth - 1].kind == "numbers" else f"{sign} "
            return mark, " " * len(mark)
        if kind == "bullets" or kind == "numbers" or kind == "definitions":
            signs = ".)" if kind == "numbers" else "-*"
            if before is not None and (before.kind == "numbers") == (kind == "numbers"):
                signs = signs.replace(self._markers.get(before.key, ""), "")
            self._markers[container.key] = signs[0]
        return "", ""


cdef Py_ssize_t _width(object container) except -1:
    """How many characters a container puts before a line, at most."""
    if container.kind == "bullets" or container.kind == "numbers" or container.kind == "definitions":
        return 0
    return 4 if container.kind == "note" else 2 + len(str(container.number))


cdef bint _are_equal(object one, object other) except -1:
    """Whether two containers are equal."""
    return one is other or (one.key == other.key and one.kind == other.kind and one.number == other.number)


cdef list _lines_of(object block):
    """The lines of a block without the beginnings that its containers add; empty if there is nothing to write."""
    cdef type kind = type(block)
    if kind is Paragraph and block.within and block.within[len(block.within) - 1].kind == "term":
        return _paragraph(_strong(block.inlines))
    if kind is Paragraph or kind is ListItem or kind is Quote:
        return _paragraph(block.inlines)
    if kind is Heading:
        return _heading(block)
    if kind is Figure:
        return _figure(block)
    if kind is Table:
        return _table(block)
    if kind is Code:
        return _fenced(block)
    if kind is Formula:
        return [f"$${_latex(block.latex)}$$"]
    if kind is Embed:
        return [f"[{escaped(block.title or block.src)}]({_address(block.src)})"]
    if kind is Rule:
        return ["___" if block.within else "---"]
    raise TypeError(f"{kind.__name__} is not a block")


cdef list _paragraph(tuple inlines):
    cdef str text = _protected(_inlines(inlines, LINE_BREAK))
    return text.split("\n") if "\n" in text else [text]


cdef list _heading(object block):
    cdef str text = _inlines(block.inlines, " ").strip()
    if text.endswith("#"):
        text = text[: len(text) - 1] + "\\#"
    return [f"{'#' * block.level} {text}"] if text else []


cdef list _figure(object block):
    cdef str image = _image(block.src, block.alt), caption = _protected(_inlines(block.caption, LINE_BREAK))
    if block.href:
        image = f"[{image}]({_address(block.href)})"
    return f"{image}{LINE_BREAK}{caption}".split("\n") if caption else [image]


cdef str _protected(str text):
    """Lines of which none begins like a block."""
    return "\n".join([_line(line) for line in text.split("\n")]) if "\n" in text else _line(text)


cdef str _line(str line):
    cdef Py_UCS4 first
    cdef object numbered
    line = line.strip(" ")
    if not line:
        return line
    first = line[0]
    if first >= 128 or not MAY_BEGIN_BLOCK[first]:
        return line
    if _begins_block(line):
        return "\\" + line
    if first.isdigit():
        numbered = _NUMBERED.match(line)
        if numbered:
            return f"{numbered[1]}\\{line[numbered.end(1) :]}"
    return line


cdef bint _begins_block(str line) except -1:
    """Whether a line would be a quote, a heading or a list item, or part of a heading or a table."""
    cdef Py_UCS4 first = line[0]
    cdef Py_ssize_t stop = 1, size = len(line)
    if first == u">":
        return True
    if (first == u"+" or first == u"-") and (size == 1 or line[1].isspace()):
        return True
    if first == u"#":
        while stop < size and line[stop] == u"#":
            stop += 1
        return stop <= MAX_HEADING and (stop == size or line[stop].isspace())
    if first == u"=":
        while stop < size and line[stop] == u"=":
            stop += 1
        while stop < size and line[stop].isspace():
            stop += 1
        return stop == size
    return (first == u"-" or first == u"|" or first == u":") and _is_delimiter_row(line)


cdef bint _is_delimiter_row(str line) except -1:
    """Whether a line could be the one below the head of a table."""
    cdef Py_UCS4 character
    cdef bint has_hyphen = False
    for character in line:
        if character == u"-":
            has_hyphen = True
        elif character != u"|" and character != u":" and not character.isspace():
            return False
    return has_hyphen


cdef str _image(str src, str alt):
    return f"![{escaped(alt)}]({_address(src)})"


cdef list _fenced(object code):
    cdef Py_ssize_t longest = max([len(ticks) for ticks in _TICKS.findall(code.text)], default=0)
    cdef str fence = "`" * max(3, longest + 1)
    return [f"{fence}{code.language}", *code.text.split("\n"), fence]
