# cython: language_level=3, freethreading_compatible=True
"""Pieces of arrays whose bounds are checked once.

The functions stand in ``room.pxd``, for they are short and go into the code of the modules that use them. Python checks
every index by itself and is given the arrays as they are.
"""
