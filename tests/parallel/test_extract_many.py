"""Many pages through workers that crash and hang: in order, none missing, none waited for in vain."""

import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
from helpers.hostile import Hostile
from helpers.pages import EXAMPLES

import maintext
from maintext.parallel.pages import Pages
from maintext.parallel.pool import Crew, Failed, Team, UnusableError

PAGES: Final = [(path.read_bytes(), f"https://example.org/{path.stem}") for path in EXAMPLES]


def answering(behaviour: str) -> Callable[[int], int]:
    """A function for workers that doubles, crashes at 2 or hangs at 2."""
    if behaviour == "unusable":
        raise ImportError("nothing here")

    def answer(number: int) -> int:
        if number == 2 and behaviour == "crash":
            os.abort()
        if number == 2 and behaviour == "hang":
            time.sleep(600)
        return 2 * number

    return answer


def os_number() -> Callable[[int], int]:
    """A function for workers that tells which process it runs in."""
    return lambda _: os.getpid()


def noting(path: Path) -> Callable[[int], bytes]:
    """A function for workers with large answers that leaves a byte in a file for each."""

    def answer(_: int) -> bytes:
        with path.open("ab") as file:
            file.write(b"x")
        return b"x" * 100_000

    return answer


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


@dataclass(frozen=True)
class Numbers:
    """Tasks that are only there when somebody goes through them, and may do harm then."""

    count: int
    harm: int = -1

    def __iter__(self) -> Iterator[int]:
        for number in range(self.count):
            if number == self.harm:
                os.abort()
            yield number


def answers(behaviour: str, tasks: int, seconds: float, weight: float = 1.0, workers: int = 2) -> list[object]:
    crew = Crew(answering, (behaviour,), workers, seconds, lambda _: weight)
    pairs = list(crew.answers(range(tasks)))
    assert [task for task, _ in pairs] == list(range(tasks))
    return [answer for _, answer in pairs]


class TestCrew:
    @pytest.mark.parametrize("weight", [1.0, 0.3, 0.01])
    def test_every_task_is_answered_in_order(self, weight: float) -> None:
        assert answers("double", 7, 60, weight) == [2 * number for number in range(7)]

    @pytest.mark.parametrize("weight", [1.0, 0.2])
    @pytest.mark.parametrize(("behaviour", "seconds", "said"), [("crash", 60, "ended with code"), ("hang", 2, "2 s")])
    def test_a_crash_or_a_hang_costs_one_task(self, behaviour: str, seconds: float, said: str, weight: float) -> None:
        found = answers(behaviour, 5, seconds, weight)
        failed = found.pop(2)
        assert isinstance(failed, Failed)
        assert said in failed.error
        assert found == [2 * number for number in (0, 1, 3, 4)]

    def test_what_cannot_start_is_said(self) -> None:
        with pytest.raises(UnusableError, match="nothing here"):
            answers("unusable", 3, 60)

    def test_tasks_are_taken_as_answers_are_asked_for(self) -> None:
        taken = []

        def tasks() -> Iterator[int]:
            for number in range(1000):
                taken.append(number)
                yield number

        pairs = Crew(answering, ("double",), 1, 60).answers(tasks())
        assert list(islice(pairs, 5)) == [(number, 2 * number) for number in range(5)]
        assert len(taken) < 12
        pairs.close()  # type: ignore[attr-defined]

    def test_a_worker_that_is_lost_while_it_waits_costs_nothing(self) -> None:
        def tasks() -> Iterator[int]:
            yield from range(4)
            time.sleep(1)
            for child in multiprocessing.active_children():
                child.kill()
                child.join()
            yield from range(4, 8)

        pairs = Crew(answering, ("double",), 1, 60).answers(tasks())
        assert list(pairs) == [(number, 2 * number) for number in range(8)]

    def test_nobody_is_left_behind(self) -> None:
        """An abandoned run ends its workers, even one that is at a task without end."""
        before = set(threading.enumerate())
        pairs = Crew(answering, ("hang",), 1, 600).answers(range(1000))
        assert list(islice(pairs, 2)) == [(0, 0), (1, 2)]
        begin = time.monotonic()
        pairs.close()  # type: ignore[attr-defined]
        assert time.monotonic() - begin < 30
        assert set(threading.enumerate()) <= before

    def test_bundles_are_gone_through_by_the_workers(self) -> None:
        loads = [Numbers(3), Numbers(0), Numbers(500), Numbers(3)]
        with closing(Team(Crew(answering, ("crash",), 2, 60))) as team:
            found = [list(stream) for _, stream in team.streams(loads)]
        assert [found[0][:2], *found[1:2], found[3][:2]] == [[0, 2], [], [0, 2]]
        assert [type(answers[2]) for answers in (found[0], found[2], found[3])] == [Failed] * 3
        assert found[2][3:] == [2 * number for number in range(3, 500)]

    def test_a_bundle_that_cannot_be_gone_through_ends_with_a_failure(self) -> None:
        with closing(Team(Crew(answering, ("double",), 1, 60))) as team:
            found = [list(stream) for _, stream in team.streams([Numbers(9, 4), Numbers(2)])]
        assert found[0][:4] == [0, 2, 4, 6]
        assert [type(answer) for answer in found[0][4:]] == [Failed]
        assert found[1] == [0, 2]

    def test_whoever_wants_other_bundles_gets_them_from_the_same_workers(self) -> None:
        with closing(Team(Crew(os_number, (), 1, 60))) as team:
            with closing(team.streams(Numbers(10_000) for _ in range(100))) as streams:
                first = {next(answers) for _, answers in islice(streams, 3)}
            again = {number for _, answers in team.streams([Numbers(3)] * 5) for number in answers}
        assert first == again
        assert len(first) == 1

    def test_answers_that_nobody_asks_for_do_not_pile_up(self, tmp_path: Path) -> None:
        """The second bundle is far longer than the first, which waits to be asked for."""
        with closing(Team(Crew(noting, (tmp_path / "note",), 2, 60))) as team:
            streams = team.streams([Numbers(1), Numbers(100_000)])
            _, answers_of_first = next(streams)
            before = 0
            while (now := size_of(tmp_path / "note")) < 2 or now != before:
                before = now
                time.sleep(1)
            assert now < 1_000
            assert list(answers_of_first) == [b"x" * 100_000]


class TestExtractMany:
    @pytest.mark.parametrize("workers", [0, 1, 2])
    def test_the_documents_are_those_of_extract(self, workers: int) -> None:
        expected = [maintext.extract(html, url) for html, url in PAGES]
        assert list(maintext.extract_many(PAGES, workers)) == expected

    def test_pages_come_in_several_forms(self) -> None:
        page = "<title>Rain</title><p>It rained all day, and nobody minded, for there was enough to read.</p>"
        forms: Pages = [page, page.encode(), (page, "https://example.org/"), maintext.RawPage(page, charset="utf-8")]
        found = list(maintext.extract_many(forms, workers=0))
        assert [document.title for document in found] == ["Rain"] * 4
        assert [document.url for document in found] == [None, None, "https://example.org/", None]

    def test_a_page_that_does_harm_costs_itself_alone(self) -> None:
        good = "<p>It rained all day, and nobody minded.</p>"
        pages = [good, "<p>abort", good, "<p>raise", good, "<p>hang", good]
        found = list(
            maintext.extract_many(((page, str(n)) for n, page in enumerate(pages)), 1, Hostile(), page_seconds=2)
        )
        assert [document.url for document in found] == [str(number) for number in range(7)]
        assert [bool(document.error) for document in found] == [False, True, False, True, False, True, False]
        assert "code -6" in found[1].error
        assert found[3].error == "ValueError: so it said"
        assert found[5].error == "no answer after 2 s"
        assert found[5].reason == "failed: no answer after 2 s"
        assert (found[5].text, found[5].source_html, found[5].title) == ("", "", None)
        assert pickle.loads(pickle.dumps(found[5])).error == found[5].error

    @pytest.mark.parametrize("workers", [0, 1])
    def test_what_is_no_page_has_an_answer_too(self, workers: int) -> None:
        found = list(maintext.extract_many(["<p>It rained.</p>", 5, None], workers))  # type: ignore[list-item]
        assert [bool(document.error) for document in found] == [False, True, True]
        assert "not int" in found[1].error

    def test_wrong_settings_are_told_at_once(self) -> None:
        with pytest.raises(maintext.OptionError, match="workers"):
            maintext.extract_many([], -1)
        with pytest.raises(maintext.OptionError, match="page_seconds"):
            maintext.extract_many([], 1, page_seconds=0)
        with pytest.raises(maintext.UnknownMethodError):
            maintext.extract_many([], 1, "best")

    @pytest.mark.parametrize("workers", [0, 1])
    def test_options_reach_the_workers(self, workers: int) -> None:
        page = "<p>It rained on <a href=https://example.org/town>the town</a> all day, and nobody minded.</p>"
        wanted = maintext.Options(links=False)
        assert ["](" in doc.markdown for doc in maintext.extract_many([page], workers)] == [True]
        assert ["](" in doc.markdown for doc in maintext.extract_many([page], workers, options=wanted)] == [False]

    def test_several_threads_may_each_have_workers(self) -> None:
        found: dict[int, list[maintext.Document]] = {}

        def work(number: int) -> None:
            found[number] = list(maintext.extract_many(PAGES[number:], 1, "p-value"))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expected = [maintext.extract(html, url, "p-value") for html, url in PAGES]
        assert [found[number] for number in range(3)] == [expected[number:] for number in range(3)]

    def test_a_script_without_a_main_guard_is_told_what_to_do(self, tmp_path: Path) -> None:
        script = tmp_path / "script.py"
        script.write_text("import maintext\nprint(list(maintext.extract_many(['<p>It rained.'], 1)))\n")
        done = subprocess.run([sys.executable, script], capture_output=True, check=False, timeout=120)
        assert b"if __name__ == '__main__':" in done.stderr
