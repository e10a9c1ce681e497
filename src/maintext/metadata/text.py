"""Small operations on short texts that several choosers share."""

import re
import unicodedata
from typing import Final

_STYLE: Final = re.compile(r"[\W_]+")


def letters(text: str) -> str:
    """The letters and digits of a text in lower case: what is left of it when style is taken away."""
    return _STYLE.sub("", (text if text.isascii() else unicodedata.normalize("NFKC", text)).lower())


def folded(text: str) -> str:
    """A text with its white space as single blanks."""
    return " ".join(text.split())
