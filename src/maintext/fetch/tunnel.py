"""Ask a proxy for a connection: HTTP proxies by CONNECT, and SOCKS5 proxies.

The connection behind the proxy is as direct as one without it. So the guard can name the address that it has checked,
and the proxy has nothing to resolve.
"""

import base64
from ipaddress import ip_address
from typing import Final

import httpcore

from maintext.fetch.proxy import Proxy

_MOST_BYTES: Final = 16_384
"""Of a proxy's answer."""
_NO_PASSWORD, _PASSWORD = 0, 2
_ADDRESS_BYTES: Final = {1: 4, 4: 16}
"""By the type of an address in SOCKS5."""


def open_tunnel(connection: httpcore.NetworkStream, proxy: Proxy, host: str, port: int) -> None:
    """Ask the proxy at the other end of a connection to connect to a host or IP address.

    Raises:
        httpcore.ProxyError: the proxy refuses, or is not one.
    """
    (_open_http if proxy.scheme == "http" else _open_socks)(connection, proxy, host, port)


def _open_http(connection: httpcore.NetworkStream, proxy: Proxy, host: str, port: int) -> None:
    target = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}"]
    if proxy.user:
        login = base64.b64encode(f"{proxy.user}:{proxy.password}".encode()).decode()
        lines.append(f"Proxy-Authorization: Basic {login}")
    connection.write(("\r\n".join(lines) + "\r\n\r\n").encode("ascii", "replace"))
    answer = b""
    while b"\r\n\r\n" not in answer:
        piece = connection.read(4096)
        answer += piece
        if not piece or len(answer) > _MOST_BYTES:
            raise httpcore.ProxyError("the proxy does not answer as an HTTP proxy")
    first_line = answer.partition(b"\r\n")[0].decode("latin-1")
    if not first_line.startswith("HTTP/1.") or first_line.split()[1:2] != ["200"]:
        raise httpcore.ProxyError(f"the proxy refuses: {first_line}")


def _open_socks(connection: httpcore.NetworkStream, proxy: Proxy, host: str, port: int) -> None:
    methods = [_NO_PASSWORD, _PASSWORD] if proxy.user else [_NO_PASSWORD]
    connection.write(bytes([5, len(methods), *methods]))
    version, method = _exactly(connection, 2)
    if version != 5 or method not in methods:
        raise httpcore.ProxyError("the proxy does not answer as a SOCKS5 proxy, or wants another login")
    if method == _PASSWORD:
        user, password = proxy.user.encode()[:255], proxy.password.encode()[:255]
        connection.write(bytes([1, len(user), *user, len(password), *password]))
        if _exactly(connection, 2)[1]:
            raise httpcore.ProxyError("the proxy refuses the user or password")
    connection.write(bytes([5, 1, 0, *_socks_address(host), *port.to_bytes(2, "big")]))
    _, refusal, _, kind = _exactly(connection, 4)
    if refusal:
        raise httpcore.ProxyError(f"the proxy refuses the connection with code {refusal}")
    size = _ADDRESS_BYTES.get(kind) or _exactly(connection, 1)[0]
    _exactly(connection, size + 2)


def _socks_address(host: str) -> bytes:
    """A host as SOCKS5 writes it: an IP address by its bytes, a name with its length."""
    try:
        address = ip_address(host)
    except ValueError:
        name = host.encode("ascii", "replace")[:255]
        return bytes([3, len(name), *name])
    return bytes([1 if address.version == 4 else 4]) + address.packed


def _exactly(connection: httpcore.NetworkStream, size: int) -> bytes:
    found = b""
    while len(found) < size:
        piece = connection.read(size - len(found))
        if not piece:
            raise httpcore.ProxyError("the proxy closes the connection")
        found += piece
    return found
