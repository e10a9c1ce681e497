cimport cython
from libc.math cimport expf as exp, log1pf as log1p, logf as log
from maintext.algorithms.learned.loops.choose cimport best_cut, choose, fill_kind
from maintext.algorithms.learned.loops.context cimport (
    begin as begin_context, fill as fill_context, fill_page as fill_page_context,
)
from maintext.algorithms.learned.loops.desk cimport BATCH, TILE, Desk
from maintext.algorithms.learned.loops.features cimport begin, fill, fill_page
from maintext.algorithms.learned.loops.lexicon cimport add_kinds
from maintext.algorithms.learned.loops.page cimport (
    add_up, describe_blocks, describe_rows, number_groups, part_into_blocks,
)
from maintext.algorithms.learned.loops.said cimport types_of
from maintext.algorithms.learned.loops.walk cimport AT_A_TIME, TOGETHER, Trees, add_leaves, add_leaves_of_one, make_coarse
from maintext.algorithms.learned.loops.wording cimport begin_names, begin_words, fill_names, fill_words

cdef const unsigned long long[::1] KEYS
cdef const int[::1] BITS
cdef const int[::1] PAGE_AT
cdef const int[::1] KEPT_AT
cdef const int[::1] READ_THROUGH
cdef const int[::1] STEP_TREES
cdef const float[::1] STEP_LEAST
cdef float SCALE, LEAST, LEAST_TO_READ, LINKED, DIM, FAINT
cdef int LOGARITHMS_START, LOGARITHMS_STOP, KINDS, FORUM, CHARACTERS, WORDS, LINK_SHARE, FAR_APART, FIRST, SECOND

cdef class Lexicon:
    cdef int size
    cdef const unsigned long long[::1] slots
    cdef const float[::1] weights
    cdef const float[:, ::1] kinds

cdef class Machine:
    cdef Lexicon names
    cdef Lexicon words
    cdef Trees first
    cdef Trees kind
    cdef Trees second
    cdef Trees confidence

cpdef int walk(
    Trees trees, int first, int last, const short[:, ::1] columns, const int[:, ::1] runs, float[:, ::1] sums
) except -1
cpdef int judge(
    Desk desk, Machine machine, table, block, int most, float weight, unsigned char[::1] keep
) except -1
cdef int _describe(Desk desk, Lexicon names, Lexicon words) except -1 nogil
cdef int _consult(Desk desk, Lexicon names, Lexicon words) except -1 nogil
@cython.locals(count=int, start=int, stop=int)
cdef int _read(Desk desk, Machine machine) except -1 nogil
@cython.locals(first=int, last=int, block=int, each=int)
cdef int _fill_first(Desk desk, Trees trees, int start, int stop) except -1 nogil
cdef int _make_coarse(Desk desk, Trees trees, int first, int last, int case) except -1 nogil
@cython.locals(
    mass=float, characters=float, highest=float, block=int, each=int, ranked=int, of_page="float[::1]"
)
cdef int _find_outline(Desk desk) except -1 nogil
@cython.locals(first=int, last=int)
cdef int _fill_second(Desk desk, Trees trees, int start, int stop) except -1 nogil
@cython.locals(case=int, cases=int, done=int, step=int, last=int)
cdef int _first_stage(Desk desk, Trees trees, int start, int stop) except -1 nogil
@cython.locals(case=int, cases=int)
cdef int _second_stage(Desk desk, Trees trees, int start, int stop) except -1 nogil
@cython.locals(count=int, case=int)
cdef int _add_where_it_goes_on(Desk desk, Trees trees, int first, int last, int cases) except -1 nogil
@cython.locals(each=int, block=int, at=int, highest=float, total=float)
cdef int _kind(Desk desk, Trees trees) except -1 nogil
@cython.locals(count=int, block=int, width=int, start=int)
cdef int _rank(const float[::1] p, int blocks, float least, int[::1] order, int[::1] spare) except -1 nogil
@cython.locals(left=int, right=int, at=int)
cdef int _merge(
    const float[::1] p, const int[::1] order, int start, int middle, int stop, int[::1] spare
) except -1 nogil
@cython.locals(
    readable=float, each=int, least=float, best=int, ranked=int, words=float, mass=float, block=int, is_running=bint
)
cdef int _choose(Desk desk, Machine machine, float weight) except -1 nogil
@cython.locals(
    doubtful=float, words=float, mass=float, main=float, found=float, size=float, p=float, block=int, at=int, each=int,
    column="float[::1]",
)
cdef int _trust(Desk desk, Trees trees, int best) except -1 nogil
@cython.locals(segment=int, block=int)
cdef int _mark(Desk desk, unsigned char[::1] keep) except -1 nogil
