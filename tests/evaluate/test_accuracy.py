"""Accuracy on labelled pages stays at or above the figures pinned in ``floors.json``.

A floor is what was measured on every fifth page of the set, less 0.002: the F1 of a method's texts, and how often
title, authors and date are right. The floors in ``fact_floors.json`` are those of the facts on all pages of a set.
"""

import json
from pathlib import Path

import pytest

from maintext.cli import main
from maintext.data import read_pages
from maintext.evaluate.metadata_scores import metadata_figures

ROOT = Path(__file__).parents[2]
FLOORS = Path(__file__).with_name("floors.json")
FACT_FLOORS = Path(__file__).with_name("fact_floors.json")
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


@pytest.mark.slow
@pytest.mark.skipif(not DATA, reason="the labelled pages are not here")
def test_no_fact_falls_below_its_floor() -> None:
    """All pages of each set: every fifth has too few dates to notice the loss of a rule."""
    all_floors = json.loads(FACT_FLOORS.read_text(encoding="utf-8"))
    paths = {name: DATA[0].with_name(f"{name}.jsonl.xz") for name in all_floors}
    floors = {name: fields for name, fields in all_floors.items() if paths[name].exists()}
    sets = [(name, list(read_pages(paths[name], print))) for name in floors]
    found = {each["set"]: each["right"] for each in metadata_figures("maintext", sets, workers=2, seconds=60)}
    below = {
        f"{name} {field}": found[name][field]
        for name, fields in floors.items()
        for field, floor in fields.items()
        if found[name][field] < floor
    }
    assert found.keys() == floors.keys()
    assert below == {}
