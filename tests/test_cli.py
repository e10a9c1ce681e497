"""The command line, run as people run it: what goes where, which exit codes, and never a traceback."""

import gzip
import json
import lzma
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import PAGES, ROOT

import maintext
from maintext.cli import main

BLOG = str(PAGES["blog"])
CHINESE = str(PAGES["chinese-news"])
FRONT_PAGE = str(PAGES["front-page"])
ARTICLE = "It rained all day, and nobody minded, for there was enough to read and enough to eat."
PAGE = f"""<html><body>
<div id=menu><a href=1>Home</a> <a href=2>News</a></div>
<section><div id=text><p>{ARTICLE}</p></div></section>
</body></html>"""


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


def run(*words: str, stdin: bytes = b"", environment: Mapping[str, str] = os.environ) -> Ran:
    """Run the command as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "maintext", *words],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env=environment,
    )
    ran = Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    assert "Traceback" not in ran.err, ran.err
    return ran


@pytest.fixture(name="run_here")
def fixture_run_here(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run the command in this process, which is quicker: an error that it does not expect fails the test."""

    def run_here(*words: str) -> Ran:
        try:
            code = main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run_here


@pytest.fixture(name="labelled")
def fixture_labelled(tmp_path: Path) -> Path:
    """A file of three good pages and five rows that cannot be used."""
    good = [{"id": f"page-{number}", "html": PAGE, "text": ARTICLE} for number in range(3)]
    bad = ["{broken", '{"html": "<p>no id</p>"}', '{"id": "no page"}', '{"id": 1, "html_b64": "%%"}', "5"]
    path = tmp_path / "tiny.jsonl"
    path.write_text("\n".join([*map(json.dumps, good), "", *bad]) + "\n", encoding="utf-8")
    return path


def assert_one_line_error(ran: Ran, *parts: str) -> None:
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.startswith("maintext: ")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1, ran.err
    assert all(part in ran.err for part in parts), ran.err


class TestHelp:
    def test_help_names_all_commands_and_methods(self) -> None:
        ran = run("--help")
        assert (ran.code, ran.err) == (0, "")
        for word in ("judge", "compare", "explain", "train", "--format", "--version", *maintext.methods()):
            assert word in ran.out
        assert max(map(len, ran.out.split("\n"))) <= 120

    def test_the_version_tells_the_package_and_the_reader(self) -> None:
        assert run("--version") == Ran(0, f"maintext {maintext.__version__} ({maintext.reader()} reader)\n", "")

    @pytest.mark.parametrize("command", ["judge", "compare", "explain", "train"])
    def test_each_command_has_help_of_its_own(self, run_here: Callable[..., Ran], command: str) -> None:
        ran = run_here(command, "--help")
        assert (ran.code, ran.err) == (0, "")
        assert f"maintext {command}" in ran.out

    def test_no_words_at_all_point_to_the_help(self, run_here: Callable[..., Ran]) -> None:
        assert_one_line_error(run_here(), "--help")


class TestExtract:
    def test_the_text_is_printed_and_nothing_else(self) -> None:
        assert run(BLOG) == Ran(0, maintext.extract(PAGES["blog"].read_bytes()).text + "\n", "")

    def test_the_module_and_the_script_are_the_same_command(self) -> None:
        script = Path(sys.executable).with_name("maintext")
        if not script.exists():
            pytest.skip("the package is not installed with its script")
        done = subprocess.run([script, BLOG], capture_output=True, check=True)
        assert done.stdout.decode() == run(BLOG).out

    @pytest.mark.parametrize("method", maintext.methods())
    def test_every_method_can_be_asked(self, run_here: Callable[..., Ran], method: str) -> None:
        expected = maintext.extract(PAGES["blog"].read_bytes(), method=method).text
        assert run_here(BLOG, "-m", method).out == expected + "\n"
        assert run_here("--method", method, BLOG).out == expected + "\n"

    def test_html_is_the_markup(self, run_here: Callable[..., Ran]) -> None:
        expected = maintext.extract(PAGES["blog"].read_bytes()).source_html
        assert run_here(BLOG, "--format", "html") == Ran(0, expected + "\n", "")

    def test_json_has_all_parts_and_the_name_of_the_page(self, run_here: Callable[..., Ran]) -> None:
        ran = run_here(CHINESE, "-f", "json", "--url", "https://example.org/1")
        expected = maintext.extract(PAGES["chinese-news"].read_bytes(), "https://example.org/1").to_dict()
        assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
        assert json.loads(ran.out) == {"page": CHINESE, **expected}

    def test_a_page_may_come_from_standard_input(self) -> None:
        assert run("-", stdin=PAGE.encode()) == Ran(0, ARTICLE + "\n", "")

    def test_an_empty_standard_input_has_no_text(self) -> None:
        ran = run("-")
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
        assert "empty" in ran.err

    def test_no_standard_input_at_all_is_an_error(self) -> None:
        done = subprocess.run(
            f'"{sys.executable}" -m maintext - <&-', shell=True, capture_output=True, check=False, timeout=60
        )
        assert_one_line_error(Ran(done.returncode, done.stdout.decode(), done.stderr.decode()))

    def test_several_pages_give_a_line_of_json_each(self, run_here: Callable[..., Ran]) -> None:
        ran = run_here(BLOG, CHINESE, "--format", "json")
        assert (ran.code, ran.err) == (0, "")
        assert [json.loads(line)["page"] for line in ran.out.splitlines()] == [BLOG, CHINESE]

    def test_a_page_that_cannot_be_read_does_not_stop_the_others(self, run_here: Callable[..., Ran]) -> None:
        ran = run_here("missing.html", BLOG, "--format", "json")
        assert ran.code == 2
        assert [json.loads(line)["page"] for line in ran.out.splitlines()] == [BLOG]
        assert (ran.err.count("\n"), "missing.html" in ran.err) == (1, True)

    @pytest.mark.parametrize("form", ["text", "html"])
    def test_several_pages_without_json_are_an_error(self, run_here: Callable[..., Ran], form: str) -> None:
        assert_one_line_error(run_here(BLOG, CHINESE, "--format", form), "--format json")

    def test_several_pages_have_no_common_address(self, run_here: Callable[..., Ran]) -> None:
        assert_one_line_error(run_here(BLOG, CHINESE, "-f", "json", "--url", "https://example.org"), "--url")

    def test_a_page_without_text_gives_the_reason_and_exit_code_1(self, tmp_path: Path) -> None:
        path = tmp_path / "picture.png"
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
        ran = run(str(path))
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == f"maintext: {path}: no main text: this is a PNG image, not an HTML page\n"

    def test_a_page_without_text_is_a_line_of_json_too(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        path = tmp_path / "empty.html"
        path.touch()
        ran = run_here(str(path), "--format", "json")
        assert ran.code == 1
        assert (json.loads(ran.out)["text"], json.loads(ran.out)["reason"]) == ("", "the page is empty")

    def test_the_charset_may_be_given(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        path = tmp_path / "page.html"
        path.write_bytes(f"<div><p>Ça a plu toute la journée à Nîmes. {ARTICLE}</p></div>".encode("cp1252"))
        assert run_here(str(path), "--charset", "windows-1252").out.startswith("Ça a plu toute la journée à Nîmes.")

    def test_an_option_changes_the_method(self, run_here: Callable[..., Ran]) -> None:
        forum = str(PAGES["forum"])
        expected = maintext.extract(PAGES["forum"].read_bytes(), method=maintext.LinkDensity(precise_ntl=400)).text
        assert run_here(forum, "-m", "link-density", "-O", "precise_ntl=400").out == expected + "\n"
        assert run_here(forum, "-m", "link-density").out != expected + "\n"

    def test_options_of_every_kind_are_read(self, run_here: Callable[..., Ran]) -> None:
        page = PAGES["blog"].read_bytes()
        for words, method in (
            (["-m", "text-density", "-O", "leaves=true", "-O", "sd_floor=3"], maintext.TextDensity(3.0, True)),
            (["-m", "link-density", "-O", "basic_la=500"], maintext.LinkDensity(basic_la=500)),
            (["-m", "naive-bayes", "-O", "form=printed"], maintext.NaiveBayes(form="printed")),
        ):
            assert (
                json.loads(run_here(BLOG, "-f", "json", *words).out)["text"]
                == maintext.extract(page, method=method).text
            )


class TestErrors:
    @pytest.mark.parametrize(
        ("words", "parts"),
        [
            (["missing.html"], ["missing.html"]),
            ([str(ROOT / "examples")], ["folder"]),
            (["https://example.org/1"], ["https://example.org/1", "curl"]),
            (["HTTP://example.org/1"], ["curl"]),
            (["judge", "missing.html"], ["missing.html"]),
            (["compare", str(ROOT / "examples")], ["folder"]),
            (["explain", "https://example.org/1"], ["curl"]),
            ([BLOG, "--method", "best"], ["'best'", *maintext.methods()]),
            (["explain", BLOG, "--method", "best"], ["'best'", *maintext.methods()]),
            ([BLOG, "--colour", "red"], ["--colour", "--help"]),
            ([BLOG, "--meth", "p-value"], ["--meth"]),
            ([BLOG, "--format", "pdf"], ["pdf", "text", "html", "json"]),
            (["judge"], ["PAGE"]),
            (["judge", BLOG, "--threshold", "high"], ["--threshold"]),
            (["explain", BLOG, "--rows", "x"], ["--rows"]),
            (["explain", BLOG, CHINESE], [CHINESE]),
            ([BLOG, "-m", "link-density", "-O", "ltd"], ["ltd"]),
            ([BLOG, "-m", "link-density", "-O", "ltd=much"], ["ltd=much", "number"]),
            ([BLOG, "-m", "link-density", "-O", "ntl=1.5"], ["ntl=1.5"]),
            ([BLOG, "-m", "link-density", "-O", "best=1"], ["'best'", "ltd", "ntl"]),
            ([BLOG, "-m", "text-density", "-O", "leaves=maybe"], ["leaves=maybe", "true or false"]),
            ([BLOG, "-m", "naive-bayes", "-O", "model=x"], ["'model'"]),
            ([BLOG, "-m", "div-density", "-O", "reading=wrong"], ["reading", "links", "printed"]),
            ([BLOG, "-m", "naive-bayes", "-O", "form=wrong"], ["form", "textbook", "printed"]),
            ([BLOG, "-m", "text-density", "-O", "sd_floor=nan"], ["sd_floor"]),
            ([BLOG, "-m", "naive-bayes", "--model", "missing.json"], ["missing.json"]),
            ([BLOG, "-m", "naive-bayes", "--model", str(ROOT)], ["model"]),
            ([BLOG, "-m", "p-value", "--model", BLOG], ["--model", "p-value"]),
            ([BLOG, "-m", "naive-bayes", "--model", BLOG], ["model"]),
            (["train", "p-value", "x.jsonl", "-o", "m.json"], ["p-value", "naive-bayes"]),
            (["train", "naive-bayes", "x.jsonl"], ["--output"]),
            (["train", "naive-bayes", "missing.jsonl", "-o", "m.json"], ["missing.jsonl"]),
            (["train", "naive-bayes", str(ROOT), "-o", "m.json"], ["folder"]),
            (["a\0b.html"], ["cannot read"]),
        ],
    )
    def test_a_wrong_command_line_gives_one_line(
        self, run_here: Callable[..., Ran], words: list[str], parts: list[str]
    ) -> None:
        assert_one_line_error(run_here(*words), *parts)

    def test_an_error_gives_one_line_in_a_process_too(self) -> None:
        assert_one_line_error(run("missing.html"), "there is no file missing.html")

    @pytest.mark.parametrize("method", ["text-density", "symbol-density"])
    def test_an_option_out_of_range_is_no_traceback(
        self, run_here: Callable[..., Ran], tmp_path: Path, method: str
    ) -> None:
        path = tmp_path / "page.html"
        path.write_text(ARTICLE, encoding="utf-8")
        ran = run_here(str(path), "-m", method, "-O", "sd_floor=0")
        assert ran.code in (0, 1, 2)
        assert ran.err.count("\n") <= 1

    @pytest.mark.parametrize(
        "content",
        [
            "",
            "{",
            "[]",
            "5",
            "null",
            '{"format": "something else"}',
            '{"format": "maintext naive-bayes model, version 1"}',
            "[" * 100_000,
            "\ufeff{}",
        ],
    )
    def test_a_broken_model_gives_one_line(self, run_here: Callable[..., Ran], tmp_path: Path, content: str) -> None:
        path = tmp_path / "model.json"
        path.write_text(content, encoding="utf-8")
        assert_one_line_error(run_here(BLOG, "-m", "naive-bayes", "--model", str(path)), str(path))

    @pytest.mark.parametrize(
        ("part", "value"),
        [
            ("blocks", {"theme": 0, "other": 0}),
            ("blocks", {"theme": -5, "other": 3}),
            ("blocks", {"theme": 1e999, "other": 3}),
            ("blocks", {"theme": "many", "other": 3}),
            ("features", {}),
            ("features", None),
            ("trained_on", 5),
        ],
    )
    def test_a_model_with_impossible_numbers_gives_one_line(
        self, run_here: Callable[..., Ran], tmp_path: Path, part: str, value: Any
    ) -> None:
        shipped = json.loads((ROOT / "src/maintext/models/naive_bayes.json").read_text(encoding="utf-8"))
        path = tmp_path / "model.json"
        path.write_text(json.dumps({**shipped, part: value}), encoding="utf-8")
        assert_one_line_error(run_here(BLOG, "-m", "naive-bayes", "--model", str(path)), str(path))

    def test_a_model_with_a_bin_too_few_gives_one_line(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        shipped = json.loads((ROOT / "src/maintext/models/naive_bayes.json").read_text(encoding="utf-8"))
        shipped["features"]["psum"]["theme"].pop()
        path = tmp_path / "model.json"
        path.write_text(json.dumps(shipped), encoding="utf-8")
        assert_one_line_error(run_here(BLOG, "-m", "naive-bayes", "--model", str(path)), "bins")


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
        assert lines[0].startswith(f"{method}: score {explanation.score:.4g}, {len(explanation)} elements competed")
        assert lines[2].split() == [*explanation.columns, "element"]
        selected = [row.path for row in explanation.best(0)]
        assert [line.split("  ")[-1].strip() for line in lines[3:] if line.startswith("*")] == selected
        assert len(lines) - 3 >= 3

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
        summary, *complaints, count = ran.err.splitlines()
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


class TestStreams:
    def test_a_reader_that_leaves_early_is_no_error(self, tmp_path: Path) -> None:
        path = tmp_path / "long.html"
        path.write_text("<div>" + f"<p>{ARTICLE}</p>" * 20_000 + "</div>", encoding="utf-8")
        command = f'"{sys.executable}" -m maintext "{path}" | head -1'
        done = subprocess.run(command, shell=True, capture_output=True, check=False, timeout=60)
        assert (done.stdout.decode(), done.stderr.decode()) == (ARTICLE + "\n", "")

    @pytest.mark.parametrize(
        "environment",
        [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}],
    )
    def test_output_is_utf8_whatever_the_locale(self, environment: dict[str, str]) -> None:
        expected = maintext.extract(PAGES["chinese-news"].read_bytes()).text + "\n"
        assert run(CHINESE, environment={**os.environ, **environment}) == Ran(0, expected, "")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_a_full_disk_is_one_line(self) -> None:
        command = f'"{sys.executable}" -m maintext "{BLOG}" > /dev/full'
        done = subprocess.run(command, shell=True, capture_output=True, check=False, timeout=60)
        assert_one_line_error(Ran(done.returncode, done.stdout.decode(), done.stderr.decode()))

    def test_a_closed_output_is_no_traceback(self) -> None:
        command = f'"{sys.executable}" -m maintext "{BLOG}" >&-'
        done = subprocess.run(command, shell=True, capture_output=True, check=False, timeout=60)
        assert b"Traceback" not in done.stderr

    def test_a_lone_surrogate_in_a_name_is_no_traceback(self, tmp_path: Path) -> None:
        name = os.fsdecode(b"caf\xe9.html")
        assert run(str(tmp_path / name)).code == 2
