"""The ratios of lines, smoothed and grouped."""

cdef enum:
    CENTRES = 3


cdef struct Point:
    double x
    double y


def smooth(const double[::1] column, const double[::1] weights, double[::1] smoothed):
    """The weighted mean of each value and its neighbours, as many on each side; beyond the ends all values are 0."""
    cdef Py_ssize_t place, step, radius = weights.shape[0] // 2, first, last
    cdef double total = 0, weight = 0
    for step in range(weights.shape[0]):
        weight += weights[step]
    for place in range(column.shape[0]):
        total = 0
        first, last = max(0, place - radius), min(column.shape[0] - 1, place + radius)
        for step in range(first, last + 1):
            total += column[step] * (weights[step - place + radius] / weight)
        smoothed[place] = total


def derive(const double[::1] column, Py_ssize_t ahead, double[::1] derivative):
    """The mean of a value and the next ones, ``ahead`` in all, less the value; beyond the end all values are 0."""
    cdef Py_ssize_t place, step
    cdef double total
    for place in range(column.shape[0]):
        total = 0
        for step in range(place, min(place + ahead, column.shape[0])):
            total += column[step]
        derivative[place] = total / ahead - column[place]


def away_from_origin(const double[::1] x, const double[::1] y, int rounds, unsigned char[::1] away):
    """Mark the points that belong to one of the two centres that are not fixed at the origin.

    A point belongs to the nearest centre, of several the first. ``away`` is the group of each point in between.
    """
    cdef Point[CENTRES] centres
    cdef Point[CENTRES] sums
    cdef Py_ssize_t[CENTRES] sizes
    cdef Py_ssize_t point
    cdef int group, centre, _
    cdef bint has_changed
    if not x.shape[0]:
        raise ValueError("clustering needs at least one point")
    _place_centres(x, y, centres)
    for point in range(x.shape[0]):
        away[point] = 0
    for _ in range(rounds):
        has_changed = False
        for centre in range(CENTRES):
            sums[centre].x = sums[centre].y = 0
            sizes[centre] = 0
        for point in range(x.shape[0]):
            group = _nearest(centres, x[point], y[point])
            has_changed = has_changed or group != away[point]
            away[point] = group
            sums[group].x += x[point]
            sums[group].y += y[point]
            sizes[group] += 1
        if not has_changed:
            break
        for centre in range(1, CENTRES):
            if sizes[centre]:
                centres[centre].x = sums[centre].x / sizes[centre]
                centres[centre].y = sums[centre].y / sizes[centre]
    for point in range(x.shape[0]):
        away[point] = away[point] > 0


cdef int _place_centres(const double[::1] x, const double[::1] y, Point* centres) except -1:
    """Place the centres: at the origin, at the largest values, and halfway to them."""
    cdef Py_ssize_t point
    cdef Point largest
    largest.x, largest.y = x[0], y[0]
    for point in range(1, x.shape[0]):
        largest.x, largest.y = max(largest.x, x[point]), max(largest.y, y[point])
    centres[0].x = centres[0].y = 0
    centres[1].x, centres[1].y = largest.x / 2, largest.y / 2
    centres[2] = largest
    return 0


cdef inline int _nearest(const Point* centres, double x, double y) noexcept:
    """The number of the nearest centre, of several the first."""
    cdef int centre, nearest = 0
    cdef double least = x * x + y * y, distance
    for centre in range(1, CENTRES):
        distance = (x - centres[centre].x) * (x - centres[centre].x) + (y - centres[centre].y) * (y - centres[centre].y)
        if distance < least:
            least, nearest = distance, centre
    return nearest
