# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Records by the thousand: frozen dataclasses, filled without the detour that keeps others from changing them."""

from typing import Any

IS_COMPILED = not __file__.endswith(".py")


class Maker:
    """Makes records of one class."""

    def __init__(self, kind: type) -> None:
        """Take a dataclass with slots."""
        self._kind = kind
        self._names: tuple[str, ...] = kind.__slots__  # type: ignore[attr-defined]

    def new(self, values: tuple[Any, ...]) -> Any:
        """A record with these values, one for each of its fields."""
        if not IS_COMPILED:
            return self._kind(*values)
        record = PyType_GenericNew(self._kind, None, None)
        for place in range(len(self._names)):
            PyObject_GenericSetAttr(record, self._names[place], values[place])
        return record
