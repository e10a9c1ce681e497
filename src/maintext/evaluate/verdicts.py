"""Verdicts on a page instead of figures: what papers counted by hand, defined so that a program can.

The figures of the papers are people's judgements and are not to be had again exactly; the definitions here say what is
counted in their place.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import Final, Self

from maintext.evaluate.metrics import bag_of_words, runs
from maintext.words import words

FEW: Final = 2
"""Sentences that a good text may lack, and noise blocks that it may have (the naive Bayes paper: one or two)."""

COMPLETE: Final = 0.95
"""Share of the wanted words that a complete text has; the rest allows for a caption or a byline."""

PRECISE: Final = 0.8
"""Share of a precise text's words that are wanted: a few links at its head or tail are less than a fifth of it."""

PRESENT: Final = 0.05
"""Share of the wanted runs of four words below which what is common is common by chance."""

ACCURATE: Final = 0.95
"""What precision, recall and F1 of an accurately extracted page must all exceed (the P value paper)."""

_SENTENCE: Final = re.compile(r""".+?(?:[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+["'”’»)\]」』）]*|$)""")

_HAS_MAIN_TEXT: Final = {
    "article": True,
    "documentation": True,
    "collection": False,
    "forum": False,
    "listing": False,
    "product": False,
    "service": False,
}


class Grade(Enum):
    """The three levels of the naive Bayes paper."""

    EXCELLENT = "excellent"
    GOOD = "good"
    POOR = "poor"


class Extraction(Enum):
    """The link-density paper's right answer and its three kinds of wrong ones."""

    CORRECT = "correct"
    INCOMPLETE = "incomplete"
    IMPRECISE = "imprecise"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class JudgeTable:
    """Pages by whether they have a main text (the first word) and whether a system says so (the second)."""

    yes_yes: int = 0
    yes_no: int = 0
    no_yes: int = 0
    no_no: int = 0

    def with_page(self, has_main_text: bool, said_so: bool) -> Self:
        """The table with one more page."""
        cell = f"{'yes' if has_main_text else 'no'}_{'yes' if said_so else 'no'}"
        return replace(self, **{cell: getattr(self, cell) + 1})

    @property
    def pages(self) -> int:
        """All pages judged."""
        return self.yes_yes + self.yes_no + self.no_yes + self.no_no

    @property
    def accuracy(self) -> float:
        """The share of pages judged rightly; 0 where there are none."""
        return (self.yes_yes + self.no_no) / self.pages if self.pages else 0.0


def graded(found: str, wanted: str) -> Grade:
    """Excellent, good or poor, by what a reader would miss and what would disturb.

    Excellent is the same characters, white space left out. Good is at least one wanted sentence found, at most ``FEW``
    lost and at most ``FEW`` noise blocks. All else is poor.

    A sentence is a piece of a line that ends at the line's end, after ``. ! ? …`` and closing marks before white space,
    or after ``。！？`` and closing marks; pieces without a word are none, and abbreviations are not known. It is lost
    where its words, in a row, are not in the other text, so that line breaks, case and punctuation do not matter. A
    noise block is a found line none of whose sentences is wanted, however long it is; in a line that also holds wanted
    text every sentence that is not wanted is a block of its own.
    """
    if "".join(found.split()) == "".join(wanted.split()):
        return Grade.EXCELLENT
    found_words, wanted_words = _in_a_row(found), _in_a_row(wanted)
    sentences = list(_sentences(wanted))
    lost = _count_beyond_few(sentence for sentence in sentences if sentence not in found_words)
    noise = _count_beyond_few(_noise_blocks(found, wanted_words))
    return Grade.GOOD if lost < len(sentences) and lost <= FEW and noise <= FEW else Grade.POOR


def judged_extraction(found: str, wanted: str) -> Extraction:
    """Whether the text was extracted, and if not what is wrong with it.

    Missing is as good as nothing of the text (``PRESENT``, in runs of four words, as any two texts share words),
    incomplete less than all of it (``COMPLETE``, in words), imprecise all of it with much around it (``PRECISE``).
    The paper's imprecise texts are those with many links; two plain texts do not say what was a link, so any text
    around it counts. Where nothing is wanted, nothing is correct and anything imprecise.
    """
    if not words(wanted):
        return Extraction.IMPRECISE if words(found) else Extraction.CORRECT
    score = bag_of_words(found, wanted)
    if score.recall >= COMPLETE:
        return Extraction.CORRECT if score.precision >= PRECISE else Extraction.IMPRECISE
    return Extraction.INCOMPLETE if _share_of_runs(found, wanted) >= PRESENT else Extraction.MISSING


def is_accurate(precision: float, recall: float, f1: float) -> bool:
    """Whether a page counts as accurately extracted in the P value paper; the bound itself does not."""
    return min(precision, recall, f1) > ACCURATE


def page_has_main_text(page_type: str) -> bool | None:
    """Whether pages of a type have a main text in the P value paper's sense; None for a type that is not known.

    The paper asks whether a page has an article. Articles and documentation are one text that is read from head to
    end; listings, collections, products, forums and services are many small ones, though a labelled set may mark text
    in them as well.
    """
    return _HAS_MAIN_TEXT.get(page_type)


def _sentences(text: str) -> Iterator[str]:
    """The words of every sentence, in a row."""
    for line in text.splitlines():
        for match in _SENTENCE.finditer(line):
            if words(match[0]):
                yield _in_a_row(match[0])


def _in_a_row(text: str) -> str:
    """The words with a space around each, so that whole words are compared."""
    return f" {' '.join(words(text))} "


def _noise_blocks(found: str, wanted_words: str) -> Iterator[str]:
    for line in found.splitlines():
        sentences = list(_sentences(line))
        noise = (sentence for sentence in sentences if sentence not in wanted_words)
        mixed = any(sentence in wanted_words for sentence in sentences)
        yield from noise if mixed else islice(noise, 1)


def _count_beyond_few(pieces: Iterable[str]) -> int:
    """How many there are, counted no further than the verdict needs: each costs a search of a whole text."""
    return sum(1 for _ in islice(pieces, FEW + 1))


def _share_of_runs(found: str, wanted: str) -> float:
    in_found, in_wanted = set(runs(words(found))), set(runs(words(wanted)))
    return len(in_found & in_wanted) / len(in_wanted)
