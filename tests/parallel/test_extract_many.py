"""Many pages in workers that crash and hang: answers come in order, and none is missing."""

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
from maintext.parallel.pool import Failed, RunningPool, UnusableError, WorkerPool

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


def process_id() -> Callable[[int], int]:
    """A function for workers that returns the id of its process."""
    return lambda _: os.getpid()


def noting(path: Path) -> Callable[[int], bytes]:
    """A function for workers that returns large answers and appends one byte to a file for each."""

    def answer(_: int) -> bytes:
        with path.open("ab") as file:
            file.write(b"x")
        return b"x" * 100_000

    return answer


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


@dataclass(frozen=True)
class Numbers:
    """Tasks that exist only while they are iterated over, which may crash the process."""

    count: int
    crash_at: int = -1

    def __iter__(self) -> Iterator[int]:
        for number in range(self.count):
            if number == self.crash_at:
                os.abort()
            yield number


def answers(behaviour: str, tasks: int, seconds: float, weight: float = 1.0, workers: int = 2) -> list[object]:
    pool = WorkerPool(answering, (behaviour,), workers, seconds, lambda _: weight)
    pairs = list(pool.answers(range(tasks)))
    assert [task for task, _ in pairs] == list(range(tasks))
    return [answer for _, answer in pairs]


class TestWorkerPool:
    @pytest.mark.slow
    @pytest.mark.parametrize("weight", [1.0, 0.3, 0.01])
    def test_every_task_is_answered_in_order(self, weight: float) -> None:
        assert answers("double", 7, 60, weight) == [2 * number for number in range(7)]

    @pytest.mark.slow
    @pytest.mark.parametrize("weight", [1.0, 0.2])
    @pytest.mark.parametrize(("behaviour", "seconds", "said"), [("crash", 60, "ended with code"), ("hang", 2, "2 s")])
    def test_a_crash_or_a_hang_costs_one_task(self, behaviour: str, seconds: float, said: str, weight: float) -> None:
        found = answers(behaviour, 5, seconds, weight)
        failed = found.pop(2)
        assert isinstance(failed, Failed)
        assert said in failed.error
        assert found == [2 * number for number in (0, 1, 3, 4)]

    @pytest.mark.slow
    def test_a_function_that_cannot_start_raises(self) -> None:
        with pytest.raises(UnusableError, match="nothing here"):
            answers("unusable", 3, 60)

    def test_tasks_are_read_only_as_answers_are_read(self) -> None:
        taken = []

        def tasks() -> Iterator[int]:
            for number in range(1000):
                taken.append(number)
                yield number

        pairs = WorkerPool(answering, ("double",), 1, 60).answers(tasks())
        assert list(islice(pairs, 5)) == [(number, 2 * number) for number in range(5)]
        assert len(taken) < 12
        pairs.close()  # type: ignore[attr-defined]

    @pytest.mark.slow
    def test_a_worker_that_is_killed_while_idle_costs_nothing(self) -> None:
        def tasks() -> Iterator[int]:
            yield from range(4)
            time.sleep(1)
            for child in multiprocessing.active_children():
                child.kill()
                child.join()
            yield from range(4, 8)

        pairs = WorkerPool(answering, ("double",), 1, 60).answers(tasks())
        assert list(pairs) == [(number, 2 * number) for number in range(8)]

    @pytest.mark.slow
    def test_no_process_or_thread_is_left(self) -> None:
        """An abandoned run ends its workers, even one whose task never ends."""
        before = set(threading.enumerate())
        pairs = WorkerPool(answering, ("hang",), 1, 600).answers(range(1000))
        assert list(islice(pairs, 2)) == [(0, 0), (1, 2)]
        pairs.close()  # type: ignore[attr-defined]
        assert set(threading.enumerate()) <= before
        assert multiprocessing.active_children() == []

    @pytest.mark.slow
    def test_workers_iterate_over_the_groups(self) -> None:
        groups = [Numbers(3), Numbers(0), Numbers(500), Numbers(3)]
        with closing(RunningPool(WorkerPool(answering, ("crash",), 2, 60))) as running:
            found = [list(stream) for _, stream in running.streams(groups)]
        assert [found[0][:2], *found[1:2], found[3][:2]] == [[0, 2], [], [0, 2]]
        assert [type(answers[2]) for answers in (found[0], found[2], found[3])] == [Failed] * 3
        assert found[2][3:] == [2 * number for number in range(3, 500)]

    @pytest.mark.slow
    def test_a_group_that_crashes_when_iterated_ends_with_a_failure(self) -> None:
        with closing(RunningPool(WorkerPool(answering, ("double",), 1, 60))) as running:
            found = [list(stream) for _, stream in running.streams([Numbers(9, 4), Numbers(2)])]
        assert found[0][:4] == [0, 2, 4, 6]
        assert [type(answer) for answer in found[0][4:]] == [Failed]
        assert found[1] == [0, 2]

    def test_a_second_series_of_groups_uses_the_same_workers(self) -> None:
        with closing(RunningPool(WorkerPool(process_id, (), 1, 60))) as running:
            with closing(running.streams(Numbers(10_000) for _ in range(100))) as streams:
                first = {next(answers) for _, answers in islice(streams, 3)}
            again = {number for _, answers in running.streams([Numbers(3)] * 5) for number in answers}
        assert first == again
        assert len(first) == 1

    @pytest.mark.slow
    def test_unread_answers_do_not_pile_up(self, tmp_path: Path) -> None:
        """The second group is far longer than the first, which is not read yet."""
        with closing(RunningPool(WorkerPool(noting, (tmp_path / "note",), 2, 60))) as running:
            streams = running.streams([Numbers(1), Numbers(100_000)])
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

    @pytest.mark.slow
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

    @pytest.mark.slow
    def test_a_page_stops_by_itself_before_its_worker_is_replaced(self) -> None:
        """A method that looks at the clock gives up in time, and the page has a document without an error."""
        pages = ["<p>It rained all day.</p>", "<p>long</p>", "<p>It rained all day.</p>"]
        found = list(maintext.extract_many(pages, 1, Hostile(), page_seconds=2))
        assert [document.error for document in found] == ["", "", ""]
        assert [document.limits_hit for document in found] == [(), ("seconds",), ()]
        assert found[1].reason == "no text was found within the limit of seconds"

    @pytest.mark.parametrize("workers", [0, 1])
    def test_a_value_that_is_not_a_page_gets_a_document_too(self, workers: int) -> None:
        found = list(maintext.extract_many(["<p>It rained.</p>", 5, None], workers))  # type: ignore[list-item]
        assert [bool(document.error) for document in found] == [False, True, True]
        assert "not int" in found[1].error

    def test_wrong_settings_raise_at_once(self) -> None:
        with pytest.raises(maintext.OptionError, match="workers"):
            maintext.extract_many([], -1)
        with pytest.raises(maintext.OptionError, match="page_seconds"):
            maintext.extract_many([], 1, page_seconds=0)
        with pytest.raises(maintext.UnknownMethodError):
            maintext.extract_many([], 1, "best")

    @pytest.mark.slow
    @pytest.mark.parametrize("workers", [0, 1])
    def test_options_reach_the_workers(self, workers: int) -> None:
        page = "<p>It rained on <a href=https://example.org/town>the town</a> all day, and nobody minded.</p>"
        wanted = maintext.Options(links=False)
        assert ["](" in doc.markdown for doc in maintext.extract_many([page], workers)] == [True]
        assert ["](" in doc.markdown for doc in maintext.extract_many([page], workers, options=wanted)] == [False]

    @pytest.mark.slow
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

    @pytest.mark.slow
    def test_a_script_without_a_main_guard_gets_advice(self, tmp_path: Path) -> None:
        script = tmp_path / "script.py"
        script.write_text("import maintext\nprint(list(maintext.extract_many(['<p>It rained.'], 1)))\n")
        done = subprocess.run([sys.executable, script], capture_output=True, check=False, timeout=120)
        assert b"if __name__ == '__main__':" in done.stderr
