"""Open connections only to allowed addresses, and end them at the deadline.

A host name is looked up once, here, and the connection goes to exactly the IP address that was checked, so a name that
changes its meaning a moment later gains nothing. All connections of a request go through here, including redirects.
"""

import socket
import ssl
import threading
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import httpcore
import httpx

from maintext.errors import FetchError, PrivateAddressError
from maintext.fetch.addresses import is_public
from maintext.fetch.cancellation import Cancellation
from maintext.fetch.connection import Connection, time_left
from maintext.fetch.options import FetchOptions
from maintext.fetch.proxy import Proxy
from maintext.fetch.tunnel import open_tunnel


def transport_for(options: FetchOptions, deadline: float, cancellation: Cancellation) -> httpx.BaseTransport:
    """Return the transport for all requests of one page."""
    return _Transport(_certificates(options.ca_file), _Backend(options, deadline, cancellation))


@lru_cache(maxsize=8)
def _certificates(ca_file: Path | None) -> ssl.SSLContext:
    """Return the TLS settings; cached, because loading the certificates takes longer than many a page."""
    if ca_file is None:
        return httpx.create_ssl_context()
    return ssl.create_default_context(cafile=ca_file)


class _Transport(httpx.HTTPTransport):
    """The transport of httpx, on our own connections."""

    def __init__(self, certificates: ssl.SSLContext, backend: httpcore.NetworkBackend) -> None:
        super().__init__(verify=certificates, trust_env=False, http2=True)
        self._pool.close()
        self._pool = httpcore.ConnectionPool(ssl_context=certificates, http2=True, network_backend=backend)


class _Backend(httpcore.NetworkBackend):
    def __init__(self, options: FetchOptions, deadline: float, cancellation: Cancellation) -> None:
        self._options = options
        self._deadline = deadline
        self._cancellation = cancellation

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of a host that answers, if all its addresses are allowed."""
        if self._options.proxy:
            return self._through(Proxy.at(self._options.proxy), host, port)
        return self._connected(self._allowed(host, port), host, port)

    def _connected(self, addresses: list[str], host: str, port: int) -> Connection:
        problem: Exception = FetchError(f"{host} has no address")
        for ip in addresses:
            try:
                return Connection.to(ip, port, self._deadline, self._cancellation)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                problem = error
        raise problem

    def _through(self, proxy: Proxy, host: str, port: int) -> Connection:
        """Connect through a proxy, which gets the address that was checked. If all are allowed, it gets the name."""
        target = host if self._options.allow_private else self._allowed(host, port)[0]
        connection = self._connected(self._looked_up(proxy.host, proxy.port), proxy.host, proxy.port)
        try:
            open_tunnel(connection, proxy, target, port)
        except BaseException:
            connection.close()
            raise
        return connection

    def _allowed(self, host: str, port: int) -> list[str]:
        found = self._looked_up(host, port)
        for ip in found:
            if not self._options.allow_private and not is_public(ip):
                named = ip if host == ip else f"{host} is {ip}, which"
                raise PrivateAddressError(f"{named} is not a public address, so it is not contacted")
        return found

    def _looked_up(self, host: str, port: int) -> list[str]:
        """Return the IP addresses of a host.

        They are looked up in a thread, because the system call has no time limit and cannot be interrupted.
        """
        addresses: list[str] = []
        problems: list[Exception] = []
        ended = threading.Event()

        def look_up() -> None:
            try:
                found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                addresses.extend(dict.fromkeys(str(address[0]) for *_, address in found))
            except (OSError, UnicodeError) as error:
                problems.append(error)
            ended.set()

        self._cancellation.add(ended.set)
        try:
            threading.Thread(target=look_up, name="maintext-look-up", daemon=True).start()
            ended.wait(time_left(self._deadline))
        finally:
            self._cancellation.remove(ended.set)
        self._cancellation.check()
        if problems:
            raise httpcore.ConnectError(f"{host} cannot be resolved: {problems[0]}") from problems[0]
        if not addresses:
            raise httpcore.ConnectTimeout(f"{host} was not resolved in time")
        return addresses
