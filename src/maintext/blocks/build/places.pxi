# What a text is part of, which containers, links and styles it is in.
#
# The context of an element is derived from that of its parent, once per element, and only for elements with selected
# text. Most elements change nothing and share the context of their parent.

cdef enum Role:
    IN_PARAGRAPH, IN_HEADING, IN_CODE, IN_TABLE, IN_FIGURE, IN_FORMULA
    # A mark that an element may have in addition to its role.
    IS_POST = 8

cdef enum Change:
    # What an element changes. For a style, its value is added to the last number.
    NOTHING, ENTER_HEADING, ENTER_CODE, ENTER_BULLETS, ENTER_NUMBERS, ENTER_ITEM, ENTER_QUOTE, ENTER_CELL, ENTER_LINK
    ENTER_STYLE = 16

cdef enum StyleBit:
    STRONG = 1
    EMPHASIS = 2
    CODE_SPAN = 4

# Containers within each other; anything nested deeper is put into the last of them.
cdef Py_ssize_t MAX_CONTAINERS = 24
cdef tuple STYLES = tuple(Style(number) for number in range(8))
cdef dict _HEADING_LEVELS = {tags.code_of(f"h{level}"): level for level in range(1, 7)}


cdef bytes _changes():
    """For each tag code, what its elements change."""
    cdef dict changes = {
        **dict.fromkeys((f"h{level}" for level in range(1, 7)), ENTER_HEADING),
        **dict.fromkeys(tags.PREFORMATTED, ENTER_CODE),
        **dict.fromkeys(("ul", "menu", "dir"), ENTER_BULLETS),
        **dict.fromkeys(("td", "th", "caption"), ENTER_CELL),
        **dict.fromkeys(("b", "strong"), ENTER_STYLE + STRONG),
        **dict.fromkeys(("i", "em", "cite", "dfn", "var"), ENTER_STYLE + EMPHASIS),
        **dict.fromkeys(("code", "kbd", "samp", "tt"), ENTER_STYLE + CODE_SPAN),
        "ol": ENTER_NUMBERS,
        "li": ENTER_ITEM,
        "blockquote": ENTER_QUOTE,
        "a": ENTER_LINK,
    }
    return bytes(changes.get(name, NOTHING) for name in tags.NAMES)


cdef const unsigned char[::1] CHANGES = _changes()


cdef class TextContext:
    """What a text is part of."""

    cdef int role
    # The row of the heading, code, table, figure or formula, -1 in a paragraph; the row of the table cell or caption.
    cdef int home
    cdef int cell
    cdef tuple within
    cdef int style
    cdef str href

    def __cinit__(self, int role, int home, int cell, tuple within, int style, str href):
        self.role = role
        self.home = home
        self.cell = cell
        self.within = within
        self.style = style
        self.href = href

    cdef bint is_whole(self) noexcept:
        """Whether headings, lists and quotes in it are ignored."""
        return self.role == IN_CODE or self.role == IN_TABLE or self.role == IN_FORMULA

    cdef TextContext with_role(self, int role, int home, int style):
        """The context in an element of another role."""
        return TextContext(role, home, self.cell, self.within, style, self.href)

    cdef TextContext with_cell(self, int cell):
        """The context in a table cell."""
        return TextContext(self.role, self.home, cell, self.within, self.style, self.href)

    cdef TextContext with_href(self, str href):
        """The context in a link."""
        return TextContext(self.role, self.home, self.cell, self.within, self.style, href)

    cdef TextContext with_style(self, int style):
        """The context in a style."""
        return TextContext(self.role, self.home, self.cell, self.within, style, self.href)

    cdef TextContext put(self, str kind, int key, int number):
        """The context within one more container. The last level is reserved for items, so that a list has its item."""
        if len(self.within) >= (MAX_CONTAINERS if kind == "item" else MAX_CONTAINERS - 1):
            return self
        cdef tuple within = self.within + (CONTAINERS.new((kind, key, number)),)
        return TextContext(self.role, self.home, self.cell, within, self.style, self.href)

    cdef TextContext in_other_list(self, object numbers):
        """The context with another list in place of the innermost container."""
        cdef tuple within = self.within[: len(self.within) - 1] + (numbers,)
        return TextContext(self.role, self.home, self.cell, within, self.style, self.href)

    cdef str innermost(self):
        """The kind of the innermost container."""
        return self.within[len(self.within) - 1].kind if self.within else ""


cdef class TextContexts:
    """The contexts of the elements of a page."""

    cdef TextCounts _counts
    cdef LinkResolver _links
    cdef bint _has_links
    cdef bint _has_styles
    cdef TextContext outside
    cdef list _known
    cdef bytearray _marks
    cdef dict _next_number
    # Lists whose numbers jump: the items after the jump are another list for readers and formats that count.
    cdef dict _renumbered

    def __init__(self, TextCounts counts, LinkResolver links, options):
        """Take the page and the resolver of its links."""
        self._counts = counts
        self._links = links
        self._has_links = options.links
        self._has_styles = options.formatting
        self.outside = TextContext(IN_PARAGRAPH, -1, -1, (), 0, "")
        self._known = [None] * counts.view.count
        self._marks = bytearray(counts.view.count)
        self._next_number = {}
        self._renumbered = {}

    cdef int mark(self, object rows, int role) except -1:
        """Mark the rows of tables, figures, formulas or posts."""
        cdef int row
        for row in rows:
            self._marks[row] |= role
        return 0

    cdef TextContext at(self, int row):
        """The context of the text in an element."""
        cdef object known
        cdef TextContext context
        cdef list waiting
        if row < 0:
            return self.outside
        known = self._known[row]
        if known is not None:
            return <TextContext> known
        waiting = []
        while row >= 0 and self._known[row] is None:
            waiting.append(row)
            row = self._counts.view.parent[row]
        context = self._known[row] if row >= 0 else self.outside
        while waiting:
            row = waiting.pop()
            context = self._entered(context, row)
            self._known[row] = context
        return context

    cdef TextContext _entered(self, TextContext context, int row):
        """The context within an element, derived from the context around it."""
        cdef int mark = self._marks[row]
        cdef int change = CHANGES[self._counts.view.tag[row]]
        if mark & IS_POST:
            context = context.put("post", row, 1)
        if mark & ~IS_POST and not context.is_whole():
            return context.with_role(mark & ~IS_POST, row, context.style).with_cell(row)
        if change == NOTHING:
            return context
        if change >= ENTER_STYLE:
            return self._styled(context, change - ENTER_STYLE)
        if change == ENTER_LINK:
            return self._linked(context, row)
        if change == ENTER_CELL:
            return context.with_cell(row) if context.role == IN_TABLE else context
        return context if context.is_whole() else self._in_block(context, row, change)

    cdef TextContext _in_block(self, TextContext context, int row, int change):
        cdef int start
        if change == ENTER_HEADING:
            return context.with_role(IN_HEADING, row, context.style & ~STRONG)
        if change == ENTER_CODE:
            return context.with_role(IN_CODE, row, 0).with_href("")
        if change == ENTER_QUOTE:
            return context.put("quote", row, 1)
        if change == ENTER_BULLETS:
            return context.put("bullets", row, 1)
        if change == ENTER_NUMBERS:
            start = _number(self._counts.attribute(row, b"start"), 1)
            self._next_number[row] = start
            return context.put("numbers", row, start)
        return self._item(context, row)

    cdef TextContext _item(self, TextContext context, int row):
        cdef str kind = context.innermost()
        cdef object owner
        cdef int expected, number
        if kind != "bullets" and kind != "numbers":
            context = context.put("bullets", self._counts.view.parent[row], 1)
            kind = context.innermost()
        if kind == "bullets":
            return context.put("item", row, 1)
        if kind != "numbers":
            return context
        owner = context.within[len(context.within) - 1].key
        expected = self._next_number[owner]
        number = _number(self._counts.attribute(row, b"value"), expected)
        if number != expected:
            self._renumbered[owner] = CONTAINERS.new(("numbers", row, number))
        self._next_number[owner] = number + 1
        if owner in self._renumbered:
            context = context.in_other_list(self._renumbered[owner])
        return context.put("item", row, number)

    cdef TextContext _linked(self, TextContext context, int row):
        if not self._has_links or context.role == IN_CODE:
            return context
        return context.with_href(self._links.link(self._counts.attribute(row, b"href")))

    cdef TextContext _styled(self, TextContext context, int style):
        if context.role == IN_CODE or (context.role == IN_HEADING and style == STRONG) or context.style & style:
            return context
        return context.with_style(context.style | style) if self._has_styles else context


cdef int _number(str written, int default) except? -1:
    """The number in an attribute; the default if it is not one, or has more digits than lists have items."""
    written = written.strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 9 else default


cdef int _heading_level(int tag) except -1:
    """The level of a heading from the code of its tag."""
    return _HEADING_LEVELS[tag]
