"""Requests through proxies, which are real servers of these tests."""

import base64
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from helpers.commands import PAGE
from helpers.servers import Reply, Server

import maintext
from maintext.errors import FetchError, OptionError, PrivateAddressError
from maintext.fetch.request import fetch


class ProxyServer(socketserver.ThreadingTCPServer):
    """A proxy that speaks HTTP or SOCKS5, notes what it is asked for, and always connects to this machine."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, speaks: str, login: str = "", refuses: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.speaks, self.login, self.refuses = speaks, login, refuses
        self.asked: list[tuple[str, int]] = []

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Be quiet: clients leave when they are refused."""


class _Handler(socketserver.BaseRequestHandler):
    server: ProxyServer

    def handle(self) -> None:
        host, port = self._http() if self.server.speaks == "http" else self._socks()
        self.server.asked.append((host, port))
        with socket.create_connection(("127.0.0.1", port)) as target:
            to_target = threading.Thread(target=_copy, args=(self.request, target), daemon=True)
            to_target.start()
            _copy(target, self.request)

    def _http(self) -> tuple[str, int]:
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.request.recv(1000)
        login = base64.b64encode(self.server.login.encode())
        good = not self.server.refuses and (not self.server.login or b"Basic " + login in head)
        self.request.sendall(b"HTTP/1.1 200 OK\r\n\r\n" if good else b"HTTP/1.1 407 Login please\r\n\r\n")
        host, _, port = head.split()[1].decode().rpartition(":")
        return host, int(port)

    def _socks(self) -> tuple[str, int]:
        _, count = self.request.recv(2)
        methods = self.request.recv(count)
        method = 2 if self.server.login else 0
        self.request.sendall(bytes([5, method if method in methods else 255]))
        if method:
            user = self.request.recv(self.request.recv(2)[1])
            password = self.request.recv(self.request.recv(1)[0])
            self.request.sendall(bytes([1, f"{user.decode()}:{password.decode()}" != self.server.login]))
        kind = self.request.recv(4)[3]
        size = {1: 4, 4: 16}.get(kind) or self.request.recv(1)[0]
        address = self.request.recv(size)
        host = (
            address.decode()
            if kind == 3
            else socket.inet_ntop(socket.AF_INET if kind == 1 else socket.AF_INET6, address)
        )
        port = int.from_bytes(self.request.recv(2), "big")
        self.request.sendall(bytes([5, 2 if self.server.refuses else 0, 0, 1, 0, 0, 0, 0, 0, 0]))
        return host, port


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


@contextmanager
def proxy(speaks: str, **settings: Any) -> Iterator[ProxyServer]:
    with ProxyServer(speaks, **settings) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def through(server: ProxyServer, login: str = "", **settings: Any) -> maintext.FetchOptions:
    at = f"{login}@" if login else ""
    address = f"{server.speaks}://{at}127.0.0.1:{server.server_address[1]}"
    return maintext.FetchOptions(**{"allow_private": True, "retries": 0, "proxy": address, **settings})


@pytest.fixture(name="site", scope="module")
def fixture_site() -> Iterator[Server]:
    with Server() as server:
        server.pages["/page"] = Reply(PAGE.encode())
        yield server


@pytest.mark.parametrize("speaks", ["http", "socks5"])
class TestProxy:
    def test_a_page_comes_through_the_proxy(self, site: Server, speaks: str) -> None:
        with proxy(speaks) as server:
            assert fetch(f"{site.url}/page", through(server)).body == PAGE.encode()
            assert server.asked == [("localhost", site.port)]

    def test_the_user_can_log_in(self, site: Server, speaks: str) -> None:
        with proxy(speaks, login="ann:se:cret") as server:
            assert fetch(f"{site.url}/page", through(server, "ann:se%3Acret")).body == PAGE.encode()
            with pytest.raises(FetchError, match="proxy"):
                fetch(f"{site.url}/page", through(server, "ann:wrong"))
            with pytest.raises(FetchError, match="proxy"):
                fetch(f"{site.url}/page", through(server))

    def test_a_refusal_is_an_error(self, site: Server, speaks: str) -> None:
        with proxy(speaks, refuses=True) as server, pytest.raises(FetchError, match="the proxy refuses"):
            fetch(f"{site.url}/page", through(server))

    def test_the_guard_checks_addresses_before_the_proxy_is_asked(self, site: Server, speaks: str) -> None:
        with proxy(speaks) as server:
            with pytest.raises(PrivateAddressError):
                fetch(f"{site.url}/page", through(server, allow_private=False))
            assert server.asked == []

    def test_the_proxy_gets_the_address_that_was_checked(
        self, site: Server, speaks: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("maintext.fetch.guard.is_public", lambda ip: True)
        with proxy(speaks) as server:
            fetch(f"http://127.0.0.1:{site.port}/page", through(server, allow_private=False))
            fetch(f"{site.url}/page", through(server, allow_private=False))
            assert {host for host, _ in server.asked} <= {"127.0.0.1", "::1", "[::1]"}

    def test_tls_passes_through(self, speaks: str, tmp_path: Any) -> None:
        with Server(tmp_path) as secure, proxy(speaks) as server:
            secure.pages["/page"] = Reply(PAGE.encode())
            assert (
                fetch(f"{secure.url}/page", through(server, ca_file=secure.ca_file, retries=3)).http_version == "HTTP/2"
            )


def test_what_is_not_a_proxy_is_an_error(site: Server) -> None:
    for scheme in ("http", "socks5"):
        options = maintext.FetchOptions(
            proxy=f"{scheme}://127.0.0.1:{site.port}", allow_private=True, retries=0, seconds=5
        )
        with pytest.raises(FetchError, match="proxy"):
            fetch(f"{site.url}/page", options)


@pytest.mark.parametrize("url", ["", "ftp://host", "host:8080", "http://", "https://host", "http://host:port"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(OptionError, match="proxy must be"):
        maintext.FetchOptions(proxy=url)
