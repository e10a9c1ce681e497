# Records made quickly. A page has thousands of them, and their frozen dataclasses take a slow path to set a field.

cdef class RecordFactory:
    """Makes records of one class."""

    cdef type _kind
    cdef tuple _names

    def __init__(self, kind):
        """Take a dataclass with slots."""
        self._kind = kind
        self._names = kind.__slots__

    cdef object new(self, tuple values):
        """A record with these values, one for each of its fields."""
        cdef object record = PyType_GenericNew(self._kind, None, None)
        cdef Py_ssize_t index
        for index in range(len(self._names)):
            PyObject_GenericSetAttr(record, self._names[index], values[index])
        return record


cdef RecordFactory CELLS = RecordFactory(Cell)
cdef RecordFactory CONTAINERS = RecordFactory(Container)
cdef RecordFactory FIGURES = RecordFactory(Figure)
cdef RecordFactory HEADINGS = RecordFactory(Heading)
cdef RecordFactory ITEMS = RecordFactory(ListItem)
cdef RecordFactory PARAGRAPHS = RecordFactory(Paragraph)
cdef RecordFactory PICTURES = RecordFactory(Picture)
cdef RecordFactory QUOTES = RecordFactory(Quote)
cdef RecordFactory TEXTS = RecordFactory(Text)
