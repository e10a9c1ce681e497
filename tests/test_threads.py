"""Many threads at once, with the interpreter's lock or without: the answers are those of one thread."""

import json
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Final

import pytest
from helpers.pages import PAGES

import maintext

THREADS: Final = 8
HAS_NO_LOCK: Final = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
ALL_AT_ONCE: Final = """
import json, sys, threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import maintext

paths = [Path(path) for path in sys.argv[2:]]
together = threading.Barrier(int(sys.argv[1]))

def answers(first):
    together.wait()
    return {
        path.name + path.parent.name: [document.text, document.markdown, document.title, document.date]
        for path in paths[first:] + paths[:first]
        for document in [maintext.extract(path.read_bytes())]
    }

with ThreadPoolExecutor(int(sys.argv[1])) as pool:
    found = list(pool.map(answers, range(int(sys.argv[1]))))
lock = getattr(sys, "_is_gil_enabled", lambda: True)()
print(json.dumps([found, lock]))
"""
"""Threads that all need what is made at first use (tables, model, patterns) at the same moment, on other pages each."""


def in_a_new_process(paths: list[Path]) -> tuple[list[dict[str, list[str | None]]], bool]:
    command = [sys.executable, "-c", ALL_AT_ONCE, str(THREADS), *map(str, paths)]
    answers, has_lock = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return answers, has_lock


def test_threads_that_begin_together_answer_like_one() -> None:
    paths = list(PAGES.values())
    documents = {path: maintext.extract(path.read_bytes()) for path in paths}
    wanted = {
        path.name + path.parent.name: [document.text, document.markdown, document.title, document.date]
        for path, document in documents.items()
    }
    answers, _ = in_a_new_process(paths)
    assert len(answers) == THREADS
    assert all(answer == wanted for answer in answers)


@pytest.mark.parametrize("page", ["english-news", "forum", "documentation"])
def test_threads_may_ask_the_same_document(page: str) -> None:
    """What a document works out when asked is the same whoever asks first."""
    html = PAGES[page].read_bytes()
    alone = maintext.extract(html)
    shared = maintext.extract(html)
    together = Barrier(THREADS)

    def ask(_: int) -> tuple[object, ...]:
        together.wait()
        return shared.markdown, shared.text, shared.html, shared.json, shared.title, shared.blocks

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(ask, range(THREADS)))
    assert found == [(alone.markdown, alone.text, alone.html, alone.json, alone.title, alone.blocks)] * THREADS


def test_no_module_of_ours_brings_the_lock_back() -> None:
    """An interpreter without lock takes it again if a module that it loads does not say that it can do without."""
    _, has_lock = in_a_new_process(list(PAGES.values())[:2])
    assert has_lock is not HAS_NO_LOCK
