"""Pages as a browser shows them, for those that are empty until their scripts have run (extra ``render``).

The browser is Chromium, steered by Playwright. It has no connection of its own: whatever a page asks for is fetched
here, by the rules for all addresses, and handed to it. Pictures, fonts and films are not fetched at all.
"""

import os
import shutil
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Playwright, Route, sync_playwright

from maintext.errors import FetchError, PrivateAddressError
from maintext.fetch.decompress import ACCEPTED, unpacked
from maintext.fetch.guard import transport_for
from maintext.fetch.options import FetchOptions
from maintext.fetch.request import check_address
from maintext.fetch.response import Fetched

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_FETCHED: Final = frozenset({"document", "script", "xhr", "fetch", "stylesheet", "other"})
_NOT_FOR_US: Final = frozenset({"host", "accept-encoding", "content-length", "connection"})
_NOT_FOR_IT: Final = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})
_QUIET_SECONDS: Final = 5.0
"""How long a page may go on asking for things after it has loaded."""
_NOWHERE: Final = "http://127.0.0.1:9"
"""What the browser takes for its way out: a door that is shut."""


def rendered(url: str, options: FetchOptions) -> Fetched:
    """The page at an address after its scripts have run."""
    check_address(url)
    deadline = time.monotonic() + options.seconds
    try:
        with sync_playwright() as playwright, httpx.Client(transport=transport_for(options, deadline)) as client:
            return _shown(playwright, _Door(client, options), url, deadline)
    except BrowserError as error:
        raise FetchError(f"{url}: the browser cannot show it: {error.message.splitlines()[0]}") from error


def _shown(playwright: Playwright, door: "_Door", url: str, deadline: float) -> Fetched:
    browser = playwright.chromium.launch(
        executable_path=browser_path(playwright),
        proxy={"server": _NOWHERE, "bypass": "<-loopback>"},
        args=["--force-webrtc-ip-handling-policy=disable_non_proxied_udp", *_sandbox()],
        timeout=_left(deadline),
    )
    try:
        page = browser.new_page(user_agent=door.options.user_agent, service_workers="block", accept_downloads=False)
        page.route("**/*", door.open)
        page.goto(url, wait_until="load", timeout=_left(deadline))
        with suppress(BrowserError):
            page.wait_for_load_state("networkidle", timeout=min(_QUIET_SECONDS * 1000, _left(deadline)))
        return Fetched(page.url, page.content().encode("utf-8", "replace"), "utf-8", "text/html", datetime.now(UTC))
    except BrowserError as error:
        if door.refused:
            raise door.refused from error
        raise
    finally:
        browser.close()


class _Door:
    """The only way from the browser to the web."""

    def __init__(self, client: httpx.Client, options: FetchOptions) -> None:
        self._client = client
        self.options = options
        self.refused: FetchError | None = None

    def open(self, route: Route) -> None:
        """Fetch what the browser asks for, or let it do without."""
        request = route.request
        if request.resource_type not in _FETCHED:
            route.abort()
            return
        try:
            status, headers, body = self._answer(request)
        except (FetchError, httpx.HTTPError) as error:
            if request.is_navigation_request() and request.frame.parent_frame is None:
                told = f"{request.url}: {error or type(error).__name__}"
                self.refused = error if isinstance(error, PrivateAddressError) else FetchError(told)
            route.abort()
        else:
            route.fulfill(status=status, headers=headers, body=body)

    def _answer(self, request: Any) -> tuple[int, dict[str, str], bytes]:
        check_address(request.url)
        headers = {name: value for name, value in request.headers.items() if name not in _NOT_FOR_US}
        headers |= {"accept-encoding": ACCEPTED}
        with self._client.stream(
            request.method, request.url, headers=headers, content=request.post_data_buffer, timeout=self.options.seconds
        ) as response:
            body = bytearray()
            for piece in response.iter_raw():
                body += piece
                if len(body) > self.options.max_bytes:
                    raise FetchError(f"{request.url} has more than {self.options.max_bytes} bytes")
            whole = unpacked(bytes(body), response.headers.get("content-encoding", ""), self.options.max_bytes)
            kept = {name: value for name, value in response.headers.items() if name.lower() not in _NOT_FOR_IT}
            return response.status_code, kept, whole


def browser_path(playwright: Playwright) -> str:
    """Where a browser is: one that Playwright installed, one of the system, or the one that MAINTEXT_BROWSER names."""
    candidates = [os.environ.get("MAINTEXT_BROWSER", ""), playwright.chromium.executable_path]
    candidates += [found for name in _NAMES if (found := shutil.which(name))]
    for candidate in candidates:
        if candidate and Path(candidate).is_file():
            return candidate
    raise FetchError(
        "there is no browser to render with: install the package chromium of your system, or run "
        "'playwright install chromium', or name one in MAINTEXT_BROWSER"
    )


def _sandbox() -> list[str]:
    """Chromium refuses to run as root with its sandbox, as in many containers."""
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def _left(deadline: float) -> float:
    """Milliseconds that are left."""
    return max((deadline - time.monotonic()) * 1000, 1.0)
