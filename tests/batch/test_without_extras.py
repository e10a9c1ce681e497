"""What ``maintext batch`` does without its extra, when every page fails, and with records that are not pages."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.commands import BLOG, PAGE, Ran

import maintext

BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"pyarrow", "fastwarc", "zstandard", "tqdm"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocked())
from maintext.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run_bare(*words: str) -> Ran:
    """Run the command as if the packages of the extra were not installed."""
    done = subprocess.run([sys.executable, "-c", BLOCKED, *words], capture_output=True, check=False, text=True)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
def test_json_lines_need_no_other_package(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    ran = run_bare("batch", BLOG, "-o", str(out), "--workers", "1", "--fields", "title,text")
    assert ran.code == 0, ran
    assert "maintext: 1 page in " in ran.err
    (row,) = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    assert row["text"] == maintext.extract(Path(BLOG)).text


@pytest.mark.slow
def test_parquet_names_the_extra(tmp_path: Path) -> None:
    ran = run_bare("batch", BLOG, "-o", str(tmp_path / "rows.parquet"), "--workers", "1")
    assert ran.code == 2
    assert ran.err.endswith("rows.parquet needs pyarrow. Install it with: pip install 'maintext[batch]'\n")
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_every_page_failed(run_here: Callable[..., Ran], tmp_path: Path) -> None:
    """Exit code 1 if no page is left, 0 if one is."""
    pages = tmp_path / "pages.jsonl"
    pages.write_text(json.dumps({"id": "a", "html": None}) + "\n", encoding="utf-8")
    assert run_here("batch", str(pages), "-o", str(tmp_path / "a.jsonl"), "--workers", "1").code == 1
    pages.write_text(pages.read_text(encoding="utf-8") + json.dumps({"id": "b", "html": PAGE}) + "\n", encoding="utf-8")
    assert run_here("batch", str(pages), "-o", str(tmp_path / "b.jsonl"), "--workers", "1").code == 0


def test_a_resumed_run_notices_other_fields(run_here: Callable[..., Ran], tmp_path: Path) -> None:
    out = str(tmp_path / "rows.jsonl")
    assert run_here("batch", BLOG, "-o", out, "--workers", "1", "--fields", "title").code == 0
    again = run_here("batch", BLOG, "-o", out, "--workers", "1", "--fields", "title,text", "--resume")
    assert again.code == 2
    assert "other columns" in again.err


def test_chunks_are_a_list_of_structs(run_here: Callable[..., Ran], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "rows.parquet"
    assert run_here("batch", BLOG, "-o", str(out), "--workers", "1", "--fields", "title,chunks").code == 0
    table = parquet.read_table(out)
    assert str(table.schema.field("chunks").type).startswith("list<element: struct<text: string, markdown: string")
    (chunks,) = table.column("chunks").to_pylist()
    expected = maintext.extract(Path(BLOG)).chunks()
    assert [chunk["text"] for chunk in chunks] == [chunk.text for chunk in expected]
    assert [(chunk["byte_start"], chunk["byte_stop"]) for chunk in chunks] == [chunk.span for chunk in expected]
    assert chunks[0]["headings"] == list(expected[0].headings)
