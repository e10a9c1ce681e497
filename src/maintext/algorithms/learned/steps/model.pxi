"""The vocabularies and the forests of a model, as the engine reads them."""

cdef class CompiledModel:
    """A model as the engine reads it."""

    cdef WordTable names
    cdef WordTable words
    cdef Trees first
    cdef Trees kind
    cdef Trees second
    cdef Trees confidence

    def __init__(self, model):
        self.names = model.names.table
        self.words = model.words.table
        self.first = trees_of(model.first, FIRST, 1)
        self.kind = trees_of(model.kind, features.KIND_FEATURES, KINDS)
        self.second = trees_of(model.second, SECOND, 1)
        self.confidence = trees_of(model.confidence, features.CONFIDENCE, 1)


cdef Trees trees_of(forest, tuple names, int outputs):
    """The trees of a forest, after a check that it looks at the features and adds to the outputs that a step has."""
    cdef Trees trees = forest.trees
    if forest.features != names or trees.outputs != outputs:
        raise ValueError("a forest has other features or outputs than this version")
    return trees
