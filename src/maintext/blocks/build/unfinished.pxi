# Code and figures while their lines are collected; unfinished tables are in tables.pxi.

cdef class UnfinishedCode:
    """Preformatted text while its lines are collected."""

    cdef str _language
    cdef tuple _within
    cdef list _text
    cdef BlockPlace place

    def __init__(self, str language, tuple within, BlockPlace place):
        """Begin without lines."""
        self.place = place
        self._language = language
        self._within = within
        self._text = [""]

    cdef int add(self, str text, int line_breaks) except -1:
        """Add one or more lines after at least ``line_breaks`` line breaks."""
        cdef str before = self._text[len(self._text) - 1]
        if len(self._text) > 1:
            self._text.append("\n" * (line_breaks - before.endswith("\n")))
        self._text.append(text)
        return 0

    cdef object finished(self):
        """The code without empty lines around it and without blanks at the ends of lines."""
        cdef list lines = "".join(self._text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return Code("\n".join([line.rstrip() for line in lines]).strip("\n"), self._language, self._within)


cdef class UnfinishedFigure:
    """A figure while its caption is collected."""

    cdef str _src
    cdef str _alt
    cdef str _href
    cdef tuple _within
    cdef list _caption
    cdef bint _is_caption_in_text
    cdef BlockPlace place

    def __init__(self, PictureSource picture, str href, tuple within, BlockPlace place):
        """Begin without a caption."""
        self.place = place
        self._is_caption_in_text = True
        self._src = picture.src
        self._alt = picture.alt
        self._href = href
        self._within = within
        self._caption = []

    cdef int add(self, list inlines) except -1:
        """Add a line to the caption."""
        if self._caption:
            self._caption.append(BREAK)
        self._caption += inlines
        return 0

    cdef int add_unselected(self, list inlines) except -1:
        """Add a line to a caption that was not selected."""
        self._is_caption_in_text = False
        return self.add(inlines)

    cdef object finished(self):
        """The figure with its caption."""
        return FIGURES.new(
            (self._src, self._alt, tuple(self._caption), self._href, self._within, None, self._is_caption_in_text)
        )


cdef str _verbatim(TextCounts counts, bytes text, int first, int last):
    """The text of a line with its white space."""
    cdef list pieces = []
    cdef int segment
    for segment in range(first, last + 1):
        if counts.keep[segment]:
            pieces.append(text[counts.view.place[segment] : counts.view.place[segment + 1]])
    return b"".join(pieces).decode("utf-8")


cdef object _finished(object block):
    """The record of a block that may be unfinished."""
    if type(block) is UnfinishedTable:
        return (<UnfinishedTable> block).finished()
    if type(block) is UnfinishedCode:
        return (<UnfinishedCode> block).finished()
    if type(block) is UnfinishedFigure:
        return (<UnfinishedFigure> block).finished()
    return block
