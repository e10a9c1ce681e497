"""Words as the field counts them: runs of letters and digits in lower case, every CJK character on its own."""

import re
from collections import Counter
from typing import Final

_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff"
_WORD: Final = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    return _WORD.findall(text.lower())


def overlap(found: str, wanted: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of one text's words against another's, repeated words counted."""
    found_words, wanted_words = Counter(words(found)), Counter(words(wanted))
    if not found_words or not wanted_words:
        equal = float(found_words == wanted_words)
        return equal, equal, equal
    common = (found_words & wanted_words).total()
    precision, recall = common / found_words.total(), common / wanted_words.total()
    return precision, recall, 2 * precision * recall / (precision + recall) if common else 0.0
