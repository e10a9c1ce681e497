"""Servers that offer a page as Markdown."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.commands import ARTICLE, PAGE, Ran
from helpers.servers import Asked, Reply, Server

import maintext
from maintext.errors import FetchError
from maintext.fetch.politeness import Politeness
from maintext.fetch.request import fetch
from maintext.read.served_markdown import MAX_MARKDOWN, MarkdownPage

HERE = maintext.FetchOptions(allow_private=True, seconds=20)
TEXT = "---\ntitle: Rain\nauthor: Ann Lee\n---\n\nIt rained all day, said the *server*.\n"
MARKDOWN = {"content-type": "text/markdown; charset=utf-8", "etag": '"m"'}


def negotiated(asked: Asked) -> Reply:
    """Markdown for those who ask for it, HTML for others."""
    if "text/markdown" in asked.headers["accept"]:
        return Reply(TEXT.encode(), headers=MARKDOWN)
    return Reply(PAGE.encode(), headers={"content-type": "text/html", "etag": '"h"'})


@pytest.fixture(name="server")
def fixture_server() -> Iterator[Server]:
    with Server() as server:
        server.pages["/both"] = negotiated
        server.pages["/html"] = Reply(PAGE.encode())
        yield server


def test_markdown_is_asked_for_and_taken(server: Server) -> None:
    found = maintext.extract_url(f"{server.url}/both", fetch=HERE)
    assert (found.text, found.title, found.author) == ("It rained all day, said the server.", "Rain", "Ann Lee")
    assert found.source == "markdown"
    assert maintext.extract_url(f"{server.url}/html", fetch=HERE).text == ARTICLE


def test_markdown_can_be_refused(server: Server) -> None:
    never = replace(HERE, markdown="never")
    assert maintext.extract_url(f"{server.url}/both", fetch=never).text == ARTICLE
    assert "markdown" not in server.asked[0].headers["accept"]
    server.pages["/only"] = Reply(TEXT.encode(), headers=MARKDOWN)
    with pytest.raises(FetchError, match="is text/markdown, not HTML"):
        fetch(f"{server.url}/only", never)


def test_the_cache_keeps_the_kind_that_was_asked_for(server: Server, tmp_path: Path) -> None:
    cached, never = replace(HERE, cache=tmp_path), replace(HERE, cache=tmp_path, markdown="never")
    assert isinstance(fetch(f"{server.url}/both", cached).body, MarkdownPage)
    assert fetch(f"{server.url}/both", never).body == PAGE.encode()
    assert "if-none-match" not in server.asked[1].headers


def test_too_much_markdown_is_left_for_the_page(server: Server) -> None:
    def reply(asked: Asked) -> Reply:
        large = replace(negotiated(asked))
        large.body += b" " * MAX_MARKDOWN if large.headers == MARKDOWN else b""
        return large

    server.pages["/large"] = reply
    assert fetch(f"{server.url}/large", HERE).body == PAGE.encode()


class TestLinked:
    LINK = '<link rel="alternate" type="text/markdown" href="notes.md">'

    def test_a_link_is_followed_only_on_request(self, server: Server) -> None:
        server.pages["/linking"] = Reply(f"{self.LINK}{PAGE}".encode())
        server.pages["/notes.md"] = Reply(TEXT.encode(), headers=MARKDOWN)
        assert maintext.extract_url(f"{server.url}/linking", fetch=HERE).text == ARTICLE
        found = maintext.extract_url(f"{server.url}/linking", fetch=replace(HERE, markdown="linked"))
        assert (found.author, found.url) == ("Ann Lee", f"{server.url}/notes.md")

    @pytest.mark.parametrize("reply", [Reply(b"", 404), Reply(b"<p>HTML"), Reply(TEXT.encode(), headers={})])
    def test_a_link_that_leads_to_no_markdown_leaves_the_page(self, server: Server, reply: Reply) -> None:
        server.pages["/linking"] = Reply(f"{self.LINK}{PAGE}".encode())
        server.pages["/notes.md"] = reply
        assert maintext.extract_url(f"{server.url}/linking", fetch=replace(HERE, markdown="linked")).text == ARTICLE

    @pytest.mark.parametrize("href", ["http://[", "file:///etc/passwd", "", "x" * 3000])
    def test_a_strange_link_leaves_the_page(self, server: Server, href: str) -> None:
        link = f'<link rel="alternate" type="text/markdown" href="{href}">'
        server.pages["/linking"] = Reply(f"{link}{PAGE}".encode())
        assert maintext.extract_url(f"{server.url}/linking", fetch=replace(HERE, markdown="linked")).text == ARTICLE

    def test_a_link_into_the_local_network_is_not_followed(self, server: Server) -> None:
        """The guard checks linked pages like all others; here by robots.txt, which every polite request asks."""
        server.pages["/linking"] = Reply(f"{self.LINK}{PAGE}".encode())
        server.pages["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /notes", headers={"content-type": "text/plain"})
        page = Politeness(replace(HERE, markdown="linked", host_seconds=0)).page(f"{server.url}/linking")
        assert page.url == f"{server.url}/linking"
        assert "/notes.md" not in server.paths()


class TestCommand:
    def test_markdown_comes_out_in_every_format(self, server: Server, run_here: Callable[..., Ran]) -> None:
        ran = run_here(f"{server.url}/both", "--format", "markdown")
        assert (ran.code, ran.out) == (0, "# Rain\n\nIt rained all day, said the *server*.\n")

    def test_no_markdown_from_server(self, server: Server, run_here: Callable[..., Ran]) -> None:
        ran = run_here(f"{server.url}/both", "--no-markdown-from-server")
        assert (ran.code, ran.out.strip()) == (0, ARTICLE)

    def test_linked_markdown(self, server: Server, run_here: Callable[..., Ran]) -> None:
        server.pages["/linking"] = Reply(f"{TestLinked.LINK}{PAGE}".encode())
        server.pages["/notes.md"] = Reply(TEXT.encode(), headers=MARKDOWN)
        assert "said the server" in run_here(f"{server.url}/linking", "--linked-markdown").out
