"""Hostile answers of a web server by the thousand: each gives a page or a ``FetchError`` with one line.

    cd tests && python -m fuzz.servers --count 50000

The server listens on this machine, and no other address is looked up or contacted. An answer is a case if ``fetch``
raises anything but ``FetchError``, if the message has more than one line, or if extracting the page raises. ``--seed``
makes other answers, and ``--first N --count 1`` makes one again.
"""

import argparse
import socket
import socketserver
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import maintext
from fuzz.answers import answer_of
from maintext import FetchOptions
from maintext.errors import FetchError
from maintext.fetch import clock
from maintext.fetch.politeness import Politeness
from maintext.fetch.request import fetch
from maintext.fetch.response import LISTS, Fetched
from maintext.links import listing_of


class HostileServer(socketserver.ThreadingTCPServer):
    """Answers a request for ``/N`` with the answer of that number; for anything else its length is the number."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seed = seed
        self.port = int(self.server_address[1])


class _Handler(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        server: Any = self.server
        asked = self.request.recv(65536)
        digits = "".join(
            each for each in asked.split(b"\r\n")[0].split(b"HTTP/")[0].decode("latin-1") if "0" <= each <= "9"
        )
        number = int(digits[-9:]) if digits else len(asked)
        try:
            self.request.sendall(answer_of(server.seed, number, server.port))
            self.request.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the client has left


@contextmanager
def hostile_server(seed: int) -> Iterator[HostileServer]:
    """A running server; until it ends, no name is looked up but those of this machine, and nobody sleeps."""
    real_look_up, real_sleep = socket.getaddrinfo, clock.sleep

    def look_up(host: Any, *arguments: Any, **others: Any) -> Any:
        name = host.encode("idna").decode() if isinstance(host, str) else host.decode()
        if name not in ("127.0.0.1", "localhost"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return real_look_up("127.0.0.1", *arguments, **others)

    with HostileServer(seed) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        socket.getaddrinfo, clock.sleep = look_up, lambda seconds, until: None
        try:
            yield server
        finally:
            socket.getaddrinfo, clock.sleep = real_look_up, real_sleep
            server.shutdown()
            thread.join()


def verdict(url: str, number: int, options: FetchOptions) -> tuple[str, str]:
    """What became of an answer ("page" or "error"), and what is wrong with that; "" if nothing is."""
    try:
        page = _fetched(url, number, options)
    except FetchError as error:
        message = str(error)
        is_good = message.isprintable() and 0 < len(message) <= 1000
        return "error", "" if is_good else f"the message is {message!r}"
    except BaseException as error:
        return "error", f"fetch raises {type(error).__name__}: {error}"
    try:
        maintext.extract(page.body, page.url, charset=page.charset, fetched=page.fetched)
        listing_of(page)
    except maintext.PageError:
        return "page", ""
    except Exception as error:
        return "page", f"extract raises {type(error).__name__}: {error}"
    return "page", ""


def _fetched(url: str, number: int, options: FetchOptions) -> Fetched:
    """Fetch in one of three ways: a page, a listing, or a page after the robots.txt of the host."""
    if number % 5 == 0:
        return Politeness(options).page(url)
    return fetch(url, options, LISTS) if number % 5 == 1 else fetch(url, options)


def options_for(folder: Path) -> FetchOptions:
    """Short limits, a cache, and permission to ask this machine."""
    return FetchOptions(
        allow_private=True, seconds=5, retries=1, max_redirects=3, cache=folder, max_bytes=100_000, host_seconds=0
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5_000, help="how many answers (5,000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first answer (0)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other answers (1)")
    arguments = parser.parse_args()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name, hostile_server(arguments.seed) as server:
        options = options_for(Path(name))
        for number in range(arguments.first, arguments.first + arguments.count):
            outcome, wrong = verdict(f"http://127.0.0.1:{server.port}/{number}", number, options)
            counts[outcome] += 1
            if wrong:
                counts["cases"] += 1
                print(f"answer {number}: {wrong}", flush=True)
            if number % 1000 == 999:
                print(f"{number + 1:,} {dict(counts)} {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print(dict(counts), file=sys.stderr)
    return 1 if counts["cases"] else 0


if __name__ == "__main__":
    sys.exit(main())
