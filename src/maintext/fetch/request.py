"""Fetch one page: follow redirects, retry busy servers, enforce the limits."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from email.message import Message
from http.cookiejar import CookieJar
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import httpx

from maintext.dates.mail import mail_date
from maintext.errors import AbsentError, FetchError
from maintext.fetch import clock
from maintext.fetch.cache import Cache
from maintext.fetch.cancellation import Cancellation
from maintext.fetch.decompress import ACCEPTED, decompressed
from maintext.fetch.guard import transport_for
from maintext.fetch.markdown_link import markdown_link
from maintext.fetch.options import FetchOptions
from maintext.fetch.response import HTML, MARKDOWN_TYPES, Fetched
from maintext.read.binary import type_refusal
from maintext.read.served_markdown import MAX_MARKDOWN, MarkdownPage
from maintext.sites.site_names import site_name

_BUSY: Final = frozenset({429, 500, 502, 503, 504})
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_ACCEPT: Final = "text/html,application/xhtml+xml,*/*;q=0.5"
_MARKDOWN_TOO: Final = f"text/markdown,{_ACCEPT}"
_FIRST_WAIT: Final = 0.5
_UNCHANGED: Final = 304
_MOST_DIGITS: Final = 9
"""Of a number of seconds; no request waits for years."""
_MOST_PARAMETERS: Final = 500
"""Characters of a content type that are read: Python takes time that grows with the square of its length."""


class NoCookies(CookieJar):
    """Ignores the cookies that servers set: no request sends any, and parsing them is one more thing to get wrong."""

    def extract_cookies(self, response: Any, request: Any) -> None:
        """Do nothing."""


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
    kinds: frozenset[str] | None = HTML,
    before: Callable[[str], None] = lambda _: None,
    cancellation: Cancellation | None = None,
) -> Fetched:
    """Fetch a page.

    Args:
        url: the URL of the page.
        options: limits, pauses and permissions.
        kinds: the content types to accept; None means all.
        before: called with each URL before it is requested, including redirects. It may wait, which does not count
            towards the time limit, or refuse by raising.
        cancellation: ends the request if another thread cancels it.

    Raises:
        FetchError: the page cannot be fetched.
    """
    settings, ending = options or FetchOptions(), cancellation or Cancellation()
    if kinds not in (HTML, None) or settings.markdown == "never":
        return _followed(url, settings, kinds, before, ending)
    page = _followed(url, settings, kinds and kinds | MARKDOWN_TYPES, before, ending)
    if isinstance(page.body, MarkdownPage) and len(page.body) > MAX_MARKDOWN:
        return _followed(page.url, replace(settings, markdown="never"), kinds, before, ending)
    if settings.markdown == "linked" and (linked := markdown_link(page)):
        with suppress(FetchError):
            return _followed(linked, settings, MARKDOWN_TYPES, before, ending)
    return page


def _followed(
    url: str,
    options: FetchOptions,
    kinds: frozenset[str] | None,
    before: Callable[[str], None],
    cancellation: Cancellation,
) -> Fetched:
    """Fetch a page at the end of all redirects."""
    left = options.seconds
    address = url
    for _ in range(options.max_redirects + 1):
        check_address(address)
        try:
            before(address)
            start = clock.now()
            transport = transport_for(options, start + left, cancellation)
            with httpx.Client(transport=transport, trust_env=False, cookies=NoCookies()) as client:
                answer = _Request(client, address, options, start + left, kinds, cancellation).answer()
            if answer.status in REDIRECTS and "location" in answer.headers:
                address = _target(address, answer.headers["location"])
                if options.same_host and site_name(address) != site_name(url):
                    raise FetchError(f"{url} redirects to another host: {address}")
            else:
                return _page(address, answer)
        except FetchError:
            raise
        except Exception as error:  # whatever a server says, there is one kind of error
            raise FetchError(f"{address}: {type(error).__name__}: {error}") from error
        left -= clock.now() - start
    raise FetchError(f"{url} has more than {options.max_redirects} redirects")


def check_address(url: str) -> None:
    """Raise FetchError unless this is a URL of the web."""
    try:
        parts = urlsplit(url)
        good = parts.scheme.lower() in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise FetchError(f"{url} is not a web address; it must start with http:// or https:// followed by a host")


def check_kind(url: str, headers: dict[str, str], kinds: frozenset[str] | None = HTML) -> None:
    """Raise FetchError unless the content type is one of some kinds."""
    kind = content_type_of(headers)[0]
    if kinds is not None and kind not in kinds:
        raise FetchError(f"{url} {type_refusal(kind)}")


@dataclass(frozen=True, slots=True)
class _Request:
    client: httpx.Client
    url: str
    options: FetchOptions
    deadline: float
    kinds: frozenset[str] | None
    cancellation: Cancellation

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
            elif answer.status >= 300 and not (answer.status in REDIRECTS and "location" in answer.headers):
                kind = AbsentError if answer.status < 500 and answer.status not in _BUSY else FetchError
                raise kind(f"{self.url}: the server answers {_named(answer.status)}")
            else:
                return answer
        raise FetchError(f"{self.url}: no answer")

    @property
    def _takes_markdown(self) -> bool:
        return self.options.markdown != "never" and (self.kinds is None or self.kinds >= MARKDOWN_TYPES)

    def _wait(self, seconds: float, why: str) -> None:
        if clock.now() + seconds > self.deadline:
            limit = f"the limit of {self.options.seconds:g} s"
            raise FetchError(f"{self.url}: {why}, and the wait before the next try would exceed {limit}")
        self.cancellation.sleep(seconds)

    def _once(self) -> _Response:
        cache = Cache(self.options.cache) if self.options.cache else None
        stored = cache.get(self.url) if cache else None
        if stored and self.kinds is not None and content_type_of(stored.headers)[0] not in self.kinds:
            stored = None
        headers = {
            "User-Agent": self.options.user_agent,
            "Accept": _MARKDOWN_TOO if self._takes_markdown else _ACCEPT,
            "Accept-Encoding": ACCEPTED,
            **(stored.condition if stored else {}),
        }
        with self.client.stream("GET", self.url, headers=headers, timeout=self.options.seconds) as response:
            received = {name.lower(): value for name, value in response.headers.items()}
            if stored and response.status_code == _UNCHANGED:
                return _Response(200, {**received, **stored.headers}, stored.body, True, response.http_version)
            if response.status_code >= 300:
                return _Response(response.status_code, received)
            check_kind(self.url, received, self.kinds)
            body = decompressed(self._raw(response), received.get("content-encoding", ""), self.options.max_bytes)
        if cache and response.status_code == 200:
            cache.put(self.url, received, body)
        return _Response(response.status_code, received, body, http_version=response.http_version)

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
    body = MarkdownPage(answer.body) if kind in MARKDOWN_TYPES else answer.body
    declared = answer.headers.get("content-type", "")
    return Fetched(url, body, charset, kind, clock.date(), answer.from_cache, answer.http_version, declared)


def content_type_of(headers: dict[str, str]) -> tuple[str, str | None]:
    """Return the content type without its parameters, and the charset."""
    declared = headers.get("content-type", "")
    if not declared:
        return "", None
    message = Message()
    message["content-type"] = declared[:_MOST_PARAMETERS]
    try:
        charset = message.get_content_charset()
    except ValueError:
        charset = None
    return declared.partition(";")[0].strip().lower(), charset


def retry_after(value: str) -> float | None:
    """Return the wait in seconds that a Retry-After header demands, as a number or a date; None if it is neither."""
    written = value.strip()
    if written.isascii() and written.isdigit():
        return float(written[-_MOST_DIGITS:] if len(written.lstrip("0")) <= _MOST_DIGITS else 10**_MOST_DIGITS)
    date = mail_date(written)
    return None if date is None else max((date - clock.date()).total_seconds(), 0.0)


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
