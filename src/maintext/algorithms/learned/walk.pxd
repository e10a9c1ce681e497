cimport cython

@cython.locals(row=Py_ssize_t, tree=Py_ssize_t, node=int)
cpdef int add_leaves(
    const double[:, ::1] rows,
    const int[::1] roots,
    const short[::1] feature,
    const double[::1] threshold,
    const int[::1] left,
    const int[::1] right,
    const float[::1] value,
    Py_ssize_t outputs,
    double[:, ::1] sums,
) except -1
