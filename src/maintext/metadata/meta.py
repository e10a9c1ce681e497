# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True
"""What meta elements say; as machine code where the package was built with a compiler.

The types are in ``meta.pxd``.
"""

from maintext.table._table import attributes_at

NAMES = ("http-equiv", "name", "property")


def meta_contents(source: bytes, places: list[int]) -> dict[str, tuple[str, ...]]:
    """The contents of the meta elements whose tags begin at some places, each once, by their names in lower case.

    The names of one element come in the order of the alphabet.
    """
    found: dict[str, dict[str, None]] = {}
    for place in places:
        attributes = attributes_at(source, place)
        content = " ".join(attributes.get("content", "").split())
        if content:
            names = {attributes[name].strip().lower() for name in NAMES if name in attributes}
            for name in sorted(names) if len(names) > 1 else names:
                found.setdefault(name, {})[content] = None
    return {name: tuple(contents) for name, contents in found.items()}
