"""The objects in linked data."""


def objects_in(list contents, frozenset names_of_parts, Py_ssize_t limit):
    """The objects in JSON values, outer ones first, each with whether it is under the name of a part.

    Args:
        contents: the JSON values.
        names_of_parts: objects under these names, and those in them, are parts.
        limit: of the number of objects; the rest is ignored.
    """
    cdef list found = [], waiting, inner
    cdef Py_ssize_t number
    cdef bint is_inner
    for content in contents:
        waiting, inner = [content], [False]
        number = 0
        while number < len(waiting):
            value, is_inner = waiting[number], inner[number]
            number += 1
            if isinstance(value, dict):
                if len(found) == limit:
                    break
                found.append((value, is_inner))
                for name, each in (<dict> value).items():
                    if isinstance(each, (dict, list)):
                        waiting.append(each)
                        inner.append(is_inner or name in names_of_parts)
            elif isinstance(value, list):
                for each in <list> value:
                    if isinstance(each, (dict, list)):
                        waiting.append(each)
                        inner.append(is_inner)
    return found
