"""The compiled reader: one pass over a page's bytes that fills the page table, without a tree of nodes in between.

The modules here are ordinary Python. Each has a ``.pxd`` file next to it, in which the types of its functions stand;
with those, Cython makes them machine code that needs no Python object and does not hold the interpreter's lock. They
are used only when they are compiled: see ``maintext.reader``.
"""
