"""Scores of other extractors that are kept from one evaluation to the next."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from maintext.cli import main
from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.evaluate import run
from maintext.evaluate.kept_scores import KeptScores
from maintext.evaluate.page_score import PageScore, scored
from maintext.evaluate.report.markdown_page import as_markdown
from maintext.evaluate.report.results_view import View
from maintext.evaluate.run import DataSet, Setting, evaluate
from maintext.evaluate.systems import System

PEER = System("resiliparse", "peer", "1.0")
OURS = System("p-value", "method", "1.0")
TEXT = "The ferry came back today, and it will run every hour from now on. Nobody had thought so."
PAGE = f"<title>The ferry</title><body><p>{TEXT}</p>"


def data_set(name: str, count: int) -> DataSet:
    pages = [
        LabelledPage(f"{name} {number}", PAGE, TEXT, title="The ferry", required=("ferry",)) for number in range(count)
    ]
    return DataSet(name, tuple(pages))


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that were measured, with a measurement that starts no processes."""
    ids: list[str] = []

    def fake(system: System, pages: list[LabelledPage], setting: Setting) -> Iterator[PageScore]:
        for page in pages:
            ids.append(page.id)
            yield scored(page, f"{TEXT} \ud800", 0.1, "it broke")

    monkeypatch.setattr(run, "_measured", fake)
    monkeypatch.setattr(run, "_metadata", lambda *_: [])
    return ids


def test_a_peer_is_measured_once_per_page(tmp_path: Path, measured: list[str]) -> None:
    setting = Setting(1, kept=KeptScores(tmp_path / "kept"))
    before = evaluate([data_set("one", 2)], [PEER], setting)
    assert measured == ["one 0", "one 1"]
    after = evaluate([data_set("two", 1), data_set("one", 2)], [PEER], setting)
    assert measured == ["one 0", "one 1", "two 0"]
    assert [figure for figure in after["figures"] if figure["set"] == "one"] == before["figures"]
    assert (before["made"]["kept"], after["made"]["kept"]) == ([], [])
    again = evaluate([data_set("two", 1), data_set("one", 2)], [PEER, OURS], setting)
    assert again["made"]["kept"] == ["resiliparse"]
    assert "times are of that run: resiliparse\n" in as_markdown(View.of(again))
    assert after["worst"][-1]["found"] == f"{TEXT} \ud800"


@pytest.mark.parametrize(
    ("system", "data"),
    [
        (replace(PEER, version="1.1"), data_set("one", 1)),
        (PEER, DataSet("one", (replace(data_set("one", 1).pages[0], text="Another label."),))),
        (PEER, DataSet("one", (replace(data_set("one", 1).pages[0], html=PAGE + "<p>more"),))),
        (OURS, data_set("one", 1)),
    ],
    ids=["another version", "another label", "another page", "our own method"],
)
def test_anything_else_is_measured_again(system: System, data: DataSet, tmp_path: Path, measured: list[str]) -> None:
    setting = Setting(1, kept=KeptScores(tmp_path))
    evaluate([data_set("one", 1)], [PEER, OURS], setting)
    measured.clear()
    evaluate([data], [system], setting)
    assert measured == ["one 0"]


@pytest.mark.parametrize("content", [b"", b"no gzip", b"\x1f\x8b\x08", b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 9])
def test_a_damaged_file_is_written_again(content: bytes, tmp_path: Path, measured: list[str]) -> None:
    setting = Setting(1, kept=KeptScores(tmp_path))
    evaluate([data_set("one", 1)], [PEER], setting)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(content)
    evaluate([data_set("one", 1)], [PEER], setting)
    assert measured == ["one 0", "one 0"]
    assert file.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path, measured: list[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(DataError, match="cannot keep scores in"):
        evaluate([data_set("one", 1)], [PEER], Setting(1, kept=KeptScores(tmp_path / "file" / "kept")))


def test_metadata_are_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def figures(name: str, sets: list[tuple[str, Any]], *_: object) -> Iterator[dict[str, Any]]:
        for data, _pages in sets:
            asked.append(data)
            yield {"system": name, "set": data, "right": {"title": 0.5}}

    monkeypatch.setattr(run, "metadata_figures", figures)
    monkeypatch.setattr(run, "_measured", lambda system, pages, setting: (scored(page, "", 0, "") for page in pages))
    setting = Setting(1, kept=KeptScores(tmp_path))
    trafilatura = System("trafilatura", "peer", "2.0")
    first = evaluate([data_set("one", 1)], [trafilatura], setting)["metadata"]
    both = evaluate([data_set("one", 1), data_set("two", 1)], [trafilatura], setting)["metadata"]
    assert asked == ["one", "two"]
    assert [figure["set"] for figure in both] == ["one", "two"]
    assert both[0] == first[0]


@pytest.mark.slow
def test_the_command_keeps_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resiliparse")
    (tmp_path / "1.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "1.txt").write_text(TEXT, encoding="utf-8")
    words = ["evaluate", str(tmp_path), "--methods", "none", "--peers", "resiliparse", "--keep", str(tmp_path / "kept")]
    boards = []
    for _ in range(2):
        assert main(words) == 0
        boards.append(capsys.readouterr().out)
    assert boards[0] == boards[1], "the time of the first run is shown again"
    assert len(list((tmp_path / "kept").iterdir())) >= 1
