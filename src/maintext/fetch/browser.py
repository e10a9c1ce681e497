"""Render pages in a browser, for pages that are empty until their scripts have run (extra ``render``).

The browser is Chromium, controlled by Playwright. It has no network access of its own: this module fetches what a page
requests, with the same checks as for all URLs, and passes it on. Images, fonts and videos are not fetched.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Playwright, Route, sync_playwright

from maintext.errors import FetchError, PrivateAddressError
from maintext.fetch import clock
from maintext.fetch.decompress import ACCEPTED, decompressed
from maintext.fetch.guard import transport_for
from maintext.fetch.options import FetchOptions
from maintext.fetch.request import check_address
from maintext.fetch.response import Fetched

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_FETCHED: Final = frozenset({"document", "script", "xhr", "fetch", "stylesheet", "other"})
_UNSENT_HEADERS: Final = frozenset({"host", "accept-encoding", "content-length", "connection"})
_DROPPED_HEADERS: Final = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})
_QUIET_SECONDS: Final = 5.0
"""How long a page may continue to request things after it has loaded."""
_NOWHERE: Final = "http://127.0.0.1:9"
"""The proxy that the browser is given: nothing listens there, so it has no other way to the network."""


def rendered(url: str, options: FetchOptions) -> Fetched:
    """Return a page after its scripts have run."""
    check_address(url)
    deadline = clock.now() + options.seconds
    try:
        with sync_playwright() as playwright, httpx.Client(transport=transport_for(options, deadline)) as client:
            return _rendered(playwright, _Gateway(client, options), url, deadline)
    except BrowserError as error:
        raise FetchError(f"{url}: the browser cannot render it: {error.message.splitlines()[0]}") from error


def _rendered(playwright: Playwright, gateway: "_Gateway", url: str, deadline: float) -> Fetched:
    browser = playwright.chromium.launch(
        executable_path=browser_path(playwright),
        proxy={"server": _NOWHERE, "bypass": "<-loopback>"},
        args=["--force-webrtc-ip-handling-policy=disable_non_proxied_udp", *_sandbox()],
        timeout=_left(deadline),
    )
    try:
        page = browser.new_page(user_agent=gateway.options.user_agent, service_workers="block", accept_downloads=False)
        page.route("**/*", gateway.handle)
        page.goto(url, wait_until="load", timeout=_left(deadline))
        with suppress(BrowserError):
            page.wait_for_load_state("networkidle", timeout=min(_QUIET_SECONDS * 1000, _left(deadline)))
        return Fetched(page.url, page.content().encode("utf-8", "replace"), "utf-8", "text/html", clock.date())
    except BrowserError as error:
        if gateway.refused:
            raise gateway.refused from error
        raise
    finally:
        browser.close()


class _Gateway:
    """The only connection from the browser to the web."""

    def __init__(self, client: httpx.Client, options: FetchOptions) -> None:
        self._client = client
        self.options = options
        self.refused: FetchError | None = None

    def handle(self, route: Route) -> None:
        """Fetch what the browser requests, or refuse it."""
        request = route.request
        if request.resource_type not in _FETCHED:
            route.abort()
            return
        try:
            status, headers, body = self._answer(request)
        except (FetchError, httpx.HTTPError) as error:
            if request.is_navigation_request() and request.frame.parent_frame is None:
                message = f"{request.url}: {error or type(error).__name__}"
                self.refused = error if isinstance(error, PrivateAddressError) else FetchError(message)
            route.abort()
        else:
            route.fulfill(status=status, headers=headers, body=body)

    def _answer(self, request: Any) -> tuple[int, dict[str, str], bytes]:
        check_address(request.url)
        headers = {name: value for name, value in request.headers.items() if name not in _UNSENT_HEADERS}
        headers |= {"accept-encoding": ACCEPTED}
        with self._client.stream(
            request.method, request.url, headers=headers, content=request.post_data_buffer, timeout=self.options.seconds
        ) as response:
            body = bytearray()
            for piece in response.iter_raw():
                body += piece
                if len(body) > self.options.max_bytes:
                    raise FetchError(f"{request.url} has more than {self.options.max_bytes} bytes")
            whole = decompressed(bytes(body), response.headers.get("content-encoding", ""), self.options.max_bytes)
            kept = {name: value for name, value in response.headers.items() if name.lower() not in _DROPPED_HEADERS}
            return response.status_code, kept, whole


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
