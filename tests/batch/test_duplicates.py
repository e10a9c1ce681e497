"""Near duplicates of a crawl: the first stays, whatever happens to the run."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.batches import rows_at, settings
from helpers.site_pages import article

from maintext.batch import duplicates
from maintext.batch.duplicates import Duplicates
from maintext.batch.run import Settings, run_batch
from maintext.errors import OptionError


def page(number: int, ending: str = "") -> str:
    return "".join(f"<p>{paragraph}</p>" for paragraph in article(number, 12)) + f"<p>{ending}</p>"


ROWS = [page(1), page(2), page(1, "Print this."), "", page(2), "", page(3), page(1), page(2, "Share it.")]
FIRST = [None, None, "0", None, "1", None, None, "0", "1"]


def crawl(path: Path) -> Path:
    lines = (json.dumps({"id": str(number), "html": html}) for number, html in enumerate(ROWS))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def made(tmp_path: Path, name: str, **others: Any) -> Settings:
    defaults: dict[str, Any] = {"fields": ("text",), "part_rows": 2}
    return settings(crawl(tmp_path / "in.jsonl"), output=tmp_path / name, **{**defaults, **others})


@pytest.mark.parametrize("name", ["o.jsonl", pytest.param("o.parquet", marks=pytest.mark.slow)])
def test_duplicates_are_marked_with_the_first(tmp_path: Path, name: str) -> None:
    progress = run_batch(made(tmp_path, name, duplicates="mark"))
    rows = rows_at(tmp_path / name)
    assert [row["duplicate_of"] for row in rows] == FIRST
    assert list(rows[0]) == ["id", "url", "text", "duplicate_of", "error"]
    assert progress.duplicates == 4


@pytest.mark.parametrize("name", ["folder", pytest.param("o.jsonl", marks=pytest.mark.slow)])
def test_duplicates_are_dropped(tmp_path: Path, name: str) -> None:
    progress = run_batch(made(tmp_path, name, duplicates="drop", fields=("fingerprint", "text")))
    rows = rows_at(tmp_path / name)
    assert [row["id"] for row in rows] == ["0", "1", "3", "5", "6"]
    assert all(bool(row["fingerprint"]) == bool(row["text"]) for row in rows)
    assert (progress.pages, progress.duplicates) == (9, 4)
    assert not list(tmp_path.rglob("*sqlite*")), "what the run kept for itself is removed"


@pytest.mark.parametrize(
    ("use", "rows_before"),
    [("mark", 5), *(pytest.param(use, n, marks=pytest.mark.slow) for n in range(1, 9) for use in ("mark", "drop"))],
)
def test_a_run_that_is_resumed_knows_the_rows_before(tmp_path: Path, use: str, rows_before: int) -> None:
    count = 0

    def stop(_progress: object) -> None:
        nonlocal count
        count += 1
        if count > rows_before:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(made(tmp_path, "o.jsonl", duplicates=use), stop)
    run_batch(made(tmp_path, "o.jsonl", duplicates=use, resume=True))
    expected = {str(number): first for number, first in enumerate(FIRST) if use == "mark" or first is None}
    assert {row["id"]: row.get("duplicate_of") for row in rows_at(tmp_path / "o.jsonl")} == expected


def test_three_bits_are_near_and_four_are_not(tmp_path: Path) -> None:
    with Duplicates(tmp_path / "seen", 0, 100) as seen:
        assert seen.first_like("zero", "0" * 16) is None
        assert seen.first_like("three", "1001000000000001") == "zero"
        assert seen.first_like("four", "1001000000010001") is None
        assert seen.first_like("between", "1001000000000001") == "zero", "the first one of several"
        assert seen.first_like("none", "") is None and seen.first_like("failed", None) is None


def test_a_field_may_not_have_the_name_of_the_column(tmp_path: Path) -> None:
    from maintext.batch.fields import checked_fields  # noqa: PLC0415

    with pytest.raises(OptionError, match="no field 'duplicate_of'"):
        checked_fields([duplicates.COLUMN])
