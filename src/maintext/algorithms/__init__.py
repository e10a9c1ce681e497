"""The methods by name. Each is a frozen record of its options with one method, ``select``."""

from functools import cache
from typing import Final

from maintext.algorithms.composite_density import CompositeDensity
from maintext.algorithms.div_density import DivDensity
from maintext.algorithms.learned import Learned
from maintext.algorithms.line_blocks import LineBlocks
from maintext.algorithms.link_density import LinkDensity
from maintext.algorithms.max_subsequence import MaxSubsequence
from maintext.algorithms.naive_bayes import NaiveBayes
from maintext.algorithms.p_value import PValue
from maintext.algorithms.symbol_density import SymbolDensity
from maintext.algorithms.table_blocks import TableBlocks
from maintext.algorithms.tag_ratio import TagRatio
from maintext.algorithms.text_density import TextDensity
from maintext.algorithms.tree_characters import TreeCharacters
from maintext.errors import OptionError, UnknownMethodError, shown_value
from maintext.selection import Method

__all__ = [
    "METHODS",
    "CompositeDensity",
    "DivDensity",
    "Learned",
    "LineBlocks",
    "LinkDensity",
    "MaxSubsequence",
    "NaiveBayes",
    "PValue",
    "SymbolDensity",
    "TableBlocks",
    "TagRatio",
    "TextDensity",
    "TreeCharacters",
    "method_named",
    "methods",
]

METHODS: Final = {
    method.name: method
    for method in (
        Learned,
        TextDensity,
        SymbolDensity,
        DivDensity,
        LinkDensity,
        NaiveBayes,
        PValue,
        CompositeDensity,
        MaxSubsequence,
        LineBlocks,
        TagRatio,
        TableBlocks,
        TreeCharacters,
    )
}


def methods() -> tuple[str, ...]:
    """The names of all methods."""
    return tuple(METHODS)


def method_named(method: str | Method) -> Method:
    """The method of that name with its default options; a method is returned as it is."""
    if not isinstance(method, str):
        return _checked(method)
    if method not in METHODS:
        raise UnknownMethodError(f"unknown method {method!r}; choose one of {', '.join(METHODS)}")
    return _with_defaults(method)


def _checked(method: Method) -> Method:
    if isinstance(method, type) or not isinstance(getattr(method, "name", None), str) or not hasattr(method, "select"):
        given = method.__name__ if isinstance(method, type) else shown_value(method)
        raise OptionError(f"method must be a name from maintext.methods() or a method such as Learned(), not {given}")
    return method


@cache
def _with_defaults(name: str) -> Method:
    made: Method = METHODS[name]()
    return made
