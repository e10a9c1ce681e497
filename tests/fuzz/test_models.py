"""Mutated model files are refused with one line, or answer pages like any other model."""

from pathlib import Path

import pytest

from fuzz.models import bayes_from, bayes_of, learned_from, model_of, small_model, verdict


def cases(numbers: range, folder: Path) -> list[str]:
    """What is wrong with models, by their numbers."""
    found = []
    for number in numbers:
        for make, load in ((model_of, learned_from), (bayes_of, bayes_from)):
            _, wrong = verdict(make(1, number), folder, load)
            if wrong:
                found.append(f"{number}: {wrong}")
    return found


@pytest.mark.slow
def test_mutated_models_are_refused_or_safe(tmp_path: Path) -> None:
    assert cases(range(300), tmp_path) == []


@pytest.mark.slow
def test_thousands_of_mutated_models_are_refused_or_safe(tmp_path: Path) -> None:
    assert cases(range(300, 3_000), tmp_path) == []


def test_the_fuzzer_makes_models_of_both_kinds(tmp_path: Path) -> None:
    """A fuzzer whose models are all refused at the first byte would find nothing."""
    accepted = sum(verdict(model_of(1, number), tmp_path, learned_from)[0] for number in range(100))
    assert 3 <= accepted <= 60
    assert verdict(small_model().to_bytes(), tmp_path, learned_from) == (True, "")
    assert len({model_of(1, number) for number in range(50)}) == 50


def test_a_wrong_verdict_is_reported(tmp_path: Path) -> None:
    def raises(_path: Path) -> None:
        raise KeyError("x")

    assert verdict(b"", tmp_path, raises) == (False, "loading raises KeyError: 'x'")
