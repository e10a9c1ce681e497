"""Fixtures that several test files use."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.clock import FakeClock
from helpers.commands import ARTICLE, PAGE, Ran
from hypothesis import settings

from maintext.cli import main

os.environ.setdefault("OMP_NUM_THREADS", "1")
# Threads of LightGBM in several test processes wait for each other: training would take ten times as long.
os.environ.pop("COLUMNS", None)
# The runner of parallel tests sets it, and tables would be cut to that width.
settings.register_profile("untimed", parent=settings.default, deadline=None)
settings.load_profile("untimed")
# On a busy machine an example takes longer than it should: no test is timed.


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slow tests first: a long one that starts last would leave the other processors idle."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(name="run_here")
def fixture_run_here(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run the command in this process, which is faster; an unexpected exception fails the test."""

    def run_here(*words: str) -> Ran:
        try:
            code = main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
        captured = capsys.readouterr()
        assert "internal error" not in captured.err
        return Ran(code, captured.out, captured.err)

    return run_here


@pytest.fixture(name="clock")
def fixture_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Replace the clock of fetching: pauses take no time, and time limits are reached only if the test says so."""
    clock = FakeClock()
    for name in ("now", "date", "sleep"):
        monkeypatch.setattr(f"maintext.fetch.clock.{name}", getattr(clock, name))
    return clock


@pytest.fixture(name="labelled")
def fixture_labelled(tmp_path: Path) -> Path:
    """Write a file of three good pages and five bad rows, and return its path."""
    good = [{"id": f"page-{number}", "html": PAGE, "text": ARTICLE} for number in range(3)]
    bad = ["{broken", '{"html": "<p>no id</p>"}', '{"id": "no page"}', '{"id": 1, "html_b64": "%%"}', "5"]
    path = tmp_path / "tiny.jsonl"
    path.write_text("\n".join([*map(json.dumps, good), "", *bad]) + "\n", encoding="utf-8")
    return path
