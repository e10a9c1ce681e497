"""A connection with a deadline, which a server cannot extend by sending a byte now and then.

The sockets are our own, so that a cancelled request can end in another thread: shutting its socket down wakes it,
whether it connects, reads or writes.
"""

import selectors
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpcore

from maintext.fetch import clock
from maintext.fetch.cancellation import Cancellation


class Connection(httpcore.NetworkStream):
    """A connection to one IP address."""

    def __init__(self, plain: socket.socket, deadline: float, cancellation: Cancellation) -> None:
        """Take over a socket."""
        self._socket = plain
        self._deadline = deadline
        self._cancellation = cancellation

    @classmethod
    def to(cls, ip: str, port: int, deadline: float, cancellation: Cancellation) -> "Connection":
        """Connect to an IP address."""
        family = socket.AF_INET6 if ":" in ip else socket.AF_INET
        found = cls(socket.socket(family, socket.SOCK_STREAM), deadline, cancellation)
        try:
            cancellation.add(found.interrupt)
            with found._failing_as(httpcore.ConnectTimeout, httpcore.ConnectError):
                found._socket.connect((ip, port))
                found._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except BaseException:
            found.close()
            raise
        return found

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return bytes as soon as there are some; none at the end."""
        with self._failing_as(httpcore.ReadTimeout, httpcore.ReadError):
            return self._socket.recv(max_bytes)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all bytes."""
        rest = memoryview(buffer)
        while rest:
            with self._failing_as(httpcore.WriteTimeout, httpcore.WriteError):
                rest = rest[self._socket.send(rest) :]

    def close(self) -> None:
        """Close the socket."""
        self._cancellation.remove(self.interrupt)
        self._socket.close()

    def interrupt(self) -> None:
        """Wake the thread that uses this connection; called by another thread."""
        with suppress(OSError):
            socket.socket.shutdown(self._socket, socket.SHUT_RDWR)  # not that of TLS, which belongs to the other thread

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Continue in TLS."""
        self._cancellation.remove(self.interrupt)
        found = self
        try:
            secure = ssl_context.wrap_socket(
                self._socket, server_hostname=server_hostname, do_handshake_on_connect=False
            )
            found = Connection(secure, self._deadline, self._cancellation)
            self._cancellation.add(found.interrupt)
            with found._failing_as(httpcore.ConnectTimeout, httpcore.ConnectError):
                secure.do_handshake()
        except BaseException:
            found.close()
            raise
        return found

    def get_extra_info(self, info: str) -> Any:
        """What httpcore asks about a connection."""
        if info == "ssl_object":
            return self._socket if isinstance(self._socket, ssl.SSLSocket) else None
        if info == "is_readable":
            return self._socket.fileno() < 0 or _readable(self._socket)
        return None

    @contextmanager
    def _failing_as(self, late: type[Exception], broken: type[Exception]) -> Iterator[None]:
        """Limit the time of a socket's call, and raise the errors of httpcore."""
        self._cancellation.check()
        self._socket.settimeout(time_left(self._deadline))
        try:
            yield
        except TimeoutError as error:
            raise late(str(error)) from error
        except OSError as error:
            raise broken(str(error)) from error


def _readable(plain: socket.socket) -> bool:
    """Whether reading would return at once: there is data, or the server has closed the connection."""
    with selectors.DefaultSelector() as selector:
        selector.register(plain, selectors.EVENT_READ)
        return bool(selector.select(0))


def time_left(deadline: float) -> float:
    """The seconds until a deadline, which has not passed."""
    left = deadline - clock.now()
    if left <= 0:
        raise httpcore.ReadTimeout("the time limit is reached")
    return left
