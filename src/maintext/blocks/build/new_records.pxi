# Records made quickly. A page has thousands of them, and their frozen dataclasses take a slow path to set a field.

cdef extern from *:
    """
    #include <structmember.h>
    /* Where in an object the value of a slot is, -1 if the descriptor is not that of a slot. */
    static Py_ssize_t maintext_place_of_slot(PyObject *descriptor) {
        if (!Py_IS_TYPE(descriptor, &PyMemberDescr_Type)) return -1;
        return ((PyMemberDescrObject *) descriptor)->d_member->offset;
    }
    """
    Py_ssize_t place_of_slot "maintext_place_of_slot"(object descriptor)


cdef class RecordFactory:
    """Makes records of one class."""

    cdef type _kind
    cdef Py_ssize_t _count
    cdef Py_ssize_t _places[12]

    def __init__(self, kind):
        """Take a dataclass with slots."""
        cdef Py_ssize_t index
        self._kind = kind
        self._count = len(kind.__slots__)
        for index in range(self._count):
            self._places[index] = place_of_slot(kind.__dict__[kind.__slots__[index]])
            if self._places[index] < 0:
                raise TypeError(f"{kind.__name__} has a field that is not a slot")

    cdef object new(self, tuple values):
        """A record with these values, one for each of its fields. All fields of a new object are empty."""
        cdef object record = PyType_GenericNew(self._kind, None, None)
        cdef Py_ssize_t index
        if len(values) != self._count:
            raise TypeError(f"{self._kind.__name__} has {self._count} fields")
        for index in range(self._count):
            Py_INCREF(values[index])
            (<PyObject**> (<char*> <PyObject*> record + self._places[index]))[0] = <PyObject*> values[index]
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
