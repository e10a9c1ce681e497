"""Fetch one page: follow redirects, retry busy servers, enforce the limits."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import urljoin, urlsplit

import httpx

from maintext.errors import AbsentError, FetchError
from maintext.fetch import clock
from maintext.fetch.cache import Cache
from maintext.fetch.decompress import ACCEPTED, decompressed
from maintext.fetch.guard import transport_for
from maintext.fetch.options import FetchOptions
from maintext.fetch.response import HTML, Fetched

_BUSY: Final = frozenset({429, 500, 502, 503, 504})
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_FIRST_WAIT: Final = 0.5
_UNCHANGED: Final = 304


@dataclass(frozen=True, slots=True)
class _Response:
    """One response of a server."""

    status: int
    headers: dict[str, str]
    body: bytes = b""
    from_cache: bool = False
    http_version: str = ""


def fetch(
    url: str,
    options: FetchOptions | None = None,
    kinds: frozenset[str] = HTML,
    before: Callable[[str], None] = lambda _: None,
) -> Fetched:
    """Fetch a page.

    Args:
        url: the URL of the page.
        options: limits, pauses and permissions.
        kinds: the content types to accept.
        before: called with each URL before it is requested, including redirects. It may wait, which does not count
            towards the time limit, or refuse by raising.

    Raises:
        FetchError: the page cannot be fetched.
    """
    settings = options or FetchOptions()
    left = settings.seconds
    address = url
    for _ in range(settings.max_redirects + 1):
        check_address(address)
        before(address)
        start = clock.now()
        with httpx.Client(transport=transport_for(settings, start + left), trust_env=False) as client:
            answer = _Request(client, address, settings, start + left, kinds).answer()
        if answer.status not in _REDIRECTS or "location" not in answer.headers:
            return _page(address, answer)
        address = _target(address, answer.headers["location"])
        left -= clock.now() - start
    raise FetchError(f"{url} has more than {settings.max_redirects} redirects")


def check_address(url: str) -> None:
    """Raise FetchError unless this is a URL of the web."""
    try:
        parts = urlsplit(url)
        good = parts.scheme.lower() in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise FetchError(f"{url} is not a web address; it must start with http:// or https:// followed by a host")


@dataclass(frozen=True, slots=True)
class _Request:
    client: httpx.Client
    url: str
    options: FetchOptions
    deadline: float
    kinds: frozenset[str]

    def answer(self) -> _Response:
        """Return the final response; a request to a busy server is repeated."""
        for attempt in range(self.options.retries + 1):
            last = attempt == self.options.retries
            try:
                answer = self._once()
            except httpx.TimeoutException as error:
                raise FetchError(f"{self.url}: no answer within {self.options.seconds:g} s") from error
            except (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.ProtocolError) as error:
                raise FetchError(f"{self.url}: {error}") from error
            except httpx.HTTPError as error:
                if last:
                    raise FetchError(f"{self.url}: {error}") from error
                answer = None
            if answer is None:
                self._wait(_backoff(attempt), "the server does not answer")
            elif answer.status in _BUSY and not last:
                wait = retry_after(answer.headers.get("retry-after", ""))
                self._wait(_backoff(attempt) if wait is None else wait, f"the server answers {answer.status}")
            elif answer.status >= 400:
                kind = AbsentError if answer.status < 500 and answer.status not in _BUSY else FetchError
                raise kind(f"{self.url}: the server answers {_named(answer.status)}")
            else:
                return answer
        raise FetchError(f"{self.url}: no answer")

    def _wait(self, seconds: float, why: str) -> None:
        if clock.now() + seconds > self.deadline:
            limit = f"the limit of {self.options.seconds:g} s"
            raise FetchError(f"{self.url}: {why}, and the wait before the next try would exceed {limit}")
        clock.sleep(seconds)

    def _once(self) -> _Response:
        cache = Cache(self.options.cache) if self.options.cache else None
        stored = cache.get(self.url) if cache else None
        headers = {
            "User-Agent": self.options.user_agent,
            "Accept": "text/html,application/xhtml+xml,*/*;q=0.5",
            "Accept-Encoding": ACCEPTED,
            **(stored.condition if stored else {}),
        }
        with self.client.stream("GET", self.url, headers=headers, timeout=self.options.seconds) as response:
            received = {name.lower(): value for name, value in response.headers.items()}
            if stored and response.status_code == _UNCHANGED:
                return _Response(200, {**received, **stored.headers}, stored.body, True, response.http_version)
            if response.status_code >= 300:
                return _Response(response.status_code, received)
            self._check_kind(received)
            body = decompressed(self._raw(response), received.get("content-encoding", ""), self.options.max_bytes)
        if cache and response.status_code == 200:
            cache.put(self.url, received, body)
        return _Response(response.status_code, received, body, http_version=response.http_version)

    def _check_kind(self, headers: dict[str, str]) -> None:
        kind = content_type_of(headers)[0]
        if kind not in self.kinds:
            raise FetchError(f"{self.url} is {kind}, not HTML")

    def _raw(self, response: httpx.Response) -> bytes:
        max_bytes = self.options.max_bytes
        body = bytearray()
        for piece in response.iter_raw():
            body += piece
            if len(body) > max_bytes:
                raise FetchError(f"{self.url} has more than {max_bytes} bytes")
        return bytes(body)


def _page(url: str, answer: _Response) -> Fetched:
    kind, charset = content_type_of(answer.headers)
    return Fetched(url, answer.body, charset, kind, clock.date(), answer.from_cache, answer.http_version)


def content_type_of(headers: dict[str, str]) -> tuple[str, str | None]:
    """Return the content type without its parameters, and the charset."""
    declared = headers.get("content-type", "")
    if not declared:
        return "", None
    message = Message()
    message["content-type"] = declared
    return declared.partition(";")[0].strip().lower(), message.get_content_charset()


def retry_after(value: str) -> float | None:
    """Return the wait in seconds that a Retry-After header demands, as a number or a date; None if it is neither."""
    if value.strip().isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max((aware - clock.date()).total_seconds(), 0.0)


def _backoff(attempt: int) -> float:
    """Return a wait that doubles with each attempt; random, so that clients do not all return at once."""
    return _FIRST_WAIT * 2.0**attempt * random.uniform(0.5, 1.0)


def _target(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError:
        raise FetchError(f"{url} redirects to {location!r}, which is not a URL") from None


def _named(status: int) -> str:
    return f"{status} {httpx.codes.get_reason_phrase(status)}".strip()
