"""The blocks of a page so far, and where each of them comes from."""


cdef class PlacedBlocks:
    """Blocks in page order with their places. The first block of a post comes after the record of the post."""

    cdef list _blocks
    # The ``BlockPlace`` of each block.
    cdef list _places
    # The posts with their numbers by row, the numbers of those whose records were made, and the post that each answers.
    cdef dict _posts
    cdef dict _post_numbers
    cdef list _answered
    # Keys of the items and posts that have begun, and the containers of the last block.
    cdef set _entered
    cdef tuple _entered_last

    def __init__(self, posts):
        """Take the posts of the page, with no blocks yet."""
        self._blocks = []
        self._places = []
        self._posts = {post.row: (place, post) for place, post in enumerate(posts)}
        self._post_numbers = {}
        self._answered = [post.replies_to for post in posts]
        self._entered = set()
        self._entered_last = ()

    cdef int put(self, object block, tuple within, BlockPlace place) except -1:
        """Append a block, after the record of the post that it begins."""
        if within is not self._entered_last:
            self._enter(within)
        self._blocks.append(block)
        self._places.append(place)
        return 0

    cdef int put_text(self, tuple inlines, TextContext context, TableView view, BlockPlace place) except -1:
        """Append a paragraph, a heading or what else a text is where it is."""
        return self.put(self._text_block(inlines, context, view), context.within, place)

    cdef object _text_block(self, tuple inlines, TextContext context, TableView view):
        """The record of a text. Only the first text of a list item is the item."""
        cdef tuple within = context.within
        cdef object innermost
        if len(inlines) == 1 and type(inlines[0]) in (Math, Displayed):
            return Formula(inlines[0].latex, within)
        if context.role == IN_HEADING:
            return HEADINGS.new((_heading_level(view.tag[context.home]), inlines, within, None))
        if within:
            innermost = within[len(within) - 1]
            if innermost.kind == "item" and innermost.key not in self._entered:
                return ITEMS.new((inlines, within, None))
            if innermost.kind == "quote":
                return QUOTES.new((inlines, within, None))
        return PARAGRAPHS.new((inlines, within, None))

    cdef int _enter(self, tuple within) except -1:
        """Begin the items and posts around a block that have not begun."""
        cdef Py_ssize_t depth
        cdef object container
        for depth in range(len(within)):
            container = within[depth]
            if container.key not in self._entered and (container.kind == "item" or container.kind == "post"):
                self._entered.add(container.key)
                if container.kind == "post":
                    self._blocks.append(self._post(container.key, within[: depth + 1]))
                    self._places.append(_place(container.key))
        self._entered_last = within
        return 0

    cdef object _post(self, int row, tuple within):
        """The record of a post. A post that answers one without blocks answers the one that that answers."""
        cdef Py_ssize_t place
        cdef object post, answered
        place, post = self._posts[row]
        answered = post.replies_to
        self._post_numbers[place] = len(self._post_numbers)
        while answered is not None and answered not in self._post_numbers:
            answered = self._answered[answered]
        return Post(
            post.author, post.when.date, within, post.when.written, post.depth,
            None if answered is None else self._post_numbers[answered], post.votes, post.accepted,
        )

    cdef tuple finished(self, TableView view):
        """All blocks, without rules that separate nothing, and where each comes from."""
        cdef list blocks = [], places = []
        cdef object block
        cdef BlockPlace place
        for block, place in zip(self._blocks, self._places):
            if type(block) is Rule and (not blocks or type(blocks[len(blocks) - 1]) in (Rule, Post)):
                continue
            block = _finished(block)
            _set_span(block, place.span(view))
            blocks.append(block)
            places.append((place.first, place.last, place.rows))
        if blocks and type(blocks[len(blocks) - 1]) is Rule:
            blocks.pop()
            places.pop()
        return tuple(blocks), places
