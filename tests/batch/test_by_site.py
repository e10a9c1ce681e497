"""Crawls in which pages of one site are judged together: the rows, their order, and runs that are killed and go on."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.batches import rows_at, settings
from helpers.commands import Ran, assert_one_line_error
from helpers.site_pages import NOTICE, article, site_page, url_of
from helpers.warcs import http_response, warc_record, write_warc

import maintext
from maintext.batch import learning
from maintext.batch.run import Settings, run_batch
from maintext.cli import main
from maintext.sites.store import SiteStore

SITES = ("a", "b", "www.c")


def crawl(path: Path, count: int = 12) -> Path:
    """Pages of three sites in turn."""
    lines = (
        json.dumps(
            {"id": str(number), "url": url_of(number, SITES[number % 3]), "html": site_page(number, SITES[number % 3])}
        )
        for number in range(count)
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def made(source: Path, output: Path, **others: Any) -> Settings:
    return settings(source, output=output, method=maintext.Learned(), fields=("text",), part_rows=5, **others)


def text_in_site(number: int, numbers: range) -> str:
    """The text of a page, judged by those pages of its site that are among some numbers."""
    site = SITES[number % 3]
    known = maintext.learn_site([site_page(each, site) for each in numbers if each % 3 == number % 3])
    return maintext.extract(site_page(number, site), site=known).text


class TestTwoPasses:
    @pytest.mark.parametrize("name", ["rows.jsonl", pytest.param("rows", marks=pytest.mark.slow)])
    def test_each_page_is_judged_by_all_others_of_its_site(self, tmp_path: Path, name: str) -> None:
        run_batch(made(crawl(tmp_path / "in.jsonl"), tmp_path / name, by_site="two passes"))
        rows = rows_at(tmp_path / name)
        assert [row["id"] for row in rows] == [str(number) for number in range(12)]
        assert [row["text"] for row in rows] == [text_in_site(number, range(12)) for number in range(12)]
        assert all(article(number)[0] in row["text"] and NOTICE not in row["text"] for number, row in enumerate(rows))
        left = {path.name for path in tmp_path.rglob("*sqlite*")}
        assert not left, "what the run kept for itself is removed"

    @pytest.mark.slow
    def test_pieces_of_warc_files_are_learnt_by_the_workers(self, tmp_path: Path) -> None:
        """The same rows as from the lines, by any number of workers."""
        records = [warc_record(number, http_response(site_page(number, "a").encode())) for number in range(12)]
        write_warc(tmp_path / "in.warc.gz", records)
        texts = []
        for workers in (1, 2):
            output = tmp_path / f"{workers}.jsonl"
            run_batch(made(tmp_path / "in.warc.gz", output, by_site="two passes", workers=workers))
            texts.append([row["text"] for row in rows_at(output)])
        site = maintext.learn_site([site_page(number, "a") for number in range(12)])
        assert texts[0] == texts[1] == [maintext.extract(site_page(each, "a"), site=site).text for each in range(12)]

    @pytest.mark.slow
    def test_pages_without_an_address_and_bad_records_stay_as_they_are(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_text(
            json.dumps({"id": "1", "html": site_page(1)}) + "\nnot JSON\n" + json.dumps({"id": "3", "url": url_of(3)}),
            encoding="utf-8",
        )
        run_batch(made(tmp_path / "in.jsonl", tmp_path / "rows.jsonl", by_site="two passes"))
        rows = rows_at(tmp_path / "rows.jsonl")
        assert rows[0]["text"] == maintext.extract(site_page(1)).text
        assert [bool(row["error"]) for row in rows] == [False, True, True]


class TestLookBack:
    @pytest.mark.parametrize("window", [4, pytest.param(500, marks=pytest.mark.slow)])
    def test_pages_are_judged_by_those_before_them_and_of_their_window(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: int
    ) -> None:
        monkeypatch.setattr(learning, "WINDOW", window)
        run_batch(made(crawl(tmp_path / "in.jsonl"), tmp_path / "rows.jsonl", by_site="look back"))
        texts = [row["text"] for row in rows_at(tmp_path / "rows.jsonl")]
        seen = [range(min(12, (number // window + 1) * window)) for number in range(12)]
        assert texts == [text_in_site(number, seen[number]) for number in range(12)]

    @pytest.mark.slow
    def test_a_resumed_run_has_the_same_rows(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(learning, "WINDOW", 4)
        source = crawl(tmp_path / "in.jsonl")
        run_batch(made(source, tmp_path / "whole.jsonl", by_site="look back"))
        count = 0

        def stop(_progress: object) -> None:
            nonlocal count
            count += 1
            if count == 8:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run_batch(made(source, tmp_path / "rows.jsonl", by_site="look back"), stop)
        progress = run_batch(made(source, tmp_path / "rows.jsonl", by_site="look back", resume=True))
        assert progress.skipped == 5
        assert rows_at(tmp_path / "rows.jsonl") == rows_at(tmp_path / "whole.jsonl")


@pytest.mark.slow
class TestCommands:
    @pytest.fixture
    def command(self, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
        """Runs a command in this process."""

        def command(*words: str) -> Ran:
            code = main(words)
            return Ran(code, *capsys.readouterr())

        return command

    def test_sites_are_kept_between_crawls(self, tmp_path: Path, command: Callable[..., Ran]) -> None:
        source, sites = crawl(tmp_path / "in.jsonl"), tmp_path / "sites.sqlite"
        ran = command("site", "learn", str(source), "-o", str(sites), "--workers", "1")
        assert ran.code == 0 and "3 sites" in ran.err
        with SiteStore.open(sites) as store:
            assert list(store.names()) == ["a.example", "b.example", "c.example"]
        (tmp_path / "one.jsonl").write_text(
            json.dumps({"id": "x", "url": url_of(30), "html": site_page(30)}), encoding="utf-8"
        )
        words = ("batch", str(tmp_path / "one.jsonl"), "-o", str(tmp_path / "o.jsonl"), "--fields", "text")
        assert command(*words, "--sites", str(sites), "--workers", "1").code == 0
        assert NOTICE not in rows_at(tmp_path / "o.jsonl")[0]["text"]
        (tmp_path / "page.html").write_text(site_page(31), encoding="utf-8")
        page = str(tmp_path / "page.html")
        assert NOTICE not in command(page, "--url", url_of(31), "--sites", str(sites)).out
        assert NOTICE in command(page, "--sites", str(sites)).out, "without a URL its site is not known"

    def test_one_site_is_learnt_from_a_folder(self, tmp_path: Path, command: Callable[..., Ran]) -> None:
        (tmp_path / "pages").mkdir()
        for number in range(4):
            (tmp_path / "pages" / f"{number}.html").write_text(site_page(number), encoding="utf-8")
        site, page = str(tmp_path / "site.npz"), str(tmp_path / "pages" / "2.html")
        assert "4 pages of one site" in command("site", "learn", str(tmp_path / "pages"), "-o", site).err
        assert NOTICE in command(page).out
        assert NOTICE not in command(page, "--site", site).out
        assert "text on other pages" in command("explain", page, "--site", site).out
        assert "recurring" in command("compare", page, "--site", site).out
        assert command("explain", page, "--site", site, "-o", str(tmp_path / "why.html")).code == 0
        assert command("compare", page, "--site", site, "-o", str(tmp_path / "compare.html")).code == 0

    def test_wrong_words_get_one_line(self, tmp_path: Path, command: Callable[..., Ran]) -> None:
        source = str(crawl(tmp_path / "in.jsonl"))
        (tmp_path / "list.txt").write_text("https://example.org/", encoding="utf-8")
        output = ("-o", str(tmp_path / "o.jsonl"))
        assert_one_line_error(
            command("batch", source, *output, "--by-site", "--site-memory"), "cannot be used together"
        )
        assert_one_line_error(command("batch", str(tmp_path / "list.txt"), *output, "--by-site"), "--cache")
        assert_one_line_error(
            command("batch", source, *output, "--sites", str(tmp_path / "none")), "cannot read the sites"
        )
        assert_one_line_error(command("batch", source, *output, "--sites", source), "not written by")
        assert_one_line_error(command(source, "--site", source), "not a site")
        assert_one_line_error(command(source, "--site", source, "--sites", source), "cannot be used together")
        assert_one_line_error(command("site", "forget", source, *output), "invalid choice")
        assert_one_line_error(command("site", "learn", source, "-o", source), "not written by")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["--by-site", "--site-memory"])
def test_killed_at_any_moment_the_rows_are_the_same(tmp_path: Path, mode: str) -> None:
    source = crawl(tmp_path / "in.jsonl", 3_000)
    command = [sys.executable, "-m", "maintext", "batch", str(source), "--fields", "text", "--part-rows", "200", mode]
    command += ["--workers", "1", "--resume", "-o"]
    subprocess.run([*command, str(tmp_path / "whole.jsonl")], check=True, capture_output=True)
    chance, kills = random.Random(5), 0
    while True:
        process = subprocess.Popen(
            [*command, str(tmp_path / "o.jsonl")], stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            process.wait(chance.uniform(0.6, 2.0) if kills < 3 else None)
            break
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
    assert kills >= 1
    assert rows_at(tmp_path / "o.jsonl") == rows_at(tmp_path / "whole.jsonl")
