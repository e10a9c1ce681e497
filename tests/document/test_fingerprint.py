"""Fingerprints: equal for equal words, close for similar texts, far apart for others."""

import pickle
import random

import pytest
from helpers.made_pages import sentence

import maintext
from maintext.document._plain_text import fingerprint_of


def distance(one: str, other: str) -> int:
    return (int(fingerprint_of(one), 16) ^ int(fingerprint_of(other), 16)).bit_count()


def text_of(number: int, sentences: int = 40) -> str:
    draw = random.Random(number)
    return " ".join(sentence(draw) for _ in range(sentences))


def test_case_marks_and_white_space_do_not_matter() -> None:
    assert distance("It rained, all day.", "it RAINED\n\nall day!") == 0
    assert distance("雨が降った。", "雨 が 降 った") == 0


@pytest.mark.parametrize("text", ["", " \n", "...", "— !"])
def test_a_text_without_words_has_none(text: str) -> None:
    assert fingerprint_of(text) == ""


def test_one_changed_word_of_many_changes_few_bits() -> None:
    changed = []
    for number in range(30):
        words = text_of(number).split()
        words[number * 7] = "something"
        changed.append(distance(text_of(number), " ".join(words)))
    assert max(changed) <= 6 and sum(changed) / len(changed) < 3


def test_other_texts_are_far_away() -> None:
    """Two random numbers of 64 bits differ in 32, and hardly ever in fewer than 12."""
    near = [distance(text_of(one), text_of(other)) for one in range(20) for other in range(one)]
    assert min(near) > 12
    assert 28 < sum(near) / len(near) < 36


@pytest.mark.parametrize("text", ["a", "\ud800 lone", "\U0001f600 grin", "\U00020000\U00020001", "x" * 100_000, "\0"])
def test_any_text_with_words_has_sixteen_digits(text: str) -> None:
    found = fingerprint_of(text)
    assert (len(found) == 16 and f"{int(found, 16):016x}" == found) or text == "\0"


def test_a_document_has_one() -> None:
    document = maintext.extract("<p>It rained all day, and nobody minded.</p>")
    assert document.fingerprint == fingerprint_of(document.text)
    assert pickle.loads(pickle.dumps(document)).fingerprint == document.fingerprint
    assert maintext.extract("").fingerprint == ""
