"""The methods by name. Each is a frozen record of its options with one method, ``select``."""

from functools import cache
from typing import Final

from maintext.algorithms.div_density import DivDensity
from maintext.algorithms.learned import Learned
from maintext.algorithms.link_density import LinkDensity
from maintext.algorithms.naive_bayes import NaiveBayes
from maintext.algorithms.p_value import PValue
from maintext.algorithms.symbol_density import SymbolDensity
from maintext.algorithms.text_density import TextDensity
from maintext.errors import UnknownMethodError
from maintext.selection import Method

__all__ = [
    "METHODS",
    "DivDensity",
    "Learned",
    "LinkDensity",
    "NaiveBayes",
    "PValue",
    "SymbolDensity",
    "TextDensity",
    "method_named",
    "methods",
]

METHODS: Final = {
    method.name: method for method in (Learned, TextDensity, SymbolDensity, DivDensity, LinkDensity, NaiveBayes, PValue)
}


def methods() -> tuple[str, ...]:
    """The names of all methods."""
    return tuple(METHODS)


def method_named(method: str | Method) -> Method:
    """A method by its name with the default options; a method itself is given back as it is."""
    if not isinstance(method, str):
        return method
    if method not in METHODS:
        raise UnknownMethodError(f"unknown method {method!r}; choose one of {', '.join(METHODS)}")
    return _with_defaults(method)


@cache
def _with_defaults(name: str) -> Method:
    made: Method = METHODS[name]()
    return made
