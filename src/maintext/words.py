"""Words as evaluations count them: runs of letters and digits in lower case, and each CJK character by itself."""

import re
from collections import Counter
from typing import Final

from maintext.characters import CJK, CJK_BEYOND

_CJK: Final = "".join(f"{chr(first)}-{chr(last)}" for first, last in (*CJK, CJK_BEYOND))
_WORD: Final = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    return _WORD.findall(text.lower())


def overlap(found: str, wanted: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of the words of one text against those of another; repeated words count each time."""
    return overlap_of_words(Counter(words(found)), Counter(words(wanted)))


def overlap_of_words(found_words: Counter[str], wanted_words: Counter[str]) -> tuple[float, float, float]:
    """As ``overlap``, for words that are counted already."""
    if not found_words or not wanted_words:
        equal = float(found_words == wanted_words)
        return equal, equal, equal
    common = (found_words & wanted_words).total()
    precision, recall = common / found_words.total(), common / wanted_words.total()
    return precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0
