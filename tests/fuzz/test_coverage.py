"""The checks of the fuzzers fail where they should, and the fuzzer that is guided by coverage runs."""

import subprocess
import sys
from pathlib import Path

import pytest

import maintext
from fuzz.invariants import OUTPUTS, PLANS, check_outputs
from fuzz.pages import page_of

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("number", range(60))
def test_odd_pages_keep_the_invariants(number: int) -> None:
    check_outputs(page_of(3, number), number)


@pytest.mark.parametrize("number", range(60))
def test_outputs_one_by_one_keep_the_invariants(number: int) -> None:
    """They do not need what other outputs left in the document."""
    check_outputs(page_of(4, number), number, number)


def test_every_output_is_checked_alone_and_with_all_others() -> None:
    assert PLANS[0] == OUTPUTS
    assert {name for plan in PLANS[1:] for name in plan} == set(OUTPUTS)
    assert all(len(plan) == 1 for plan in PLANS[1:])


@pytest.mark.parametrize(
    ("name", "broken"),
    [("html", "<script>x</script>"), ("xml", "<TEI>"), ("markdown", "x" * 100_000), ("text", "\ud800")],
)
def test_a_broken_output_is_noticed(name: str, broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintext.Document, name, broken)
    with pytest.raises((AssertionError, SyntaxError, UnicodeEncodeError)):
        check_outputs(b"<p>It rained all day in the town.", 0)


def test_chunks_that_are_too_large_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = maintext.Document.chunks
    monkeypatch.setattr(maintext.Document, "chunks", lambda document, *_: whole(document, 500))
    with pytest.raises(AssertionError, match="Chunk"):
        check_outputs(b"<p>It rained all day in the town." + b" And nobody minded." * 30, 0, PLANS.index(("chunks",)))


@pytest.mark.slow
def test_the_fuzzer_runs_without_a_case() -> None:
    pytest.importorskip("atheris")
    run = subprocess.run(
        [sys.executable, "-m", "fuzz.coverage", "--runs", "2000"],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert "stat::number_of_executed_units: 2" in run.stderr
