"""The reader of labelled pages."""

import base64
import gzip
import json
import lzma
import sys
from pathlib import Path
from typing import Any

import pytest

from maintext.data import LabelledPage, read_pages
from maintext.errors import DataError


def written(path: Path, *rows: object) -> Path:
    """A file with a row a line; rows that are strings stand in it as they are."""
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def read_all(path: str | Path) -> tuple[list[LabelledPage], list[str]]:
    complaints: list[str] = []
    return list(read_pages(path, complaints.append)), complaints


def test_a_page_has_its_fields(tmp_path: Path) -> None:
    row = {
        "id": 7, "html": "<p>雨</p>", "text": "雨", "url": "https://example.org", "title": "Rain", "author": "A",
        "date": "2018-09-02", "type": "news", "with": ["a", "b"], "without": ["c"], "unknown": 1,
    }  # fmt: skip
    expected = LabelledPage(
        "7", "<p>雨</p>", "雨", "https://example.org", "Rain", "A", "2018-09-02", "news", ("a", "b"), ("c",)
    )
    assert read_all(written(tmp_path / "a.jsonl", row)) == ([expected], [])


def test_what_is_not_known_is_empty(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", {"id": "x", "html": "", "title": None, "with": None})
    assert read_all(path) == ([LabelledPage("x", "", "", text_known=False)], [])


def test_an_empty_text_is_a_label(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", {"id": "x", "html": "", "text": ""})
    assert read_all(path) == ([LabelledPage("x", "", "", text_known=True)], [])


def test_raw_bytes_come_in_base64(tmp_path: Path) -> None:
    raw = "雨".encode("gb18030")
    path = written(tmp_path / "a.jsonl", {"id": "x", "html_b64": base64.b64encode(raw).decode(), "text": "雨"})
    assert read_all(path)[0][0].html == raw


def test_blank_lines_are_no_rows(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", "", {"id": "x", "html": ""}, "  ", {"id": "y", "html": ""})
    pages, complaints = read_all(path)
    assert ([page.id for page in pages], complaints) == (["x", "y"], [])


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("{broken", "JSON"),
        ({"html": "<p>"}, "'id'"),
        ({"id": "x"}, "'html'"),
        ({"id": "x", "html": 5}, "html is not a string"),
        ({"id": "x", "html_b64": "*"}, "base64"),
        ({"id": "x", "html_b64": None}, ""),
        ({"id": "x", "html": "", "with": 5}, ""),
        ("[1]", ""),
        ("5", ""),
        ('"id html"', ""),
        ("null", ""),
        ("[" * 100_000, ""),
    ],
)
def test_a_bad_row_is_told_with_its_line_and_left_out(tmp_path: Path, row: Any, complaint: str) -> None:
    path = written(tmp_path / "a.jsonl", {"id": "x", "html": ""}, row, {"id": "y", "html": ""})
    pages, complaints = read_all(path)
    assert [page.id for page in pages] == ["x", "y"]
    assert len(complaints) == 1
    assert complaints[0].startswith(f"{path}, line 2: ")
    assert complaint in complaints[0]
    assert "\n" not in complaints[0]
    assert len(complaints[0]) > len(f"{path}, line 2: ")


def test_a_line_that_is_not_utf8_is_a_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"id": "x", "html": "\xff"}\n{"id": "y", "html": ""}\n')
    pages, complaints = read_all(path)
    assert [page.id for page in pages] == ["y"]
    assert complaints == [f"{path}, line 1: not a line of JSON in UTF-8"]


def test_compressed_files_are_read(tmp_path: Path) -> None:
    content = written(tmp_path / "a.jsonl", {"id": "x", "html": "<p>"}).read_bytes()
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(content, mtime=0))
    (tmp_path / "a.jsonl.xz").write_bytes(lzma.compress(content))
    plain = read_all(tmp_path / "a.jsonl")
    assert read_all(tmp_path / "a.jsonl.gz") == read_all(str(tmp_path / "a.jsonl.xz")) == plain


def test_zstandard_files_are_read(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    content = written(tmp_path / "a.jsonl", {"id": "x", "html": "<p>"}).read_bytes()
    (tmp_path / "a.jsonl.zst").write_bytes(zstandard.ZstdCompressor().compress(content))
    assert read_all(tmp_path / "a.jsonl.zst") == read_all(tmp_path / "a.jsonl")
    (tmp_path / "a.jsonl.zst").write_bytes(b"no zstandard")
    with pytest.raises(DataError, match="cannot read"):
        read_all(tmp_path / "a.jsonl.zst")


def test_without_zstandard_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "a.jsonl.zst").touch()
    with pytest.raises(DataError, match="pip install"):
        read_all(tmp_path / "a.jsonl.zst")


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"missing\.jsonl"):
        read_all(tmp_path / "missing.jsonl")
    with pytest.raises(DataError, match="folder"):
        read_all(tmp_path)


@pytest.mark.parametrize("suffix", ["gz", "xz"])
def test_a_damaged_file_is_an_error(tmp_path: Path, suffix: str) -> None:
    content = written(tmp_path / "a.jsonl", *({"id": str(number), "html": "x" * number} for number in range(500)))
    packed = (gzip.compress if suffix == "gz" else lzma.compress)(content.read_bytes())
    path = tmp_path / f"a.jsonl.{suffix}"
    for damaged in (packed[: len(packed) // 2], packed[:60] + b"\xff" * 20 + packed[80:], b"x" * 100):
        path.write_bytes(damaged)
        with pytest.raises(DataError, match="cannot read"):
            read_all(path)


def test_pages_come_one_by_one(tmp_path: Path) -> None:
    """Reading is lazy: a bad row behind the first page is not told before it is reached."""
    complaints: list[str] = []
    pages = read_pages(written(tmp_path / "a.jsonl", {"id": "x", "html": ""}, "{"), complaints.append)
    assert next(pages).id == "x"
    assert complaints == []
    assert list(pages) == []
    assert len(complaints) == 1
