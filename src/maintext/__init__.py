"""maintext: the main text of web pages.

>>> import maintext
>>> doc = maintext.extract("<body><div><p>It rained all day, and nobody minded.</p></div></body>")
>>> doc.text
'It rained all day, and nobody minded.'
"""

from maintext.compare import Compared, Comparison, compare
from maintext.document import Document
from maintext.errors import DataError, MaintextError, ModelError, OptionError, PageError, UnknownMethodError
from maintext.explain import ExplainedRow, Explanation, explain
from maintext.extract import DEFAULT_METHOD, Judgement, extract, judge
from maintext.methods import (
    DivDensity,
    LinkDensity,
    NaiveBayes,
    PValue,
    SymbolDensity,
    TextDensity,
    methods,
)
from maintext.methods.naive_bayes import NaiveBayesModel
from maintext.selection import Method
from maintext.version import __version__

__all__ = [
    "DEFAULT_METHOD",
    "Compared",
    "Comparison",
    "DataError",
    "DivDensity",
    "Document",
    "ExplainedRow",
    "Explanation",
    "Judgement",
    "LinkDensity",
    "MaintextError",
    "Method",
    "ModelError",
    "NaiveBayes",
    "NaiveBayesModel",
    "OptionError",
    "PValue",
    "PageError",
    "SymbolDensity",
    "TextDensity",
    "UnknownMethodError",
    "__version__",
    "compare",
    "explain",
    "extract",
    "judge",
    "methods",
]
