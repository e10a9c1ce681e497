"""Verdicts on a page against cases worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluate.verdicts import (
    Extraction,
    Grade,
    JudgeTable,
    graded,
    is_accurate,
    judged_extraction,
    page_has_main_text,
)

TEXTS = st.text(st.sampled_from("abcAB .!\n\t中文。"), max_size=40)


WANTED = "It rained all day. Nobody minded!\nThere was enough to read. “Was there?” Yes."


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (WANTED, Grade.EXCELLENT),
        (WANTED.replace("\n", " ").replace(" ", "  "), Grade.EXCELLENT),
        # Only the case differs: no sentence lost, nothing added, yet not the same text.
        (WANTED.upper(), Grade.GOOD),
        # One and two sentences lost, then three.
        (WANTED.replace("Nobody minded!", ""), Grade.GOOD),
        (WANTED.replace("Nobody minded!", "").replace("Yes.", ""), Grade.GOOD),
        ("It rained all day. Nobody minded!", Grade.POOR),
        # Half a sentence lost is one lost; what is left of it is wanted and so no noise.
        (WANTED.replace(" all day", ""), Grade.GOOD),
        # One and two noise lines, however many sentences they have, then three.
        ("Home\n" + WANTED, Grade.GOOD),
        ("Home. News. Sports. Imprint.\n" + WANTED + "\nShare this", Grade.GOOD),
        ("Home\nNews\n" + WANTED + "\nShare this", Grade.POOR),
        # In a line with wanted text every sentence counts.
        (WANTED + " Share this. Print it.", Grade.GOOD),
        (WANTED + " Share this. Print it. Read on.", Grade.POOR),
        # Both at once, each within its bound.
        ("Home\nNews\n" + WANTED.replace("Nobody minded!", "").replace("Yes.", ""), Grade.GOOD),
        ("", Grade.POOR),
    ],
)
def test_grades(found: str, expected: Grade) -> None:
    assert graded(found, WANTED) is expected


def test_nothing_of_a_short_text_is_poor() -> None:
    """Two sentences lost would be good, but they are all there is."""
    assert graded("", "It rained. Nobody minded.") is Grade.POOR
    assert graded("Home", "") is Grade.POOR
    assert graded(" ", "") is Grade.EXCELLENT


def test_chinese_sentences_need_no_space() -> None:
    """Five sentences; with two lost good, with three poor."""
    wanted = "昨天下雨。没有人介意！书很多。饭也很多。你知道吗？”"
    assert graded("昨天下雨。没有人介意！书很多。", wanted) is Grade.GOOD
    assert graded("昨天下雨。没有人介意！", wanted) is Grade.POOR


@given(TEXTS, TEXTS)
def test_a_text_is_an_excellent_copy_of_itself(text: str, other: str) -> None:
    assert graded(text, text) is Grade.EXCELLENT
    assert judged_extraction(text, text) is Extraction.CORRECT
    assert graded(other, text) in Grade
    assert judged_extraction(other, text) in Extraction


# Kinds of error

HUNDRED = " ".join(f"w{number}" for number in range(100))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (HUNDRED, Extraction.CORRECT),
        # 95 of 100 words are enough, 94 are not.
        (" ".join(HUNDRED.split()[5:]), Extraction.CORRECT),
        (" ".join(HUNDRED.split()[6:]), Extraction.INCOMPLETE),
        # 25 words around 100 are a precision of 100/125 = 0.8, 26 are less.
        (HUNDRED + " link" * 25, Extraction.CORRECT),
        (HUNDRED + " link" * 26, Extraction.IMPRECISE),
        # Of 97 runs of four words 5 are 5.2 %, 4 are 4.1 %: eight words in a row have five.
        (" ".join(HUNDRED.split()[:8]), Extraction.INCOMPLETE),
        (" ".join(HUNDRED.split()[:7]), Extraction.MISSING),
        # Ninety of its words, never four in a row.
        (" ".join(f"w{number}" for number in range(90, 0, -1)), Extraction.MISSING),
        ("", Extraction.MISSING),
    ],
)
def test_kinds_of_error(found: str, expected: Extraction) -> None:
    assert judged_extraction(found, HUNDRED) is expected


def test_where_nothing_is_wanted_anything_is_imprecise() -> None:
    assert judged_extraction("…", "") is Extraction.CORRECT
    assert judged_extraction("Home", "") is Extraction.IMPRECISE


def test_accurate_pages_exceed_the_bound_in_all_three() -> None:
    assert is_accurate(0.96, 0.951, 0.955)
    assert not is_accurate(0.95, 0.99, 0.97)
    assert not is_accurate(0.99, 0.9, 0.96)


def test_judge_table() -> None:
    """The table of the P value paper: 23 and 55 of 83 pages right, so 78/83 = 93.98 %."""
    table = JudgeTable()
    for count, has_main_text, said_so in ((23, True, True), (5, True, False), (0, False, True), (55, False, False)):
        for _ in range(count):
            table = table.with_page(has_main_text, said_so)
    assert table == JudgeTable(yes_yes=23, yes_no=5, no_yes=0, no_no=55)
    assert table.pages == 83
    assert round(table.accuracy, 4) == 0.9398
    assert JudgeTable().accuracy == 0


@pytest.mark.parametrize(
    ("page_type", "expected"),
    [
        ("article", True),
        ("documentation", True),
        ("forum", True),
        ("product", False),
        ("other", False),
        ("", None),
        ("poem", None),
    ],
)
def test_which_types_have_a_main_text(page_type: str, expected: bool | None) -> None:
    """The types for which the judge should say yes, see ``maintext.judge``."""
    assert page_has_main_text(page_type) is expected
