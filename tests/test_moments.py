"""Forks while threads run, and interrupts at any moment."""

import ast
import os
import random
import signal
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest

import maintext
from maintext.support import buffer

ROOT = Path(__file__).parents[1]
PAGES = tuple(
    page.encode()
    for page in (
        "<div class=a><p id=x>Some words of text, <b>here</b> and there &amp; more.</p></div>" * 3_000,
        "<b><p>text" * 10_000,
        "<table>" + "x<tr>y" * 10_000,
    )
)


def test_lazy_attributes_take_no_lock() -> None:
    """The standard library's cached_property of Python 3.11 has a lock, in which the child of a fork may hang."""
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "functools":
                assert "cached_property" not in {name.name for name in node.names}, path


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_child_of_a_fork_answers_while_threads_run() -> None:
    """The parent's threads are in the middle of documents, also of the one that the child asks."""
    page = PAGES[0][:20_000]
    expected = maintext.extract(page).json
    shared = maintext.extract(page)
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            document = maintext.extract(page)
            for name in ("text", "markdown", "json", "html", "xml", "metadata"):
                getattr(document, name)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    codes = []
    for _ in range(8):
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # a child that hangs ends by this signal
            os._exit(0 if maintext.extract(page).json == expected and shared.json == expected else 1)
        codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    stop.set()
    for thread in threads:
        thread.join()
    assert codes == [0] * 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_child_of_a_fork_starts_without_the_buffer_of_its_parent() -> None:
    maintext.extract(PAGES[0][:5_000])
    assert len(buffer._thread.buffer) > 0
    assert buffer._thread.objects
    child = os.fork()
    if child == 0:
        os._exit(0 if len(buffer._thread.buffer) == 0 and not buffer._thread.objects else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(buffer._thread.buffer) > 0


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_an_interrupt_at_any_moment_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while a buffer grows: nothing else is raised, and the next page has the right text."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    expected = [maintext.extract(page).text for page in PAGES]
    chance = random.Random(1)
    outcomes: Counter[str] = Counter()
    try:
        for number in range(60):
            page, text = PAGES[number % 3], expected[number % 3]
            monkeypatch.setattr(buffer._thread, "buffer", buffer.NO_BUFFER)  # so that it has to grow
            monkeypatch.setattr(buffer._thread, "objects", {})
            try:
                signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.0002, 0.03))
                found = maintext.extract(page).text
                signal.setitimer(signal.ITIMER_REAL, 0)
                outcomes["finished"] += found == text
            except KeyboardInterrupt:
                outcomes["interrupted"] += 1
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert maintext.extract(page).text == text
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert outcomes.total() == 60
    assert outcomes["interrupted"] >= 10
