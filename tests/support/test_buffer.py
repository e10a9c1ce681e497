"""Memory that a thread uses again: nobody gets what another still works with, and answers do not depend on it."""

import threading
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest
from helpers.pages import PAGES

import maintext
from maintext.algorithms.learned.answer import judged
from maintext.algorithms.learned.model import shipped_model
from maintext.read import page_table
from maintext.support.buffer import NO_BLOCK, Memory, give_back, memory_for, take_block
from maintext.table import PageTable

SMALL: Final = "<h1>Rain</h1><p>It rained all day, and the ferry was late.</p>"
DENSE: Final = "<body>" + "<p>a<b>b</b>&amp;" * 20_000
"""More elements and texts for its size than there is room for at first."""
WORDY: Final = "<body><p>" + "It rained all day. " * 20_000


def on_a_new_thread(work: Callable[[], None]) -> None:
    """Do it where no page was read before."""
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


def test_arrays_stand_one_behind_the_other_until_the_block_is_full() -> None:
    memory = Memory(np.zeros(1024, dtype=np.ubyte))
    one, two, large = memory.array(3, np.intc), memory.array((2, 50), np.float64), memory.array(1000, np.intc)
    behind = memory.array(16, np.ubyte)
    one[:], two[:], large[:], behind[:] = 1, 2, 3, 4
    assert [array.base is memory.block for array in (one, two, large, behind)] == [True, True, False, True]
    assert one.tolist() == [1] * 3
    assert (two == 2).all()
    assert large.shape == (1000,)
    assert not any(array.ctypes.data % 16 for array in (one, two, behind))


def test_a_block_is_made_anew_only_if_it_is_too_small() -> None:
    block = memory_for(NO_BLOCK, (100, np.intc), ((3, 5), np.float32)).block
    assert memory_for(block, (100, np.intc)).block is block
    assert memory_for(block, (1000, np.intc)).block is not block


def test_a_block_is_lent_to_one_at_a_time() -> None:
    def work() -> None:
        block = np.empty(100, dtype=np.ubyte)
        assert give_back(block)
        assert take_block() is block
        assert take_block() is NO_BLOCK

    on_a_new_thread(work)


def test_a_large_block_is_not_kept() -> None:
    def work() -> None:
        assert not give_back(np.empty(1 << 24, dtype=np.ubyte))
        assert take_block() is NO_BLOCK

    on_a_new_thread(work)


def test_what_reads_a_page_leaves_its_memory_to_what_judges_it() -> None:
    def work() -> None:
        table = page_table(SMALL)
        block = take_block()
        assert len(block)
        give_back(block)
        judged(shipped_model(), table, 100, 1.0)
        page_table(SMALL)
        assert take_block() is block

    on_a_new_thread(work)


def columns(table: PageTable) -> list[object]:
    segments = [table.segment_columns[:, :-1].tolist(), table.segment_offset.tolist(), table.segment_place.tolist()]
    return [table.row_columns.tolist(), *segments, table.tag.tolist(), table.encoded]


@pytest.mark.parametrize("between", ["", SMALL, DENSE, WORDY], ids=["nothing", "small", "dense", "wordy"])
def test_a_table_is_the_same_whatever_was_read_before_and_since(between: str) -> None:
    """Tables have memory of their own: neither the next page nor the method writes to it."""
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


def test_a_page_read_while_another_is_judged_gets_memory_of_its_own() -> None:
    """As a finalizer may do that runs in between: the block is away, and so is what stands in it."""

    def work() -> None:
        page = PAGES["english-news"].read_bytes()
        wanted = maintext.extract(page).text
        block = take_block()
        assert maintext.extract(page).text == wanted
        assert take_block() is not block
        give_back(block)
        assert maintext.extract(page).text == wanted

    on_a_new_thread(work)
