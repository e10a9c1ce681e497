"""Pages from a real server: redirects, encodings, limits, caches, busy servers, and addresses that are not allowed."""

import gzip
import json
import socket
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any, Final

import brotli
import pytest
import zstandard
from helpers.clock import FakeClock
from helpers.commands import ARTICLE, PAGE, Ran, assert_one_line_error
from helpers.servers import Asked, Reply, Server

import maintext
from maintext.errors import FetchError, PrivateAddressError
from maintext.fetch.addresses import is_public
from maintext.fetch.decompress import decompressed
from maintext.fetch.politeness import Politeness
from maintext.fetch.request import fetch, retry_after

HERE: Final = maintext.FetchOptions(allow_private=True, seconds=20)


def here(**others: Any) -> maintext.FetchOptions:
    return maintext.FetchOptions(**{"allow_private": True, "seconds": 20, **others})


@pytest.fixture(name="server", scope="module")
def fixture_server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(autouse=True)
def fixture_clean(server: Server, clock: FakeClock) -> None:
    """Start each test without pages and requests, with a clock that stands still."""
    assert not clock.waits
    server.pages.clear()
    server.asked.clear()
    server.pages["/page"] = Reply(PAGE.encode())


class TestFetch:
    def test_a_page_gives_its_text_and_knows_its_address(self, server: Server) -> None:
        document = maintext.extract_url(f"{server.url}/page", fetch=HERE)
        assert (document.text, document.url) == (ARTICLE, f"{server.url}/page")
        assert server.asked[0].headers["user-agent"].startswith("maintext/")

    def test_redirects_are_followed_to_where_they_lead(self, server: Server) -> None:
        server.pages["/old"] = Reply(status=301, headers={"location": "new?x=1"})
        server.pages["/new?x=1"] = Reply(status=307, headers={"location": f"{server.url}/page"})
        assert fetch(f"{server.url}/old", HERE).url == f"{server.url}/page"

    def test_redirects_without_end_are_given_up(self, server: Server) -> None:
        server.pages["/round"] = Reply(status=302, headers={"location": "/round"})
        with pytest.raises(FetchError, match="more than 4 redirects"):
            fetch(f"{server.url}/round", here(max_redirects=4))
        assert len(server.asked) == 5

    @pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://example.org/", "http://", "javascript:1"])
    def test_redirects_lead_to_pages_only(self, server: Server, target: str) -> None:
        server.pages["/out"] = Reply(status=302, headers={"location": target})
        with pytest.raises(FetchError):
            fetch(f"{server.url}/out", HERE)

    @pytest.mark.parametrize(
        ("name", "pack"),
        [
            ("gzip", gzip.compress),
            ("deflate", zlib.compress),
            ("br", brotli.compress),
            ("zstd", zstandard.compress),
            ("gzip, br", lambda page: brotli.compress(gzip.compress(page))),
            ("identity", bytes),
        ],
    )
    def test_compressed_pages_are_unpacked(self, server: Server, name: str, pack: Any) -> None:
        headers = {"content-type": "text/html", "content-encoding": name}
        server.pages["/packed"] = Reply(pack(PAGE.encode()), headers=headers)
        assert fetch(f"{server.url}/packed", HERE).body == PAGE.encode()
        assert {"gzip", "br", "zstd"} <= set(server.asked[0].headers["accept-encoding"].split(", "))

    def test_the_charset_of_the_server_is_used(self, server: Server) -> None:
        page = "<p>Шёл дождь, и никто не был против, потому что было что почитать.</p>"
        server.pages["/ru"] = Reply(page.encode("koi8-r"), headers={"content-type": "text/html; charset=KOI8-R"})
        assert maintext.extract_url(f"{server.url}/ru", fetch=HERE).text.startswith("Шёл дождь")

    @pytest.mark.parametrize(
        ("kind", "tool"),
        [
            ("application/pdf", "; pdftotext or pypdf extracts its text"),
            ("image/png", "; tesseract reads text in images"),
            ("application/vnd.oasis.opendocument.text", "; pandoc or LibreOffice converts it to HTML"),
            ("application/json", ""),
        ],
    )
    def test_what_is_not_html_is_refused_with_a_tool_for_it(self, server: Server, kind: str, tool: str) -> None:
        server.pages["/other"] = Reply(b"%PDF-", headers={"content-type": kind})
        with pytest.raises(FetchError) as refused:
            fetch(f"{server.url}/other", HERE)
        assert str(refused.value).endswith(f"/other is {kind}, not HTML{tool}")

    @pytest.mark.parametrize(("status", "said"), [(404, "404 Not Found"), (403, "403 Forbidden"), (410, "410 Gone")])
    def test_what_the_server_refuses_is_told(self, server: Server, status: int, said: str) -> None:
        server.pages["/no"] = Reply(b"no", status)
        with pytest.raises(FetchError, match=said):
            fetch(f"{server.url}/no", HERE)
        assert len(server.asked) == 1

    @pytest.mark.parametrize("url", ["example.org", "file:///etc/passwd", "http://", "https://[::1", "", "http://x:y/"])
    def test_what_is_no_address_is_refused(self, url: str) -> None:
        with pytest.raises(FetchError, match="not a web address"):
            fetch(url, HERE)

    def test_a_host_that_is_not_there_is_told(self) -> None:
        with pytest.raises(FetchError, match="nowhere"):
            fetch("http://nowhere.invalid/", here(retries=0))

    def test_http_2_is_spoken(self, tmp_path: Path) -> None:
        with Server(tmp_path) as secure:
            secure.pages["/page"] = Reply(PAGE.encode())
            page = fetch(f"{secure.url}/page", here(ca_file=secure.ca_file))
            assert (page.body, page.http_version) == (PAGE.encode(), "HTTP/2")
            assert secure.asked[0].http_version == "2"
            with pytest.raises(FetchError, match=r"(?i)certificate"):
                fetch(f"{secure.url}/page", here(retries=0))


class TestLimits:
    def test_a_page_that_is_too_large_is_refused(self, server: Server) -> None:
        with pytest.raises(FetchError, match="more than 50 bytes"):
            fetch(f"{server.url}/page", here(max_bytes=50))

    @pytest.mark.parametrize("name", ["gzip", "br", "zstd", "deflate"])
    def test_a_page_that_grows_is_refused_before_it_has_grown(self, server: Server, name: str) -> None:
        packers: dict[str, Any] = {"gzip": gzip.compress, "br": lambda page: brotli.compress(page, quality=3)}
        packers |= {"zstd": zstandard.compress, "deflate": zlib.compress}
        bomb = packers[name](bytes(50_000_000))
        assert len(bomb) < 100_000
        server.pages["/bomb"] = Reply(bomb, headers={"content-type": "text/html", "content-encoding": name})
        with pytest.raises(FetchError, match="more than 1000000 bytes when decompressed"):
            fetch(f"{server.url}/bomb", here(max_bytes=1_000_000))

    def test_layer_upon_layer_is_refused(self) -> None:
        with pytest.raises(FetchError, match="5 times"):
            decompressed(b"", "gzip, gzip, gzip, gzip, gzip", 100)

    def test_a_broken_encoding_is_told(self, server: Server) -> None:
        headers = {"content-type": "text/html", "content-encoding": "br"}
        server.pages["/broken"] = Reply(b"no brotli at all", headers=headers)
        with pytest.raises(FetchError, match="cannot be decompressed as br"):
            fetch(f"{server.url}/broken", HERE)

    def test_a_server_that_sends_slowly_is_given_up(self, server: Server, clock: FakeClock) -> None:
        """Each read takes a tenth of a second by the clock, so the page ends long after the limit."""
        server.pages["/slow"] = Reply(b"<p>" + b"x" * 10_000, pause=0.001)
        clock.step = 0.1
        with pytest.raises(FetchError, match="no answer within 1 s"):
            fetch(f"{server.url}/slow", here(seconds=1))

    def test_a_name_that_is_looked_up_for_too_long_is_given_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        given_up = threading.Event()

        def stuck(*_: Any, **__: Any) -> list[Any]:
            given_up.wait(60)
            raise OSError("the look-up ended first")

        monkeypatch.setattr(socket, "getaddrinfo", stuck)
        with pytest.raises(FetchError, match=r"no answer within 0\.2 s"):
            fetch("http://slow.example/", here(seconds=0.2))
        given_up.set()

    def test_headers_that_never_end_are_given_up(self, clock: FakeClock) -> None:
        """A byte now and then keeps each single wait short; the request as a whole has its limit too."""
        clock.step = 0.1
        with socket.create_server(("127.0.0.1", 0)) as listener:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
            given_up = threading.Event()

            def drip() -> None:
                connection, _ = listener.accept()
                with connection, suppress(OSError):
                    connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                    for _ in range(50_000):
                        connection.sendall(b"x")
                        if given_up.wait(0.001):
                            break

            thread = threading.Thread(target=drip)
            thread.start()
            with pytest.raises(FetchError, match="no answer within 1 s"):
                fetch(url, here(seconds=1))
            given_up.set()
            thread.join()


class TestRetries:
    def test_a_busy_server_is_asked_again(self, server: Server, clock: FakeClock) -> None:
        server.pages["/busy"] = [Reply(status=503), Reply(status=429), Reply(PAGE.encode())]
        assert fetch(f"{server.url}/busy", HERE).body == PAGE.encode()
        assert len(server.asked) == 3
        assert 0.25 <= clock.waits[0] <= 0.5 <= clock.waits[1] <= 1.0

    def test_the_wait_that_the_server_demands_is_kept(self, server: Server, clock: FakeClock) -> None:
        server.pages["/busy"] = [Reply(status=429, headers={"retry-after": "2"}), Reply(PAGE.encode())]
        fetch(f"{server.url}/busy", HERE)
        assert clock.waits == [2.0]

    def test_a_server_that_demands_too_long_a_wait_is_given_up_at_once(self, server: Server, clock: FakeClock) -> None:
        server.pages["/busy"] = Reply(status=503, headers={"retry-after": "3600"})
        with pytest.raises(FetchError, match="would exceed the limit of 20 s"):
            fetch(f"{server.url}/busy", HERE)
        assert clock.waits == []

    def test_in_the_end_the_answer_is_told(self, server: Server) -> None:
        server.pages["/busy"] = Reply(status=500)
        with pytest.raises(FetchError, match="500"):
            fetch(f"{server.url}/busy", here(retries=1))
        assert len(server.asked) == 2

    def test_the_time_to_wait_may_be_a_date(self, clock: FakeClock) -> None:
        assert retry_after(format_datetime(clock.date() + timedelta(seconds=100))) == 100.0
        assert retry_after(format_datetime(clock.date() - timedelta(seconds=100))) == 0.0
        assert (retry_after("7"), retry_after(""), retry_after("soon")) == (7.0, None, None)


class TestCache:
    def test_a_page_that_has_not_changed_is_not_sent_again(self, server: Server, tmp_path: Path) -> None:
        def page(asked: Asked) -> Reply:
            if asked.headers.get("if-none-match") == '"1"':
                return Reply(status=304, headers={"etag": '"1"'})
            return Reply(PAGE.encode(), headers={"content-type": "text/html; charset=utf-8", "etag": '"1"'})

        server.pages["/kept"] = page
        pages = [fetch(f"{server.url}/kept", here(cache=tmp_path)) for _ in range(2)]
        assert [each.from_cache for each in pages] == [False, True]
        assert [(each.body, each.charset) for each in pages] == [(PAGE.encode(), "utf-8")] * 2
        assert "if-none-match" not in server.asked[0].headers

    def test_a_page_that_has_changed_replaces_the_old_one(self, server: Server, tmp_path: Path) -> None:
        dated = {"content-type": "text/html", "last-modified": "Mon, 06 May 2024 07:08:09 GMT"}
        server.pages["/kept"] = [Reply(b"<p>old", headers=dated), Reply(b"<p>new", headers=dated)]
        bodies = [fetch(f"{server.url}/kept", here(cache=tmp_path)).body for _ in range(2)]
        assert bodies == [b"<p>old", b"<p>new"]
        assert server.asked[1].headers["if-modified-since"] == dated["last-modified"]

    @pytest.mark.parametrize("headers", [{"etag": "1", "cache-control": "no-store"}, {}])
    def test_what_may_not_or_cannot_be_kept_is_not(
        self, server: Server, tmp_path: Path, headers: dict[str, str]
    ) -> None:
        server.pages["/kept"] = Reply(PAGE.encode(), headers={"content-type": "text/html", **headers})
        fetch(f"{server.url}/kept", here(cache=tmp_path))
        assert list(tmp_path.iterdir()) == []

    def test_a_damaged_file_is_as_good_as_none(self, server: Server, tmp_path: Path) -> None:
        server.pages["/kept"] = Reply(PAGE.encode(), headers={"content-type": "text/html", "etag": '"1"'})
        fetch(f"{server.url}/kept", here(cache=tmp_path))
        (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
        file.write_bytes(b"{")
        assert fetch(f"{server.url}/kept", here(cache=tmp_path)).body == PAGE.encode()


class TestGuard:
    @pytest.mark.parametrize(
        "number",
        [
            "127.0.0.1", "127.8.9.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
            "100.64.0.1", "100.100.100.200", "168.63.129.16", "224.0.0.1", "255.255.255.255", "192.0.0.192",
            "::1", "::", "fe80::1", "fe80::1%eth0", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "2002:7f00:1::", "64:ff9b::7f00:1",
        ],
    )  # fmt: skip
    def test_numbers_of_the_own_network_are_not_public(self, number: str) -> None:
        assert not is_public(number)

    @pytest.mark.parametrize("number", ["8.8.8.8", "93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
    def test_numbers_of_the_internet_are(self, number: str) -> None:
        assert is_public(number)

    @pytest.mark.parametrize(
        "host", ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0", "2130706433", "127.1"]
    )
    def test_the_own_machine_is_not_asked_however_it_is_written(self, server: Server, host: str) -> None:
        with pytest.raises(FetchError):
            maintext.extract_url(f"http://{host}:{server.port}/page")
        assert server.asked == []

    def test_the_refusal_says_why(self, server: Server) -> None:
        with pytest.raises(PrivateAddressError, match="not a public address"):
            maintext.extract_url(f"{server.url}/page")

    def test_a_redirect_is_no_way_in(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        """The first host is taken for a public one; the second, to which it leads, is not."""
        monkeypatch.setattr("maintext.fetch.guard.is_public", lambda number: number != "127.0.0.2")
        server.pages["/out"] = Reply(status=302, headers={"location": f"http://127.0.0.2:{server.port}/page"})
        with pytest.raises(PrivateAddressError, match=r"127\.0\.0\.2"):
            maintext.extract_url(f"{server.url}/out")
        assert server.paths() == ["/out"]

    def test_a_name_that_changes_its_meaning_is_no_way_in(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The number that was checked is the one that is asked: there is no second look-up that could be answered."""
        looked_up = []
        real = socket.getaddrinfo

        def changing(host: Any, *arguments: Any, **others: Any) -> Any:
            looked_up.append(host)
            if host == "rebind.example":
                return real("192.0.2.1" if len(looked_up) == 1 else "127.0.0.1", *arguments, **others)
            return real(host, *arguments, **others)

        monkeypatch.setattr(socket, "getaddrinfo", changing)
        monkeypatch.setattr("maintext.fetch.guard.is_public", lambda number: number == "192.0.2.1")
        with pytest.raises(FetchError):
            maintext.extract_url(
                f"http://rebind.example:{server.port}/page", fetch=maintext.FetchOptions(seconds=1, retries=0)
            )
        assert looked_up.count("rebind.example") == 1
        assert server.asked == []

    def test_a_host_with_one_private_number_is_refused(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        found = [(socket.AF_INET, 0, 0, "", (number, server.port)) for number in ("93.184.216.34", "127.0.0.1")]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
        with pytest.raises(PrivateAddressError):
            maintext.extract_url(f"http://mixed.example:{server.port}/page")
        assert server.asked == []

    def test_proxies_of_the_environment_are_not_used(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HTTP_PROXY", server.url)
        monkeypatch.setenv("ALL_PROXY", server.url)
        with pytest.raises(PrivateAddressError):
            maintext.extract_url(f"{server.url}/page")
        assert server.asked == []


class TestPoliteness:
    def test_robots_txt_is_asked_once_and_heeded(self, server: Server) -> None:
        rules = b"User-agent: maintext\nDisallow: /private*\n\nUser-agent: *\nDisallow: /\n"
        server.pages["/robots.txt"] = Reply(rules, headers={"content-type": "text/plain"})
        politeness = Politeness(here(host_seconds=0))
        assert politeness.page(f"{server.url}/page").body == PAGE.encode()
        assert politeness.page(f"{server.url}/page").body == PAGE.encode()
        with pytest.raises(FetchError, match=r"robots\.txt does not allow"):
            politeness.page(f"{server.url}/private/1")
        assert server.paths() == ["/robots.txt", "/page", "/page"]

    def test_redirects_are_held_to_the_rules_too(self, server: Server) -> None:
        server.pages["/robots.txt"] = Reply(
            b"User-agent: *\nDisallow: /private", headers={"content-type": "text/plain"}
        )
        server.pages["/out"] = Reply(status=302, headers={"location": "/private"})
        with pytest.raises(FetchError, match=r"robots\.txt"):
            Politeness(here(host_seconds=0)).page(f"{server.url}/out")
        assert "/private" not in server.paths()

    def test_a_host_without_rules_allows_all(self, server: Server) -> None:
        assert Politeness(here(host_seconds=0)).page(f"{server.url}/page").body == PAGE.encode()

    def test_a_host_that_cannot_tell_its_rules_allows_nothing(self, server: Server) -> None:
        server.pages["/robots.txt"] = Reply(status=500)
        politeness = Politeness(here(host_seconds=0))
        for _ in range(2):
            with pytest.raises(FetchError, match=r"robots\.txt cannot be fetched"):
                politeness.page(f"{server.url}/page")
        assert "/page" not in server.paths()

    def test_waiting_for_a_turn_does_not_count_towards_the_limit(self, server: Server, clock: FakeClock) -> None:
        politeness = Politeness(here(host_seconds=1.5, seconds=1))
        assert [politeness.page(f"{server.url}/page").body for _ in range(3)] == [PAGE.encode()] * 3
        assert clock.waits == [1.5, 1.5]

    def test_redirects_share_the_time_of_the_page(self, server: Server, clock: FakeClock) -> None:
        def late(_: Asked) -> Reply:
            clock.time += 0.4
            return Reply(status=302, headers={"location": "/round"})

        server.pages["/round"] = late
        with pytest.raises(FetchError, match="no answer within 1 s"):
            fetch(f"{server.url}/round", here(seconds=1, retries=0))
        assert len(server.asked) == 3

    def test_a_crawl_delay_is_obeyed(self, server: Server, clock: FakeClock) -> None:
        server.pages["/robots.txt"] = Reply(b"User-agent: *\nCrawl-delay: 1\n", headers={"content-type": "text/plain"})
        politeness = Politeness(here(host_seconds=0.1))
        for _ in range(3):
            politeness.page(f"{server.url}/page")
        assert clock.waits == [1.0, 1.0]


class TestCommands:
    def test_an_address_gives_the_text(self, server: Server, run_here: Callable[..., Ran]) -> None:
        assert run_here(f"{server.url}/page") == Ran(0, f"{ARTICLE}\n", "")
        assert server.paths() == ["/page"]

    def test_several_addresses_are_asked_as_a_guest_would(self, server: Server, run_here: Callable[..., Ran]) -> None:
        server.pages["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /no", headers={"content-type": "text/plain"})
        ran = run_here(f"{server.url}/page", f"{server.url}/no", "--format", "json")
        assert (ran.code, ran.out.count("\n")) == (2, 1)
        assert "robots.txt does not allow" in ran.err
        assert server.paths() == ["/robots.txt", "/page"]

    def test_a_page_that_cannot_be_had_is_told_in_a_line(self, server: Server, run_here: Callable[..., Ran]) -> None:
        assert_one_line_error(run_here(f"{server.url}/none"), "404")

    def test_other_commands_take_addresses_too(self, server: Server, run_here: Callable[..., Ran]) -> None:
        assert run_here("judge", f"{server.url}/page").err == ""
        assert server.paths() == ["/page"]

    def test_without_the_extra_it_is_told_what_to_install(
        self, run_here: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "httpx", None)
        monkeypatch.delitem(sys.modules, "maintext.fetch.request")
        assert_one_line_error(
            run_here("https://example.org/"), "needs httpx. Install it with: pip install 'maintext[fetch]'"
        )

    def test_a_list_of_addresses_is_a_batch(self, server: Server, run_here: Callable[..., Ran], tmp_path: Path) -> None:
        server.pages["/old"] = Reply(status=301, headers={"location": "/page"})
        addresses = [f"{server.url}/page", f"{server.url}/none", "# a note", "", f"{server.url}/old", "no address"]
        (tmp_path / "a.txt").write_text("\n".join(addresses))
        ran = run_here("batch", str(tmp_path / "a.txt"), "-o", str(tmp_path / "o.jsonl"), "--fields", "text")
        assert (ran.code, "4 pages" in ran.err, "2 failed" in ran.err) == (0, True, True)
        rows = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()]
        assert [row["id"] for row in rows] == [addresses[0], addresses[1], addresses[4], addresses[5]]
        assert [row["url"] for row in rows] == [addresses[0], addresses[1], addresses[0], addresses[5]]
        assert [row["text"] for row in rows] == [ARTICLE, None, ARTICLE, None]
        expected = ("", "404", "", "not a web address")
        assert [part for row, part in zip(rows, expected, strict=True) if part not in (row["error"] or "")] == []
