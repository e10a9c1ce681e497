# cython: language_level=3, freethreading_compatible=True
"""The numbers that the scanner calls things by: the names of elements, its modes, its sets of names.

They stand in ``codes.pxd``, from which Cython makes constants for the machine code and an enumeration for Python.
"""
