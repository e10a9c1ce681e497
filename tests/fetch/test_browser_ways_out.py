"""Ways out of the browser that a hostile page may try, in a real one; sockets that listen here see nothing."""

import json
import select
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from helpers.browser import needs_browser
from helpers.commands import ARTICLE
from helpers.servers import Asked, Reply, Server

import maintext
from maintext.errors import FetchError, PrivateAddressError
from maintext.fetch import FetchOptions, browser

PAGE = f"<html><body><section><p>{ARTICLE}</p></section></body></html>"
HERE = FetchOptions(allow_private=True, seconds=40)
_NET_EVENTS = ("TCP_CONNECT", "UDP_BYTES_SENT", "HOST_RESOLVER_DNS_TASK", "HOST_RESOLVER_SYSTEM_TASK")


@dataclass
class Listeners:
    """Sockets of a private host, with a TCP and a UDP port of the same number."""

    tcp: socket.socket
    udp: socket.socket
    port: int

    def seen(self) -> list[str]:
        """Which of them somebody has contacted."""
        ready, _, _ = select.select([self.tcp, self.udp], [], [], 0.5)
        return [name for name, each in (("tcp", self.tcp), ("udp", self.udp)) if each in ready]


@pytest.fixture(name="private")
def fixture_private() -> Iterator[Listeners]:
    with socket.socket() as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
        tcp.bind(("127.0.0.2", 0))
        tcp.listen()
        udp.bind(tcp.getsockname())
        yield Listeners(tcp, udp, tcp.getsockname()[1])


@pytest.fixture(name="server")
def fixture_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The page's own host, which is taken for a public one, as everything but 127.0.0.2 is."""
    monkeypatch.setattr("maintext.fetch.guard.is_public", lambda number: number != "127.0.0.2")
    with Server() as server:
        yield server


def page_with(script: str, markup: str = "") -> Reply:
    return Reply(
        f"<html><head>{markup}</head><body><section><p>{ARTICLE}</p></section><script>{script}</script>".encode()
    )


WAYS = {
    "calls": """const call = new RTCPeerConnection({iceServers: [
        {urls: "stun:127.0.0.2:PORT"}, {urls: "turn:127.0.0.2:PORT", username: "a", credential: "b"},
        {urls: "turn:127.0.0.2:PORT?transport=tcp", username: "a", credential: "b"}]});
      call.createDataChannel("x"); call.createOffer().then(offer => call.setLocalDescription(offer));""",
    "transport": """new WebTransport("https://127.0.0.2:PORT/x");""",
    "sockets": """new WebSocket("ws://127.0.0.2:PORT/x"); new WebSocket("wss://127.0.0.2:PORT/x");""",
    "events": """new EventSource("http://127.0.0.2:PORT/x");""",
    "beacon": """navigator.sendBeacon("http://127.0.0.2:PORT/x", "data");""",
    "pictures": """new Image().src = "http://127.0.0.2:PORT/x"; new Audio("http://127.0.0.2:PORT/x").play();""",
    "frames": """const frame = document.createElement("iframe"); frame.src = "http://127.0.0.2:PORT/x";
      document.body.append(frame);""",
    "windows": """window.open("http://127.0.0.2:PORT/x");
      window.open("http://127.0.0.2:PORT/y", "_blank", "noopener");""",
    "forms": """const form = document.createElement("form"); form.action = "http://127.0.0.2:PORT/x";
      form.target = "_blank";
      document.body.append(form); form.submit();""",
    "downloads": """const link = document.createElement("a"); link.href = "/file"; link.download = "x";
      document.body.append(link); link.click();""",
    "workers": """const code = 'fetch("http://127.0.0.2:PORT/x"); new WebSocket("ws://127.0.0.2:PORT/x")';
      const url = URL.createObjectURL(new Blob([code], {type: "text/javascript"}));
      new Worker(url); new SharedWorker(url); navigator.serviceWorker.register("/worker.js");""",
    "fetches": """fetch("http://127.0.0.2:PORT/x", {mode: "no-cors"}); fetch("/moved", {mode: "no-cors"});
      fetch("https://127.0.0.2:PORT/x", {keepalive: true, method: "POST", body: "x"});
      new XMLHttpRequest().open("GET", "http://127.0.0.2:PORT/x"); import("http://127.0.0.2:PORT/x.js");""",
}
HINTS = """<link rel=dns-prefetch href="http://private.example"><link rel=preconnect href="http://127.0.0.2:PORT">
<link rel=preconnect href="https://127.0.0.2:PORT" crossorigin><link rel=prefetch href="http://127.0.0.2:PORT/x">
<link rel=prerender href="http://127.0.0.2:PORT/x"><link rel=modulepreload href="http://127.0.0.2:PORT/x.js">
<link rel=preload as=image href="http://127.0.0.2:PORT/x"><link rel=icon href="http://127.0.0.2:PORT/x">
<link rel=manifest href="http://127.0.0.2:PORT/x"><link rel=stylesheet href="http://127.0.0.2:PORT/x">
<meta http-equiv=x-dns-prefetch-control content=on><style>@import "http://127.0.0.2:PORT/x"; body {background:
url("http://127.0.0.2:PORT/x")} @font-face {font-family: f; src: url("http://127.0.0.2:PORT/x")}</style>
<script type=speculationrules>{"prerender": [{"urls": ["http://127.0.0.2:PORT/x"]}], "prefetch": [{"urls":
["http://127.0.0.2:PORT/x"]}]}</script><script src="http://127.0.0.2:PORT/x"></script>
<a href="/" ping="http://127.0.0.2:PORT/x">x</a><object data="http://127.0.0.2:PORT/x"></object>
<embed src="http://127.0.0.2:PORT/x"><video src="http://127.0.0.2:PORT/x" poster="http://127.0.0.2:PORT/x"></video>"""


@pytest.mark.slow
class TestWaysOut:
    @needs_browser
    def test_no_way_leads_out(
        self, server: Server, private: Listeners, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """All ways at once; the browser's own log shows that it opened no connection and looked up no name."""
        log = tmp_path / "net.json"
        monkeypatch.setattr(browser, "_ARGUMENTS", (*browser._ARGUMENTS, f"--log-net-log={log}"))
        port = str(private.port)
        script = "".join(f"try {{ {way} }} catch (error) {{}}\n" for way in WAYS.values()).replace("PORT", port)
        server.pages["/page"] = page_with(script, HINTS.replace("PORT", port))
        server.pages["/moved"] = Reply(status=302, headers={"location": f"http://127.0.0.2:{port}/x"})
        attached = {"content-type": "text/plain", "content-disposition": "attachment"}
        server.pages["/file"] = Reply(b"x", headers=attached)
        server.pages["/worker.js"] = Reply(b"fetch('/seen')", headers={"content-type": "text/javascript"})
        found = maintext.extract_url(f"{server.url}/page", render=True, fetch=FetchOptions(seconds=40))
        assert ARTICLE in found.text
        assert private.seen() == []
        assert "/moved" in server.paths()
        assert "/seen" not in server.paths()
        assert _events_in(log) == []

    def test_the_sockets_would_notice(self, private: Listeners) -> None:
        with socket.create_connection(("127.0.0.2", private.port)), socket.socket(type=socket.SOCK_DGRAM) as sender:
            sender.sendto(b"x", ("127.0.0.2", private.port))
            assert private.seen() == ["tcp", "udp"]

    @needs_browser
    def test_files_of_this_machine_are_not_shown(self, server: Server, tmp_path: Path) -> None:
        (tmp_path / "secret.html").write_text("<p>The secret of this machine.</p>", encoding="utf-8")
        address = (tmp_path / "secret.html").as_uri()
        script = f"""const frame = document.createElement("iframe"); frame.src = "{address}";
          document.body.append(frame);
          fetch("{address}").then(answer => answer.text()).then(text => document.body.append(text));
          location.href = "{address}";"""
        server.pages["/page"] = page_with(script)
        server.pages["/out"] = Reply(status=302, headers={"location": address})
        assert "secret" not in maintext.extract_url(f"{server.url}/page", render=True, fetch=HERE).text
        with pytest.raises(FetchError, match="not a web address"):
            maintext.extract_url(f"{server.url}/out", render=True, fetch=HERE)

    @needs_browser
    def test_nothing_is_downloaded(self, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        attached = {"content-type": "application/zip", "content-disposition": "attachment; filename=evil.zip"}
        server.pages["/evil"] = Reply(b"evil", headers=attached)
        server.pages["/page"] = page_with("location.href = '/evil';")
        options = FetchOptions(allow_private=True, seconds=15)
        assert ARTICLE in maintext.extract_url(f"{server.url}/page", render=True, fetch=options).text
        with pytest.raises(FetchError, match="application/zip, not HTML"):
            maintext.extract_url(f"{server.url}/evil", render=True, fetch=HERE)
        assert [path for path in tmp_path.rglob("*") if "evil" in path.name] == []


@pytest.mark.slow
@needs_browser
class TestRedirects:
    def test_a_redirect_on_the_same_host_is_followed(self, server: Server) -> None:
        server.pages["/new"] = Reply(PAGE.encode())
        server.pages["/old"] = Reply(status=302, headers={"location": "/new"})
        found = maintext.extract_url(f"{server.url}/old", render=True, fetch=HERE)
        assert (found.text, found.url) == (ARTICLE, f"{server.url}/new")
        assert server.paths() == ["/old", "/new"]

    def test_a_script_may_lead_to_a_redirect(self, server: Server) -> None:
        server.pages["/new"] = Reply(PAGE.encode())
        server.pages["/old"] = Reply(status=301, headers={"location": '/new"<b>'})
        server.pages['/new"<b>'] = server.pages["/new"]
        server.pages["/page"] = Reply(b"<script>location.href = '/old'</script>")
        found = maintext.extract_url(f"{server.url}/page", render=True, fetch=HERE)
        assert found.text == ARTICLE
        assert found.url is not None and found.url.startswith(f"{server.url}/new%22")

    def test_what_a_page_loads_may_be_redirected(self, server: Server) -> None:
        server.pages["/data"] = Reply(b"The data of the page, which a script has loaded from elsewhere.")
        server.pages["/old"] = lambda asked: Reply(status=307, headers={"location": "/data"})
        script = "fetch('/old', {method: 'POST', body: 'x'}).then(a => a.text()).then(t => document.body.append(t));"
        server.pages["/page"] = page_with(script)
        assert "loaded from elsewhere" in maintext.extract_url(f"{server.url}/page", render=True, fetch=HERE).text

    @pytest.mark.parametrize("way", ["redirect", "script", "refresh"])
    def test_no_redirect_leads_into_the_local_network(self, server: Server, private: Listeners, way: str) -> None:
        secret = f"http://127.0.0.2:{private.port}/x"
        server.pages["/page"] = {
            "redirect": Reply(status=302, headers={"location": secret}),
            "script": Reply(f"<script>location.href = '{secret}'</script>".encode()),
            "refresh": Reply(f'<meta http-equiv=refresh content="0; url={secret}">'.encode()),
        }[way]
        with pytest.raises(PrivateAddressError, match=r"127\.0\.0\.2"):
            maintext.extract_url(f"{server.url}/page", render=True, fetch=FetchOptions(seconds=40))
        assert private.seen() == []

    def test_redirects_without_end_are_given_up(self, server: Server) -> None:
        server.pages["/round"] = Reply(status=302, headers={"location": "/round"})
        with pytest.raises(FetchError, match="more than 10 redirects"):
            maintext.extract_url(f"{server.url}/round", render=True, fetch=HERE)


@pytest.mark.slow
@needs_browser
class TestAnswers:
    def test_a_script_that_never_ends_later_is_given_up(self, server: Server) -> None:
        server.pages["/page"] = page_with("setTimeout(() => { for (;;) {} }, 200);")
        with pytest.raises(FetchError):
            maintext.extract_url(f"{server.url}/page", render=True, fetch=FetchOptions(allow_private=True, seconds=8))

    @pytest.mark.parametrize("target", ["http://xn--/", "http://[", "ftp://x", "javascript:1", "chrome://settings"])
    def test_a_redirect_that_leads_nowhere_is_an_error(self, server: Server, target: str) -> None:
        server.pages["/page"] = Reply(status=302, headers={"location": target})
        with pytest.raises(FetchError):
            maintext.extract_url(f"{server.url}/page", render=True, fetch=HERE)

    def test_a_script_that_leads_nowhere_is_an_error(self, server: Server) -> None:
        """Not the text of the page that the browser shows instead."""

        def gone(_: Asked) -> Reply:
            return Reply(b"x" * 3_000_000)

        server.pages["/large"] = gone
        server.pages["/page"] = Reply(b"<script>location.href = '/large'</script>")
        options = FetchOptions(allow_private=True, seconds=40, max_bytes=1_000_000)
        with pytest.raises(FetchError, match="more than 1000000 bytes"):
            maintext.extract_url(f"{server.url}/page", render=True, fetch=options)


def _events_in(log: Path) -> list[str]:
    """The connections, packets and look-ups that the browser's own log has."""
    text = log.read_text(encoding="utf-8", errors="replace")
    try:
        found: dict[str, Any] = json.loads(text)
    except ValueError:  # the browser was ended before it closed the list
        found = json.loads(text.rstrip().rstrip(",") + "]}")
    names = {number: name for name, number in found["constants"]["logEventTypes"].items()}
    assert names, "the log has another form"
    return [name for event in found["events"] if (name := names[event["type"]]) in _NET_EVENTS]
