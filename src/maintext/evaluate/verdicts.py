"""Verdicts on pages that the papers gave by hand, defined so that a program can give them.

The figures of the papers are human judgements and cannot be reproduced exactly; the definitions here replace them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Final, Self

from maintext.algorithms.learned.engine import HAS_MAIN_TEXT
from maintext.evaluate.metrics import bag_of_words, runs
from maintext.words import words

FEW: Final = 2
"""Sentences that a good text may lack, and noise blocks that it may contain (naive Bayes paper: one or two)."""

COMPLETE: Final = 0.95
"""Share of the wanted words in a complete text; the rest allows for a caption or a byline."""

PRECISE: Final = 0.8
"""Share of a precise text's words that are wanted: a few links at its head or tail are less than a fifth of it."""

PRESENT: Final = 0.05
"""Share of the wanted runs of four words below which a match is chance."""

ACCURATE: Final = 0.95
"""Bound that precision, recall and F1 of an accurately extracted page must all exceed (P value paper)."""

_SENTENCE: Final = re.compile(r""".+?(?:[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+["'”’»)\]」』）]*|$)""")

_WITHOUT_MAIN_TEXT: Final = frozenset({"collection", "listing", "other", "product", "service"})
"""Types of pages that are many small texts; ``other`` are home, section and tag pages."""


class Grade(Enum):
    """The three levels of the naive Bayes paper."""

    EXCELLENT = "excellent"
    GOOD = "good"
    POOR = "poor"


class Extraction(Enum):
    """The right answer of the link-density paper, and its three kinds of wrong ones."""

    CORRECT = "correct"
    INCOMPLETE = "incomplete"
    IMPRECISE = "imprecise"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class JudgeTable:
    """Counts of pages by whether they have a main text (first word) and whether a system says so (second)."""

    yes_yes: int = 0
    yes_no: int = 0
    no_yes: int = 0
    no_no: int = 0

    def with_page(self, has_main_text: bool, said_so: bool) -> Self:
        """Return the table with one more page."""
        cell = f"{'yes' if has_main_text else 'no'}_{'yes' if said_so else 'no'}"
        return replace(self, **{cell: getattr(self, cell) + 1})

    @property
    def pages(self) -> int:
        """All pages judged."""
        return self.yes_yes + self.yes_no + self.no_yes + self.no_no

    @property
    def accuracy(self) -> float:
        """The share of pages judged correctly; 0 if there are no pages."""
        return (self.yes_yes + self.no_no) / self.pages if self.pages else 0.0


def graded(found: str, wanted: str) -> Grade:
    """Grade a text by the sentences that it lacks and the noise that it contains.

    Excellent: the same characters, ignoring white space. Good: at least one wanted sentence is found, at most ``FEW``
    are lost, and there are at most ``FEW`` noise blocks. Everything else is poor.

    A sentence is a piece of a line that ends at the end of the line, after ``. ! ? …`` and closing marks before white
    space, or after ``。！？`` and closing marks. Pieces without a word are ignored, and abbreviations are not
    recognised. A sentence is lost if its words do not appear in sequence in the other text, so line breaks, case and
    punctuation do not matter. A noise block is a found line, of any length, without a wanted sentence; in a line that
    also contains wanted text each unwanted sentence is a block.
    """
    if "".join(found.split()) == "".join(wanted.split()):
        return Grade.EXCELLENT
    found_words, wanted_words = _in_a_row(found), _in_a_row(wanted)
    sentences = list(_sentences(wanted))
    lost = _count_beyond_few(sentence for sentence in sentences if sentence not in found_words)
    noise = _count_beyond_few(_noise_blocks(found, wanted_words))
    return Grade.GOOD if lost < len(sentences) and lost <= FEW and noise <= FEW else Grade.POOR


def judged_extraction(found: str, wanted: str) -> Extraction:
    """Decide whether the text was extracted, and if not, what is wrong with it.

    Missing: almost nothing of the text (``PRESENT``, in runs of four words, because any two texts share words).
    Incomplete: not all of it (``COMPLETE``, in words). Imprecise: all of it, with much else (``PRECISE``). The paper
    calls texts with many links imprecise; plain texts do not show links, so any additional text counts. If nothing is
    wanted, an empty text is correct and any other imprecise.
    """
    if not words(wanted):
        return Extraction.IMPRECISE if words(found) else Extraction.CORRECT
    score = bag_of_words(found, wanted)
    if score.recall >= COMPLETE:
        return Extraction.CORRECT if score.precision >= PRECISE else Extraction.IMPRECISE
    return Extraction.INCOMPLETE if _share_of_runs(found, wanted) >= PRESENT else Extraction.MISSING


def is_accurate(precision: float, recall: float, f1: float) -> bool:
    """Whether a page counts as accurately extracted in the P value paper; values equal to the bound do not."""
    return min(precision, recall, f1) > ACCURATE


def page_has_main_text(page_type: str) -> bool | None:
    """Whether pages of a type have a main text in the sense of ``judge``; None for an unknown type.

    Articles, documentation and threads of posts are read from start to end. Listings, collections, products, services
    and home pages are many small texts, although labelled sets mark text there too.
    """
    if page_type in HAS_MAIN_TEXT:
        return True
    return False if page_type in _WITHOUT_MAIN_TEXT else None


def _sentences(text: str) -> Iterator[str]:
    """Yield the words of each sentence, joined by spaces."""
    for line in text.splitlines():
        for match in _SENTENCE.finditer(line):
            if words(match[0]):
                yield _in_a_row(match[0])


def _in_a_row(text: str) -> str:
    """Return the words with a space around each, so that a substring search matches whole words."""
    return f" {' '.join(words(text))} "


def _noise_blocks(found: str, wanted_words: str) -> Iterator[str]:
    for line in found.splitlines():
        sentences = list(_sentences(line))
        noise = (sentence for sentence in sentences if sentence not in wanted_words)
        mixed = any(sentence in wanted_words for sentence in sentences)
        yield from noise if mixed else islice(noise, 1)


def _count_beyond_few(pieces: Iterable[str]) -> int:
    """Count up to ``FEW + 1``, which is all a verdict needs: each item costs a search of a whole text."""
    return sum(1 for _ in islice(pieces, FEW + 1))


def _share_of_runs(found: str, wanted: str) -> float:
    in_found, in_wanted = set(runs(words(found))), set(runs(words(wanted)))
    return len(in_found & in_wanted) / len(in_wanted)
