"""One page from the web: through redirects, past busy servers, within limits."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import urljoin, urlsplit

import httpx

from maintext.errors import AbsentError, FetchError
from maintext.fetch.cache import Cache
from maintext.fetch.decompress import ACCEPTED, unpacked
from maintext.fetch.guard import transport_for
from maintext.fetch.options import FetchOptions
from maintext.fetch.response import HTML, Fetched

_BUSY: Final = frozenset({429, 500, 502, 503, 504})
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_FIRST_WAIT: Final = 0.5
_UNCHANGED: Final = 304


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a server said, once."""

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
    """The page at an address.

    Args:
        url: where it is.
        options: limits and manners.
        kinds: the content types that are taken.
        before: is called with each address, those of redirects too, before it is asked. It may wait, which does not
            count as time of the page, or refuse by raising.

    Raises:
        FetchError: the page cannot be had, with the reason.
    """
    settings = options or FetchOptions()
    left = settings.seconds
    address = url
    for _ in range(settings.max_redirects + 1):
        check_address(address)
        before(address)
        begin = time.monotonic()
        with httpx.Client(transport=transport_for(settings, begin + left), trust_env=False) as client:
            answer = _Request(client, address, settings, begin + left, kinds).answer()
        if answer.status not in _REDIRECTS or "location" not in answer.headers:
            return _page(address, answer)
        address = _target(address, answer.headers["location"])
        left -= time.monotonic() - begin
    raise FetchError(f"{url} leads through more than {settings.max_redirects} redirects")


def check_address(url: str) -> None:
    """Refuse what is no address of a page."""
    try:
        parts = urlsplit(url)
        good = parts.scheme.lower() in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise FetchError(f"{url} is no address of a page: it begins with http:// or https:// and a host")


@dataclass(frozen=True, slots=True)
class _Request:
    client: httpx.Client
    url: str
    options: FetchOptions
    deadline: float
    kinds: frozenset[str]

    def answer(self) -> _Answer:
        """What the server says in the end; a busy one is asked again."""
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
                self._wait(_backoff(attempt), "it does not answer")
            elif answer.status in _BUSY and not last:
                wait = retry_after(answer.headers.get("retry-after", ""))
                self._wait(_backoff(attempt) if wait is None else wait, f"it answers {answer.status}")
            elif answer.status >= 400:
                kind = AbsentError if answer.status < 500 and answer.status not in _BUSY else FetchError
                raise kind(f"{self.url}: the server answers {_named(answer.status)}")
            else:
                return answer
        raise FetchError(f"{self.url}: no answer")

    def _wait(self, seconds: float, why: str) -> None:
        if time.monotonic() + seconds > self.deadline:
            raise FetchError(f"{self.url}: {why}, and asks to wait longer than the {self.options.seconds:g} s it has")
        time.sleep(seconds)

    def _once(self) -> _Answer:
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
                return _Answer(200, {**received, **stored.headers}, stored.body, True, response.http_version)
            if response.status_code >= 300:
                return _Answer(response.status_code, received)
            self._check_kind(received)
            body = unpacked(self._raw(response), received.get("content-encoding", ""), self.options.max_bytes)
        if cache and response.status_code == 200:
            cache.put(self.url, received, body)
        return _Answer(response.status_code, received, body, http_version=response.http_version)

    def _check_kind(self, headers: dict[str, str]) -> None:
        kind = content_type_of(headers)[0]
        if kind not in self.kinds:
            raise FetchError(f"{self.url} is {kind}, not HTML")

    def _raw(self, response: httpx.Response) -> bytes:
        most = self.options.max_bytes
        body = bytearray()
        for piece in response.iter_raw():
            body += piece
            if len(body) > most:
                raise FetchError(f"{self.url} has more than {most} bytes")
        return bytes(body)


def _page(url: str, answer: _Answer) -> Fetched:
    kind, charset = content_type_of(answer.headers)
    return Fetched(url, answer.body, charset, kind, datetime.now(UTC), answer.from_cache, answer.http_version)


def content_type_of(headers: dict[str, str]) -> tuple[str, str | None]:
    """The content type without its parameters, and the charset."""
    declared = headers.get("content-type", "")
    if not declared:
        return "", None
    message = Message()
    message["content-type"] = declared
    return declared.partition(";")[0].strip().lower(), message.get_content_charset()


def retry_after(value: str) -> float | None:
    """The seconds that a server asks to wait, told as such or as a date; None if it tells nothing."""
    if value.strip().isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max((aware - datetime.now(UTC)).total_seconds(), 0.0)


def _backoff(attempt: int) -> float:
    """Longer each time, and not the same for all who wait."""
    return _FIRST_WAIT * 2.0**attempt * random.uniform(0.5, 1.0)


def _target(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError:
        raise FetchError(f"{url} leads to {location!r}, which is no address") from None


def _named(status: int) -> str:
    return f"{status} {httpx.codes.get_reason_phrase(status)}".strip()
