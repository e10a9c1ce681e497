"""What the page is sent: the heat map, the comparison, labelled pages, and files that need no service."""

import json
import re
from pathlib import Path

import pytest

import maintext
from maintext.algorithms import method_named
from maintext.data import read_pages
from maintext.errors import DataError
from maintext.read import read
from maintext.serve.compare_view import compare_view
from maintext.serve.label_file import LabelFile, labelled_row
from maintext.serve.standalone import compare_file, why_file
from maintext.serve.why_view import why_view

PAGE = (
    "<body><nav><a href=/>Home</a></nav><div id=m><p>"
    + "It rained all day, and nobody minded. " * 5
    + "</p><p>Ends.</p></div></body>"
)


@pytest.mark.parametrize("name", maintext.methods())
def test_the_heat_map_has_the_numbers_of_explain(name: str) -> None:
    view = why_view(PAGE, method_named(name))
    rows = maintext.explain(PAGE, name).to_dict()["rows"]
    assert view["columns"] == list(maintext.explain(PAGE, name).columns)
    shown = [
        {"row": each["row"], **dict(zip(view["columns"], each["values"], strict=True))} for each in view["elements"]
    ]
    expected = [{name: row[name] for name in ("row", *view["columns"])} for row in rows]
    assert [each for each in shown if each in expected] == shown
    assert all(0 <= each["heat"] <= 1 for each in view["elements"])
    json.dumps(view, allow_nan=False)


def test_each_text_belongs_to_the_closest_element_that_was_scored() -> None:
    view = why_view(PAGE, maintext.TextDensity())
    table = read(PAGE)
    paragraph = next(row for row in range(len(table)) if table.name(row) == "p")
    owner = view["elements"][view["owners"][paragraph]]
    assert owner["path"].endswith("div#m")
    assert owner["selected"]
    assert owner["heat"] == 1.0


def test_the_comparison_counts_the_methods_that_took_a_line() -> None:
    view = compare_view(PAGE)
    assert [result["method"] for result in view["results"]] == list(maintext.methods())
    takers = {line: count for result in view["results"] for line, count in result["lines"]}
    for line, count in takers.items():
        assert count == sum(line in [each for each, _ in result["lines"]] for result in view["results"])
    assert view["agreement"]["learned"]["learned"] == 1.0


def test_labels_are_lines_that_evaluate_reads(tmp_path: Path) -> None:
    table = read(PAGE)
    box = next(row for row in range(len(table)) if table.name(row) == "div")
    row = labelled_row(PAGE, "https://a.example/1", [box])
    assert row["text"].endswith("minded.\nEnds.")
    labels = LabelFile(tmp_path / "labels.jsonl")
    assert labels.pages() == []
    labels.add(row)
    labels.add({**row, "id": "other"})
    labels.add({**row, "text": "Ends."})
    pages = list(read_pages(labels.path, pytest.fail))
    assert [(page.id, page.text) for page in pages] == [("other", row["text"]), (row["id"], "Ends.")]
    labels.remove("other")
    assert [page["id"] for page in labels.pages()] == [row["id"]]


def test_bytes_are_stored_as_they_came() -> None:
    page = "<p>" + "渡口修复完工。" * 20
    row = labelled_row(page.encode("gb18030"), "", [3], "gb18030")
    assert set(row) >= {"html_b64", "text"}
    assert row["text"] == "渡口修复完工。" * 20


@pytest.mark.parametrize(("rows", "words"), [([], "at least one block"), ([99], "has changed"), ([-1], "has changed")])
def test_labels_without_text_are_refused(rows: list[int], words: str) -> None:
    with pytest.raises(DataError, match=words):
        labelled_row(PAGE, "", rows)


def test_a_damaged_line_of_the_labels_stays(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text("{broken\n")
    LabelFile(path).add({"id": "a", "html": "x", "text": "x"})
    assert path.read_text().splitlines()[0] == "{broken"
    with pytest.raises(DataError, match="cannot write the labels"):
        LabelFile(tmp_path / "missing" / "labels.jsonl").add({"id": "a"})


def test_files_carry_everything_and_let_no_page_out_of_its_data() -> None:
    hostile = PAGE.replace("It rained", "</script><script>alert(1)</script>&lt;/script&gt;It rained")
    for html in (why_file(why_view(hostile, maintext.PValue()), "a <b>"), compare_file(compare_view(hostile), "a <b>")):
        assert html.count("</script>") == 2
        assert "<title>a &lt;b&gt;</title>" in html
        assert not re.search(r"(src|href)=\"(https?:)?//", html)
