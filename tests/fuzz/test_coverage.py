"""The checks of the fuzzers fail where they should, and the fuzzer that is guided by coverage runs."""

import subprocess
import sys
from pathlib import Path

import pytest

import maintext
from fuzz.invariants import check_outputs
from fuzz.pages import page_of

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("number", range(60))
def test_odd_pages_keep_the_invariants(number: int) -> None:
    check_outputs(page_of(3, number), number)


@pytest.mark.parametrize(
    ("name", "broken"),
    [("html", "<script>x</script>"), ("xml", "<TEI>"), ("markdown", "x" * 100_000), ("text", "\ud800")],
)
def test_a_broken_output_is_noticed(name: str, broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintext.Document, name, broken)
    with pytest.raises((AssertionError, SyntaxError, UnicodeEncodeError)):
        check_outputs(b"<p>It rained all day in the town.", 0)


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
