# cython: language_level=3, freethreading_compatible=True
"""Letters of a page eight at a time, as one number with the first byte lowest; a mask has all bits of some bytes.

The functions stand in ``eights.pxd``, for they are short and go into the code of the modules that use them; Python has
those of ``plain``.
"""
