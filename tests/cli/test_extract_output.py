"""What ``maintext PAGE...`` writes where: files, folders, front matter, one property, chunks."""

import json
import re
import subprocess
from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
from helpers.commands import BLOG, CHINESE, PAGE, Ran, assert_one_line_error
from helpers.pages import PAGES

import maintext
from maintext.cli.all_parsers import parsers
from maintext.cli.main import COMMANDS
from maintext.cli.man import manual
from maintext.cli.reason_words import reasons_of
from maintext.cli.written_pages import _stem_of
from maintext.support.text_table import aligned, display_width, shortened

yaml = pytest.importorskip("yaml")


class TestFiles:
    def test_a_folder_keeps_names_and_overwrites_nothing(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        out = f"{tmp_path}/out/"
        ran = run_here(BLOG, CHINESE, "--format", "markdown", "-o", out)
        assert (ran.code, ran.out, ran.err) == (0, "", f"maintext: wrote 2 files to {tmp_path / 'out'}\n")
        blog = tmp_path / "out" / "blog.md"
        assert blog.read_text(encoding="utf-8") == maintext.extract(PAGES["blog"]).markdown + "\n"
        blog.write_text("mine", encoding="utf-8")
        again = run_here(BLOG, "--format", "markdown", "-o", out)
        assert again.code == 2
        assert "exists already; overwrite it with --force" in again.err
        assert blog.read_text(encoding="utf-8") == "mine"
        assert run_here(BLOG, "--format", "markdown", "-o", out, "--force").code == 0
        assert blog.read_text(encoding="utf-8") != "mine"

    def test_two_pages_of_one_name_do_not_overwrite_each_other(
        self, run_here: Callable[..., Ran], tmp_path: Path
    ) -> None:
        for folder in ("a", "b"):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "page.html").write_text(PAGE.replace("rained", folder), encoding="utf-8")
        pages = [str(tmp_path / folder / "page.html") for folder in ("a", "b")]
        ran = run_here(*pages, "-o", f"{tmp_path}/out/", "--force")
        assert ran.code == 2
        assert "has the same name" in ran.err
        assert "It a all day" in (tmp_path / "out" / "page.txt").read_text(encoding="utf-8")

    def test_one_file(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        out = tmp_path / "blog.txt"
        assert run_here(BLOG, "-o", str(out)) == Ran(0, "", "")
        assert out.read_text(encoding="utf-8") == maintext.extract(PAGES["blog"]).text + "\n"
        assert_one_line_error(run_here(BLOG, "-o", str(out)), "--force")

    def test_a_page_without_text_makes_no_file(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        page, out = tmp_path / "empty.html", tmp_path / "empty.txt"
        page.write_text("<title>x</title>", encoding="utf-8")
        assert run_here(str(page), "-o", str(out)).code == 1
        assert not out.exists()

    def test_a_file_that_cannot_be_written(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        assert_one_line_error(run_here(BLOG, "-o", str(tmp_path / "no" / "a.txt")), "cannot write")

    @pytest.mark.parametrize(
        ("name", "stem"),
        [
            ("-", "page"),
            ("a/b.tar.html", "b.tar"),
            ("https://e.org/news/ferry.html", "ferry"),
            ("https://e.org/news/?id=3&x=%2e%2e/", "news-id=3-x=-2e-2e"),
            ("https://e.org/", "e.org"),
            ("https://e.org/%2e%2e/%2Fetc%2Fpasswd", "passwd"),
        ],
    )
    def test_names_of_files(self, name: str, stem: str) -> None:
        """The name of a file never leaves its folder."""
        assert _stem_of(name) == stem


class TestText:
    def test_several_texts_have_a_line_between_them(self, run_here: Callable[..., Ran]) -> None:
        ran = run_here(BLOG, CHINESE)
        texts = [maintext.extract(PAGES[name]).text for name in ("blog", "chinese-news")]
        assert ran.out == f"==> {BLOG} <==\n\n{texts[0]}\n\n==> {CHINESE} <==\n\n{texts[1]}\n"

    def test_front_matter_is_yaml(self, run_here: Callable[..., Ran]) -> None:
        head = run_here(BLOG, "--front-matter", "-f", "markdown").out.split("---\n")[1]
        doc = maintext.extract(PAGES["blog"])
        facts = yaml.safe_load(head)
        assert (facts["title"], facts["author"], facts["site"]) == (doc.title, doc.author, doc.site)
        assert (facts["kind"], facts["confidence"]) == (doc.page_type, round(doc.confidence or 0, 3))

    @pytest.mark.parametrize(
        "title", ['a: "b" # c', "- x", "yes", "\u2028\x85é", "{a}", "'", "\\n", "---", "2020-01-01"]
    )
    def test_front_matter_quotes_every_title(self, run_here: Callable[..., Ran], tmp_path: Path, title: str) -> None:
        page = tmp_path / "page.html"
        text = PAGE.replace("<html>", f'<html><head><meta property="og:title" content="{escape(title)}"></head>')
        page.write_text(text, encoding="utf-8")
        found = maintext.extract(page).title
        head = run_here(str(page), "--front-matter").out.split("\n---\n")[0].removeprefix("---\n")
        assert yaml.safe_load(head).get("title") == found

    def test_front_matter_needs_a_format_that_can_have_it(self, run_here: Callable[..., Ran]) -> None:
        assert_one_line_error(run_here(BLOG, "--front-matter", "-f", "json"), "--front-matter")

    def test_a_property(self, run_here: Callable[..., Ran]) -> None:
        doc = maintext.extract(PAGES["blog"])
        assert run_here(BLOG, "--property", "title") == Ran(0, f"{doc.title}\n", "")
        assert json.loads(run_here(BLOG, "--property", "metadata").out) == doc.metadata.to_dict()
        assert run_here(BLOG, "--property", "comments").code == 1
        assert_one_line_error(run_here(BLOG, "--property", "colour"), "'colour'", "title")


class TestChunks:
    def test_each_chunk_is_a_line(self, run_here: Callable[..., Ran]) -> None:
        ran = run_here(BLOG, "--chunks", "100", "--format", "jsonl", "--url", "https://e.org/a")
        lines = [json.loads(line) for line in ran.out.splitlines()]
        chunks = maintext.extract(PAGES["blog"], "https://e.org/a").chunks(100)
        assert [line["text"] for line in lines] == [chunk.text for chunk in chunks]
        assert lines[0].keys() >= {"page", "title", "number", "markdown", "headings", "start", "stop", "tokens", "link"}
        assert lines[1]["link"] == chunks[1].link

    @pytest.mark.parametrize(
        "words",
        [["--chunks", "0"], ["--chunks", "9", "--overlap", "9"], ["--chunks", "9", "-f", "xml"], ["--chunks", "x"]],
    )
    def test_bad_arguments(self, run_here: Callable[..., Ran], words: list[str]) -> None:
        assert_one_line_error(run_here(BLOG, *words), "--chunks")

    def test_an_unknown_counter(self, run_here: Callable[..., Ran]) -> None:
        assert_one_line_error(run_here(BLOG, "--chunks", "9", "--counter", "letters"), "counter must be")


class TestTables:
    def test_wide_characters_count_double(self) -> None:
        assert [display_width(text) for text in ("ab", "渡口", "e\u0301", "한", "ｱ")] == [2, 4, 1, 2, 1]
        assert aligned([["渡口", "1"], ["a", "22"]], {1}) == "渡口   1\na     22"

    def test_lines_fit_the_width(self) -> None:
        table = aligned([["a", "x" * 50, "渡" * 40]], set(), 60, flexible={1: True, 2: False})
        assert display_width(table) <= 60
        assert table.split("  ")[1].startswith("…x")

    def test_a_short_text_stays(self) -> None:
        assert shortened("渡口abc", 7) == "渡口abc"
        assert shortened("渡口abc", 4) == "渡…"

    @pytest.mark.parametrize("command", ["compare", "explain"])
    @pytest.mark.parametrize("width", [66, 80, 120])
    def test_commands_fit_the_terminal(
        self, run_here: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, command: str, width: int
    ) -> None:
        monkeypatch.setenv("COLUMNS", str(width))
        lines = run_here(command, CHINESE).out.splitlines()
        assert max(map(display_width, lines[1:])) <= width

    def test_agreement_in_a_narrow_terminal_has_every_number(
        self, run_here: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each part of the table has its own columns, and together they have all of them."""
        monkeypatch.setenv("COLUMNS", "66")
        heads = [line for line in run_here("compare", CHINESE).out.splitlines() if line.startswith("agreement")]
        assert len(heads) == 2
        assert " ".join(heads).replace("agreement", "").split() == [
            str(number) for number in range(1, len(maintext.methods()) + 1)
        ]

    def test_explain_shows_words_and_reasons(self, run_here: Callable[..., Ran]) -> None:
        out = run_here("explain", CHINESE, "--rows", "1").out
        assert "“本报青岚9月2日电" in out
        assert re.search(r"\+\d\.\d the text around it looks like main text", out)
        assert "mean p" not in out
        assert "mean p" in run_here("explain", CHINESE, "--rows", "1", "--features").out

    def test_reasons_in_words(self) -> None:
        said = reasons_of(
            "link share 0.8 (-1.20), p of alike 0.93 (+0.50), mean p 0 0.9 (+0.60), named footer 1 (-0.30), "
            "p beside it 0.2 (-0.20), place 0.9 (-0.10)"
        )
        assert said == [
            "-1.2 it has many links",
            "+0.9 the text around it looks like main text",
            "-0.3 its class or id is one of other parts",
        ]


class TestManual:
    def test_the_manual_has_every_option_and_no_warnings(self, tmp_path: Path) -> None:
        page = manual(parsers(COMMANDS))
        for _, parser in parsers(COMMANDS).values():
            for action in parser._actions:
                for option in action.option_strings:
                    assert option in {"--help", "-h"} or option.replace("-", r"\-") in page
        path = tmp_path / "maintext.1"
        path.write_text(page, encoding="utf-8")
        try:
            done = subprocess.run(["groff", "-man", "-ww", "-z", str(path)], capture_output=True, check=False)
        except FileNotFoundError:
            pytest.skip("groff is not installed")
        assert done.stderr == b""

    def test_the_completion_script_is_a_script(self, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        pytest.importorskip("shtab")
        script = tmp_path / "maintext.bash"
        script.write_text(run_here("completion", "bash").out, encoding="utf-8")
        words = "COMP_WORDS=(maintext expl); COMP_CWORD=1; _shtab_maintext; echo ${COMPREPLY[@]}"
        done = subprocess.run(["bash", "-c", f". {script}; {words}"], capture_output=True, check=True, text=True)
        assert done.stdout.split() == ["explain"]
        words = "COMP_WORDS=(maintext compare --for); COMP_CWORD=2; _shtab_maintext; echo ${COMPREPLY[@]}"
        done = subprocess.run(["bash", "-c", f". {script}; {words}"], capture_output=True, check=True, text=True)
        assert done.stdout.split() == ["--format"]


class TestTrainOutput:
    @pytest.mark.parametrize("place", ["no/such/model.json", "."])
    def test_the_place_is_checked_before_training(
        self, run_here: Callable[..., Ran], tmp_path: Path, place: str
    ) -> None:
        """The labelled pages do not even exist."""
        ran = run_here("train", "naive-bayes", "nowhere.jsonl", "-o", str(tmp_path / place))
        assert_one_line_error(ran, "cannot write")
