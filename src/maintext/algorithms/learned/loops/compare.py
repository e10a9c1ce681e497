# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Bytes of a page compared many at a time; used as machine code only, Python compares slices (see ``loops``)."""

import cython


def same_bytes(rows, one, other, size):
    """Whether so many bytes are the same from two places on; what goes beyond the page is not."""
    if one < 0 or other < 0 or size <= 0 or max(one, other) + size > len(rows.source):
        return False
    return memcmp(cython.address(rows.source[one]), cython.address(rows.source[other]), size) == 0
