"""Pages for programs with an event loop: the same answers, and nothing left behind by a cancelled request."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest
from helpers.commands import ARTICLE, PAGE
from helpers.leftovers import leaves_nothing
from helpers.servers import Reply, Server

import maintext
from maintext.errors import FetchError, OptionError
from maintext.fetch.cancellation import Cancellation
from maintext.fetch.request import fetch

HERE = maintext.FetchOptions(allow_private=True, seconds=60)


@pytest.fixture(name="server", scope="module")
def fixture_server() -> Iterator[Server]:
    with Server() as server:
        server.pages["/page"] = Reply(PAGE.encode())
        server.pages["/slow"] = Reply(PAGE.encode(), pause=30)
        server.pages["/busy"] = Reply(b"", 503, {"content-type": "text/html", "retry-after": "30"})
        yield server


@pytest.fixture(name="silent")
def fixture_silent() -> Iterator[str]:
    """The host and port of a server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


async def cancelled_at(server: Server, path: str) -> None:
    """Begin a request, cancel it when the server has it, and wait for its end."""
    server.asked.clear()
    task = asyncio.create_task(maintext.aextract_url(f"{server.url}{path}", fetch=HERE))
    while not server.asked:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def begun_and_cancelled(url: str) -> None:
    """Begin a request that no server answers, cancel it when it waits, and wait for its end."""
    task = asyncio.create_task(maintext.aextract_url(url, fetch=HERE))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_page_gives_its_text(server: Server) -> None:
    document = asyncio.run(maintext.aextract_url(f"{server.url}/page", fetch=HERE))
    assert (document.text, document.url) == (ARTICLE, f"{server.url}/page")


def test_a_page_can_be_had_as_it_is(server: Server) -> None:
    assert maintext.fetch_page(f"{server.url}/page", HERE).body == PAGE.encode()
    assert asyncio.run(maintext.afetch_page(f"{server.url}/page", HERE)).body == PAGE.encode()


def test_a_polite_request_obeys_robots(server: Server) -> None:
    server.pages["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /page", headers={"content-type": "text/plain"})
    try:
        with pytest.raises(FetchError, match=r"robots\.txt does not allow it"):
            asyncio.run(maintext.afetch_page(f"{server.url}/page", HERE, polite=True))
        with pytest.raises(FetchError, match=r"robots\.txt does not allow it"):
            maintext.fetch_page(f"{server.url}/page", HERE, polite=True)
    finally:
        del server.pages["/robots.txt"]


def test_errors_are_those_of_extract_url(server: Server) -> None:
    with pytest.raises(FetchError, match="404 Not Found"):
        asyncio.run(maintext.aextract_url(f"{server.url}/nothing", fetch=HERE))
    with pytest.raises(maintext.PrivateAddressError):
        asyncio.run(maintext.aextract_url(f"{server.url}/page"))
    with pytest.raises(OptionError, match="fetch"):
        asyncio.run(maintext.aextract_url("http://x/", options=HERE))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["/slow", "/busy"])
def test_a_cancelled_request_leaves_nothing(server: Server, path: str) -> None:
    """Cancelled while the body arrives, and while a busy server is given time."""
    with leaves_nothing():
        asyncio.run(cancelled_at(server, path))


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_request_to_a_silent_server_can_be_cancelled(silent: str, scheme: str) -> None:
    """Cancelled while it waits for an answer, and in the middle of a TLS handshake."""
    with leaves_nothing():
        asyncio.run(begun_and_cancelled(f"{scheme}://{silent}/"))


def test_a_connection_that_is_not_accepted_can_be_cancelled() -> None:
    """A full queue of connections: the system neither accepts nor refuses the next one."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener:
        address = listener.getsockname()
        fillers = [socket.socket() for _ in range(4)]
        for filler in fillers:
            filler.setblocking(False)
            filler.connect_ex(address)

        with leaves_nothing():
            asyncio.run(begun_and_cancelled(f"http://127.0.0.1:{address[1]}/"))
        for filler in fillers:
            filler.close()


def test_a_cancelled_request_is_a_fetch_error_in_its_thread(server: Server) -> None:
    cancellation = Cancellation()
    problems: list[str] = []

    def request() -> None:
        try:
            fetch(f"{server.url}/slow", HERE, cancellation=cancellation)
        except FetchError as error:
            problems.append(str(error))

    server.asked.clear()
    thread = threading.Thread(target=request)
    thread.start()
    while not server.asked:
        thread.join(0.01)
    cancellation.cancel()
    thread.join()
    assert problems
    with pytest.raises(FetchError, match="cancelled"):
        fetch(f"{server.url}/page", HERE, cancellation=cancellation)


def test_a_socket_or_thread_that_is_left_would_be_found(server: Server) -> None:
    with pytest.raises(AssertionError, match="sockets"), leaves_nothing(patience=0.1):
        left = socket.create_connection(("127.0.0.1", server.port))
    left.close()
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    with pytest.raises(AssertionError, match="threads"), leaves_nothing(patience=0.1):
        thread.start()
    ended.set()
    thread.join()
