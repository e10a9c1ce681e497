"""The report of an evaluation: its files, its escaping and its coloured differences."""

import json
import re
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from maintext.evaluate.report import write_report
from maintext.evaluate.report.markdown_page import escaped
from maintext.evaluate.report.point_labels import placed
from maintext.evaluate.report.text_difference import COMPARED, SHOWN, Difference, common, difference
from maintext.support.svg import Box

HOSTILE = "</details><script>alert(1)</script><img src=x onerror=alert(1)>\"'|`&amp;"
FILES = ["index.html", "results.json", "results.md"]


def figure(system: str, name: str, group: str, f1: float | None, **metrics: float) -> dict[str, Any]:
    scores = {"bow_f1": f1, **metrics}
    return {"system": system, "set": name, "group": group, "pages": 2, "failures": 0, "ms": 4.0, "metrics": scores}


def small() -> dict[str, Any]:
    """Two systems on two sets; the peer leads on the first, our method on the second."""
    scores = {("ours", "one"): 0.5, ("peer", "one"): 0.75, ("ours", "two"): 0.9, ("peer", "two"): 0.25}
    figures = [figure(system, name, "all", f1, excellent=0.4) for (system, name), f1 in scores.items()]
    figures += [
        figure(system, "one", group, f1)
        for system, f1 in (("ours", 0.5), ("peer", 0.75))
        for group in ("type:article", "type:forum", "language:en", "language:zh")
    ]
    keys = ("yes_yes", "yes_no", "no_yes", "no_no")
    return {
        "made": {
            "date": "2026-11-15",
            "command": "maintext evaluate one two",
            "machine": "Linux",
            "python": "3.11.7",
            "versions": {"maintext": "0.1.0", "peer": "2.0"},
        },
        "sets": [
            {"name": "one", "pages": 2, "bad_rows": 0, "types": {"article": 1, "forum": 1}, "languages": {"en": 2}},
            {"name": "two", "pages": 2, "bad_rows": 1, "types": {}, "languages": {}},
        ],
        "systems": [{"name": "ours", "kind": "method"}, {"name": "peer", "kind": "peer"}],
        "figures": figures,
        "memory": [{"system": "ours", "peak_mb": 120.0}],
        "pages": [
            {"system": system, "set": name, "id": str(number), "f1": f1}
            for (system, name), f1 in scores.items()
            for number in range(2)
        ],
        "worst": [
            {
                "system": "ours",
                "set": "one",
                "id": "7",
                "url": "https://example.org/a?b=1&c=2",
                "type": "article",
                "f1": 0.1,
                "found": "Menu\nIt rained all day.",
                "wanted": "It rained all night.",
            }
        ],
        "pairs": [
            {"set": "one", "a": "ours", "b": "peer", "difference": -0.25, "low": -0.3, "high": -0.2, "p": 0.0005}
        ],
        "judge": [{"set": "one", "judge": "p-value", **dict.fromkeys(keys, 5), "accuracy": 0.5}],
    }


class Tags(HTMLParser):
    """All tags of a page, whether they are closed in order, and what they would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page_of(results: dict[str, Any], folder: Path) -> str:
    write_report(results, folder)
    return (folder / "index.html").read_text("utf-8")


def tags_of(page: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(page)
    parser.close()
    assert not parser.open
    return parser.tags


def test_three_files_are_written(tmp_path: Path) -> None:
    paths = write_report(small(), tmp_path / "new" / "folder")
    assert [path.name for path in paths] == FILES
    assert all(path.is_file() for path in paths)
    assert json.loads(paths[1].read_text("utf-8")) == small()


def test_the_same_results_give_the_same_bytes(tmp_path: Path) -> None:
    turned = dict(reversed(small().items()))
    first = [path.read_bytes() for path in write_report(small(), tmp_path / "a")]
    assert first == [path.read_bytes() for path in write_report(turned, tmp_path / "b")]


def test_the_page_loads_nothing(tmp_path: Path) -> None:
    page = page_of(small(), tmp_path)
    for tag, attributes in tags_of(page):
        assert tag not in ("link", "img", "iframe", "object", "embed", "base")
        assert "src" not in attributes
        if "href" in attributes:
            assert tag == "a"
    assert "@import" not in page
    assert "url(" not in page


def test_every_section_is_there(tmp_path: Path) -> None:
    sections = {attributes["id"] for tag, attributes in tags_of(page_of(small(), tmp_path)) if tag == "section"}
    assert sections == {
        *("leaderboard", "speed", "types", "languages", "distribution"),
        *("measures", "significance", "judge", "worst", "made"),
    }


def test_the_best_of_a_column_is_bold_and_the_mean_leads(tmp_path: Path) -> None:
    write_report(small(), tmp_path)
    lines = (tmp_path / "results.md").read_text("utf-8").splitlines()
    assert r"| ours \* | **0.700** | 0.500 | **0.900** | 4.0 | 120 | 0 |" in lines
    assert "| peer | 0.500 | **0.750** | 0.250 | 4.0 | – | 0 |" in lines
    assert lines.index("## Leaderboard") < lines.index("## one") < lines.index("## two")


def test_the_matrix_is_mirrored(tmp_path: Path) -> None:
    page = page_of(small(), tmp_path)
    assert re.search(r'class="n behind"[^>]*title="95 % interval −0.300 to −0.200, p &lt; 0.001">−0.250<', page)
    assert re.search(r'class="n ahead"[^>]*title="95 % interval \+0.200 to \+0.300, p &lt; 0.001">\+0.250<', page)


def hostile(value: Any) -> Any:
    """The same data with every text, and every name, followed by markup."""
    if isinstance(value, dict):
        return {key: hostile(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [hostile(inner) for inner in value]
    return value + HOSTILE if isinstance(value, str) and value not in ("method", "peer", "all") else value


def test_texts_are_escaped(tmp_path: Path) -> None:
    harmless, attacked = small(), hostile(small())
    for results in (harmless, attacked):
        results["worst"][0]["url"] = "javascript:alert(1)"
    names = [tag for tag, _ in tags_of(page_of(attacked, tmp_path))]
    assert "img" not in names
    assert names.count("script") == 1
    assert sorted(set(names)) == sorted({tag for tag, _ in tags_of(page_of(harmless, tmp_path))})
    for _, attributes in tags_of(page_of(attacked, tmp_path)):
        assert not any(name.startswith("on") for name in attributes)
        assert not (attributes.get("href") or "").startswith("javascript")


@pytest.mark.parametrize("field", ["found", "wanted", "url", "id", "type", "set", "system"])
def test_a_script_in_a_worst_page_is_text(tmp_path: Path, field: str) -> None:
    results = small()
    results["worst"][0][field] = "https://example.org/<script>alert(1)</script>"
    page = page_of(results, tmp_path)
    assert "<script>alert" not in page
    assert [tag for tag, _ in tags_of(page)].count("script") == 1


def test_names_cannot_break_markdown_tables() -> None:
    assert escaped("a|b\n<i>*c*") == r"a\|b \<i\>\*c\*"


def test_halves_of_surrogate_pairs_control_characters_and_undefined_figures(tmp_path: Path) -> None:
    results = small()
    results["worst"][0]["found"] = "\ud800 and \0 and \x1b"
    results["figures"][0]["ms"] = float("nan")
    results["figures"][1]["metrics"]["bow_f1"] = float("inf")
    page = page_of(results, tmp_path)
    assert "\0" not in page
    data = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert data["worst"][0]["found"] == "\ud800 and \0 and \x1b"
    assert data["figures"][0]["ms"] is None


@pytest.mark.parametrize("missing", [*small(), None])
def test_any_part_may_be_missing(tmp_path: Path, missing: str | None) -> None:
    results = {} if missing is None else {key: value for key, value in small().items() if key != missing}
    tags_of(page_of(results, tmp_path))


@pytest.mark.parametrize("metrics", [None, {}, {"bow_f1": None}, {"bow_f1": 0.0}, {"bow_f1": 1.0}, {"poor": 0.1}])
@pytest.mark.parametrize("ms", [None, 0, 0.001, 5])
def test_one_system_one_page(tmp_path: Path, metrics: dict[str, float] | None, ms: float | None) -> None:
    place = {"system": "ours", "set": "one"}
    results = {
        "sets": [{"name": "one"}],
        "systems": [{"name": "ours", "kind": "method"}],
        "figures": [{**place, "group": group, "ms": ms, "metrics": metrics} for group in ("all", "type:a")],
        "pages": [{**place, "f1": 0.5}],
        "worst": [{**place, "f1": None, "found": None, "wanted": None}],
        "pairs": [{"set": "one", "a": "ours", "b": "ours", "difference": None}],
        "judge": [{}],
    }
    tags_of(page_of(results, tmp_path))


def test_labels_do_not_overlap() -> None:
    points = [(300 + 7.0 * (place % 4), 200 + 6.0 * (place // 4)) for place in range(16)]
    frame = Box(40, 10, 740, 400)
    boxes = placed(points, [f"system-number-{place}" for place in range(16)], frame)
    assert not any(one.overlap(other) for one, other in combinations(boxes, 2))
    assert not any(one.overlap(Box(x - 4, y - 4, x + 4, y + 4)) for one in boxes for x, y in points)
    assert all(frame.left <= box.left and box.right <= frame.right for box in boxes)


def marked(shown: Difference) -> tuple[list[str], list[str]]:
    """The marked words of both texts."""
    return (
        [piece.text for row in shown.rows for piece in row.found if piece.kind == "changed"],
        [piece.text for row in shown.rows for piece in row.wanted if piece.kind == "changed"],
    )


@pytest.mark.parametrize(
    ("found", "wanted", "extra", "lost"),
    [
        ("It rained all day.", "It rained all day.", [], []),
        ("It rained all day.", "It rained all night.", ["day"], ["night"]),
        ("Menu\nIt rained all day.", "It rained all day.", ["Menu"], []),
        ("It rained.", "It rained.\nNobody minded.", [], ["Nobody minded."]),
        ("one line of text\nand another", "one line of text and another", [], []),
        ("", "all of it", [], ["all of it"]),
        ("all of it", "", ["all of it"], []),
        ("", "", [], []),
        ("今天下了一整天雨", "今天下了一整夜雨", ["天"], ["夜"]),
        ("Straße naïve", "Straße naive", ["naïve"], ["naive"]),
    ],
)
def test_the_right_words_are_marked(found: str, wanted: str, extra: list[str], lost: list[str]) -> None:
    assert marked(difference(found, wanted)) == (extra, lost)


def test_chance_words_between_changes_are_marked_too() -> None:
    extra, lost = marked(difference("subscribe today of newsletters", "yesterday evening of thunder"))
    assert extra == ["subscribe today of newsletters"]
    assert lost == ["yesterday evening of thunder"]


def test_common_is_a_longest_common_subsequence() -> None:
    assert common("abcde", "xbydz") == [(1, 1), (3, 3)]
    assert common("aab", "ab") in ([(0, 0), (2, 1)], [(1, 0), (2, 1)])
    assert common("", "ab") == common("ab", "") == common("a", "b") == []


@pytest.mark.parametrize("end", ["", "word " * COMPARED])
def test_what_is_cut_is_counted(end: str) -> None:
    found = "\n".join(f"line {number} of the page" for number in range(900)) + end
    shown = difference(found, "")
    seen = sum(len(piece.text) for row in shown.rows for piece in row.found if piece.kind != "cut")
    assert seen <= SHOWN
    assert shown.found_hidden + seen == len(found)
    assert shown.wanted_hidden == 0


@pytest.mark.parametrize(
    ("found", "wanted"),
    [("a " * 10_000, "b a " * 5_000), ("x\n" * 10_000, "y\nx\n" * 5_000), ("雨" * 20_000, "天雨" * 10_000)],
)
def test_repetition_is_no_trap(found: str, wanted: str) -> None:
    """Texts on which a comparison that looks for the longest block first takes minutes."""
    shown = difference(found, wanted)
    assert shown.found_hidden <= len(found)


def test_a_set_of_snippets_is_on_the_leaderboard(tmp_path: Path) -> None:
    results = small()
    results["sets"].append({"name": "three", "pages": 2, "bad_rows": 0, "types": {}, "languages": {}})
    results["figures"] += [figure("ours", "three", "all", None, snippet_f1=0.625)]
    write_report(results, tmp_path)
    (row,) = [
        line
        for line in (tmp_path / "results.md").read_text().splitlines()
        if line.startswith("| ours") and "0.625" in line
    ][:1]
    assert "0.500" in row
