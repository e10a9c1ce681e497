# cython: language_level=3, freethreading_compatible=True
"""Bytes of a page eight at a time, as one number with the first byte lowest, or sixteen, as a bit for each.

The functions stand in ``words.pxd``, for they are short and go into the code of the modules that use them.
"""
