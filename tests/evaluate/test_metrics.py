"""Metrics against values worked out by hand, and what must hold for any two texts."""

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.evaluate import metrics
from maintext.evaluate.metrics import (
    LcsScore,
    Overlap,
    ShingleCounts,
    SnippetCounts,
    bag_of_words,
    lcs,
    rouge_lsum,
    shingle_score,
    shingles,
    snippet_counts,
    snippet_score,
)
from maintext.evaluate.verdicts import (
    Extraction,
    Grade,
    graded,
    judged_extraction,
)
from maintext.words import words

TEXTS = st.text(st.sampled_from("abcAB .!\n\t中文。"), max_size=40)
SHORT = st.text(st.sampled_from("abcd"), max_size=40)


def approx(*values: float) -> tuple[Any, ...]:
    return tuple(pytest.approx(value) for value in values)


def in_order(score: Overlap | LcsScore) -> tuple[float, float, float]:
    return score.precision, score.recall, score.f1


def plain_lcs(one: str, other: str) -> int:
    """The textbook recursion."""

    @cache
    def length(i: int, j: int) -> int:
        if not i or not j:
            return 0
        if one[i - 1] == other[j - 1]:
            return length(i - 1, j - 1) + 1
        return max(length(i - 1, j), length(i, j - 1))

    return length(len(one), len(other))


def test_nothing_but_the_metrics_loads_the_extra() -> None:
    """Rapidfuzz is an extra: neither the library nor the module may need it before a metric that does is called."""
    code = "import sys, maintext, maintext.evaluate.verdicts; sys.exit('rapidfuzz' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Bag of words


def test_bag_of_words_counts_repeated_words() -> None:
    """Found: a a b (3 words), wanted: A b c d (4); common: a, b. P = 2/3, R = 2/4, F1 = 2*2/(3+4) = 4/7."""
    assert in_order(bag_of_words("a a b", "A, b c d.")) == approx(2 / 3, 1 / 2, 4 / 7)


# Longest common subsequence


def test_lcs_ignores_white_space() -> None:
    """The texts abcbdab and bdcaba share bcba (the textbook pair, 4). P = 4/7, R = 4/6, F1 = 2*4/13."""
    score = lcs("a bc\nbd ab", "bd\u3000c\taba")
    assert score.length == 4
    assert in_order(score) == approx(4 / 7, 4 / 6, 8 / 13)


def test_the_paper_names_precision_r_and_recall_p() -> None:
    """Extracted: abcd, standard: ab, common: 2. The paper's R = 2 / len(extracted) = 1/2, its P = 2 / 2 = 1."""
    score = lcs("abcd", "ab")
    assert (score.paper_r, score.paper_p) == (1 / 2, 1)


@given(SHORT, SHORT)
def test_lcs_of_short_texts_is_exact(found: str, wanted: str) -> None:
    assert lcs(found, wanted).length == plain_lcs(found, wanted)


@given(SHORT, SHORT)
def test_lcs_of_long_texts_is_a_lower_bound(found: str, wanted: str) -> None:
    """With the bounds turned down short texts take the way of long ones."""
    with mock.patch.object(metrics, "EXACT_PRODUCT", 12), mock.patch.object(metrics, "ANCHOR", 3):
        assert lcs(found, wanted).length <= plain_lcs(found, wanted)
        assert lcs(found, found).length == len(found)


def test_long_texts_are_tied_together_at_stretches_in_common() -> None:
    """Numbers 0 to 999 behind a head that shifts them all: blocks cut at equal places would miss most of them.

    Every third number is gone, from 0 on (334 of them); the other 666 are common, four digits each.
    """
    numbers = [f"{number:04}" for number in range(1000)]
    wanted, found = "".join(numbers), "x" * 1000 + "".join(number for number in numbers if int(number) % 3) + "y"
    with mock.patch.object(metrics, "EXACT_PRODUCT", 20_000), mock.patch.object(metrics, "ANCHOR", 8):
        assert lcs(found, wanted).length == 666 * 4


def test_the_longest_series_in_order_is_kept() -> None:
    """Of 5 1 2 9 3 4 the longest rise is 1 2 3 4, at the indices 1, 2, 4 and 5."""
    assert metrics._longest_rise([5, 1, 2, 9, 3, 4]) == [1, 2, 4, 5]
    assert metrics._longest_rise([]) == []


@pytest.mark.slow
def test_a_long_pair_ends() -> None:
    """Some 300,000 characters each: one has noise for every tenth line, one shares no line at all."""
    wanted = "\n".join(f"line {number * 7919 % 100_003:06} of a long text" for number in range(11_000))
    found = "\n".join(f"noise {n}" if n % 10 == 0 else line for n, line in enumerate(wanted.splitlines()))
    other = "".join(chr(97 + n * n % 23) for n in range(300_000))
    assert min(len(found), len(wanted)) > 270_000
    assert lcs(found, wanted).recall > 0.9
    assert lcs(other, wanted).length > 0
    assert rouge_lsum(found, wanted).recall == pytest.approx(0.9)
    assert judged_extraction(found, wanted) is Extraction.INCOMPLETE
    assert graded(found, wanted) is Grade.POOR


# Shingles


@pytest.mark.parametrize(
    ("found", "wanted", "expected"),
    [
        # abcd bcde | bcde cdef: one in common, one only here, one only there.
        ("a b c d e", "b c d e f", ShingleCounts(1 / 3, 1 / 3, 1 / 3, exact=False)),
        # abc | abcd: fewer than four words are one shingle of their own.
        ("a b c", "a b c d", ShingleCounts(0, 1 / 2, 1 / 2, exact=False)),
        ("a, b-c!", "a b c", ShingleCounts(1, 0, 0, exact=True)),
        # Case counts.
        ("A b c", "a b c", ShingleCounts(0, 1 / 2, 1 / 2, exact=False)),
        # aaaa twice | aaaa once.
        ("a a a a a", "a a a a", ShingleCounts(1 / 2, 1 / 2, 0, exact=False)),
        ("", "a", ShingleCounts(0, 0, 1, exact=False)),
        ("a", "", ShingleCounts(0, 1, 0, exact=False)),
        ("", "!", ShingleCounts(0, 0, 0, exact=True)),
    ],
)
def test_shingles(found: str, wanted: str, expected: ShingleCounts) -> None:
    assert shingles(found, wanted) == expected


def test_shingle_score_averages_only_pages_that_have_the_share() -> None:
    """Four pages: P is 1/2, 1 and (nothing found) none, and (nothing wanted) 0: (1/2 + 1 + 0) / 3 = 1/2.

    R is 1/2, 1, 0 and none: 1/2. F1 = 2 * 1/4 / 1 = 1/2; one page of four is exact.
    """
    pages = [
        ShingleCounts(1 / 3, 1 / 3, 1 / 3, exact=False),
        ShingleCounts(1, 0, 0, exact=True),
        ShingleCounts(0, 0, 1, exact=False),
        ShingleCounts(0, 1, 0, exact=False),
    ]
    score = shingle_score(pages)
    assert (score.precision, score.recall, score.f1, score.accuracy) == approx(1 / 2, 1 / 2, 1 / 2, 1 / 4)
    # The standard error of a share of 1/4 of four pages is sqrt(1/4 * 3/4 / 4) = 0.2165.
    assert score.accuracy_plus_minus == pytest.approx(0.2165, abs=0.02)
    assert score == shingle_score(pages)
    assert score != shingle_score(pages, seed=1)


def test_shingle_score_of_equal_pages_is_certain() -> None:
    """P = 2/3, R = 2/2, F1 = 2 * 2/3 / (5/3) = 4/5, whichever pages are drawn."""
    score = shingle_score([ShingleCounts(2 / 3, 1 / 3, 0, exact=False)] * 5)
    assert (score.precision, score.recall, score.f1, score.accuracy) == approx(2 / 3, 1, 4 / 5, 0)
    assert (score.precision_plus_minus, score.f1_plus_minus, score.accuracy_plus_minus) == approx(0, 0, 0)


def test_shingle_score_needs_pages() -> None:
    with pytest.raises(ValueError, match="no pages"):
        shingle_score([])


# ROUGE


def test_rouge_takes_the_union_over_the_lines() -> None:
    """The example of the ROUGE paper: w1 to w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5.

    The subsequences are w1 w2 and w1 w3 w5, the union w1 w2 w3 w5: R = 4/5, P = 4/10, F1 = 2*4/15.
    """
    score = rouge_lsum("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", "w1 w2 w3 w4 w5")
    assert in_order(score) == approx(4 / 10, 4 / 5, 8 / 15)


def test_rouge_credits_a_word_no_more_often_than_it_was_found() -> None:
    """Both wanted lines match the one found line: 4 positions, but a and b were found once: 2. P = 2/2, R = 2/4."""
    assert in_order(rouge_lsum("a b", "a b\na b")) == approx(1, 1 / 2, 2 / 3)


def test_rouge_is_about_order_within_lines_only() -> None:
    """The lines changed places: all is found. Within a line, b a shares one word with a b."""
    assert rouge_lsum("c d\n\na b", "a b\nc d") == Overlap(1, 1, 1)
    assert in_order(rouge_lsum("b a", "a b")) == approx(1 / 2, 1 / 2, 1 / 2)


def test_rouge_cuts_endless_lines() -> None:
    """Cut after two words: ab cd e against ab xd e. Covered are a b, d and e of 5: R = 4/5, P = 4/5."""
    with mock.patch.object(metrics, "LONGEST_LINE", 2):
        assert in_order(rouge_lsum("a b c d e", "a b x d e")) == approx(4 / 5, 4 / 5, 4 / 5)


@given(TEXTS, TEXTS)
def test_rouge_is_at_most_the_bag_of_words(found: str, wanted: str) -> None:
    """It asks for the same words and an order as well."""
    assert rouge_lsum(found, wanted).f1 <= bag_of_words(found, wanted).f1 + 1e-12


# Any two texts


@pytest.mark.parametrize("compare", [bag_of_words, lcs, rouge_lsum])
@given(found=TEXTS, wanted=TEXTS)
@settings(max_examples=60)
def test_shares(compare: Callable[[str, str], Overlap | LcsScore], found: str, wanted: str) -> None:
    """Between 0 and 1, F1 between the two others; a text is all of itself; nothing is no part of something."""
    precision, recall, f1 = in_order(compare(found, wanted))
    assert 0 <= min(precision, recall) <= f1 + 1e-12
    assert f1 <= max(precision, recall) + 1e-12 <= 1 + 2e-12
    assert in_order(compare(found, found)) == (1, 1, 1)
    assert in_order(compare("", "a" + wanted)) == in_order(compare("a" + wanted, " ")) == (0, 0, 0)


@given(TEXTS, TEXTS)
def test_the_texts_may_change_places(found: str, wanted: str) -> None:
    """Precision one way is recall the other way."""
    assert in_order(bag_of_words(found, wanted))[:2] == in_order(bag_of_words(wanted, found))[1::-1]
    assert in_order(lcs(found, wanted))[:2] == in_order(lcs(wanted, found))[1::-1]
    one, other = shingles(found, wanted), shingles(wanted, found)
    assert (one.tp, one.fp, one.fn, one.exact) == (other.tp, other.fn, other.fp, other.exact)


@given(TEXTS, TEXTS)
def test_shingle_shares_add_up(found: str, wanted: str) -> None:
    """To 1, or to 0 where neither text has a word."""
    counts = shingles(found, wanted)
    assert counts.tp + counts.fp + counts.fn == pytest.approx(1 if words(found + wanted) else 0)
    assert shingles(found, found).exact


# Snippets


def test_snippets_are_found_whatever_the_white_space() -> None:
    """Of three required ones two are there (case counts), of two forbidden ones one."""
    text = "It rained\n  all day.\u00a0Nobody minded.\nShare this"
    counts = snippet_counts(text, ["rained all", "day. Nobody\tminded", "nobody"], ["Share  this", "Imprint"])
    assert counts == SnippetCounts(found=2, missed=1, unwanted=1, avoided=1)


def test_snippet_score() -> None:
    """Pooled: tp 2+1 = 3, fp 1+0 = 1, fn 1+0 = 1: P = 3/4, R = 3/4, F1 = 3/4.

    By page: 2/3 and 1/1 of the required are there, mean 5/6; 1/2 and, with none forbidden, no share: 1/2.
    """
    score = snippet_score([SnippetCounts(2, 1, 1, 1), SnippetCounts(1, 0, 0, 0)])
    assert (score.precision, score.recall, score.f1) == approx(3 / 4, 3 / 4, 3 / 4)
    assert (score.with_rate, score.without_rate) == approx(5 / 6, 1 / 2)


def test_snippet_score_without_snippets_is_at_its_best() -> None:
    score = snippet_score([])
    assert (score.precision, score.recall, score.f1, score.with_rate, score.without_rate) == (1, 1, 1, 1, 0)
