"""Render pages in a browser, for pages that are empty until their scripts have run (extra ``render``).

The browser is Chromium, controlled by Playwright. It has no network access of its own: this module fetches what a page
requests, with the same checks as for all URLs, and passes it on. Images, fonts and videos are not fetched.
"""

import os
import shutil
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

import httpx
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, Playwright, Request, Route, sync_playwright

from maintext.errors import FetchError
from maintext.fetch import clock
from maintext.fetch.cancellation import Cancellation
from maintext.fetch.decompress import ACCEPTED, decompressed
from maintext.fetch.guard import transport_for
from maintext.fetch.options import FetchOptions
from maintext.fetch.request import REDIRECTS, NoCookies, check_address, check_kind
from maintext.fetch.response import Fetched

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_FETCHED: Final = frozenset({"document", "script", "xhr", "fetch", "stylesheet", "other"})
_UNSENT_HEADERS: Final = frozenset({"host", "accept-encoding", "content-length", "connection"})
_DROPPED_HEADERS: Final = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})
_SAME_METHOD: Final = frozenset({307, 308})
"""Redirects after which a request is repeated as it was."""
_LOAD_SHARE: Final = 0.7
"""The part of the time limit after which a page that still loads is taken as it is."""
_QUIET_SECONDS: Final = 5.0
"""How long a page may continue to request things after it has loaded."""
_NOWHERE: Final = "http://127.0.0.1:9"
"""The proxy that the browser is given: nothing listens there, so it has no other way to the network."""
_ARGUMENTS: Final = (
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no name and no number leads anywhere: no look-ups, no connections
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",  # calls between browsers would send packets themselves
    "--dns-prefetch-disable",
    "--disable-quic",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-pings",
)


def rendered(url: str, options: FetchOptions) -> Fetched:
    """Return a page after its scripts have run.

    Raises:
        FetchError: the page cannot be fetched or rendered.
    """
    check_address(url)
    deadline = clock.now() + options.seconds
    try:
        transport = transport_for(options, deadline, Cancellation())
        with httpx.Client(transport=transport, trust_env=False, cookies=NoCookies()) as client:
            gateway = _Gateway(client, options)
            address = gateway.load(url)
            with sync_playwright() as playwright:
                return _rendered(playwright, gateway, address, deadline)
    except FetchError:
        raise
    except BrowserError as error:
        raise FetchError(f"{url}: the browser cannot render it: {(error.message.splitlines() or [''])[0]}") from error
    except httpx.TimeoutException as error:
        raise FetchError(f"{url}: no answer within {options.seconds:g} s") from error
    except Exception as error:  # whatever a server says, there is one kind of error
        raise FetchError(f"{url}: {error or type(error).__name__}") from error


def _rendered(playwright: Playwright, gateway: "_Gateway", url: str, deadline: float) -> Fetched:
    browser = playwright.chromium.launch(
        executable_path=browser_path(playwright),
        proxy={"server": _NOWHERE, "bypass": "<-loopback>"},
        args=[*_ARGUMENTS, *_sandbox()],
        timeout=_left(deadline),
    )
    try:
        page = browser.new_page(user_agent=gateway.options.user_agent, service_workers="block", accept_downloads=False)
        page.route("**/*", gateway.handle)
        page.goto(url, wait_until="commit", timeout=_left(deadline))
        with suppress(BrowserError):
            page.wait_for_load_state("load", timeout=_LOAD_SHARE * _left(deadline))
            page.wait_for_load_state("networkidle", timeout=min(_QUIET_SECONDS * 1000, _left(deadline)))
        content = _content(page, deadline)
        check_address(page.url)  # the browser shows a page of its own if a script leads nowhere
        return Fetched(page.url, content, "utf-8", "text/html", clock.date())
    except (BrowserError, FetchError) as error:
        if gateway.refused:
            raise gateway.refused from error
        raise
    finally:
        browser.close()


def _content(page: Page, deadline: float) -> bytes:
    """Return the page as it is now; before that, wait until it answers, for a script may never end."""
    page.locator(":root").wait_for(state="attached", timeout=_left(deadline))
    return page.content().encode("utf-8", "replace")


class _Answer(NamedTuple):
    """What the browser gets."""

    status: int
    headers: dict[str, str]
    body: bytes


class _Asked(NamedTuple):
    """What the browser asks for."""

    url: str
    method: str = "GET"
    headers: dict[str, str] = {}  # noqa: RUF012 (never changed)
    body: bytes | None = None


class _Gateway:
    """The only connection from the browser to the web.

    Chromium would follow a redirect by itself, where nothing can be checked. So redirects are followed here, and only
    the last answer is passed on. If a script leads the page to a redirect, the browser gets a page that sends it to the
    new address, so that it knows where it is.
    """

    def __init__(self, client: httpx.Client, options: FetchOptions) -> None:
        self._client = client
        self._loaded: dict[str, _Answer] = {}
        self.options = options
        self.refused: FetchError | None = None

    def load(self, url: str) -> str:
        """Fetch the page that the browser will open, and return its URL after all redirects."""
        address, answer = self._followed(_Asked(url, headers={"user-agent": self.options.user_agent}))
        check_kind(address, answer.headers)
        self._loaded[address.partition("#")[0]] = answer
        return address

    def handle(self, route: Route) -> None:
        """Fetch what the browser requests, or refuse it."""
        request = route.request
        try:
            answer = self._answer(request) if request.resource_type in _FETCHED else None
        except Exception as error:  # whatever a server says, the browser gets an answer
            if _is_page(request):
                is_ours = isinstance(error, FetchError)
                message = f"{request.url}: {error or type(error).__name__}"
                self.refused = error if is_ours else FetchError(message)  # type: ignore[assignment]
            answer = None
        with suppress(BrowserError):  # the page may have gone on
            if answer is None:
                route.abort()
            else:
                route.fulfill(status=answer.status, headers=answer.headers, body=answer.body)

    def _answer(self, request: Request) -> _Answer:
        if (loaded := self._loaded.pop(request.url, None)) and request.method == "GET":
            return loaded
        headers = {name: value for name, value in request.headers.items() if name not in _UNSENT_HEADERS}
        asked = _Asked(request.url, request.method, headers, request.post_data_buffer)
        address, answer = self._followed(asked)
        if not _is_page(request):
            return answer
        if "attachment" in answer.headers.get("content-disposition", "").lower():
            return _Answer(204, {}, b"")  # the page stays where it is
        if address == request.url:
            return answer
        self._loaded[address.partition("#")[0]] = answer
        body = f'<!doctype html><meta http-equiv="refresh" content="0; url={escape(address)}">'
        return _Answer(200, {"content-type": "text/html; charset=utf-8"}, body.encode("utf-8", "replace"))

    def _followed(self, asked: _Asked) -> tuple[str, _Answer]:
        """Return the answer after all redirects, and its URL."""
        for _ in range(self.options.max_redirects + 1):
            answer = self._once(asked)
            location = answer.headers.get("location")
            if answer.status not in REDIRECTS or location is None:
                return asked.url, answer
            target = urljoin(asked.url, location)
            asked = (
                asked._replace(url=target) if answer.status in _SAME_METHOD else _Asked(target, headers=asked.headers)
            )
        raise FetchError(f"{asked.url} has more than {self.options.max_redirects} redirects")

    def _once(self, asked: _Asked) -> _Answer:
        check_address(asked.url)
        with self._client.stream(
            asked.method,
            asked.url,
            headers={**asked.headers, "accept-encoding": ACCEPTED},
            content=asked.body,
            timeout=self.options.seconds,
        ) as response:
            body = bytearray()
            for piece in response.iter_raw():
                body += piece
                if len(body) > self.options.max_bytes:
                    raise FetchError(f"{asked.url} has more than {self.options.max_bytes} bytes")
            whole = decompressed(bytes(body), response.headers.get("content-encoding", ""), self.options.max_bytes)
            kept = {name: value for name, value in response.headers.items() if name.lower() not in _DROPPED_HEADERS}
            return _Answer(response.status_code, kept, whole)


def _is_page(request: Any) -> bool:
    """Whether a request is for the page itself, not for a part of it or a frame."""
    return bool(request.is_navigation_request()) and request.frame.parent_frame is None


def browser_path(playwright: Playwright) -> str:
    """Return the path of a browser: from MAINTEXT_BROWSER, installed by Playwright, or installed on the system."""
    candidates = [os.environ.get("MAINTEXT_BROWSER", ""), playwright.chromium.executable_path]
    candidates += [found for name in _NAMES if (found := shutil.which(name))]
    for candidate in candidates:
        if candidate and Path(candidate).is_file():
            return candidate
    raise FetchError(
        "no browser found to render pages; install the package chromium of your system, run "
        "'playwright install chromium', or set MAINTEXT_BROWSER to the path of a browser"
    )


def _sandbox() -> list[str]:
    """Return the flag for running as root, as in many containers: Chromium refuses its sandbox there."""
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def _left(deadline: float) -> float:
    """Return the milliseconds until the deadline."""
    return max((deadline - clock.now()) * 1000, 1.0)
