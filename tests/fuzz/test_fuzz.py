"""The fuzzer itself: it goes through its pages without a case, and tells when there is one."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("justhtml")

TESTS: Final = Path(__file__).parents[1]


def fuzz(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fuzz.run", *words], cwd=TESTS, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_odd_pages_are_read_as_parsers_read_them() -> None:
    run = fuzz("--count", "20000")
    assert (run.returncode, run.stdout) == (0, "")


def test_a_page_that_takes_too_long_is_a_case() -> None:
    run = fuzz("--count", "1", "--seconds", "0.000001")
    assert run.returncode == 1
    assert run.stdout.startswith("page 0: took too long\n    b'")


def test_a_page_is_known_by_its_number() -> None:
    """Pages that take too long are printed as they are: whole, and the same in every run."""
    several, again = (
        fuzz("--count", "3", "--seconds", "0.000001"),
        fuzz("--first", "2", "--count", "1", "--seconds", "0.000001"),
    )
    assert len(several.stdout.splitlines()) == 6
    assert again.stdout.splitlines() == several.stdout.splitlines()[4:]
    assert fuzz("--seed", "2", "--count", "3", "--seconds", "0.000001").stdout != several.stdout
