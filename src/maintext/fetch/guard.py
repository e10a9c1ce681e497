"""Open connections only to allowed addresses, and end them at the deadline.

A host name is looked up once, here, and the connection goes to exactly the IP address that was checked, so a name that
changes its meaning a moment later gains nothing. All connections of a request go through here, including redirects.
"""

import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import httpcore
import httpx

from maintext.errors import FetchError, PrivateAddressError
from maintext.fetch import clock
from maintext.fetch.options import FetchOptions

_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_CLOUD_SERVICES: Final = (ipaddress.ip_network("168.63.129.16/32"), ipaddress.ip_network("192.0.0.0/24"))
"""Addresses of a cloud provider's internal services that the lists of private addresses lack."""


def is_public(ip: str) -> bool:
    """Whether an IP address is public, in whatever form it is written."""
    address = ipaddress.ip_address(ip.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if inner := _embedded(address):
            return is_public(str(inner))
        return address.is_global and not address.is_multicast
    return address.is_global and not address.is_multicast and not any(address in network for network in _CLOUD_SERVICES)


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address embedded in an IPv6 address."""
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)


def transport_for(options: FetchOptions, deadline: float) -> httpx.BaseTransport:
    """Return the transport for all requests of one page."""
    return _Transport(_certificates(options.ca_file), _Backend(options.allow_private, deadline))


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
    def __init__(self, allow_private: bool, deadline: float) -> None:
        self._allow_private = allow_private
        self._deadline = deadline
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of a host that answers, if all its addresses are allowed."""
        problem: Exception = FetchError(f"{host} has no address")
        for ip in self._allowed(host, port):
            try:
                stream = self._plain.connect_tcp(ip, port, _left(self._deadline), local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                problem = error
            else:
                return _Stream(stream, self._deadline)
        raise problem

    def _allowed(self, host: str, port: int) -> list[str]:
        found = _looked_up(host, port, _left(self._deadline))
        for ip in found:
            if not self._allow_private and not is_public(ip):
                raise PrivateAddressError(f"{host} is {ip}, which is not a public address, so it is not contacted")
        return found


def _looked_up(host: str, port: int, seconds: float) -> list[str]:
    """Return the IP addresses of a host; looked up in a thread, because the system call has no time limit."""
    addresses: list[str] = []
    problems: list[Exception] = []

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            problems.append(error)
        else:
            addresses.extend(dict.fromkeys(str(address[0]) for *_, address in found))

    thread = threading.Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(seconds)
    if problems:
        raise httpcore.ConnectError(f"{host} cannot be resolved: {problems[0]}") from problems[0]
    if not addresses:
        raise httpcore.ConnectTimeout(f"{host} was not resolved in time")
    return addresses


class _Stream(httpcore.NetworkStream):
    """A connection with a deadline, which a server cannot extend by sending a byte now and then."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(self._deadline))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, _left(self._deadline)), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(deadline: float) -> float:
    left = deadline - clock.now()
    if left <= 0:
        raise httpcore.ReadTimeout("the time limit is reached")
    return left
