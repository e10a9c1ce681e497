"""A whole site from a real server to a file: bounded, polite, on one host, and resumable."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.commands import ARTICLE, PAGE, Ran, assert_one_line_error
from helpers.servers import Reply, Server

DAYS = range(1, 9)


def page(day: int) -> bytes:
    return PAGE.replace("<html>", f"<html><title>Day {day}</title>").encode()


@pytest.fixture(name="site")
def fixture_site() -> Iterator[Server]:
    """A site of eight articles, one of which may not be fetched and one of which is elsewhere by now."""
    with Server() as server:
        links = "".join(f'<h2><a href="/2024/05/0{day}/rain">Rain fell on day {day} of May</a></h2>' for day in DAYS)
        server.pages["/"] = Reply(links.encode())
        for day in DAYS:
            server.pages[f"/2024/05/0{day}/rain"] = Reply(page(day))
        server.pages["/2024/05/02/rain"] = Reply(status=302, headers={"location": f"http://127.0.0.1:{server.port}/"})
        lines = b"User-agent: *\nDisallow: /2024/05/03"
        server.pages["/robots.txt"] = Reply(lines, headers={"content-type": "text/plain"})
        yield server


def rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.usefixtures("clock")
class TestCrawl:
    def test_a_site_becomes_rows(self, site: Server, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        out = tmp_path / "rows.jsonl"
        ran = run_here("crawl", site.url, "-o", str(out), "--pages", "4", "--fields", "title,text")
        assert ran.code == 0
        assert "found 4 pages" in ran.err
        found = rows(out)
        assert [row["text"] for row in found] == [ARTICLE, None, None, ARTICLE]
        assert ["another host" in (row["error"] or "") for row in found] == [False, True, False, False]
        assert ["robots.txt" in (row["error"] or "") for row in found] == [False, False, True, False]
        assert "/2024/05/03/rain" not in site.paths()
        assert "/2024/05/05/rain" not in site.paths()
        assert len((tmp_path / "rows.jsonl.addresses.txt").read_text().split()) == 4

    @pytest.mark.slow
    def test_pages_may_be_judged_by_the_others_of_the_site(
        self, site: Server, run_here: Callable[..., Ran], tmp_path: Path
    ) -> None:
        out = tmp_path / "rows.jsonl"
        ran = run_here("crawl", site.url, "-o", str(out), "--pages", "8", "--fields", "title", "--site-memory")
        assert ran.code == 0
        assert [row["title"] for row in rows(out)] == ["Day 1", None, None, *(f"Day {day}" for day in range(4, 9))]

    def test_an_earlier_crawl_is_not_overwritten(
        self, site: Server, run_here: Callable[..., Ran], tmp_path: Path
    ) -> None:
        words = ("crawl", site.url, "-o", str(tmp_path / "rows.jsonl"), "--pages", "1", "--fields", "text")
        assert run_here(*words).code == 0
        assert_one_line_error(run_here(*words), "--resume")
        asked = len(site.asked)
        ran = run_here(*words, "--resume")
        assert (ran.code, "complete already" in ran.err, len(site.asked)) == (0, True, asked)
        (tmp_path / "rows.jsonl.addresses.txt").unlink()
        assert_one_line_error(run_here(*words), "exists already")

    def test_a_site_without_articles_has_exit_code_1(
        self, site: Server, run_here: Callable[..., Ran], tmp_path: Path
    ) -> None:
        site.pages["/"] = Reply(b"<p>Nothing here.</p>")
        ran = run_here("crawl", site.url, "-o", str(tmp_path / "rows.jsonl"))
        assert (ran.code, "no links to articles" in ran.err) == (1, True)
        assert list(tmp_path.iterdir()) == []

    def test_a_site_that_forbids_its_home_page_is_not_crawled(
        self, site: Server, run_here: Callable[..., Ran], tmp_path: Path
    ) -> None:
        site.pages["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /", headers={"content-type": "text/plain"})
        assert_one_line_error(run_here("crawl", site.url, "-o", str(tmp_path / "rows.jsonl")), "robots.txt")
        assert site.paths() == ["/robots.txt"]

    @pytest.mark.parametrize(
        ("words", "part"),
        [
            (["site", "-o", "x.jsonl"], "not a URL"),
            (["http://x.invalid/", "-o", "x.jsonl", "--pages", "0"], "--pages"),
            (["http://x.invalid/"], "--output"),
            (["http://x.invalid/", "-o", "x.jsonl", "--pause", "-5"], "host_seconds"),
        ],
    )
    def test_wrong_words_are_refused(self, run_here: Callable[..., Ran], words: list[str], part: str) -> None:
        assert_one_line_error(run_here("crawl", *words), part)


@pytest.mark.slow
def test_a_killed_crawl_continues_where_it_was(tmp_path: Path) -> None:
    """Killed after the first part of 25 rows: the pages of that part are not fetched again."""
    with Server() as server:
        paths = [f"/2024/05/06/rain-number-{number:05d}" for number in range(60)]
        links = "".join(f'<h2><a href="{path}">Rain fell on a day of the month of May</a></h2>' for path in paths)
        server.pages["/"] = Reply(links.encode())
        server.pages |= {path: Reply(page(number)) for number, path in enumerate(paths)}
        out = tmp_path / "rows.jsonl"
        words = ["crawl", server.url, "-o", str(out), "--pages", "50", "--pause", "0.1", "--fields", "title"]
        with subprocess.Popen([sys.executable, "-m", "maintext", *words], stderr=subprocess.DEVNULL) as running:
            while not list(tmp_path.glob("rows.jsonl.parts/part-00000*")):
                assert running.poll() is None
                time.sleep(0.05)
            running.send_signal(signal.SIGKILL)
        server.asked.clear()
        done = subprocess.run([sys.executable, "-m", "maintext", *words, "--resume"], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        assert [row["title"] for row in rows(out)] == [f"Day {number}" for number in range(50)]
        assert not set(paths[:25]) & set(server.paths())
