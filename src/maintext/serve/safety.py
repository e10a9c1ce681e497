"""What every request passes before it is answered: body limit, API key, rate limit; and headers of every response."""

import hmac
import json
import logging
import time
from typing import Final
from urllib.parse import unquote

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maintext.errors import OptionError
from maintext.serve.counters import Metrics
from maintext.serve.problems import RefusedError, problem_response
from maintext.serve.settings import ServeOptions

CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""Scripts only from the service. Inline styles are allowed because the framed page, which inherits this policy, has its
own; they can load nothing."""
HEADERS: Final = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
OPEN_PATHS: Final = frozenset({"/", "/health", "/page/settings", "/page/methods", "/page/examples"})
"""Paths that need no API key: the page itself, so that a person can enter one, and what monitors call."""
STATIC: Final = "/static/"
_LOG: Final = logging.getLogger("maintext.serve")


class Safety:
    """An ASGI layer around the application."""

    def __init__(self, app: ASGIApp, options: ServeOptions, metrics: Metrics) -> None:
        """Prepare the limits.

        Raises:
            OptionError: the rate cannot be understood.
        """
        self._app = app
        self._max_bytes = options.max_bytes
        self._keys = options.keys
        self._metrics = metrics
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        try:
            self._rate = parse(options.rate) if options.rate else None
        except ValueError as error:
            raise OptionError(f"rate must be like 60/minute, not {options.rate!r}") from error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and answer it or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin, status = time.perf_counter(), 500

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(each for each in HEADERS if each[0] not in given)]
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, self._limited(receive), send_safely)
        except RefusedError as problem:
            response = problem_response(problem.status, problem.detail, problem.retry_after)
            await response(scope, receive, send_safely)
        finally:
            seconds = time.perf_counter() - begin
            path = self._route(scope)
            self._metrics.count(scope["method"], path, status, seconds)
            line = {"method": scope["method"], "path": path, "status": status, "ms": round(1e3 * seconds, 1)}
            _LOG.info(json.dumps(line))

    def _check(self, scope: Scope) -> None:
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        key = _key(headers)
        path = scope["path"]
        is_open = scope["method"] in ("GET", "HEAD") and (path in OPEN_PATHS or path.startswith(STATIC))
        if (
            self._keys
            and not is_open
            and not any(hmac.compare_digest(key.encode(), each.encode()) for each in self._keys)
        ):
            raise RefusedError(401, "this service needs an API key: send it as 'Authorization: Bearer KEY'")
        client = key or (scope.get("client") or ("unknown",))[0]
        if self._rate and not is_open and not self._limiter.hit(self._rate, client):
            reset = self._limiter.get_window_stats(self._rate, client).reset_time
            raise RefusedError(429, f"too many requests: the limit is {self._rate}", max(1, round(reset - time.time())))
        length = headers.get(b"content-length", "0")
        if length.isdigit() and int(length) > self._max_bytes:
            raise RefusedError(413, self._too_large())

    def _limited(self, receive: Receive) -> Receive:
        """Receive a body that declares no length only up to the limit."""
        size = 0

        async def receive_some() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._max_bytes:
                raise RefusedError(413, self._too_large())
            return message

        return receive_some

    def _too_large(self) -> str:
        return f"the body has more than {self._max_bytes:,} bytes, the most that this service accepts"

    @staticmethod
    def _route(scope: Scope) -> str:
        """The path for logs and metrics. Addresses of pages are not logged."""
        path = unquote(scope["path"])
        return "/URL" if path.startswith(("/http:", "/https:")) else path[:80] if "route" in scope else "other"


def _key(headers: dict[bytes, str]) -> str:
    scheme, _, key = headers.get(b"authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else headers.get(b"x-api-key", "")
