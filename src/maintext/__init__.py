"""maintext: the main text of web pages.

>>> import maintext
>>> doc = maintext.extract("<body><div><p>It rained all day, and nobody minded.</p></div></body>")
>>> doc.text
'It rained all day, and nobody minded.'
"""

import typing as _typing
from importlib import import_module as _import_module

from maintext.version import __version__

if _typing.TYPE_CHECKING:
    from maintext.algorithms import (
        DivDensity,
        Learned,
        LinkDensity,
        NaiveBayes,
        PValue,
        SymbolDensity,
        TextDensity,
        methods,
    )
    from maintext.algorithms.learned import LearnedModel
    from maintext.algorithms.naive_bayes import NaiveBayesModel
    from maintext.comparison import Compared, Comparison, compare
    from maintext.document import Document
    from maintext.errors import (
        DataError,
        FetchError,
        MaintextError,
        ModelError,
        OptionError,
        PageError,
        PrivateAddressError,
        UnknownMethodError,
    )
    from maintext.explanation import ExplainedRow, Explanation, explain
    from maintext.extraction import DEFAULT_METHOD, Judgement, extract, judge
    from maintext.fetch import FetchOptions, extract_url
    from maintext.options import Options
    from maintext.parallel.pages import RawPage, extract_many
    from maintext.selection import Method

__all__ = [
    "DEFAULT_METHOD",
    "Compared",
    "Comparison",
    "DataError",
    "DivDensity",
    "Document",
    "ExplainedRow",
    "Explanation",
    "FetchError",
    "FetchOptions",
    "Judgement",
    "Learned",
    "LearnedModel",
    "LinkDensity",
    "MaintextError",
    "Method",
    "ModelError",
    "NaiveBayes",
    "NaiveBayesModel",
    "OptionError",
    "Options",
    "PValue",
    "PageError",
    "PrivateAddressError",
    "RawPage",
    "SymbolDensity",
    "TextDensity",
    "UnknownMethodError",
    "__version__",
    "compare",
    "explain",
    "extract",
    "extract_many",
    "extract_url",
    "judge",
    "methods",
]

_HOMES = {
    "Compared": "maintext.comparison",
    "Comparison": "maintext.comparison",
    "DEFAULT_METHOD": "maintext.extraction",
    "DataError": "maintext.errors",
    "DivDensity": "maintext.algorithms",
    "Document": "maintext.document",
    "ExplainedRow": "maintext.explanation",
    "Explanation": "maintext.explanation",
    "FetchError": "maintext.errors",
    "FetchOptions": "maintext.fetch",
    "Judgement": "maintext.extraction",
    "Learned": "maintext.algorithms",
    "LearnedModel": "maintext.algorithms.learned",
    "LinkDensity": "maintext.algorithms",
    "MaintextError": "maintext.errors",
    "Method": "maintext.selection",
    "ModelError": "maintext.errors",
    "NaiveBayes": "maintext.algorithms",
    "NaiveBayesModel": "maintext.algorithms.naive_bayes",
    "OptionError": "maintext.errors",
    "Options": "maintext.options",
    "PValue": "maintext.algorithms",
    "PageError": "maintext.errors",
    "PrivateAddressError": "maintext.errors",
    "RawPage": "maintext.parallel.pages",
    "SymbolDensity": "maintext.algorithms",
    "TextDensity": "maintext.algorithms",
    "UnknownMethodError": "maintext.errors",
    "compare": "maintext.comparison",
    "explain": "maintext.explanation",
    "extract": "maintext.extraction",
    "extract_many": "maintext.parallel.pages",
    "extract_url": "maintext.fetch",
    "judge": "maintext.extraction",
    "methods": "maintext.algorithms",
}
"""The module of each public name. They are imported when first asked for, so that ``import maintext`` costs nothing."""


def __getattr__(name: str) -> _typing.Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'maintext' has no attribute {name!r}")
    value = getattr(_import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
