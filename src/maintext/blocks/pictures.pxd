cimport cython
from maintext.blocks.addresses cimport Addresses as PageAddresses
from maintext.blocks.columns cimport Columns as PageColumns

cdef int HIGHEST, LONGEST_CAPTION, P, PICTURE, NOSCRIPT
cdef const unsigned char[::1] IS_PAGE
cdef const unsigned char[::1] NOT_IN_FIGURES

@cython.locals(found=list, row=int, unit=int, figure=int)
cpdef list pictures_of(object table, PageColumns columns, PageAddresses addresses)
cdef object _picture(dict attributes, int row, int figure, PageAddresses addresses)
cdef list _images_in(object table, int row)
@cython.locals(images=dict)
cpdef dict captioned(PageColumns columns, list pictures)
@cython.locals(paragraphs=int, row=int, tag=int)
cdef bint _is_simple(PageColumns columns, int figure) except -1
@cython.locals(figure=int)
cdef int _unit(PageColumns columns, int image) except -1
@cython.locals(size=cython.longlong, around=int, kept=cython.longlong)
cdef bint _belongs(PageColumns columns, int image, int unit) except -1
@cython.locals(row=int, _=int)
cdef int _with_more_text(PageColumns columns, int unit) except -1
cdef int _add_fallback(object table, PageColumns columns, object picture, list found) except -1
cdef str _address(dict attributes)
@cython.locals(parent=int, source=int, attributes=dict)
cdef str _from_picture(object table, PageColumns columns, int row, PageAddresses addresses)
cdef str _largest(str candidates)
@cython.locals(size=str)
cdef bint _is_decoration(dict attributes) except -1
