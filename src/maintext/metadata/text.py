# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True
"""Small operations on short texts that several choosers share; as machine code where there was a compiler.

The types are in ``text.pxd``.
"""

import unicodedata


def letters(text: str) -> str:
    """The letters and digits of a text in lower case: what is left of it when style is taken away."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).lower()
        return "".join([each for each in text if each.isalnum()])
    kept = bytearray(len(text))
    size = 0
    for character in text.lower():
        if "a" <= character <= "z" or "0" <= character <= "9":
            kept[size] = ord(character)
            size += 1
    return kept[:size].decode("ascii")


def folded(text: str) -> str:
    """A text with its white space as single blanks."""
    return " ".join(text.split())


def has_cjk(text: str, stop: int) -> bool:
    """Whether there are Chinese characters or Korean letters in a text up to a place."""
    if text.isascii():
        return False
    for place in range(min(stop, len(text))):
        if "\u4e00" <= text[place] <= "\u9fff" or "\uac00" <= text[place] <= "\ud7af":
            return True
    return False


def lines_beginning(text: str, starts: list[int], first: int, prefixes: frozenset[str]) -> list[int]:
    """The numbers of the lines, from the first on, whose first word begins with one of some prefixes of three letters.

    Args:
        text: of the page.
        starts: where each line begins in it.
        first: the number of the first line to look at.
        prefixes: in lower case.
    """
    found = []
    size = len(text)
    for number in range(first, len(starts)):
        place = starts[number]
        stop = min(size, place + MOST_BEFORE)
        while place < stop and not _is_of_word(text[place]):
            place += 1
        if place < stop and text[place : place + 3].lower() in prefixes:
            found.append(number)
    return found


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


MOST_BEFORE = 206
"""Characters before a word that begins a line, and one more."""
