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


def present(*names: str) -> list[Path]:
    """The files of the data sets that are on this machine."""
    paths = [ROOT.parent / "shared" / "data" / f"{name}-dev.jsonl.xz" for name in names]
    return [path for path in paths if path.exists()]


DATA = present("wcxb", "news", "magic", "zh", "dragnet", "snippets")
LEARNED_ONLY = present("fundus", "daniel", "terms")
"""Sets of one kind of page, many languages or long texts: only the default method has floors on them."""


@pytest.mark.slow
@pytest.mark.skipif(not DATA, reason="the labelled pages are not here")
@pytest.mark.parametrize(("paths", "words"), [(DATA, []), (LEARNED_ONLY, ["--methods", "learned"])])
def test_nothing_falls_below_its_floor(paths: list[Path], words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Every fifth page of each set, the same ones each time."""
    code = main(["evaluate", *map(str, paths), "--every", "5", "--floors", str(FLOORS), *words])
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
