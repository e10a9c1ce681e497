"""Raised and lowered text in the characters that Unicode has for it, such as x² and H₂O."""

from typing import Final

_RAISED: Final = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED: Final = str.maketrans("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_WRITTEN: Final[frozenset[int]] = frozenset([*_RAISED.values(), *_LOWERED.values()])
_MAX_LENGTH: Final = 12
"""Characters; longer texts are notes or small print."""


def raised_or_lowered(text: str, *, is_raised: bool) -> str:
    """The text in characters of Unicode, empty if one of its characters has no such form.

    Only characters that Unicode calls superscript or subscript are used. The raised letters of most alphabets are
    letters of phonetic alphabets in Unicode, which searches and language models do not recognise: ``1st`` stays.
    """
    table = _RAISED if is_raised else _LOWERED
    words = "".join(text.split())
    if not 0 < len(words) <= _MAX_LENGTH or not all(ord(character) in table for character in words):
        return ""
    return text.translate(table)


def is_written(text: str) -> bool:
    """Whether a text consists of characters that are raised or lowered by themselves."""
    return all(ord(character) in _WRITTEN or character.isspace() for character in text)
