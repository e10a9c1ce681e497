"""Which texts of a page are main text, given the text that a person marked."""

from typing import Final

from maintext.words import words

_RUN: Final = 4
"""A run of this many words in both texts is not a coincidence; single words may be."""
_SHARE: Final = 0.5
"""A block is main text if at least half of it is."""


class MarkedText:
    """A person's text, ready to be asked which other texts are part of it."""

    def __init__(self, text: str) -> None:
        """Index the runs of words."""
        marked = words(text)
        self._all = f" {' '.join(marked)} "
        self._runs = set(_runs(marked))

    def contains(self, text: str) -> bool:
        """Whether a text is, for the most part, in the person's text."""
        found = words(text)
        if not found:
            return False
        if len(found) < _RUN:
            return f" {' '.join(found)} " in self._all
        runs = _runs(found)
        return sum(run in self._runs for run in runs) >= _SHARE * len(runs)


def _runs(found: list[str]) -> list[tuple[str, ...]]:
    return list(zip(*(found[shift:] for shift in range(_RUN)), strict=False))
