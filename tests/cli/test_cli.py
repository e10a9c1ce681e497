"""The command line, run as people run it: what goes where, which exit codes, and never a traceback."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import ARTICLE, BLOG, CHINESE, PAGE, Ran, assert_one_line_error, run
from helpers.pages import PAGES, ROOT

import maintext
from maintext import cli
from maintext.cli import page_input
from maintext.cli.extract import extract_parser
from maintext.cli.main import COMMANDS


class TestHelp:
    def test_help_names_all_commands_and_methods(self) -> None:
        ran = run("--help")
        assert (ran.code, ran.err) == (0, "")
        for word in ("judge", "compare", "explain", "train", "--format", "--version", *maintext.methods()):
            assert word in ran.out
        assert max(map(len, ran.out.split("\n"))) <= 120

    def test_the_version_is_that_of_the_package(self) -> None:
        assert run("--version") == Ran(0, f"maintext {maintext.__version__}\n", "")

    def test_help_lists_every_command_with_its_summary_and_every_option(self, run_here: Callable[..., Ran]) -> None:
        printed = " ".join(run_here("--help").out.split())
        for name, command in COMMANDS.items():
            assert f" {name} {command.summary} " in printed
        for action in extract_parser()._actions:
            assert all(option in printed for option in action.option_strings)

    def test_every_module_of_a_command_is_registered(self) -> None:
        modules = {path.stem for path in Path(cli.__file__).parent.glob("*.py")}
        helpers = (
            "all_parsers arguments extract main page_input page_output reason_words written_pages yaml_facts".split()
        )
        assert modules - set(COMMANDS) == {"__init__", *helpers}

    @pytest.mark.parametrize("command", COMMANDS)
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

    @pytest.mark.parametrize("form", ["text", "markdown", "html", "xml"])
    def test_every_format_is_that_of_the_document(self, run_here: Callable[..., Ran], form: str) -> None:
        expected = getattr(maintext.extract(PAGES["blog"].read_bytes()), form)
        assert run_here(BLOG, "--format", form) == Ran(0, expected + "\n", "")

    def test_options_leave_out_what_they_name(self, run_here: Callable[..., Ran]) -> None:
        page = PAGES["documentation"].read_bytes()
        options = maintext.Options(links=False, tables=False)
        expected = maintext.extract(page, options=options).markdown
        assert "](" not in expected
        assert "| --- |" not in expected
        ran = run_here(str(PAGES["documentation"]), "-f", "markdown", "--no-links", "--no-tables")
        assert ran.out == expected + "\n"

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

    @pytest.mark.parametrize("form", ["html", "xml"])
    def test_several_pages_in_markup_need_a_folder(self, run_here: Callable[..., Ran], form: str) -> None:
        assert_one_line_error(run_here(BLOG, CHINESE, "--format", form), "--output FOLDER/", "--format json")

    def test_several_pages_have_no_common_address(self, run_here: Callable[..., Ran]) -> None:
        assert_one_line_error(run_here(BLOG, CHINESE, "-f", "json", "--url", "https://example.org"), "--url")

    def test_a_page_without_text_gives_the_reason_and_exit_code_1(self, tmp_path: Path) -> None:
        path = tmp_path / "picture.png"
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
        ran = run(str(path))
        assert (ran.code, ran.out) == (1, "")
        said = "this is a PNG image, not an HTML page; tesseract reads text in images"
        assert ran.err == f"maintext: {path}: no main text: {said}\n"

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"%PDF-1.7\n", "this is a PDF file, not an HTML page; pdftotext or pypdf extracts its text"),
            (b"{\\rtf1 x}", "this is an RTF document, not an HTML page; pandoc or LibreOffice converts it to HTML"),
            (b"\x1f\x8b\x08\x00", "this is gzip data, not an HTML page; gunzip decompresses it"),
            (b"WARC/1.0\r\n", "this is a WARC file, not an HTML page; maintext batch reads it"),
            (b"\x00\x00\x00\x1cftypisom", "this is a video file, not an HTML page; whisper.cpp"),
            (b"From: <Saved by Blink>\r\n", "this is an MHTML file, not an HTML page; open it in a browser"),
        ],
    )
    def test_other_files_are_refused_with_a_tool_for_them(
        self, run_here: Callable[..., Ran], tmp_path: Path, content: bytes, said: str
    ) -> None:
        """Commands that have no text to return say the same, and so does a request for one part."""
        path = tmp_path / "file"
        path.write_bytes(content)
        ran = run_here(str(path))
        assert (ran.code, ran.err.startswith(f"maintext: {path}: no main text: {said}")) == (1, True)
        ran = run_here(str(path), "--property", "title")
        assert (ran.code, ran.err.startswith(f"maintext: {path}: no title found: {said}")) == (1, True)
        for command in ("explain", "compare", "judge"):
            assert_one_line_error(run_here(command, str(path)), said)
        assert_one_line_error(run_here("batch", str(path), "-o", str(tmp_path / "rows.jsonl")), said)

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

    def test_limits_stop_the_work_with_a_line(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        path = tmp_path / "page.html"
        path.write_text(f"<div><p>{ARTICLE}</p></div>" * 50)
        ran = run_here(str(path), "--limit", "elements=9", "--limit", "output=5000")
        assert ran.code == 0
        assert 0 < ran.out.count("\n") < 9
        assert ran.err == f"maintext: {path}: cut at the limit of elements\n"

    @pytest.mark.parametrize("wrong", ["pages=3", "seconds=soon", "elements=0", "elements=1.5", "bytes"])
    def test_wrong_limits_are_one_line(self, run_here: Callable[..., Ran], wrong: str) -> None:
        ran = run_here(str(PAGES["blog"]), "--limit", wrong)
        assert (ran.code, ran.err.count("\n"), ran.out) == (2, 1, "")

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
            (["-m", "naive-bayes", "-O", "block_tags=td, p"], maintext.NaiveBayes(block_tags=("td", "p"))),
            (["-m", "link-density", "-O", "basic_la=none"], maintext.LinkDensity()),
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
            (["https:///news/1"], ["https:///news/1", "http:// or https://", "host"]),
            (["HTTP://:80/1"], ["http:// or https://", "host"]),
            ([BLOG, "--render"], ["--render", BLOG]),
            (["judge", "missing.html"], ["missing.html"]),
            (["compare", str(ROOT / "examples")], ["folder"]),
            (["explain", "https:///news/1"], ["http:// or https://", "host"]),
            ([BLOG, "--method", "best"], ["'best'", *maintext.methods()]),
            (["explain", BLOG, "--method", "best"], ["'best'", *maintext.methods()]),
            ([BLOG, "--colour", "red"], ["--colour", "--help"]),
            ([BLOG, "--meth", "p-value"], ["--meth"]),
            ([BLOG, "--format", "pdf"], ["pdf", "text", "markdown", "html", "json", "xml"]),
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
            ([BLOG, "-m", "naive-bayes", "-O", "block_tags=wrong"], ["block_tags", "'wrong'"]),
            ([BLOG, "-m", "naive-bayes", "-O", "block_tags="], ["block_tags", "none"]),
            ([BLOG, "-m", "text-density", "-O", "sd_floor=nan"], ["sd_floor"]),
            ([BLOG, "-m", "naive-bayes", "--model", "missing.json"], ["missing.json"]),
            ([BLOG, "-m", "naive-bayes", "--model", str(ROOT)], ["model"]),
            ([BLOG, "-m", "p-value", "--model", BLOG], ["--model", "p-value"]),
            ([BLOG, "-m", "naive-bayes", "--model", BLOG], ["model"]),
            (["train", "p-value", "x.jsonl", "-o", "m.json"], ["p-value", "naive-bayes"]),
            (["train", "naive-bayes", "x.jsonl"], ["--output"]),
            (["train", "learned", "x.jsonl", "-o", "m.npz", "--block-tags", "div"], ["--block-tags", "naive-bayes"]),
            (["train", "naive-bayes", BLOG, "-o", "m.json", "--block-tags", "wrong"], ["block_tags", "'wrong'"]),
            (["train", "naive-bayes", "missing.jsonl", "-o", "m.json"], ["missing.jsonl"]),
            (["train", "naive-bayes", str(ROOT), "-o", "m.json"], ["folder"]),
            (["a\0b.html"], ["cannot be read"]),
            (["jugde"], ["jugde: no such file; did you mean the command judge?"]),
            (["evalaute", BLOG, "--peers", "all"], ["evalaute: no such file; did you mean the command evaluate?"]),
            (["data.html"], ["maintext: data.html: no such file\n"]),
            (["www.example.org"], ["www.example.org: no such file; a URL needs http:// or https://"]),
            (["judge", "example.org/news/1"], ["https://example.org/news/1"]),
            ([BLOG, "-m", "p-value", "--favor", "recall"], ["--favor works with the method learned, not with p-value"]),
            ([BLOG, "-m", "p-value", "--kind", "article"], ["--kind works with the method learned, not with p-value"]),
            ([BLOG, "--kind", "news"], ["--kind", "'news'", "article", "forum"]),
            (
                ["train", "naive-bayes", "x.jsonl", "-o", "m.json", "--light", "y.jsonl"],
                ["--light", "learned and judge"],
            ),
            (["train", "learned", "x.jsonl", "-o", "m.npz", "--addresses", "y.jsonl"], ["--addresses", "judge"]),
            (["train", "judge", "x.jsonl", "--cross-validate", "5"], ["--cross-validate", "judge"]),
            ([BLOG, "-m", "p-value", "--comments"], ["--comments works with the method learned, not with p-value"]),
        ],
    )
    def test_a_wrong_command_line_gives_one_line(
        self, run_here: Callable[..., Ran], words: list[str], parts: list[str]
    ) -> None:
        assert_one_line_error(run_here(*words), *parts)

    def test_a_file_may_have_almost_the_name_of_a_command(
        self, run_here: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("jugde").write_text(PAGE, encoding="utf-8")
        assert run_here("jugde") == Ran(0, ARTICLE + "\n", "")

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless device")
    @pytest.mark.parametrize("words", [(), ("judge",), ("explain",), ("compare",)])
    def test_a_file_without_an_end_is_an_error(
        self, run_here: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
    ) -> None:
        monkeypatch.setattr(page_input, "MAX_BYTES", 2**21)
        assert_one_line_error(run_here(*words, "/dev/zero"), "/dev/zero: more than 2 MB; this is not a web page")

    def test_standard_input_without_an_end_is_an_error(
        self, run_here: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(page_input, "MAX_BYTES", 2**21)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(bytes(2**22))))
        assert_one_line_error(run_here("-"), "standard input: more than 2 MB; this is not a web page")

    def test_an_unexpected_error_is_one_line_without_a_traceback(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_: object) -> int:
            raise RuntimeError("first line\nsecond line")

        monkeypatch.setitem(COMMANDS, "judge", COMMANDS["judge"]._replace(run=fail))
        ran = Ran(cli.main(["judge", BLOG]), *capsys.readouterr())
        assert_one_line_error(ran, "internal error", "RuntimeError: first line second line")

    def test_an_error_gives_one_line_in_a_process_too(self) -> None:
        assert_one_line_error(run("missing.html"), "missing.html: no such file")

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
            ("blocks", {"theme": 10**400, "other": 3}),
            ("blocks", {"theme": True, "other": 3}),
            ("features", {}),
            ("features", None),
            ("trained_on", {"pages": "many"}),
            ("trained_on", 5),
        ],
    )
    def test_a_model_with_impossible_numbers_gives_one_line(
        self, run_here: Callable[..., Ran], tmp_path: Path, part: str, value: Any
    ) -> None:
        shipped = json.loads((ROOT / "src/maintext/algorithms/models/naive_bayes.json").read_text(encoding="utf-8"))
        path = tmp_path / "model.json"
        path.write_text(json.dumps({**shipped, part: value}), encoding="utf-8")
        assert_one_line_error(run_here(BLOG, "-m", "naive-bayes", "--model", str(path)), str(path))

    @pytest.mark.parametrize("at", [100, 5_000, 50_000, -100, -10])
    def test_a_damaged_learned_model_gives_one_line(
        self, run_here: Callable[..., Ran], tmp_path: Path, at: int
    ) -> None:
        content = bytearray((ROOT / "src/maintext/algorithms/models/learned.npz").read_bytes())
        content[at] ^= 0xFF
        path = tmp_path / "model.npz"
        path.write_bytes(content)
        assert_one_line_error(run_here(BLOG, "--model", str(path)), str(path))
        path.write_bytes(content[:at])
        assert_one_line_error(run_here(BLOG, "--model", str(path)), str(path))

    def test_a_model_with_a_bin_too_few_gives_one_line(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        shipped = json.loads((ROOT / "src/maintext/algorithms/models/naive_bayes.json").read_text(encoding="utf-8"))
        shipped["features"]["psum"]["theme"].pop()
        path = tmp_path / "model.json"
        path.write_text(json.dumps(shipped), encoding="utf-8")
        assert_one_line_error(run_here(BLOG, "-m", "naive-bayes", "--model", str(path)), "bins")


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
