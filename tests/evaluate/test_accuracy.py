"""Accuracy on labelled pages stays at or above the figures pinned in ``floors.json``.

A floor is what was measured on every fifth page of the set, less 0.002: the F1 of a method's texts, and how often
title, authors and date are right.
"""

from pathlib import Path

import pytest

from maintext.cli import main

ROOT = Path(__file__).parents[2]
FLOORS = Path(__file__).with_name("floors.json")
DATA = [
    path
    for name in ("wcxb-dev", "news-dev", "magic-dev", "zh-dev", "dragnet-dev", "snippets-dev")
    if (path := ROOT.parent / "shared" / "data" / f"{name}.jsonl.xz").exists()
]


@pytest.mark.slow
@pytest.mark.skipif(not DATA, reason="the labelled pages are not here")
def test_nothing_falls_below_its_floor(capsys: pytest.CaptureFixture[str]) -> None:
    """Every fifth page of each set, the same ones each time."""
    code = main(["evaluate", *map(str, DATA), "--every", "5", "--floors", str(FLOORS)])
    captured = capsys.readouterr()
    print(captured.out)
    assert code == 0, captured.err
