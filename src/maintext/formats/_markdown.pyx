"""Blocks as Markdown: CommonMark, with the tables of GitHub's dialect.

Text is escaped where it could be read as markup, so that a parser returns the same headings, lists, tables, code and
links. Formulas are between dollar signs, which most Markdown readers understand.
"""

import re
import unicodedata

from maintext.blocks.records import (
    Break, Code, Figure, Formula, Heading, ListItem, Math, Paragraph, Picture, Post, Quote, Rule, Style, Table, Text,
)

# The beginning of a line that would be a quote, a heading, a list item, or part of a heading or a table.
_LINE_START = re.compile(r">|#{1,6}(?:\s|$)|[+-](?:\s|$)|=+\s*$|[|:\s-]*-[|:\s-]*$")
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
# For each ASCII character: whether a line that begins with it needs a closer look.
cdef const unsigned char[::1] MAY_BEGIN_BLOCK = bytes(chr(code) in ">#+-=|:0123456789" for code in range(128))
# Columns of a table; wider cells are cut.
cdef Py_ssize_t MAX_COLUMNS = 100
cdef str LINE_BREAK = "\\\n"
cdef object PLAIN = Style.PLAIN

cdef enum StyleBit:
    STRONG = 1
    EMPHASIS = 2
    CODE = 4

include "markdown/escape.pxi"


def to_markdown(blocks):
    """All blocks as one text, with a blank line between blocks and none between the items of a list."""
    cdef Writer writer = Writer()
    for block in blocks:
        if type(block) is not Post:
            writer.add(block)
    return "".join(writer.parts)


cdef class Writer:
    """Writes one block after the other; knows the open lists and quotes, and how their lines begin."""

    cdef list parts
    cdef tuple _within
    cdef list _indents
    cdef dict _markers
    cdef bint _is_item

    def __init__(self):
        """Begin with nothing written."""
        self.parts = []
        self._within = ()
        self._indents = []
        self._markers = {}

    cdef int add(self, object block) except -1:
        """Write a block."""
        cdef list lines = _lines_of(block)
        cdef tuple within
        if not lines:
            return 0
        within = block.within
        if within or self._within:
            self._add_within(lines, within, type(block) is ListItem)
            return 0
        if self.parts:
            self.parts.append("\n\n")
        self.parts.append(lines[0] if len(lines) == 1 else "\n".join(lines))
        self._is_item = False
        return 0

    cdef int _add_within(self, list lines, tuple within, bint is_item) except -1:
        """Write a block that is in containers, or follows one that is."""
        cdef Py_ssize_t shared = self._shared(within), index
        cdef str common = "".join(self._indents[:shared]), first, rest, bare, line
        if self.parts:
            self.parts.append("\n" if is_item and self._is_tight(within, shared) else f"\n{common.rstrip()}\n")
        first = common + self._opened(within, shared)
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
        if kind == "quote":
            return "> ", "> "
        if kind == "item" and depth:
            sign = self._markers.get(within[depth - 1].key, "-")
            mark = f"{container.number}{sign} " if within[depth - 1].kind == "numbers" else f"{sign} "
            return mark, " " * len(mark)
        if kind == "bullets" or kind == "numbers":
            signs = "-*" if kind == "bullets" else ".)"
            if before is not None and before.kind == kind:
                signs = signs.replace(self._markers.get(before.key, ""), "")
            self._markers[container.key] = signs[0]
        return "", ""


cdef bint _are_equal(object one, object other) except -1:
    """Whether two containers are equal."""
    return one is other or (one.key == other.key and one.kind == other.kind and one.number == other.number)


cdef list _lines_of(object block):
    """The lines of a block without the beginnings that its containers add; empty if there is nothing to write."""
    cdef type kind = type(block)
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
    if _LINE_START.match(line):
        return "\\" + line
    if first.isdigit():
        numbered = _NUMBERED.match(line)
        if numbered:
            return f"{numbered[1]}\\{line[numbered.end(1) :]}"
    return line


cdef str _inlines(tuple inlines, str line_break):
    """The runs of a line. Neighbours with the same address are one link."""
    cdef Py_ssize_t count = len(inlines), index
    cdef list parts, link, target
    cdef str address = "", href, text
    cdef object inline
    if count == 1:
        inline = inlines[0]
        if type(inline) is Text and inline.style is PLAIN and not inline.href:
            return escaped(inline.text)
    parts = []
    link = []
    for index in range(count):
        inline = inlines[index]
        href = inline.href if type(inline) is Text or type(inline) is Picture else ""
        if href != address:
            _end_link(parts, link, address)
            address = href
        target = link if href else parts
        if type(inline) is Text:
            text = escaped(inline.text) if inline.style is PLAIN else _styled(inline, inlines, index)
            if target and text.startswith("*") and (<str> target[len(target) - 1]).endswith("*"):
                text = escaped(inline.text)
            target.append(text)
        else:
            target.append(_other(inline, line_break))
    _end_link(parts, link, address)
    return "".join(parts)


cdef int _end_link(list parts, list link, str address) except -1:
    """Append the link whose texts were collected, and leave the blanks around them outside of it."""
    cdef str text, inner, last, lead, trail
    if not address or not link:
        return 0
    text = "".join(link)
    link.clear()
    if not text:
        return 0
    inner = text.strip()
    if parts:
        last = parts[len(parts) - 1]
        if last.endswith("!"):
            parts[len(parts) - 1] = last[: len(last) - 1] + "\\!"
    if len(inner) == len(text):
        parts.append(f"[{inner}]({_address(address)})")
        return 0
    lead = text[: len(text) - len(text.lstrip())]
    trail = text[len(text.rstrip()) :]
    parts.append(f"{lead}[{inner}]({_address(address)}){trail}" if inner else text)
    return 0


cdef str _other(object inline, str line_break):
    """An image, a formula or a line break in a line."""
    if type(inline) is Picture:
        return _image(inline.src, inline.alt)
    return f"${_latex(inline.latex)}$" if type(inline) is Math else line_break


cdef str _styled(object run, tuple inlines, Py_ssize_t index):
    """A run of text with the marks of its style."""
    cdef int style = run.style._value_
    cdef str before, after
    if style & CODE:
        return _code_span(run.text)
    before = "\n" if index == 0 else _letters(inlines[index - 1])
    after = "\n" if index + 1 == len(inlines) else _letters(inlines[index + 1])
    return _emphasised(
        run.text,
        "*" * ((1 if style & EMPHASIS else 0) + (2 if style & STRONG else 0)),
        before[max(len(before) - 1, 0) :],
        after[:1],
    )


cdef str _letters(object inline):
    """The characters of an inline record that decide whether asterisks next to it count."""
    if type(inline) is Text:
        return inline.text
    return "\n" if type(inline) is Break else "x"


cdef str _emphasised(str text, str marks, str before, str after):
    """A run between asterisks; punctuation at its ends is put outside where the asterisks would not count."""
    cdef Py_ssize_t start = 0, stop = len(text)
    cdef bint after_word = _is_of_word(before), before_word = _is_of_word(after)
    while start < stop and (text[start].isspace() or (after_word and not _is_of_word(text[start]))):
        start += 1
    while stop > start and (text[stop - 1].isspace() or (before_word and not _is_of_word(text[stop - 1]))):
        stop -= 1
    if start == stop or before in ("*", "_") or after in ("*", "_"):
        return escaped(text)
    return f"{escaped(text[:start])}{marks}{escaped(text[start:stop])}{marks}{escaped(text[stop:])}"


cdef bint _is_of_word(str character) except -1:
    """Whether a character is neither white space nor punctuation."""
    return not character.isspace() and unicodedata.category(character)[0] not in "PS"


cdef str _image(str src, str alt):
    return f"![{escaped(alt)}]({_address(src)})"


cdef list _fenced(object code):
    cdef Py_ssize_t longest = max([len(ticks) for ticks in _TICKS.findall(code.text)], default=0)
    cdef str fence = "`" * max(3, longest + 1)
    return [f"{fence}{code.language}", *code.text.split("\n"), fence]


cdef list _table(object table):
    """A table of GitHub's dialect: one row of headings, all rows of the same length, spans filled with empty cells."""
    cdef list grid = grid_of(table), rows, lines, row
    cdef Py_ssize_t width
    cdef str caption
    if not grid:
        return []
    width = max([len(row) for row in grid])
    rows = [[*[_cell(cell) for cell in row], *[""] * (width - len(row))] for row in grid]
    if not table.header_rows:
        rows.insert(0, [""] * width)
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " --- |" * width)
    caption = _protected(_inlines(table.caption, LINE_BREAK))
    return [*caption.split("\n"), "", *lines] if caption else lines


def grid_of(table):
    """The rows with one entry per column; None where a cell reaches that begins further left or above."""
    cdef Py_ssize_t widest, first, column
    cdef dict covered = {}
    cdef list grid = [], line
    widest = min(max([sum([cell.columns for cell in row]) for row in table.rows], default=0), MAX_COLUMNS)
    widest = max(widest, max([len(row) for row in table.rows], default=0))
    for row in table.rows:
        line = []
        for cell in row:
            while len(line) < widest and covered.get(len(line), 0) > 0:
                line.append(None)
            first = len(line)
            for column in range(first, max(first + 1, min(first + cell.columns, widest))):
                covered[column] = max(covered.get(column, 0), cell.rows)
                line.append(cell if column == first else None)
        covered = {column: left - 1 for column, left in covered.items() if left > 1}
        grid.append(line)
    return grid


cdef str _cell(object cell):
    if cell is None:
        return ""
    return _inlines(cell.inlines, "<br>").strip().replace("|", "\\|").replace("\n", " ")
