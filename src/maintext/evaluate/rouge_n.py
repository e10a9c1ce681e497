"""ROUGE-N as WebMainBench counts it: runs of N tokens of jieba, which also splits text without spaces into words.

White space and punctuation are tokens too. jieba is only needed for sets whose labels are Markdown, so it has an extra
of its own: ``webmainbench``.
"""

import logging
import warnings
from collections import Counter
from typing import Any, Final

from maintext.evaluate.metrics import Overlap
from maintext.support.extras import needed

SIZE: Final = 5
"""Tokens of a run, the value of the benchmark."""


def rouge_n(found: str, wanted: str, size: int = SIZE) -> Overlap:
    """The share of the runs of a text that the other one has too; a run counts as often as both have it."""
    if not found.strip() and not wanted.strip():
        return Overlap(1.0, 1.0, 1.0)
    cut = load_jieba().lcut
    ours, theirs = _runs(cut(found), size), _runs(cut(wanted), size)
    both = (ours & theirs).total()
    precision = both / max(ours.total(), 1)
    recall = both / max(theirs.total(), 1)
    f1 = 2 * precision * recall / (precision + recall) if both else 0.0
    return Overlap(precision, recall, f1)


def load_jieba() -> Any:
    """Import jieba without its messages and the warnings about its code.

    Raises:
        MaintextError: jieba is not installed.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        jieba = needed("jieba", extra="webmainbench", user="ROUGE-5")
    jieba.setLogLevel(logging.WARNING)
    return jieba


def _runs(tokens: list[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[start : start + size]) for start in range(len(tokens) - size + 1))
