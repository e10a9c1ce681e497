"""Accuracy on labelled pages stays at or above the figures pinned in ``floors.json``."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATA = sorted((ROOT.parent / "shared" / "data").glob("*-dev.jsonl.xz"))


@pytest.mark.slow
@pytest.mark.skipif(not DATA, reason="the labelled pages are not here")
def test_no_method_falls_below_its_floor() -> None:
    """Every fifth page of each set, the same ones each time."""
    command = [sys.executable, str(ROOT / "benchmarks" / "accuracy.py"), *map(str, DATA)]
    run = subprocess.run(
        [*command, "--every", "5", "--floors", str(ROOT / "tests" / "floors.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    print(run.stdout)
    assert run.returncode == 0, run.stderr
