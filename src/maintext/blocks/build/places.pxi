# What a text is part of, which containers, links and styles it is in.
#
# The context of an element is derived from that of its parent, once per element, and only for elements with selected
# text. Most elements change nothing and share the context of their parent.

cdef enum Role:
    IN_PARAGRAPH, IN_HEADING, IN_CODE, IN_TABLE, IN_FIGURE, IN_FORMULA
    # The bits of a role, and marks that an element may have in addition to it.
    ROLES = 7
    IS_POST = 8
    IS_NOTE = 16
    IS_CALLOUT = 32
    IS_CALLOUT_TITLE = 64
    IS_REFERENCE = 128

cdef enum Change:
    # What an element changes. For a style, the position of its bit is added to the last number.
    NOTHING, ENTER_HEADING, ENTER_CODE, ENTER_BULLETS, ENTER_NUMBERS, ENTER_ITEM, ENTER_QUOTE, ENTER_CELL, ENTER_LINK
    ENTER_DEFINITIONS, ENTER_TERM, ENTER_DEFINITION
    ENTER_STYLE = 32

cdef enum StyleBit:
    STRONG = 1
    EMPHASIS = 2
    CODE_SPAN = 4
    SCRIPTS = 128 + 256

# Containers within each other; anything nested deeper is put into the last of them.
cdef Py_ssize_t MAX_CONTAINERS = 24
# The styles by their number; filled where needed.
cdef dict STYLES = {0: Style.PLAIN}
# Elements at the beginning of an item among which its box is looked for.
cdef int MAX_BEFORE_BOX = 6
# The elements whose name a link may have: the link, and those close around it.
cdef int MAX_NAMED = 4
cdef dict _HEADING_LEVELS = {tags.code_of(f"h{level}"): level for level in range(1, 7)}


cdef bytes _changes():
    """For each tag code, what its elements change."""
    cdef dict changes = {
        **dict.fromkeys((f"h{level}" for level in range(1, 7)), ENTER_HEADING),
        **dict.fromkeys(tags.PREFORMATTED, ENTER_CODE),
        **dict.fromkeys(("ul", "menu", "dir"), ENTER_BULLETS),
        **dict.fromkeys(("td", "th", "caption"), ENTER_CELL),
        **dict.fromkeys(("b", "strong"), ENTER_STYLE),
        **dict.fromkeys(("i", "em", "cite", "dfn", "var"), ENTER_STYLE + 1),
        **dict.fromkeys(("code", "samp", "tt"), ENTER_STYLE + 2),
        **dict.fromkeys(("del", "s", "strike"), ENTER_STYLE + 3),
        "ins": ENTER_STYLE + 4,
        "mark": ENTER_STYLE + 5,
        "kbd": ENTER_STYLE + 6,
        "sub": ENTER_STYLE + 7,
        "sup": ENTER_STYLE + 8,
        "dl": ENTER_DEFINITIONS,
        "dt": ENTER_TERM,
        "dd": ENTER_DEFINITION,
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
    # The row of the reference to a footnote, -1 outside of one.
    cdef int reference

    cdef TextContext copied(self):
        """A context with the same values."""
        cdef TextContext copy = TextContext.__new__(TextContext)
        copy.role = self.role
        copy.home = self.home
        copy.cell = self.cell
        copy.within = self.within
        copy.style = self.style
        copy.href = self.href
        copy.reference = self.reference
        return copy

    cdef bint is_whole(self) noexcept:
        """Whether headings, lists and quotes in it are ignored."""
        return self.role == IN_CODE or self.role == IN_TABLE or self.role == IN_FORMULA

    cdef TextContext with_role(self, int role, int home, int style):
        """The context in an element of another role."""
        cdef TextContext copy = self.copied()
        copy.role = role
        copy.home = home
        copy.style = style
        return copy

    cdef TextContext with_cell(self, int cell):
        """The context in a table cell."""
        cdef TextContext copy = self.copied()
        copy.cell = cell
        return copy

    cdef TextContext with_href(self, str href):
        """The context in a link."""
        cdef TextContext copy = self.copied()
        copy.href = href
        return copy

    cdef TextContext with_style(self, int style):
        """The context in a style."""
        cdef TextContext copy = self.copied()
        copy.style = style
        return copy

    cdef TextContext with_within(self, tuple within):
        """The context in other containers."""
        cdef TextContext copy = self.copied()
        copy.within = within
        return copy

    cdef TextContext put(self, str kind, int key, int number, str label="", object checked=None):
        """The context within one more container. The last level is reserved for items, so that a list has its item."""
        cdef bint is_item = kind == "item" or kind == "term" or kind == "definition"
        if len(self.within) >= (MAX_CONTAINERS if is_item else MAX_CONTAINERS - 1):
            return self
        return self.with_within(self.within + (CONTAINERS.new((kind, key, number, label, checked)),))

    cdef TextContext in_other_list(self, object numbers):
        """The context with another list in place of the innermost container."""
        return self.with_within(self.within[: len(self.within) - 1] + (numbers,))

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
    # The labels of footnotes and the kinds of callouts, by row.
    cdef dict _labels

    def __init__(self, TextCounts counts, LinkResolver links, options):
        """Take the page and the resolver of its links."""
        self._counts = counts
        self._links = links
        self._has_links = options.links
        self._has_styles = options.formatting
        self.outside = TextContext.__new__(TextContext)
        self.outside.home = self.outside.cell = self.outside.reference = -1
        self.outside.within = ()
        self.outside.href = ""
        self._labels = {}
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

    cdef int label(self, dict labels, int mark) except -1:
        """Mark the rows of footnotes or callouts, which have labels."""
        self._labels.update(labels)
        return self.mark(labels, mark)

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
        if mark:
            if mark & ~ROLES:
                context = self._marked(context, row, mark)
            if mark & ROLES and not context.is_whole():
                return context.with_role(mark & ROLES, row, context.style).with_cell(row)
            if mark & IS_NOTE or (mark & IS_POST and change == ENTER_ITEM):
                return context
        if change == NOTHING:
            return context
        if change >= ENTER_STYLE:
            return self._styled(context, 1 << (change - ENTER_STYLE), row)
        if change == ENTER_LINK:
            return self._linked(context, row)
        if change == ENTER_CELL:
            return context.with_cell(row) if context.role == IN_TABLE and not self._is_cell(context.cell) else context
        return context if context.is_whole() else self._in_block(context, row, change)

    cdef TextContext _marked(self, TextContext context, int row, int mark):
        """The context within a post, footnote or callout, or in a reference to a footnote."""
        if mark & IS_POST:
            context = self.outside.put("post", row, 1)
        if mark & IS_NOTE and not context.is_whole():
            context = context.with_within(()).put("note", row, 1, self._labels[row])
        if mark & IS_CALLOUT and not context.is_whole():
            context = context.put("callout", row, 1, self._labels[row])
        if mark & IS_CALLOUT_TITLE:
            context = self._styled(context, STRONG, row)
        if mark & IS_REFERENCE:
            context = context.copied()
            context.reference = row
        return context

    cdef bint _is_cell(self, int row) except -1:
        """Whether a row is a cell of a table. Cells of a table within it are part of its text."""
        cdef int tag = self._counts.view.tag[row] if row >= 0 else 0
        return tag == TAG_TD or tag == TAG_TH

    cdef TextContext _in_block(self, TextContext context, int row, int change):
        cdef int start
        if change == ENTER_HEADING:
            return context.with_role(IN_HEADING, row, context.style & ~STRONG)
        if change == ENTER_CODE:
            return context.with_role(IN_CODE, row, 0).with_href("")
        if change == ENTER_QUOTE:
            return context if self._is_whole_post(context, row) else context.put("quote", row, 1)
        if change == ENTER_BULLETS:
            return context.put("bullets", row, 1)
        if change == ENTER_NUMBERS:
            start = _number(self._counts.attribute(row, b"start"), 1)
            self._next_number[row] = start
            return context.put("numbers", row, start)
        if change == ENTER_DEFINITIONS:
            return context.put("definitions", row, 1)
        if change == ENTER_TERM or change == ENTER_DEFINITION:
            if context.innermost() != "definitions":
                return context
            return context.put("term" if change == ENTER_TERM else "definition", row, 1)
        return self._item(context, row)

    cdef bint _is_whole_post(self, TextContext context, int row) except -1:
        """Whether an element has nearly all text of its post. Some forums put it into a quote to indent it."""
        if context.innermost() != "post":
            return False
        return 10 * self._counts.kept_in(row) >= 9 * self._counts.kept_in(context.within[len(context.within) - 1].key)

    cdef TextContext _item(self, TextContext context, int row):
        cdef str kind = context.innermost()
        cdef object owner
        cdef int expected, number
        if kind != "bullets" and kind != "numbers":
            context = context.put("bullets", self._counts.view.parent[row], 1)
            kind = context.innermost()
        if kind == "bullets":
            return context.put("item", row, 1, "", self._box(row))
        if kind != "numbers":
            return context
        owner = context.within[len(context.within) - 1].key
        expected = self._next_number[owner]
        number = _number(self._counts.attribute(row, b"value"), expected)
        if number != expected:
            self._renumbered[owner] = CONTAINERS.new(("numbers", row, number, "", None))
        self._next_number[owner] = number + 1
        if owner in self._renumbered:
            context = context.in_other_list(self._renumbered[owner])
        return context.put("item", row, number, "", self._box(row))

    cdef object _box(self, int item):
        """Whether the box at the beginning of an item is checked, None without a box."""
        cdef TableView view = self._counts.view
        cdef int row
        if not self._counts.has_inputs:
            return None
        for row in range(item + 1, min(view.end[item], item + MAX_BEFORE_BOX)):
            if self._counts.sizes[view.segment_start[row]] > self._counts.sizes[view.segment_start[item]]:
                return None
            if view.tag[row] == TAG_INPUT:
                if self._counts.attribute(row, b"type").strip().lower() != "checkbox":
                    return None
                return "checked" in self._counts.attributes(row, CHECKED)
        return None

    cdef TextContext _linked(self, TextContext context, int row):
        cdef str address
        if not self._has_links or context.role == IN_CODE:
            return context
        address = self._counts.attribute(row, b"href")
        if address.startswith("#") and (context.role == IN_HEADING or context.innermost() == "term"):
            if self._leads_to_itself(row, address[1:]):
                return context
        return context.with_href(self._links.link(address))

    cdef bint _leads_to_itself(self, int row, str name) except -1:
        """Whether a name is that of a link, or of an element close around it: readers are there already."""
        cdef int _
        for _ in range(MAX_NAMED):
            if row < 0:
                break
            if self._counts.attribute(row, b"id") == name:
                return name != ""
            row = self._counts.view.parent[row]
        return False

    cdef TextContext _styled(self, TextContext context, int style, int row):
        if context.role == IN_CODE or (context.role == IN_HEADING and style == STRONG) or context.style & style:
            return context
        if style & SCRIPTS and self._counts.is_written(row):
            return context
        return context.with_style(context.style | style) if self._has_styles else context


cdef object _style(int number):
    """The style of a number."""
    cdef object style = STYLES.get(number)
    if style is None:
        style = STYLES[number] = Style(number)
    return style


cdef int _number(str written, int default) except? -1:
    """The number in an attribute; the default if it is not one, or has more digits than lists have items."""
    written = written.strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 9 else default


cdef int _heading_level(int tag) except -1:
    """The level of a heading from the code of its tag."""
    return _HEADING_LEVELS[tag]
