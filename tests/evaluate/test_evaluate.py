"""Evaluation end to end on small sets, with extractors that fail, crash and hang."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from maintext.cli import main
from maintext.data import LabelledPage, read_pages
from maintext.evaluate import peers, run
from maintext.evaluate.metadata_answers import OURS, Answer, extractor_of, extractors, is_right
from maintext.evaluate.metadata_scores import scored_answer
from maintext.evaluate.page_score import scored
from maintext.evaluate.report.markdown_page import as_markdown
from maintext.evaluate.report.results_view import View
from maintext.evaluate.run import DataSet, Setting, evaluate
from maintext.evaluate.systems import System, installed_peers, methods_of_ours

TEXT = "The ferry came back today, and it will run every hour from now on. Nobody had thought so."
PAGE = f"<html lang=en><body><nav><a href=/>Home</a></nav><div><p>{TEXT}</p></div></body></html>"


def labelled(number: int, **fields: Any) -> LabelledPage:
    return LabelledPage(**{"id": str(number), "html": PAGE, "text": TEXT, "type": "article", **fields})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.jsonl"
    rows = [{"id": str(number), "html": PAGE, "text": TEXT, "type": "article"} for number in range(3)]
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\nno json\n", encoding="utf-8")
    return path


class TestScore:
    def test_the_whole_text_scores_one(self) -> None:
        values = scored(labelled(1), TEXT, 0.1, "").values
        assert {name: values[name] for name in ("bow_f1", "lcs_f1", "rouge_lsum", "excellent", "correct")} == {
            "bow_f1": 1,
            "lcs_f1": 1,
            "rouge_lsum": 1,
            "excellent": 1,
            "correct": 1,
        }

    def test_a_failure_scores_what_was_returned(self) -> None:
        score = scored(labelled(1), "", 0.1, "it broke")
        assert (score.values["bow_f1"], score.values["missing"], score.error) == (0, 1, "it broke")

    def test_a_page_with_snippets_only_has_no_other_scores(self) -> None:
        page = labelled(1, text="", text_known=False, required=("the ferry",), forbidden=("Home",))
        score = scored(page, "the ferry", 0.1, "")
        assert score.values == {}
        assert score.snippets is not None
        assert (score.snippets.found, score.snippets.unwanted) == (1, 0)

    def test_a_text_that_lacks_a_sentence_counts_as_good(self) -> None:
        """The paper's good rate is the share of excellent and good pages."""
        rates = [scored(labelled(1), text, 0.1, "").values for text in (TEXT, TEXT[: TEXT.index("Nobody")], "")]
        assert [(rate["excellent"], rate["good"], rate["good_rate"]) for rate in rates] == [
            (1, 0, 1),
            (0, 1, 1),
            (0, 0, 0),
        ]


class TestEvaluate:
    @pytest.mark.parametrize("layout", ["pairs", "scrapinghub", "cleaneval", "jsonl"])
    def test_an_empty_label_counts_in_every_layout(self, layout: str, tmp_path: Path) -> None:
        """Two pages with the same text; on the second nothing is wanted, so the F1 is 1 and 0."""
        for name, text in (("1", TEXT), ("2", "")):
            html, folder = PAGE.encode(), tmp_path
            if layout == "pairs":
                (folder / f"{name}.html").write_bytes(html)
                (folder / f"{name}.txt").write_text(text, encoding="utf-8")
            elif layout == "cleaneval":
                for part in ("input", "GoldStandard"):
                    (folder / part).mkdir(exist_ok=True)
                (folder / "input" / f"{name}.html").write_bytes(html)
                (folder / "GoldStandard" / f"{name}.txt").write_text(text, encoding="utf-8")
            elif layout == "scrapinghub":
                (folder / "html").mkdir(exist_ok=True)
                (folder / "html" / f"{name}.html").write_bytes(html)
        if layout == "scrapinghub":
            labels = {"1": {"articleBody": TEXT}, "2": {"articleBody": ""}}
            (tmp_path / "ground-truth.json").write_text(json.dumps(labels), encoding="utf-8")
        path = tmp_path
        if layout == "jsonl":
            path = tmp_path / "two.jsonl"
            rows = [{"id": "1", "html": PAGE, "text": TEXT}, {"id": "2", "html": PAGE, "text": ""}]
            path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        pages = tuple(read_pages(path, print))
        results = evaluate([DataSet("two", pages)], methods_of_ours(("p-value",)), Setting(workers=1))
        assert [page["f1"] for page in results["pages"]] == [1, 0]
        assert results["figures"][0]["metrics"]["bow_f1"] == 0.5

    @pytest.mark.slow
    def test_methods_with_options_are_systems_of_their_own(
        self, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        methods = "p-value,p-value:empty=keep,text-density:leaves=true:sd_floor=3"
        assert main(["evaluate", str(data), "--methods", methods, "--workers", "1", "--report", str(tmp_path)]) == 0
        rows = [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:4]]
        assert rows == methods.split(",")
        judges = [table["judge"] for table in json.loads((tmp_path / "results.json").read_text("utf-8"))["judge"]]
        assert judges == ["learned", "p-value", "p-value:empty=keep"]
        assert main(["evaluate", str(data), "--methods", "p-value:wrong=1"]) == 2
        assert "no option 'wrong'" in capsys.readouterr().err

    def test_a_set_without_any_text_has_no_scores_of_texts(self) -> None:
        """Pages of which only the type is known are for the judge."""
        pages = (labelled(1, text=""), labelled(2, text="", type="other"))
        results = evaluate([DataSet("types", pages)], methods_of_ours(("p-value",)), Setting(workers=1))
        assert all(figure["metrics"] == {} for figure in results["figures"])
        assert {table["judge"]: table["no_yes"] + table["no_no"] for table in results["judge"]}["p-value"] == 1

    def test_a_site_with_five_pages_has_figures_of_its_own(self) -> None:
        urls = [f"https://{host}/{number}" for number in range(5) for host in ("many.example", "www.few.example")][:9]
        pages = tuple(labelled(number, url=url) for number, url in enumerate(urls))
        results = evaluate([DataSet("one", pages)], methods_of_ours(("p-value",)), Setting(workers=1))
        sites = {f["group"]: f["pages"] for f in results["figures"] if f["group"].startswith("site:")}
        assert sites == {"site:many.example": 5}
        assert "### By site" in as_markdown(View.of(results))

    @pytest.mark.slow
    def test_results_have_a_figure_for_each_system_set_type_and_language(self) -> None:
        sets = [DataSet("one", (labelled(1), labelled(2, type="forum"))), DataSet("two", (labelled(3),))]
        results = evaluate(sets, methods_of_ours(("p-value", "div-density")), Setting(workers=1))
        groups = {(f["system"], f["set"], f["group"]): f["pages"] for f in results["figures"]}
        assert groups["p-value", "one", "all"] == 2
        assert groups["div-density", "one", "type:forum"] == 1
        assert groups["p-value", "two", "language:en"] == 1
        assert all(figure["metrics"]["bow_f1"] == 1 for figure in results["figures"])
        assert [pair["difference"] for pair in results["pairs"]] == [0, 0]
        assert {table["judge"]: table["yes_yes"] for table in results["judge"]}["p-value"] == 1

    @pytest.mark.slow
    def test_two_runs_give_the_same_figures(self) -> None:
        sets = [DataSet("one", tuple(labelled(number, html=PAGE + "<p>more</p>" * number) for number in range(5)))]
        methods = methods_of_ours(("learned", "p-value", "table-blocks"))
        runs = [evaluate(sets, methods, Setting(workers=2)) for _ in range(2)]
        for results in runs:
            for figure in results["figures"]:
                del figure["ms"]
        assert runs[0]["figures"] == runs[1]["figures"]
        assert runs[0]["pairs"] == runs[1]["pairs"]

    @pytest.mark.slow
    def test_an_extractor_that_cannot_be_used_is_left_out(self, capsys: pytest.CaptureFixture[str]) -> None:
        broken = System("no-such-peer", "peer", "1.0")
        results = evaluate([DataSet("one", (labelled(1),))], [broken, *methods_of_ours(("p-value",))], Setting(1))
        assert [system["name"] for system in results["systems"]] == ["p-value"]
        assert "no-such-peer cannot be used" in capsys.readouterr().err

    def test_an_interruption_leaves_what_was_done(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(system: System, sets: Sequence[DataSet], setting: Setting) -> Any:
            if system.name == "p-value":
                raise KeyboardInterrupt
            return [scored(page, TEXT, 0.1, "") for data in sets for page in data.pages]

        monkeypatch.setattr(run, "_scores", interrupted)
        results = evaluate([DataSet("one", (labelled(1),))], methods_of_ours(("div-density", "p-value")), Setting(1))
        assert [system["name"] for system in results["systems"]] == ["div-density"]


@pytest.mark.slow
class TestMetadata:
    @pytest.mark.parametrize(
        ("field", "found", "wanted", "right"),
        [
            ("title", "Rain in May!", "RAIN: in may", True),
            ("title", "Rain in May", "Rain in June", False),
            ("title", "", "Rain", False),
            ("author", "Lee, Ann", "Ann Lee", True),
            ("author", "Ann Lee, Bo Chen", "Bo Chen; Ann Lee", True),
            ("author", "Ann Lee", "Ann Lee, Bo Chen", False),
            ("author", "Ann Lee, Bo Chen", "Ann Lee and Bo Chen", True),
            ("author", "王小明", "王小明", True),
            ("date", "2018-09-02T10:40:00Z", "2018-09-02", True),
            ("date", "2 September 2018", "2018-9-2", True),
            ("date", "2018-09-03", "2018-09-02", False),
            ("date", "", "2018-09-02", False),
            ("date", "2018-05", "May 2018", True),
            ("date", "2018-05-01", "2018-05", False),
            ("date", "", "soon", False),
        ],
    )
    def test_an_answer_is_right_or_not(self, field: str, found: str, wanted: str, right: bool) -> None:
        assert is_right(field, found, wanted) == right

    def test_only_what_is_known_is_scored(self) -> None:
        page = labelled(1, title="Rain", date="2018-09-02")
        score = scored_answer(page, Answer("Rain", "Ann Lee", "2017-01-01"), 0.1)
        assert score.right == {"title": True, "date": False}

    @pytest.mark.slow
    def test_our_answers_are_measured_once_for_all_methods(self) -> None:
        pages = (labelled(1, html=f"<title>The ferry is back</title>{PAGE}", title="The ferry is back"), labelled(2))
        results = evaluate([DataSet("one", pages)], methods_of_ours(("p-value", "div-density")), Setting(workers=1))
        assert [(each["system"], each["right"]) for each in results["metadata"]] == [("maintext", {"title": 1.0})]
        assert results["metadata"][0]["pages"] == {"title": 1, "author": 0, "date": 0}

    def test_sets_without_answers_have_no_figures(self) -> None:
        results = evaluate([DataSet("one", (labelled(1),))], methods_of_ours(("p-value",)), Setting(workers=1))
        assert results["metadata"] == []

    @pytest.mark.slow
    @pytest.mark.filterwarnings("ignore")
    @pytest.mark.parametrize("name", [name for name in extractors() if name != OURS and peers.version_of(name)])
    def test_an_installed_peer_tells_the_title(self, name: str) -> None:
        page = (Path(__file__).parents[2] / "examples" / "english-news.html").read_bytes()
        assert "Harwick" in extractor_of(name)(page, "https://example.org/").title

    def test_the_board_and_the_report_have_them(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "tiny.jsonl"
        row = {"id": "1", "html": f"<title>The ferry is back</title>{PAGE}", "text": TEXT, "title": "The ferry is back"}
        path.write_text(json.dumps(row), encoding="utf-8")
        floors = tmp_path / "floors.json"
        floors.write_text('{"tiny": {"maintext title": 1.01}}', encoding="utf-8")
        report = tmp_path / "report"
        words = ["evaluate", str(path), "--methods", "p-value", "--workers", "1", "--report", str(report)]
        assert main([*words, "--floors", str(floors)]) == 1
        captured = capsys.readouterr()
        assert captured.out.splitlines()[-1].split() == ["maintext", "1.000"]
        assert "maintext title on tiny: 1.0000 is below 1.01" in captured.err
        assert "| maintext \\* | 1.000 |" in (report / "results.md").read_text(encoding="utf-8")
        assert "Title, authors and date" in (report / "index.html").read_text(encoding="utf-8")


class TestPeers:
    def test_a_peer_that_is_not_known_is_an_error_that_names_the_known(self) -> None:
        with pytest.raises(peers.UnknownPeerError, match="trafilatura"):
            peers.version_of("no-such-peer")

    def test_a_peer_that_is_not_installed_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(peers._PEERS, "gone", ("no-such-distribution", lambda: lambda page: ""))
        missing: list[str] = []
        assert installed_peers(("gone",), missing.append) == []
        assert missing == ["gone"]

    @pytest.mark.slow
    @pytest.mark.filterwarnings("ignore")
    @pytest.mark.parametrize("name", [name for name in peers.peers() if peers.version_of(name)])
    def test_an_installed_peer_gives_text(self, name: str) -> None:
        page = (Path(__file__).parents[2] / "examples" / "english-news.html").read_bytes()
        assert "Harwick" in peers.extractor_of(name)(page)


class TestCommand:
    def test_the_leaderboard_goes_to_standard_output(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["evaluate", str(data), "--methods", "p-value,naive-bayes", "--workers", "1"]) == 0
        captured = capsys.readouterr()
        head, first, second = (line.split() for line in captured.out.splitlines())
        assert (head[:2], first[:2], second[0]) == (["system", "tiny"], ["p-value", "1.000"], "naive-bayes")
        assert "line 4" in captured.err

    def test_the_report_is_written(self, data: Path, tmp_path: Path) -> None:
        report, page = tmp_path / "report", tmp_path / "results.md"
        words = ["evaluate", str(data), "--methods", "p-value", "--workers", "1"]
        assert main([*words, "--report", str(report), "--markdown", str(page)]) == 0
        assert {path.name for path in report.iterdir()} == {"index.html", "results.json", "results.md"}
        assert json.loads((report / "results.json").read_text(encoding="utf-8"))["sets"][0]["bad_rows"] == 1
        assert "What the papers claimed" in page.read_text(encoding="utf-8")

    def test_a_figure_below_its_floor_fails(
        self, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        floors = tmp_path / "floors.json"
        words = ["evaluate", str(data), "--methods", "p-value", "--workers", "1", "--floors", str(floors)]
        floors.write_text('{"tiny": {"p-value": 1.0}}', encoding="utf-8")
        assert main(words) == 0
        floors.write_text('{"tiny": {"p-value": 1.01}}', encoding="utf-8")
        assert main(words) == 1
        assert "below 1.01" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["missing.jsonl"], "missing.jsonl"),
            (["DATA", "--methods", "nonsense"], "nonsense"),
            (["DATA", "--peers", "nonsense"], "nonsense"),
            (["DATA", "--methods", "none"], "nothing to measure"),
            (["DATA", "--every", "0"], "--every"),
            (["DATA", "--floors", "missing.json"], "missing.json"),
        ],
    )
    def test_a_wrong_command_line_is_one_line(
        self, words: list[str], said: str, data: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["evaluate", *(str(data) if word == "DATA" else word for word in words)]) == 2
        assert said in capsys.readouterr().err.splitlines()[-1]
