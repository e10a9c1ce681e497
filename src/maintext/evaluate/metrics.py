"""How alike two texts are, in every measure that published evaluations of main-text extraction use.

All are pure functions of strings. ``found`` is what a system extracted, ``wanted`` what a person marked. Where one of
the two is empty every share is 0, where both are it is 1: a page without main text is answered best with nothing.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import ceil, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.evaluate.significance import resampled_means, standard_error
from maintext.words import overlap, words

EXACT_PRODUCT: Final = 4_000_000_000
"""Pairs of characters up to which the longest common subsequence is exact: two texts of 63,000, well under a second."""

ANCHOR: Final = 32
"""Characters of an anchor: long enough that one that occurs once in each text is hardly ever there by chance."""

SHINGLE: Final = 4
"""Words of a shingle, as scrapinghub's article-extraction-benchmark has it."""

LONGEST_LINE: Final = 10_000
"""Words above which a line is cut for ROUGE: matched positions take a bit a pair of words, 12 MB for two such lines."""

_TOKEN: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Overlap:
    """The share of the found that was wanted, the share of the wanted that was found, and their harmonic mean."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class LcsScore:
    """The longest common subsequence of two texts, in characters, and what share of each it is."""

    length: int
    precision: float
    recall: float
    f1: float

    @property
    def paper_r(self) -> float:
        """What the density paper (eq. 3) calls R: the share of the extracted text, elsewhere called precision."""
        return self.precision

    @property
    def paper_p(self) -> float:
        """What the density paper (eq. 3) calls P: the share of the standard text, elsewhere called recall."""
        return self.recall


@dataclass(frozen=True, slots=True)
class ShingleCounts:
    """Shingles of one page in both texts, only in the found and only in the wanted, as shares that add up to 1.

    All three are 0 where neither text has a word. ``exact`` is whether the two have the same words in the same order.
    """

    tp: float
    fp: float
    fn: float
    exact: bool


@dataclass(frozen=True, slots=True)
class ShingleScore:
    """The shingles of a set of pages; every figure with its standard error."""

    precision: float
    recall: float
    f1: float
    accuracy: float
    precision_plus_minus: float
    recall_plus_minus: float
    f1_plus_minus: float
    accuracy_plus_minus: float


@dataclass(frozen=True, slots=True)
class SnippetCounts:
    """Snippets of one page: required ones found and missed, forbidden ones present (unwanted) and absent (avoided)."""

    found: int
    missed: int
    unwanted: int
    avoided: int


@dataclass(frozen=True, slots=True)
class SnippetScore:
    """The snippets of a set of pages.

    Precision, recall and F1 are pooled. The two rates are means over pages, so that a page with many snippets counts
    as much as one with few: ``with_rate`` is the share of the required snippets that are there (1 is best),
    ``without_rate`` the share of the forbidden ones that are there (0 is best). Each is of the pages that have such
    snippets; where none has, it is at its best, as nothing went wrong.
    """

    precision: float
    recall: float
    f1: float
    with_rate: float
    without_rate: float


def bag_of_words(found: str, wanted: str) -> Overlap:
    """Words in common, repeated ones counted, their order ignored."""
    return Overlap(*overlap(found, wanted))


def lcs(found: str, wanted: str) -> LcsScore:
    """The longest common subsequence of characters, white space left out.

    Exact where the texts, without their common head and tail, have at most ``EXACT_PRODUCT`` pairs of characters. The
    work grows with that product, so longer ones are first tied together: stretches of ``ANCHOR`` characters that occur
    once in each text and in the same order in both are taken as common, and the rest is compared between one such
    stretch and the next. Where even such a gap is too long, both its sides are cut into the same number of equal
    blocks, the first compared with the first and so on. What is found is a common subsequence all the same, so the
    length is then a lower bound; for two versions of one text it is nearly exact.
    """
    found, wanted = "".join(found.split()), "".join(wanted.split())
    length = _common_length(found, wanted)
    score = _shares(length, len(found), len(wanted))
    return LcsScore(length, score.precision, score.recall, score.f1)


def shingles(found: str, wanted: str) -> ShingleCounts:
    r"""Overlapping runs of four words in common, repeated ones counted, as in scrapinghub's benchmark.

    Words are its words: ``\w+`` runs, case kept, and a run of CJK characters is one word. A text of fewer than four
    words has one shingle of all its words. The counts are divided by their sum so that a long page weighs no more
    than a short one.
    """
    found_words, wanted_words = _TOKEN.findall(found), _TOKEN.findall(wanted)
    in_found, in_wanted = Counter(runs(found_words)), Counter(runs(wanted_words))
    common = (in_found & in_wanted).total()
    only_found, only_wanted = in_found.total() - common, in_wanted.total() - common
    total = common + only_found + only_wanted or 1
    return ShingleCounts(common / total, only_found / total, only_wanted / total, found_words == wanted_words)


def shingle_score(pages: Sequence[ShingleCounts], *, seed: int = 0, resamples: int = 1000) -> ShingleScore:
    """The shingles of a set, as scrapinghub's benchmark sums them up.

    Precision is the mean over the pages where something was found, recall over those where something was wanted, F1 is
    the harmonic mean of these two means (not a mean over pages), accuracy the share of pages with exactly the wanted
    words. The ± is the standard deviation of the figure when the pages are resampled.

    Raises:
        ValueError: there are no pages.
    """
    columns = _page_columns(pages)
    resampled = _set_figures(resampled_means(columns, seed=seed, resamples=resamples))
    figures = _set_figures(columns.mean(axis=1, keepdims=True))
    return ShingleScore(*figures[:, 0].tolist(), *map(standard_error, resampled))


def rouge_lsum(found: str, wanted: str) -> Overlap:
    """ROUGE-L of whole texts: every wanted line with the union of its common subsequences with the found lines.

    A line stands for a sentence, and words are those of :mod:`maintext.words`. As in the usual programs a word is not
    credited more often than it was found. Where a pair of lines has several longest common subsequences any one counts,
    so programs differ a little in which. Lines of more than ``LONGEST_LINE`` words are cut into lines of that many.
    """
    numbers: dict[str, int] = {}
    found_lines, wanted_lines = _numbered_lines(found, numbers), _numbered_lines(wanted, numbers)
    found_words, wanted_words = Counter(chain.from_iterable(found_lines)), sum(map(len, wanted_lines))
    different = {line: frozenset(line) for line in found_lines}
    covered: Counter[int] = Counter()
    for line, times in Counter(wanted_lines).items():
        for position in _covered_positions(line, different):
            covered[line[position]] += times
    return _shares((covered & found_words).total(), found_words.total(), wanted_words)


def snippet_counts(found: str, required: Iterable[str], forbidden: Iterable[str]) -> SnippetCounts:
    """Which snippets a text holds; a run of white space is one space in both, and case counts."""
    text = _single_spaced(found)
    hits = [_single_spaced(snippet) in text for snippet in required]
    faults = [_single_spaced(snippet) in text for snippet in forbidden]
    return SnippetCounts(sum(hits), len(hits) - sum(hits), sum(faults), len(faults) - sum(faults))


def snippet_score(pages: Iterable[SnippetCounts]) -> SnippetScore:
    """The snippets of a set: a required one found is a true positive, a forbidden one found a false positive."""
    pages = list(pages)
    found, missed = sum(page.found for page in pages), sum(page.missed for page in pages)
    pooled = _shares(found, found + sum(page.unwanted for page in pages), found + missed)
    with_rate = _mean_share(((page.found, page.missed) for page in pages), otherwise=1.0)
    without_rate = _mean_share(((page.unwanted, page.avoided) for page in pages), otherwise=0.0)
    return SnippetScore(pooled.precision, pooled.recall, pooled.f1, with_rate, without_rate)


def runs(tokens: Sequence[str], size: int = SHINGLE) -> Iterator[tuple[str, ...]]:
    """All runs of so many tokens, or the one run of all of them where there are fewer."""
    if tokens:
        for start in range(max(1, len(tokens) - size + 1)):
            yield tuple(tokens[start : start + size])


def _shares(common: int, found: int, wanted: int) -> Overlap:
    if not found or not wanted:
        equal = float(found == wanted)
        return Overlap(equal, equal, equal)
    return Overlap(common / found, common / wanted, 2 * common / (found + wanted))


def _common_length(found: str, wanted: str) -> int:
    head = _common_head(found, wanted)
    found, wanted = found[head:], wanted[head:]
    tail = _common_head(found[::-1], wanted[::-1])
    found, wanted = found[: len(found) - tail], wanted[: len(wanted) - tail]
    return head + tail + sum(_exact_length(*pair) for pair in _comparable(found, wanted))


def _common_head(one: str, other: str) -> int:
    """Halving the stretch in question keeps the comparison in C."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _comparable(found: str, wanted: str) -> Iterator[tuple[str, str]]:
    """Pairs of stretches, in order in both texts and without overlap, each short enough to be compared exactly."""
    if len(found) * len(wanted) <= EXACT_PRODUCT:
        yield found, wanted
        return
    ends = [(0, 0), *_anchors(found, wanted), (len(found), len(wanted))]
    for (found_from, wanted_from), (found_to, wanted_to) in pairwise(ends):
        yield from _blocks(found[found_from:found_to], wanted[wanted_from:wanted_to])


def _anchors(found: str, wanted: str) -> list[tuple[int, int]]:
    """Where stretches start that occur once in each text: the longest series that is in order in both."""
    starts = range(0, len(found) - ANCHOR + 1, ANCHOR)
    times = Counter(found[start : start + ANCHOR] for start in starts)
    places: dict[str, int] = {}
    for place in range(len(wanted) - ANCHOR + 1):
        stretch = wanted[place : place + ANCHOR]
        if stretch in times:
            times[stretch] += stretch in places
            places[stretch] = place
    stretches = [(start, found[start : start + ANCHOR]) for start in starts]
    pairs = [(start, places[stretch]) for start, stretch in stretches if stretch in places and times[stretch] == 1]
    return [pairs[index] for index in _longest_rise([place for _, place in pairs])]


def _longest_rise(values: Sequence[int]) -> list[int]:
    """Indices of the longest series of values that rises."""
    smallest_last: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, value in enumerate(values):
        length = bisect_left(smallest_last, value)
        before.append(last[length - 1] if length else -1)
        smallest_last[length : length + 1] = [value]
        last[length : length + 1] = [index]
    series: list[int] = []
    index = last[-1] if last else -1
    while index >= 0:
        series.append(index)
        index = before[index]
    return series[::-1]


def _blocks(found: str, wanted: str) -> Iterator[tuple[str, str]]:
    """Equally many blocks of both texts, as few as are short enough."""
    count = max(1, ceil(sqrt(len(found) * len(wanted) / EXACT_PRODUCT)))
    for block in range(count):
        yield _block(found, block, count), _block(wanted, block, count)


def _block(text: str, block: int, count: int) -> str:
    return text[len(text) * block // count : len(text) * (block + 1) // count]


def _exact_length(found: str, wanted: str) -> int:
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 (an extra)

    return LCSseq.similarity(found, wanted)


def _page_columns(pages: Sequence[ShingleCounts]) -> NDArray[np.float64]:
    """Precision where there is one and whether there is; recall where there is one and whether; exact or not."""
    rows = [
        (
            page.tp / (page.tp + page.fp or 1),
            float(page.tp + page.fp > 0),
            page.tp / (page.tp + page.fn or 1),
            float(page.tp + page.fn > 0),
            float(page.exact),
        )
        for page in pages
    ]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 5).T


def _set_figures(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Precision, recall, F1 and accuracy of sets, one a column, from the means of their page columns."""
    precision, recall = (_quotient(means[row], means[row + 1]) for row in (0, 2))
    return np.stack([precision, recall, _quotient(2 * precision * recall, precision + recall), means[4]])


def _quotient(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    """Zero where there is nothing to divide by."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _numbered_lines(text: str, numbers: dict[str, int]) -> list[tuple[int, ...]]:
    """The lines as numbers of their words, which compare faster than words do."""
    lines: list[tuple[int, ...]] = []
    for line in text.splitlines():
        numbered = [numbers.setdefault(word, len(numbers)) for word in words(line)]
        lines.extend(tuple(numbered[start : start + LONGEST_LINE]) for start in range(0, len(numbered), LONGEST_LINE))
    return lines


def _covered_positions(line: tuple[int, ...], others: dict[tuple[int, ...], frozenset[int]]) -> set[int]:
    """Positions of a line that are in its common subsequence with any other line.

    A line that is there itself covers all; one that lacks the words still open can cover nothing new.
    """
    if line in others:
        return set(range(len(line)))
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 (an extra)

    covered: set[int] = set()
    open_words = set(line)
    for other, its_words in others.items():
        if not open_words.isdisjoint(its_words):
            for block in LCSseq.editops(line, other).as_matching_blocks():
                covered.update(range(block.a, block.a + block.size))
            open_words = {word for position, word in enumerate(line) if position not in covered}
    return covered


def _single_spaced(text: str) -> str:
    return " ".join(text.split())


def _mean_share(pages: Iterable[tuple[int, int]], *, otherwise: float) -> float:
    """The mean share of the first of two counts in both, over the pages that have any."""
    shares = [part / (part + rest) for part, rest in pages if part + rest]
    return sum(shares) / len(shares) if shares else otherwise
