"""A web server for tests, with real sockets and TLS, HTTP/1.1 and HTTP/2, and pages that tests define."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import trustme
from hypercorn.asyncio import serve
from hypercorn.config import Config

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]


@dataclass
class Reply:
    """A response of the server."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "text/html"})
    pause: float = 0.0
    """Seconds between the bytes of the body."""


@dataclass
class Asked:
    """A request to the server."""

    path: str
    headers: dict[str, str]
    http_version: str


class Server:
    """Answers by path: with a reply, with the replies of a list in turn (repeating the last), or by a function."""

    def __init__(self, folder: Path | None = None) -> None:
        self.pages: dict[str, Reply | list[Reply] | Callable[[Asked], Reply]] = {}
        self.asked: list[Asked] = []
        self.ca_file: Path | None = None
        self._config = Config()
        self._config.bind = ["0.0.0.0:0"]
        self._config.loglevel = "CRITICAL"
        self._config.keep_alive_timeout = 1
        if folder:
            self._secure(folder)
        self._stopped: asyncio.Event
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        sockets = self._config.create_sockets()
        listener = (sockets.secure_sockets or sockets.insecure_sockets)[0]
        listener.listen()  # Hypercorn does it only once it runs; until then it would refuse connections.
        self.port = listener.getsockname()[1]
        self._config.create_sockets = lambda: sockets  # type: ignore[method-assign]
        self.url = f"{'https' if folder else 'http'}://localhost:{self.port}"

    def _secure(self, folder: Path) -> None:
        authority = trustme.CA()
        certificate = authority.issue_cert("localhost")
        self.ca_file = folder / "ca.pem"
        authority.cert_pem.write_to_path(self.ca_file)
        certificate.private_key_pem.write_to_path(folder / "key.pem")
        for number, blob in enumerate(certificate.cert_chain_pems):
            blob.write_to_path(folder / "cert.pem", append=bool(number))
        self._config.certfile, self._config.keyfile = str(folder / "cert.pem"), str(folder / "key.pem")

    def __enter__(self) -> "Server":
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(20)

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stopped = asyncio.Event()
        self._config.graceful_timeout = 0.2
        self._config.shutdown_timeout = 1
        self._ready.set()
        await serve(self._app, self._config, shutdown_trigger=self._stopped.wait)

    async def _app(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        path = scope["path"] + (f"?{scope['query_string'].decode()}" if scope["query_string"] else "")
        asked = Asked(path, headers, scope["http_version"])
        self.asked.append(asked)
        reply = self._reply(asked)
        sent = [(name.encode(), value.encode()) for name, value in reply.headers.items()]
        await send({"type": "http.response.start", "status": reply.status, "headers": sent})
        for piece in _pieces(reply):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            if reply.pause:
                await asyncio.sleep(reply.pause)
        await send({"type": "http.response.body", "body": b""})

    def _reply(self, asked: Asked) -> Reply:
        reply = self.pages.get(asked.path, Reply(b"nothing here", 404))
        if callable(reply):
            return reply(asked)
        if isinstance(reply, list):
            return reply.pop(0) if len(reply) > 1 else reply[0]
        return reply


def _pieces(reply: Reply) -> Iterable[bytes]:
    if reply.pause:
        return (reply.body[place : place + 1] for place in range(len(reply.body)))
    return [reply.body]
