"""maintext: the main text of web pages.

>>> import maintext
>>> doc = maintext.extract("<body><div><p>It rained all day, and nobody minded.</p></div></body>")
>>> doc.text
'It rained all day, and nobody minded.'

``_HOMES`` lists the public names. Each is imported from its module on first access, so ``import maintext`` is fast.
Type checkers and editors cannot follow that: they read the same names in ``__init__.pyi``, and a test compares the two.
"""

import typing as _typing
from importlib import import_module as _import_module

from maintext.version import __version__

_HOMES: _typing.Final = {
    "DivDensity": "maintext.algorithms",
    "Learned": "maintext.algorithms",
    "LinkDensity": "maintext.algorithms",
    "NaiveBayes": "maintext.algorithms",
    "PValue": "maintext.algorithms",
    "SymbolDensity": "maintext.algorithms",
    "TextDensity": "maintext.algorithms",
    "methods": "maintext.algorithms",
    "LearnedModel": "maintext.algorithms.learned",
    "NaiveBayesModel": "maintext.algorithms.naive_bayes",
    "Compared": "maintext.comparison",
    "Comparison": "maintext.comparison",
    "compare": "maintext.comparison",
    "Document": "maintext.document",
    "DataError": "maintext.errors",
    "FetchError": "maintext.errors",
    "MaintextError": "maintext.errors",
    "ModelError": "maintext.errors",
    "OptionError": "maintext.errors",
    "PageError": "maintext.errors",
    "PrivateAddressError": "maintext.errors",
    "UnknownMethodError": "maintext.errors",
    "ExplainedRow": "maintext.explanation",
    "Explanation": "maintext.explanation",
    "explain": "maintext.explanation",
    "DEFAULT_METHOD": "maintext.extraction",
    "Judgement": "maintext.extraction",
    "extract": "maintext.extraction",
    "judge": "maintext.extraction",
    "FetchOptions": "maintext.fetch",
    "extract_url": "maintext.fetch",
    "Options": "maintext.options",
    "RawPage": "maintext.parallel.pages",
    "extract_many": "maintext.parallel.pages",
    "Method": "maintext.selection",
}
"""The module of each public name."""

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 (ruff does not see that these are strings)


def __getattr__(name: str) -> _typing.Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'maintext' has no attribute {name!r}")
    value = getattr(_import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
