"""Pages that need a browser, in a real one."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.browser import needs_browser
from helpers.commands import ARTICLE, Ran
from helpers.servers import Reply, Server
from playwright.sync_api import sync_playwright

import maintext
from maintext.errors import FetchError, PrivateAddressError
from maintext.fetch.browser import browser_path

SCRIPTED = """<html><body><div id=root></div><script src=/app.js></script><img src=/pixel.png></body></html>"""
SCRIPT = """fetch("/data.json").then(answer => answer.json()).then(data => {
  document.getElementById("root").innerHTML = "<section><p>" + data.text + "</p></section>";
});"""


@pytest.fixture(name="server")
def fixture_server() -> Iterator[Server]:
    with Server() as server:
        server.pages["/app"] = Reply(SCRIPTED.encode())
        server.pages["/app.js"] = Reply(SCRIPT.encode(), headers={"content-type": "text/javascript"})
        server.pages["/data.json"] = Reply(
            f'{{"text": "{ARTICLE}"}}'.encode(), headers={"content-type": "application/json"}
        )
        yield server


@pytest.mark.slow
class TestRender:
    @needs_browser
    def test_scripts_run_before_the_text_is_taken(self, server: Server, run_here: Callable[..., Ran]) -> None:
        assert run_here(f"{server.url}/app").code == 1
        assert run_here(f"{server.url}/app", "--render") == Ran(0, f"{ARTICLE}\n", "")
        assert "/pixel.png" not in server.paths()

    def test_the_own_machine_is_not_asked(self, server: Server) -> None:
        with pytest.raises(PrivateAddressError, match="not a public address"):
            maintext.extract_url(f"{server.url}/app", render=True)
        assert server.asked == []

    @needs_browser
    def test_scripts_cannot_reach_what_the_page_could_not(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The page's own host is taken for a public one; the host that its script asks is not."""
        monkeypatch.setattr("maintext.fetch.guard.is_public", lambda number: number != "127.0.0.2")
        secret = f"http://127.0.0.2:{server.port}/data.json"
        sockets = f"ws://127.0.0.2:{server.port}/socket"
        script = f"""{SCRIPT.replace("/data.json", secret)}
          new WebSocket("{sockets}");
          const frame = document.createElement("iframe");
          frame.src = "{secret}";
          document.body.append(frame);"""
        server.pages["/app.js"] = Reply(script.encode(), headers={"content-type": "text/javascript"})
        document = maintext.extract_url(f"{server.url}/app", render=True)
        assert ARTICLE not in document.text
        assert {"/data.json", "/socket"} & set(server.paths()) == set()

    @needs_browser
    def test_a_page_without_end_is_given_up(self, server: Server) -> None:
        server.pages["/app.js"] = Reply(b"for (;;) {}", headers={"content-type": "text/javascript"})
        options = maintext.FetchOptions(allow_private=True, seconds=6)
        with pytest.raises(FetchError):
            maintext.extract_url(f"{server.url}/app", fetch=options, render=True)

    def test_without_a_browser_it_is_told_where_to_get_one(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
        with sync_playwright() as playwright, pytest.raises(FetchError, match="playwright install chromium"):
            browser_path(playwright)
