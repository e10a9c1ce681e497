"""ROUGE-N as WebMainBench counts it. ``tests/integrations/test_webmainbench.py`` compares with its own evaluator."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from maintext.cli import main
from maintext.errors import MaintextError
from maintext.evaluate.rouge_n import load_jieba, rouge_n

TEXT = "The ferry came back today, and it will run every hour from now on. Nobody had thought so."
PAGE = f'<body><nav><a href="/">Home</a></nav><article><h1>Ferry</h1><p>{TEXT}</p></article></body>'


@pytest.mark.parametrize(
    ("found", "wanted", "expected"),
    [
        ("a b c", "a b c", (1, 1, 1)),  # the tokens are a, space, b, space, c: one run
        ("a b c", "a b c d", (1, 1 / 3, 1 / 2)),  # seven tokens have three runs
        ("a b c d", "a b c", (1 / 3, 1, 1 / 2)),
        ("a b c", "c b a", (0, 0, 0)),
        ("a b c a b c", "a b c", (1 / 7, 1, 1 / 4)),  # the wanted run counts once, although it is found twice
        ("", "a b c", (0, 0, 0)),
        ("a", "a", (0, 0, 0)),  # too short for a run
        (" \n", "", (1, 1, 1)),
    ],
)
def test_runs_of_five_tokens_are_compared(found: str, wanted: str, expected: tuple[float, float, float]) -> None:
    score = rouge_n(found, wanted)
    assert (score.precision, score.recall, score.f1) == pytest.approx(expected)


def test_the_size_of_runs_can_be_chosen() -> None:
    assert rouge_n("a b", "a c", size=1).f1 == pytest.approx(2 / 3)


def test_words_without_spaces_are_tokens() -> None:
    """One word in the middle differs, so that no run of five words is equal, but runs of one are."""
    one, other = "我们今天在北京看电影", "我们今天去北京看电影"
    assert rouge_n(one, other, size=1).f1 > 0.5
    assert rouge_n(one, other).f1 < rouge_n(one, other, size=1).f1


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(MaintextError, match=r"ROUGE-5 needs jieba\. Install it with: pip install 'maintext\[webmain"):
        load_jieba()


@pytest.fixture(name="data")
def fixture_data(tmp_path: Path) -> Path:
    rows: list[dict[str, Any]] = [
        {"track_id": "1", "html": PAGE, "groundtruth_content": f"# Ferry\n\n{TEXT}", "meta": {"language": "en"}},
        {"id": "2", "html": PAGE, "convert_main_content": f"{TEXT}\n\n{TEXT[::-1]}", "url": "https://example.org/"},
        {"track_id": "3", "html": PAGE, "content": TEXT},
        {"track_id": "4", "html": PAGE},
    ]
    path = tmp_path / "bench.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.slow
def test_the_command_reads_the_layout_and_prints_rouge(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(data), "--methods", "text-density", "--workers", "1", "--report", str(tmp_path / "report")]
    assert main(["evaluate", *words]) == 0
    printed = capsys.readouterr()
    assert "line 4: the field 'groundtruth_content' is missing" in printed.err
    head, row = printed.out.strip().split("\n\n")[1].splitlines()
    assert head.split() == ["ROUGE-5", "F1", "bench"]
    mean = float(row.split()[1])
    results = json.loads((tmp_path / "report" / "results.json").read_text(encoding="utf-8"))
    markdown = f"# Ferry\n\n{TEXT}"
    wanted = (markdown, f"{TEXT}\n\n{TEXT[::-1]}", TEXT)
    assert mean == pytest.approx(sum(rouge_n(markdown, text).f1 for text in wanted) / 3, abs=5e-4)
    assert results["sets"][0]["bad_rows"] == 1
    assert "ROUGE-5 F1" in (tmp_path / "report" / "results.md").read_text(encoding="utf-8")


def test_other_layouts_need_no_further_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps({"id": "1", "html": PAGE, "text": TEXT}) + "\n", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "jieba", None)
    assert main(["evaluate", str(path), "--methods", "text-density", "--workers", "1"]) == 0
