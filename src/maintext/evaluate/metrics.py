"""Measure the similarity of two texts, with all measures of published evaluations of main-text extraction.

All are pure functions of strings. ``found`` is the extracted text, ``wanted`` the text that a person marked. If one is
empty every share is 0; if both are, it is 1: the best answer for a page without main text is an empty text.
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
"""Characters of an anchor: long enough that one that occurs once in each text hardly ever matches by chance."""

SHINGLE: Final = 4
"""Words of a shingle, as in Scrapinghub's article extraction benchmark."""

LONGEST_LINE: Final = 10_000
"""Words after which a line is cut for ROUGE: matching takes one bit per pair of words, 12 MB for two such lines."""

_TOKEN: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Overlap:
    """The share of the found text that is wanted, of the wanted text that is found, and their harmonic mean."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class LcsScore:
    """The length of the longest common subsequence of two texts, in characters, and its share of each."""

    length: int
    precision: float
    recall: float
    f1: float

    @property
    def paper_r(self) -> float:
        """R of the density paper (eq. 3): the share of the extracted text, usually called precision."""
        return self.precision

    @property
    def paper_p(self) -> float:
        """P of the density paper (eq. 3): the share of the standard text, usually called recall."""
        return self.recall


@dataclass(frozen=True, slots=True)
class ShingleCounts:
    """Shingles of one page in both texts, only in the found and only in the wanted, as shares that add up to 1.

    All three are 0 if neither text has a word. ``exact``: whether both have the same words in the same order.
    """

    tp: float
    fp: float
    fn: float
    exact: bool


@dataclass(frozen=True, slots=True)
class ShingleScore:
    """The shingle scores of a set of pages, with their standard errors."""

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
    """The snippet scores of a set of pages.

    Precision, recall and F1 are pooled. The two rates are means over pages, so that a page with many snippets counts
    as much as one with few: ``with_rate`` is the share of the required snippets that are present (1 is best),
    ``without_rate`` the share of the forbidden ones (0 is best). Each is the mean over the pages that have such
    snippets; if none has, it is the best value.
    """

    precision: float
    recall: float
    f1: float
    with_rate: float
    without_rate: float


def bag_of_words(found: str, wanted: str) -> Overlap:
    """Compare the words of two texts, with repeats, in any order."""
    return Overlap(*overlap(found, wanted))


def lcs(found: str, wanted: str) -> LcsScore:
    """Find the longest common subsequence of characters, without white space.

    The result is exact if the texts, without their common start and end, have at most ``EXACT_PRODUCT`` pairs of
    characters. The work grows with that product, so longer texts are first aligned at anchors: pieces of ``ANCHOR``
    characters that occur once in each text, in the same order. Only the gaps between anchors are compared. If a gap is
    still too long, both sides are cut into the same number of equal blocks, which are compared in pairs. The result is
    a common subsequence in any case, so its length is a lower bound; for two versions of one text it is nearly exact.
    """
    found, wanted = "".join(found.split()), "".join(wanted.split())
    length = _common_length(found, wanted)
    score = _shares(length, len(found), len(wanted))
    return LcsScore(length, score.precision, score.recall, score.f1)


def shingles(found: str, wanted: str) -> ShingleCounts:
    r"""Compare overlapping runs of four words, with repeats, as in Scrapinghub's benchmark.

    Words are defined as there: matches of ``\w+``, with case, so a run of CJK characters is one word. A text of fewer
    than four words has one shingle of all its words. The counts are divided by their sum, so that long and short pages
    count the same.
    """
    found_words, wanted_words = _TOKEN.findall(found), _TOKEN.findall(wanted)
    in_found, in_wanted = Counter(runs(found_words)), Counter(runs(wanted_words))
    common = (in_found & in_wanted).total()
    only_found, only_wanted = in_found.total() - common, in_wanted.total() - common
    total = common + only_found + only_wanted or 1
    return ShingleCounts(common / total, only_found / total, only_wanted / total, found_words == wanted_words)


def shingle_score(pages: Sequence[ShingleCounts], *, seed: int = 0, resamples: int = 1000) -> ShingleScore:
    """Return the shingle scores of a set, computed as in Scrapinghub's benchmark.

    Precision is the mean over the pages with a found text, recall over those with a wanted text, F1 the harmonic mean
    of these two means (not a mean over pages), accuracy the share of pages with exactly the wanted words. The ± is the
    standard deviation of the figure when the pages are resampled.

    Raises:
        ValueError: there are no pages.
    """
    columns = _page_columns(pages)
    resampled = _set_figures(resampled_means(columns, seed=seed, resamples=resamples))
    figures = _set_figures(columns.mean(axis=1, keepdims=True))
    return ShingleScore(*figures[:, 0].tolist(), *map(standard_error, resampled))


def rouge_lsum(found: str, wanted: str) -> Overlap:
    """Return ROUGE-L of whole texts: each wanted line with the union of its common subsequences with the found lines.

    Lines are used as sentences, and words are those of :mod:`maintext.words`. As in other programs, a word is not
    counted more often than it was found. If a pair of lines has several longest common subsequences, any one of them is
    used, so programs differ slightly. Lines of more than ``LONGEST_LINE`` words are split.
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
    """Count the snippets that a text contains; runs of white space equal one space, and case matters."""
    text = _single_spaced(found)
    hits = [_single_spaced(snippet) in text for snippet in required]
    faults = [_single_spaced(snippet) in text for snippet in forbidden]
    return SnippetCounts(sum(hits), len(hits) - sum(hits), sum(faults), len(faults) - sum(faults))


def snippet_score(pages: Iterable[SnippetCounts]) -> SnippetScore:
    """Return the snippet scores of a set; found required snippets are true positives, found forbidden ones false."""
    pages = list(pages)
    found, missed = sum(page.found for page in pages), sum(page.missed for page in pages)
    pooled = _shares(found, found + sum(page.unwanted for page in pages), found + missed)
    with_rate = _mean_share(((page.found, page.missed) for page in pages), otherwise=1.0)
    without_rate = _mean_share(((page.unwanted, page.avoided) for page in pages), otherwise=0.0)
    return SnippetScore(pooled.precision, pooled.recall, pooled.f1, with_rate, without_rate)


def runs(tokens: Sequence[str], size: int = SHINGLE) -> Iterator[tuple[str, ...]]:
    """Yield all runs of ``size`` tokens, or one run of all tokens if there are fewer."""
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
    """Return the length of the common prefix; bisection keeps the comparison in C."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _comparable(found: str, wanted: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of pieces, in order in both texts and without overlap, short enough to be compared exactly."""
    if len(found) * len(wanted) <= EXACT_PRODUCT:
        yield found, wanted
        return
    ends = [(0, 0), *_anchors(found, wanted), (len(found), len(wanted))]
    for (found_from, wanted_from), (found_to, wanted_to) in pairwise(ends):
        yield from _blocks(found[found_from:found_to], wanted[wanted_from:wanted_to])


def _anchors(found: str, wanted: str) -> list[tuple[int, int]]:
    """Return the offsets of pieces that occur once in each text: the longest series that is in order in both."""
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
    """Return the indices of the longest increasing subsequence."""
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
    """Cut both texts into the same number of blocks, as few as possible."""
    count = max(1, ceil(sqrt(len(found) * len(wanted) / EXACT_PRODUCT)))
    for block in range(count):
        yield _block(found, block, count), _block(wanted, block, count)


def _block(text: str, block: int, count: int) -> str:
    return text[len(text) * block // count : len(text) * (block + 1) // count]


def _exact_length(found: str, wanted: str) -> int:
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415 (an extra)

    return LCSseq.similarity(found, wanted)


def _page_columns(pages: Sequence[ShingleCounts]) -> NDArray[np.float64]:
    """Return an array of 5 rows with one column per page: precision, has precision, recall, has recall, is exact."""
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
    """Return precision, recall, F1 and accuracy, with one column per set, from the means of ``_page_columns``."""
    precision, recall = (_quotient(means[row], means[row + 1]) for row in (0, 2))
    return np.stack([precision, recall, _quotient(2 * precision * recall, precision + recall), means[4]])


def _quotient(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide; 0 where the divisor is 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _numbered_lines(text: str, numbers: dict[str, int]) -> list[tuple[int, ...]]:
    """Return the lines with their words as numbers, which are compared faster."""
    lines: list[tuple[int, ...]] = []
    for line in text.splitlines():
        numbered = [numbers.setdefault(word, len(numbers)) for word in words(line)]
        lines.extend(tuple(numbered[start : start + LONGEST_LINE]) for start in range(0, len(numbered), LONGEST_LINE))
    return lines


def _covered_positions(line: tuple[int, ...], others: dict[tuple[int, ...], frozenset[int]]) -> set[int]:
    """Return the positions of a line that are in its common subsequence with any other line.

    An equal line covers all positions. Lines without any of the uncovered words are skipped.
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
    """Return the mean of ``part / (part + rest)`` over the pages where the sum is not 0."""
    shares = [part / (part + rest) for part, rest in pages if part + rest]
    return sum(shares) / len(shares) if shares else otherwise
