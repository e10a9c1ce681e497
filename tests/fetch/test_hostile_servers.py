"""Single answers of hostile servers that once ended a batch, and their relatives."""

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from helpers.clock import FakeClock
from helpers.servers import Reply, Server

from maintext.dates.mail import mail_date
from maintext.errors import FetchError, MaintextError, one_line
from maintext.fetch import FetchOptions
from maintext.fetch.cache import Cache, Stored
from maintext.fetch.politeness import Politeness
from maintext.fetch.request import content_type_of, fetch, retry_after
from maintext.links.link import as_iso

HERE = FetchOptions(allow_private=True, seconds=20, host_seconds=0)
PAGE = b"<p>It rained all day, and nobody minded.</p>"


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """A server that sends the same bytes to everybody; its address."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65536)
            self.request.sendall(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def raw(status: str, *headers: str, body: bytes = PAGE) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: text/html", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        ("007", 7.0),
        (" 7 ", 7.0),
        ("0", 0.0),
        ("²", None),
        ("٣", None),
        ("-1", None),
        ("1.5", None),
        ("9" * 20, 1e9),
        ("9" * 5000, 1e9),
        ("0" * 5000 + "7", 7.0),
        ("", None),
        ("Mon, 06 May 99999999999999999999 07:08:09 GMT", None),
        ("Mon, 06 May 2024 07:08:09 +99999999999999999999", None),
        ("Mon, 06 May 2024 07:08:09 -9999", None),
        ("Mon, 99 May 2024 07:08:09 GMT", None),
        ("0, 0 0 0 0:0:0 0", None),
        ("06 May 1000000 1:1:1", None),
        ("," * 100_000, None),
    ],
)
def test_a_wait_that_makes_no_sense_is_none(clock: FakeClock, value: str, seconds: float | None) -> None:
    assert retry_after(value) == seconds


@pytest.mark.parametrize("value", ["²", "9" * 20, "Mon, 06 May 2024 07:08:09 +99999999999999999999", "\x1b[2J"])
def test_a_busy_server_may_say_anything_about_when_to_come_back(clock: FakeClock, value: str) -> None:
    answer = raw("503 Busy", f"Retry-After: {value}")
    with answering(answer) as url, pytest.raises(FetchError, match="503"):
        fetch(url, HERE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "target",
    ["http://xn--/", "http://xn--a/", "http://\xe9\x80/", "http://[::1", "http://a..b/", "http://" + "a" * 70 + ".x/"],
)
def test_a_redirect_to_a_host_that_cannot_be_is_one_error(target: str) -> None:
    with answering(raw("302 Found", f"Location: {target}")) as url, pytest.raises(FetchError) as caught:
        fetch(url, HERE)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("tag", ['"\xe9"', '"\u20ac"', "\x7f", "\t", '"1"'])
def test_the_tag_of_a_page_may_be_anything(tag: str, tmp_path: Path) -> None:
    """Only what can be sent back is kept; a page with another tag is fetched again each time."""
    options = FetchOptions(allow_private=True, cache=tmp_path)
    answer = raw("200 OK", f"ETag: {tag}".encode().decode("latin-1"))
    with answering(answer) as url:
        assert [fetch(url, options).body for _ in range(2)] == [PAGE, PAGE]
    assert any(path.is_file() for path in tmp_path.rglob("*")) == (tag == '"1"')


@pytest.mark.parametrize("headers", [[1], {"url": "u", "etag": 5}, {"url": "u", "etag": None}, {"url": 1}])
def test_a_damaged_file_of_the_cache_is_ignored(headers: Any, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("u", {"etag": "1"}, b"")
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    file.write_bytes(json.dumps(headers).encode() + b"\nbody")
    assert cache.get("u") is None
    file.write_bytes(b"[" * 100_000)
    assert cache.get("u") is None
    assert Stored({"etag": "a\r\nX: y", "last-modified": "é"}, b"").condition == {}


@pytest.mark.parametrize("status", ["304 Not Modified", "300 Multiple Choices", "302 Found", "399 X", "999 X", "600 X"])
def test_an_answer_without_a_page_is_an_error(status: str) -> None:
    with answering(raw(status)) as url, pytest.raises(FetchError, match=f"the server answers {status[:3]}"):
        fetch(url, HERE)


@pytest.mark.parametrize(
    "line", ["Set-Cookie: a=b; expires=Mon, 99-May-9999", "Set-Cookie: " + ";" * 9000, "Set-Cookie: a=b; Max-Age=²"]
)
def test_cookies_are_ignored(line: str) -> None:
    with answering(raw("200 OK", line)) as url:
        assert fetch(url, HERE).body == PAGE


@pytest.mark.parametrize(
    ("declared", "charset"),
    [
        ("text/html; charset=utf-8", "utf-8"),
        ('text/html; charset="UTF-8"', "utf-8"),
        ("text/html; charset*=a%00b''x", None),
        ("text/html; charset*=a\0b''x", None),
        ("text/html" + ';"' * 100_000, None),
    ],
)
def test_a_charset_that_makes_no_sense_is_none(declared: str, charset: str | None) -> None:
    assert content_type_of({"content-type": declared}) == ("text/html", charset)


@pytest.mark.parametrize(
    "rules", [b"\xff\xfe\0\0", b"Crawl-delay: " + b"9" * 400, b"Disallow: /" + b"*a" * 3000 + b"$", b"User-agent"]
)
def test_robots_txt_may_say_anything(server: Server, rules: bytes) -> None:
    server.pages["/robots.txt"] = Reply(b"User-agent: *\n" + rules, headers={"content-type": "text/plain"})
    assert Politeness(HERE).page(f"{server.url}/page").body == PAGE


def test_whatever_goes_wrong_is_a_fetch_error(server: Server) -> None:
    def fails(_url: str) -> None:
        raise ZeroDivisionError("by\nzero")

    with pytest.raises(FetchError, match="ZeroDivisionError: by zero"):
        fetch(f"{server.url}/page", HERE, before=fails)


def test_messages_are_one_printable_line() -> None:
    assert str(MaintextError("a\n b\x1b[31m\u202ec")) == r"a b\x1b[31m\u202ec"
    assert str(FetchError("x" * 5000)) == "x" * 999 + "…"
    assert one_line("plain  text") == "plain  text"
    assert MaintextError("a", 5).args == ("a", 5)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Mon, 06 May 2024 07:08:09 GMT", datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)),
        ("06 May 2024 07:08:09 -0000", datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)),
        ("06 May 99999 07:08:09 GMT", None),
        ("06 May 2024 07:08:09 +9999999", None),
        ("x", None),
    ],
)
def test_dates_of_headers(text: str, date: datetime | None) -> None:
    assert mail_date(text) == date
    assert as_iso(text) == (date and date.isoformat())


@pytest.fixture(name="server")
def fixture_server() -> Iterator[Server]:
    with Server() as server:
        server.pages["/page"] = Reply(PAGE)
        yield server
