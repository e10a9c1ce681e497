"""The commands judge, compare, explain and train, run as people run them."""

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.commands import ARTICLE, BLOG, CHINESE, FRONT_PAGE, PAGE, Ran, assert_one_line_error, run
from helpers.pages import PAGES

import maintext


class TestJudge:
    def test_yes_is_exit_code_0(self) -> None:
        ran = run("judge", BLOG)
        probability = maintext.judge(PAGES["blog"].read_bytes()).probability
        assert ran == Ran(0, f"yes\t{probability:.3f}\n", "")

    def test_no_is_exit_code_1(self) -> None:
        ran = run("judge", FRONT_PAGE)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith("no\t")

    def test_the_threshold_decides(self, run_here: Callable[..., Ran]) -> None:
        assert run_here("judge", FRONT_PAGE, "--threshold", "0").code == 0
        assert run_here("judge", BLOG, "--threshold", "1.01").code == 1

    def test_the_address_of_a_file_can_be_given(self, run_here: Callable[..., Ran]) -> None:
        url = "https://news.example/2024/05/the-old-mill-is-sold-1234567.html"
        probability = maintext.judge(PAGES["blog"].read_bytes(), url=url).probability
        assert run_here("judge", BLOG, "--url", url).out == f"yes\t{probability:.3f}\n"

    def test_json_has_the_answer_and_the_probability(self, run_here: Callable[..., Ran]) -> None:
        ran = run_here("judge", BLOG, "--format", "json")
        probability = maintext.judge(PAGES["blog"].read_bytes()).probability
        assert json.loads(ran.out) == {"page": BLOG, "has_main_text": True, "probability": probability}

    def test_a_page_may_come_from_standard_input(self) -> None:
        assert run("judge", "-", stdin=PAGE.encode()).out.startswith(("yes\t", "no\t"))


class TestCompare:
    def test_the_table_has_all_methods_twice(self) -> None:
        ran = run("compare", BLOG)
        assert (ran.code, ran.err) == (0, "")
        firsts = [line.split()[0] for line in ran.out.splitlines() if line]
        assert firsts == ["method", *maintext.methods(), "agreement", *maintext.methods()]
        assert "100%" in ran.out

    def test_json_is_the_comparison(self, run_here: Callable[..., Ran]) -> None:
        ran = run_here("compare", CHINESE, "-f", "json")
        comparison = maintext.compare(PAGES["chinese-news"].read_bytes())
        assert json.loads(ran.out) == {"page": CHINESE, **json.loads(json.dumps(comparison.to_dict()))}

    def test_an_empty_page_can_be_compared(self) -> None:
        ran = run("compare", "-")
        assert (ran.code, ran.err) == (0, "")
        assert "agreement" in ran.out

    def test_a_file_that_is_no_page_is_told_as_such(self) -> None:
        ran = run("compare", "-", stdin=b"%PDF-1.7 (a text, that is in a document and not on a page)")
        assert "in a document" not in ran.out


class TestExplain:
    @pytest.mark.parametrize("method", maintext.methods())
    def test_the_table_shows_the_selected_elements(self, run_here: Callable[..., Ran], method: str) -> None:
        ran = run_here("explain", BLOG, "--method", method, "--rows", "3")
        explanation = maintext.explain(PAGES["blog"].read_bytes(), method)
        assert (ran.code, ran.err) == (0, "")
        lines = ran.out.splitlines()
        assert lines[0].startswith(f"{method}: score {explanation.score:.4g}, {len(explanation)} elements considered")
        assert lines[2].split() == [*explanation.columns, "element"]
        selected = [row.path for row in explanation.selected()]
        assert [line.split("  ")[-1].strip() for line in lines[3:] if line.startswith("*")] == selected
        assert len(lines) - 3 >= min(3, len(explanation))

    def test_json_is_the_explanation(self) -> None:
        ran = run("explain", CHINESE, "--format", "json", "-m", "symbol-density")
        explanation = maintext.explain(PAGES["chinese-news"].read_bytes(), "symbol-density")
        assert (ran.code, ran.err) == (0, "")
        assert json.loads(ran.out) == {"page": CHINESE, **json.loads(json.dumps(explanation.to_dict()))}

    def test_json_has_no_numbers_that_json_does_not_know(self, run_here: Callable[..., Ran]) -> None:
        def refuse(constant: str) -> None:
            raise AssertionError(constant)

        for method in maintext.methods():
            json.loads(run_here("explain", FRONT_PAGE, "-f", "json", "-m", method).out, parse_constant=refuse)

    @pytest.mark.parametrize("method", maintext.methods())
    def test_an_empty_page_can_be_explained(self, run_here: Callable[..., Ran], tmp_path: Path, method: str) -> None:
        path = tmp_path / "empty.html"
        path.touch()
        ran = run_here("explain", str(path), "-m", method)
        assert (ran.code, ran.err) == (0, "")
        assert "nothing selected" in ran.out

    def test_options_change_the_explanation(self, run_here: Callable[..., Ran]) -> None:
        plain = run_here("explain", BLOG, "-m", "text-density")
        assert run_here("explain", BLOG, "-m", "text-density", "-O", "leaves=true").out != plain.out


class TestTrain:
    @pytest.mark.slow
    def test_a_model_is_written_and_can_be_used(self, labelled: Path, tmp_path: Path) -> None:
        model, page = tmp_path / "model.json", tmp_path / "page.html"
        page.write_text(PAGE, encoding="utf-8")
        ran = run("train", "naive-bayes", str(labelled), "-o", str(model))
        assert (ran.code, ran.out) == (0, "")
        assert json.loads(model.read_text(encoding="utf-8"))["trained_on"] == {"tiny": 3}
        used = run(str(page), "-m", "naive-bayes", "--model", str(model))
        assert used == Ran(0, ARTICLE + "\n", "")

    def test_bad_rows_are_named_and_counted(self, run_here: Callable[..., Ran], labelled: Path, tmp_path: Path) -> None:
        ran = run_here("train", "naive-bayes", str(labelled), "-o", str(tmp_path / "model.json"))
        summary, few, *complaints, count = ran.err.splitlines()
        assert few == "maintext: trained on only 3 pages; a useful model needs 100 or more"
        assert [complaint.split(":")[2].split(" ")[-1] for complaint in complaints] == ["5", "6", "7", "8", "9"]
        assert all(complaint.startswith(f"maintext: left out: {labelled}, line ") for complaint in complaints)
        assert "3 pages" in summary
        assert count == "maintext: 5 bad rows"

    def test_cross_validation_prints_a_figure_a_set(self, run_here: Callable[..., Ran], labelled: Path) -> None:
        ran = run_here("train", "naive-bayes", str(labelled), "--cross-validate", "2")
        assert ran.code == 0
        head, tiny, everything = (line.split() for line in ran.out.splitlines())
        assert (head, tiny[:2], everything[:2]) == (["set", "pages", "F1"], ["tiny", "3"], ["all", "3"])
        assert 0 <= float(tiny[2]) <= 1

    @pytest.mark.parametrize(("suffix", "compress"), [("gz", gzip.compress), ("xz", lzma.compress)])
    def test_compressed_data_is_read(
        self,
        run_here: Callable[..., Ran],
        labelled: Path,
        tmp_path: Path,
        suffix: str,
        compress: Callable[[bytes], bytes],
    ) -> None:
        packed, model = tmp_path / f"packed.jsonl.{suffix}", tmp_path / "model.json"
        packed.write_bytes(compress(labelled.read_bytes()))
        assert run_here("train", "naive-bayes", str(packed), str(labelled), "-o", str(model)).code == 0
        assert json.loads(model.read_text(encoding="utf-8"))["trained_on"] == {"packed": 3, "tiny": 3}

    @pytest.mark.parametrize("content", ["", '{"id": 1, "html": "<p>x</p>", "text": ""}'])
    def test_data_that_teaches_nothing_is_an_error(
        self, run_here: Callable[..., Ran], tmp_path: Path, content: str
    ) -> None:
        data, model = tmp_path / "data.jsonl", tmp_path / "model.json"
        data.write_text(content, encoding="utf-8")
        assert_one_line_error(run_here("train", "naive-bayes", str(data), "-o", str(model)), "nothing to learn")
        assert not model.exists()

    def test_bad_rows_are_named_even_if_nothing_is_left(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        data = tmp_path / "data.jsonl"
        data.write_text("{broken\n", encoding="utf-8")
        ran = run_here("train", "naive-bayes", str(data), "-o", str(tmp_path / "model.json"))
        assert ran.code == 2
        assert "line 1" in ran.err

    def test_damaged_data_is_an_error(self, run_here: Callable[..., Ran], labelled: Path, tmp_path: Path) -> None:
        packed = gzip.compress(labelled.read_bytes(), mtime=0)
        data = tmp_path / "data.jsonl.gz"
        for damaged in (packed[:-20], packed[:40] + b"\xff" * 10 + packed[50:], b"no gzip at all"):
            data.write_bytes(damaged)
            ran = run_here("train", "naive-bayes", str(data), "-o", str(tmp_path / "model.json"))
            assert (ran.code, ran.out) == (2, "")
            assert ran.err.splitlines()[-1].startswith(f"maintext: cannot read {data}")
            assert "Traceback" not in ran.err

    def test_a_model_that_cannot_be_written_is_an_error(
        self, run_here: Callable[..., Ran], labelled: Path, tmp_path: Path
    ) -> None:
        ran = run_here("train", "naive-bayes", str(labelled), "-o", str(tmp_path / "missing" / "model.json"))
        assert (ran.code, ran.out) == (2, "")
        assert "cannot write" in ran.err.splitlines()[-1]
