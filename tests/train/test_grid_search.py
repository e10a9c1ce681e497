"""Tuning: which values are tried, which are chosen, and figures that were worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

import maintext
from maintext import LinkDensity, PValue, TextDensity
from maintext.algorithms.method_file import FORMAT, file_content
from maintext.cli import main
from maintext.data import LabelledPage
from maintext.errors import DataError, OptionError
from maintext.train.grid_search import combinations, default_grid, page_scorer, tune


def page(number: int, characters: int, site: str = "a.example") -> LabelledPage:
    """A page whose only text is one word in a div."""
    word = "x" * characters
    html = f"<body><div>{word}</div></body>"
    return LabelledPage(str(number), html, word, url=f"https://{site}/{number}")


def test_a_grid_has_the_choices_and_numbers_around_the_default() -> None:
    assert default_grid(PValue()) == {"empty": ("drop", "drop-outside", "keep")}
    grid = default_grid(LinkDensity())
    assert (grid["ltd"], grid["ntl"]) == ((0.4, 0.2, 0.8), (100, 50, 200))
    assert "basic_la" not in grid
    assert default_grid(TextDensity(sd_floor=1.5)) == {
        "sd_floor": (1.5, 3.0),
        "leaves": (False, True),
        "count_self": (True, False),
    }


def test_the_method_itself_is_tried_first_and_once() -> None:
    tried = combinations(LinkDensity(), {"ntl": (50, 100), "ltd": (0.4, 0.5)})
    assert [(each.ntl, each.ltd) for each in tried if isinstance(each, LinkDensity)] == [
        (100, 0.4),
        (50, 0.4),
        (50, 0.5),
        (100, 0.5),
    ]
    with pytest.raises(OptionError, match="1,000,000 combinations"):
        combinations(LinkDensity(), {"ntl": range(1000), "precise_ntl": range(1000)})


def test_a_page_is_scored_with_each_method() -> None:
    """60 characters are enough for a basic node of 50, not for one of 100."""
    score = page_scorer((LinkDensity(), LinkDensity(ntl=50)))
    assert score(page(1, 60)) == [0, 1]
    assert score(page(2, 200)) == [1, 1]


def test_the_options_with_the_highest_mean_are_chosen() -> None:
    """Of four pages with 60, 60, 200 and 200 characters the default finds two."""
    pages = [page(number, size) for number, size in enumerate((60, 60, 200, 200))]
    tuned = tune(combinations(LinkDensity(), {"ntl": (50, 100)}), pages, 2, 1)
    assert tuned.method == LinkDensity(ntl=50)
    assert (tuned.default_f1, tuned.tuned_f1, tuned.validated_f1) == (0.5, 1, 1)
    assert (tuned.pages, tuned.failed, tuned.combinations, tuned.folds_of) == (4, 0, 2, "pages")


def test_pages_are_measured_with_options_that_were_chosen_on_other_sites() -> None:
    """Site a needs leaves=False and site b leaves=True, so each is measured with the wrong one.

    Both pages have a box with a long and a short paragraph. On a both are wanted, on b the long one: an F1 of 2/3 for
    the box, of which one word of two is wanted.
    """
    html = f"<body><div><p>{'x' * 80}</p><p>y</p></div></body>"
    pages = [
        LabelledPage("1", html, f"{'x' * 80} y", url="https://a.example/1"),
        LabelledPage("2", html, "x" * 80, url="https://b.example/1"),
    ]
    tuned = tune(combinations(TextDensity(), {"leaves": (False, True)}), pages, 2, 1)
    assert tuned.folds_of == "sites"
    assert tuned.validated_f1 == pytest.approx(2 / 3)
    assert tuned.default_f1 == pytest.approx((1 + 2 / 3) / 2)
    assert tuned.method == TextDensity()


def test_fewer_pages_than_parts_are_an_error() -> None:
    with pytest.raises(DataError, match="1 pages with a text for 2 parts"):
        tune([LinkDensity()], [page(1, 60), LabelledPage("2", "<p>x</p>", "")], 2, 1)


class TestFile:
    @pytest.mark.parametrize("method", [LinkDensity(ltd=0.3), maintext.NaiveBayes(block_tags=("td",)), PValue("keep")])
    def test_a_method_comes_back(self, method: maintext.Method, tmp_path: Path) -> None:
        path = tmp_path / "site.json"
        path.write_text(file_content(method, {"pages": 3}), encoding="utf-8")
        assert maintext.load_method(path) == method

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("no json", "not JSON"),
            ("[]", "not a file of options"),
            ({"format": "other"}, "not a file of options"),
            ({"format": FORMAT, "method": "best", "options": {}}, "'best'"),
            ({"format": FORMAT, "method": ["x"], "options": {}}, "known method"),
            ({"format": FORMAT, "method": "p-value", "options": {"wrong": 1}}, "'wrong'"),
            ({"format": FORMAT, "method": "p-value", "options": {"empty": 1}}, "empty must be"),
            ({"format": FORMAT, "method": "naive-bayes", "options": {"model": "x"}}, "'model'"),
        ],
    )
    def test_what_cannot_be_used_is_said(self, content: Any, message: str, tmp_path: Path) -> None:
        path = tmp_path / "site.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        with pytest.raises(OptionError, match=message) as caught:
            maintext.load_method(path)
        assert "site.json" in str(caught.value)

    def test_a_missing_file_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(OptionError, match="cannot read the options"):
            maintext.load_method(tmp_path / "missing.json")


class TestCommand:
    @pytest.fixture
    def data(self, tmp_path: Path) -> Path:
        path = tmp_path / "pages.jsonl"
        pages = [page(number, size) for number, size in enumerate((60, 60, 200, 200))]
        rows = [{"id": each.id, "html": each.html, "text": each.text, "url": each.url} for each in pages]
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        return path

    def test_options_are_written_and_used(self, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        chosen, html = tmp_path / "site.json", tmp_path / "page.html"
        html.write_text(f"<body><div>{'x' * 60}</div></body>", encoding="utf-8")
        words = ["tune", "link-density", str(data), "-o", str(chosen), "--grid", "ntl=50,100"]
        assert main([*words, "--folds", "2", "--workers", "1"]) == 0
        printed = capsys.readouterr()
        assert [line.split()[-1] for line in printed.out.splitlines()] == ["F1", "0.500", "1.000", "1.000", "ntl=50"]
        assert "2 combinations on 4 pages" in printed.err
        assert main([str(html), "-m", "link-density"]) == 1
        assert main([str(html), "--options", str(chosen)]) == 0
        assert main([str(html), "--options", str(chosen), "-O", "ntl=100"]) == 1
        assert main(["explain", str(html), "--options", str(chosen), "-m", "link-density"]) == 0
        capsys.readouterr()
        assert main(["compare", str(html), "--options", str(chosen), "-f", "json"]) == 0
        compared = {each["method"]: each["text"] for each in json.loads(capsys.readouterr().out)["results"]}
        assert compared["link-density"] == "x" * 60

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["tune", "link-density", "DATA", "-o", "o.json", "--grid", "best=1"], "no option 'best'"),
            (["tune", "link-density", "DATA", "-o", "o.json", "--grid", "ntl=few"], "a whole number"),
            (["tune", "link-density", "DATA", "-o", "o.json", "--folds", "1"], "--folds 2 or more"),
            (["tune", "link-density", "DATA", "-o", "o.json", "--folds", "9", "--grid", "ntl=50"], "4 pages"),
            (["DATA", "--options", "missing.json"], "cannot read the options missing.json"),
            (["judge", "DATA", "-O", "wrong=1"], "no option 'wrong'"),
        ],
    )
    def test_mistakes_are_answered_in_one_line(
        self, words: list[str], message: str, data: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([str(data) if word == "DATA" else word for word in words]) == 2
        printed = capsys.readouterr()
        assert message in printed.err
        assert (printed.out, printed.err.count("\n")) == ("", 1)

    def test_options_of_another_method_are_refused(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "site.json"
        path.write_text(file_content(LinkDensity(), {}), encoding="utf-8")
        assert main(["x.html", "-m", "p-value", "--options", str(path)]) == 2
        assert "has options of link-density, not of p-value" in capsys.readouterr().err
        assert main(["judge", "x.html", "--options", str(path)]) == 2
        assert "link-density cannot judge" in capsys.readouterr().err
