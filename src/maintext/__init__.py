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
    "CompositeDensity": "maintext.algorithms",
    "DivDensity": "maintext.algorithms",
    "Learned": "maintext.algorithms",
    "LineBlocks": "maintext.algorithms",
    "LinkDensity": "maintext.algorithms",
    "MaxSubsequence": "maintext.algorithms",
    "NaiveBayes": "maintext.algorithms",
    "PValue": "maintext.algorithms",
    "SymbolDensity": "maintext.algorithms",
    "TableBlocks": "maintext.algorithms",
    "TagRatio": "maintext.algorithms",
    "TextDensity": "maintext.algorithms",
    "TreeCharacters": "maintext.algorithms",
    "methods": "maintext.algorithms",
    "LearnedModel": "maintext.algorithms.learned",
    "NaiveBayesModel": "maintext.algorithms.naive_bayes",
    "load_method": "maintext.algorithms.method_file",
    "TokenModel": "maintext.algorithms.token_model",
    "Compared": "maintext.comparison",
    "Comparison": "maintext.comparison",
    "compare": "maintext.comparison",
    "Document": "maintext.document",
    "Chunk": "maintext.document",
    "Citation": "maintext.document",
    "Fitted": "maintext.document",
    "HiddenText": "maintext.document",
    "LeftOut": "maintext.document",
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
    "Fetched": "maintext.fetch",
    "extract_url": "maintext.fetch",
    "fetch_page": "maintext.fetch",
    "aextract_url": "maintext.fetch.awaitable",
    "afetch_page": "maintext.fetch.awaitable",
    "Limits": "maintext.options",
    "Link": "maintext.links",
    "find_links": "maintext.links",
    "Options": "maintext.options",
    "aextract_many": "maintext.parallel.async_pages",
    "RawPage": "maintext.parallel.pages",
    "extract_many": "maintext.parallel.pages",
    "Method": "maintext.selection",
    "Site": "maintext.sites",
    "learn_site": "maintext.sites",
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
