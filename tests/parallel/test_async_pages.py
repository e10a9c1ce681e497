"""Many pages and addresses in an event loop: in order, bounded, and without leftovers."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, suppress
from typing import Any

import pytest
from helpers.commands import ARTICLE, PAGE
from helpers.hostile import Hostile
from helpers.leftovers import leaves_nothing
from helpers.pages import EXAMPLES
from helpers.servers import Reply, Server

import maintext

HERE = maintext.FetchOptions(allow_private=True, seconds=60, host_seconds=0)
PAGES = [(path.read_bytes(), f"https://example.org/{path.stem}") for path in EXAMPLES]


@pytest.fixture(name="server", scope="module")
def fixture_server() -> Iterator[Server]:
    with Server() as server:
        for number in range(20):
            server.pages[f"/{number}"] = Reply(PAGE.encode())
        server.pages["/slow"] = Reply(PAGE.encode(), pause=30)
        yield server


async def collected(pages: Any, **settings: Any) -> list[maintext.Document]:
    return [document async for document in maintext.aextract_many(pages, **settings)]


def test_pages_come_in_order_with_the_answers_of_extract() -> None:
    found = asyncio.run(collected(PAGES, concurrency=3))
    assert [(each.url, each.text) for each in found] == [(url, maintext.extract(page, url).text) for page, url in PAGES]


def test_addresses_and_pages_may_be_mixed_and_errors_are_documents(server: Server) -> None:
    given = [f"{server.url}/1", PAGE, f"{server.url}/none", 5, "http://[", maintext.RawPage(PAGE, "u")]
    found = asyncio.run(collected(given, fetch=HERE))
    assert [bool(each) for each in found] == [True, True, False, False, False, True]
    assert [each.url for each in found] == [f"{server.url}/1", None, f"{server.url}/none", None, "http://[", "u"]
    assert ["404" in found[2].error, "not int" in found[3].error, "web address" in found[4].error] == [True] * 3


def test_text_that_only_begins_like_an_address_is_a_page() -> None:
    [found] = asyncio.run(collected(["https://example.org/ is where it rained all day, and nobody minded."]))
    assert found.text.startswith("https://example.org/ is where")


def test_several_addresses_of_a_host_are_fetched_politely(server: Server) -> None:
    server.asked.clear()
    asyncio.run(collected([f"{server.url}/{number}" for number in range(3)], fetch=HERE))
    assert server.paths()[0] == "/robots.txt"
    assert sorted(server.paths()[1:]) == ["/0", "/1", "/2"]


def test_pages_are_read_only_as_documents_are_read() -> None:
    taken = []

    async def pages() -> AsyncIterator[str]:
        for number in range(1000):
            taken.append(number)
            yield PAGE

    async def read_five() -> None:
        async with aclosing(maintext.aextract_many(pages(), concurrency=4)) as documents:
            for _ in range(5):
                assert (await anext(documents)).text == ARTICLE
            await asyncio.sleep(0.1)  # however long the consumer takes
            assert len(taken) <= 5 + 4 + 1

    asyncio.run(read_five())


def test_a_document_does_not_wait_for_pages_that_have_not_come_yet() -> None:
    async def one_and_then_none() -> AsyncIterator[str]:
        yield PAGE
        await asyncio.sleep(3600)

    async def first() -> str:
        async with aclosing(maintext.aextract_many(one_and_then_none())) as documents:
            return (await anext(documents)).text

    with leaves_nothing():
        assert asyncio.run(first()) == ARTICLE


def test_no_more_requests_at_a_time_than_allowed(server: Server) -> None:
    at_once = [0, 0]

    def reply(_: Any) -> Reply:
        at_once[0] += 1
        at_once[1] = max(at_once)
        return Reply(PAGE.encode())

    async def run() -> None:
        server.pages["/counted"] = reply
        addresses = [f"{server.url}/counted"] * 12
        async for _ in maintext.aextract_many(addresses, concurrency=3, fetch=HERE):
            at_once[0] -= 1

    asyncio.run(run())
    assert at_once[1] <= 3 + 1  # one is yielded while the next is taken


def test_a_cancelled_iteration_leaves_nothing(server: Server) -> None:
    """Cancelled while requests are answered slowly; the tasks of the loop are gone too."""

    async def begin_and_cancel() -> None:
        addresses = [f"{server.url}/1", *[f"{server.url}/slow"] * 8]
        task = asyncio.create_task(collected(addresses, fetch=HERE, concurrency=6))
        server.asked.clear()
        while server.paths().count("/slow") < 3:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == {asyncio.current_task()}

    with leaves_nothing():
        asyncio.run(begin_and_cancel())


def test_requests_that_wait_for_their_turn_can_be_cancelled(server: Server) -> None:
    patient = maintext.FetchOptions(allow_private=True, host_seconds=3600)

    async def begin_and_cancel() -> None:
        documents = maintext.aextract_many([f"{server.url}/{number}" for number in range(9)], fetch=patient)
        async with aclosing(documents):
            await anext(documents)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    with leaves_nothing():
        asyncio.run(begin_and_cancel())


def test_a_loop_that_is_left_early_leaves_nothing_after_the_event_loop(server: Server) -> None:
    async def leave_early() -> None:
        async for document in maintext.aextract_many([f"{server.url}/1", f"{server.url}/slow"], fetch=HERE):
            assert document.text == ARTICLE
            break

    with leaves_nothing():
        asyncio.run(leave_early())


class TestProcesses:
    @pytest.mark.slow
    def test_a_page_that_crashes_its_worker_is_an_empty_document(self) -> None:
        found = asyncio.run(collected(["<p>abort", PAGE], workers=1, method=Hostile()))
        assert [each.error.startswith("the process ended") for each in found] == [True, False]

    @pytest.mark.slow
    def test_a_cancelled_iteration_ends_its_processes(self) -> None:
        async def begin_and_cancel() -> None:
            task = asyncio.create_task(collected([PAGE] * 200, workers=1))
            await asyncio.sleep(0.5)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

        with leaves_nothing():
            asyncio.run(begin_and_cancel())


@pytest.mark.parametrize("wrong", [{"concurrency": 0}, {"concurrency": "4"}, {"workers": -1}, {"page_seconds": 0}])
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(maintext.OptionError):
        asyncio.run(collected([PAGE], **wrong))


def test_nothing_is_begun_until_the_first_document_is_asked_for() -> None:
    with leaves_nothing():
        maintext.aextract_many([os.devnull])
