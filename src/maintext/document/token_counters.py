"""How the length of a text is counted for a budget: in characters, in words, or in the tokens of a model."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from maintext.errors import OptionError, shown_value
from maintext.support.extras import needed
from maintext.words import words

Counter: TypeAlias = str | Callable[[str], int] | Any
"""``words``, ``characters``, ``tiktoken:NAME``, ``tokenizers:NAME``, a tokenizer of these packages, or a function."""
COUNTERS: Final = ("words", "characters")
"""The counters that need no other package."""
_EXTRA: Final = "chunks"


def counting(counter: Counter) -> Callable[[str], int]:
    """A function that counts the tokens of a text.

    Raises:
        OptionError: there is no such counter, or its package cannot load it.
    """
    if isinstance(counter, str):
        return _named(counter)
    if hasattr(counter, "encode_ordinary"):
        return lambda text: len(counter.encode_ordinary(text))
    if hasattr(counter, "encode"):
        return lambda text: len(counter.encode(text, add_special_tokens=False).ids)
    if callable(counter):
        function: Callable[[str], int] = counter
        return function
    raise OptionError(f"counter must be the name of a counter, a tokenizer or a function, not {shown_value(counter)}")


def _named(name: str) -> Callable[[str], int]:
    if name == "words":
        return lambda text: len(words(text))
    if name == "characters":
        return len
    package, _, model = name.partition(":")
    try:
        if package == "tiktoken" and model:
            return counting(needed("tiktoken", extra=_EXTRA, error=OptionError).get_encoding(model))
        if package == "tokenizers" and model:
            tokenizer = needed("tokenizers", extra=_EXTRA, error=OptionError).Tokenizer
            return counting(tokenizer.from_file(model) if Path(model).is_file() else tokenizer.from_pretrained(model))
    except OptionError:
        raise
    except Exception as error:  # these packages raise whatever their downloads raise
        raise OptionError(f"counter: {package} cannot load {model}: {error}") from error
    raise OptionError(f"counter must be words, characters, tiktoken:NAME or tokenizers:NAME, not {name!r}")
