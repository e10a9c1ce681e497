"""Memory that a thread reuses: each piece has one user at a time, and answers do not depend on what was in it."""

import threading
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest
from helpers.pages import PAGES

import maintext
from maintext.algorithms.learned.method import answer_of as judged
from maintext.algorithms.learned.model import shipped_model
from maintext.read import page_table
from maintext.support.buffer import NO_BUFFER, Arena, arena_for, borrow, give_back, keep, kept
from maintext.table import PageTable

SMALL: Final = "<h1>Rain</h1><p>It rained all day, and the ferry was late.</p>"
DENSE: Final = "<body>" + "<p>a<b>b</b>&amp;" * 20_000
"""More elements and texts for its size than fit into the first buffer."""
WORDY: Final = "<body><p>" + "It rained all day. " * 20_000


def on_a_new_thread(work: Callable[[], None]) -> None:
    """Run it on a thread that has read no page before."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


def test_arrays_follow_each_other_until_the_buffer_is_full() -> None:
    arena = Arena(np.zeros(1024, dtype=np.ubyte))
    one, two, large = arena.array(3, np.intc), arena.array((2, 50), np.float64), arena.array(1000, np.intc)
    last = arena.array(16, np.ubyte)
    one[:], two[:], large[:], last[:] = 1, 2, 3, 4
    assert [array.base is arena.buffer for array in (one, two, large, last)] == [True, True, False, True]
    assert one.tolist() == [1] * 3
    assert (two == 2).all()
    assert large.shape == (1000,)
    assert not any(array.ctypes.data % 16 for array in (one, two, last))


def test_a_new_buffer_is_made_only_if_the_old_one_is_too_small() -> None:
    buffer = arena_for(NO_BUFFER, (100, np.intc), ((3, 5), np.float32)).buffer
    assert arena_for(buffer, (100, np.intc)).buffer is buffer
    assert arena_for(buffer, (1000, np.intc)).buffer is not buffer


def test_a_buffer_has_one_borrower_at_a_time() -> None:
    def work() -> None:
        buffer = np.empty(100, dtype=np.ubyte)
        assert give_back(buffer)
        assert borrow() is buffer
        assert borrow() is NO_BUFFER

    on_a_new_thread(work)


def test_a_large_buffer_is_not_kept() -> None:
    def work() -> None:
        assert not give_back(np.empty(1 << 24, dtype=np.ubyte))
        assert borrow() is NO_BUFFER

    on_a_new_thread(work)


def test_a_kept_object_has_one_user_at_a_time() -> None:
    """As with the buffer: who asks while it is in use gets a new one."""

    def work() -> None:
        first: list[int] = kept("list", list)
        assert kept("list", list) is not first
        keep("list", first)
        assert kept("other", list) is not first
        assert kept("list", list) is first

    on_a_new_thread(work)


def test_threads_share_neither_buffers_nor_objects() -> None:
    buffer, thing = np.empty(100, dtype=np.ubyte), ["mine"]
    before = borrow()
    give_back(buffer)
    keep("thing", thing)

    def work() -> None:
        assert borrow() is NO_BUFFER
        assert kept("thing", list) is not thing

    on_a_new_thread(work)
    assert borrow() is buffer
    assert kept("thing", list) is thing
    give_back(before)


def test_the_parser_leaves_its_buffer_to_the_method() -> None:
    def work() -> None:
        table = page_table(SMALL)
        buffer = borrow()
        assert len(buffer)
        give_back(buffer)
        judged(shipped_model(), table, 100, 1.0)
        page_table(SMALL)
        assert borrow() is buffer

    on_a_new_thread(work)


def columns(table: PageTable) -> list[object]:
    segments = [table.segment_columns[:, :-1].tolist(), table.segment_offset.tolist(), table.segment_place.tolist()]
    return [table.row_columns.tolist(), *segments, table.tag.tolist(), table.encoded]


@pytest.mark.parametrize("between", ["", SMALL, DENSE, WORDY], ids=["nothing", "small", "dense", "wordy"])
def test_a_table_is_the_same_whatever_was_read_before_and_after(between: str) -> None:
    """Tables have their own memory: neither the next page nor the method writes to it."""
    pages: list[str | bytes] = [PAGES["english-news"].read_bytes(), SMALL, DENSE, WORDY]
    alone: list[list[object]] = []
    for page in pages:
        on_a_new_thread(lambda page=page: alone.append(columns(page_table(page))))  # type: ignore[misc]

    def work() -> None:
        tables = []
        for page in pages:
            judged(shipped_model(), page_table(between), 20_000, 1.0)
            tables.append(page_table(page))
            judged(shipped_model(), tables[-1], 20_000, 1.0)
        assert [columns(table) for table in tables] == alone

    on_a_new_thread(work)


def test_a_page_read_while_another_is_judged_gets_its_own_memory() -> None:
    """A finalizer may extract a page in between: the buffer is borrowed, so it needs another."""

    def work() -> None:
        page = PAGES["english-news"].read_bytes()
        wanted = maintext.extract(page).text
        buffer = borrow()
        assert maintext.extract(page).text == wanted
        assert borrow() is not buffer
        give_back(buffer)
        assert maintext.extract(page).text == wanted

    on_a_new_thread(work)
