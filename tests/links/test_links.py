"""Where a crawl can start: front pages, sitemaps and feeds, whole and broken."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from helpers.commands import Ran, assert_one_line_error
from helpers.pages import PAGES
from helpers.servers import Reply, Server

import maintext
from maintext.errors import PageError
from maintext.fetch.response import Fetched
from maintext.links import Link, crawl_links, listing_of
from maintext.links.feeds import parsed
from maintext.links.front_page import front_page_links

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://example.org/</link>
<item><title>Rain &amp; wind&nbsp;again</title><link>https://example.org/1</link>
  <pubDate>Mon, 06 May 2024 07:08:09 GMT</pubDate></item>
<item><title>Sun & shade</title><guid>https://example.org/2</guid></item>
<item><title>No address</title><guid isPermaLink="false">x-3</guid></item>
<item><title>Twice</title><link>https://example.org/1#comments</link></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.org/"/>
<entry><title type="html">Rain</title><link rel="self" href="/self"/><link href="/1"/>
  <updated>2024-05-06</updated></entry>
</feed>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<item rdf:about="https://example.org/1"><title>Rain</title><link>https://example.org/1</link></item></rdf:RDF>"""
JSON_FEED = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [{"url": "https://example.org/1", "title": "Rain", "date_published": "2024-05-06T07:08:09Z"}, {}, 5],
    }
)
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> https://example.org/1 </loc><lastmod>2024-05-06</lastmod></url><url><loc>mailto:a@example.org</loc></url>
</urlset>"""


def fetched(body: str | bytes, url: str = "https://example.org/list") -> Fetched:
    return Fetched(url, body.encode() if isinstance(body, str) else body, None, "", datetime.now(UTC))


class TestListing:
    def test_rss(self) -> None:
        listing = listing_of(fetched(RSS))
        assert listing.kind == "feed"
        assert listing.links == (
            Link("https://example.org/1", "Rain & wind again", "2024-05-06T07:08:09+00:00"),
            Link("https://example.org/2", "Sun & shade"),
        )

    @pytest.mark.parametrize(
        ("body", "kind", "link"),
        [
            (ATOM, "feed", Link("https://example.org/1", "Rain", "2024-05-06")),
            (RDF, "feed", Link("https://example.org/1", "Rain")),
            (JSON_FEED, "feed", Link("https://example.org/1", "Rain", "2024-05-06T07:08:09Z")),
            (SITEMAP, "sitemap", Link("https://example.org/1", None, "2024-05-06")),
            ("\ufeff  " + SITEMAP, "sitemap", Link("https://example.org/1", None, "2024-05-06")),
        ],
    )
    def test_other_kinds(self, body: str, kind: str, link: Link) -> None:
        listing = listing_of(fetched(body))
        assert (listing.kind, listing.links) == (kind, (link,))

    def test_a_feed_may_be_in_any_encoding(self) -> None:
        items = "<item><title>下雨了</title><link>/1</link></item>"
        feed = f'<?xml version="1.0" encoding="gb2312"?><rss><channel>{items}</channel></rss>'
        assert listing_of(fetched(feed.encode("gb2312"))).links == (Link("https://example.org/1", "下雨了"),)

    @pytest.mark.parametrize(
        "body", ["<?xml version='1.0'?><opml></opml>", "<rss><channel>", '{"items": [', "<rss>\x00<"]
    )
    def test_what_cannot_be_read_is_told(self, body: str) -> None:
        with pytest.raises(PageError):
            listing_of(fetched(body))

    def test_entities_are_not_expanded(self) -> None:
        with pytest.raises(PageError, match="entities"):
            parsed('<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss>&a;</rss>')


class TestFrontPage:
    def test_the_articles_of_a_front_page_are_found_and_nothing_else(self) -> None:
        page = PAGES["front-page"].read_bytes()
        found = [link.url for link in front_page_links(page, "https://example.org/")]
        written = set(re.findall(r'href="(/article/[^"]+)', page.decode()))
        assert len(found) > 0.75 * len(written)
        assert [url for url in found if "/article/" not in url] == []

    def test_links_are_weighed_by_text_address_and_place(self) -> None:
        page = """<nav><a href=/a-long-way-to-the-section>A section with a name that is rather long</a></nav>
        <main><a href=/2024/05/06/rain>Rain stops play on the second day</a><a href=/2024/05/06/rain#c>12</a>
        <h2><a href=/n/123456>雨が降り続いた一日の記録と人々の声</a></h2>
        <a href=https://elsewhere.example/2024/05/06/a-long-story-of-rain>A long story of rain from elsewhere</a>
        <a href=/tag/rain-and-wind-and-snow>Everything about rain and wind and snow</a>
        <a href=/photo-of-the-rain-today.jpg>A photo of the rain, taken today by a reader</a>
        <a href=/about>About</a><a href="javascript:void(0)">Show all of the comments on this page</a></main>"""
        found = list(front_page_links(page, "https://www.example.org/"))
        assert found == [
            Link("https://www.example.org/2024/05/06/rain", "Rain stops play on the second day"),
            Link("https://www.example.org/n/123456", "雨が降り続いた一日の記録と人々の声"),
        ]

    def test_an_article_is_no_crowd_of_articles(self) -> None:
        assert len(list(front_page_links(PAGES["blog"].read_bytes(), "https://example.org/"))) < 10

    @pytest.mark.parametrize(
        "page", ["", "<a>no address</a>", "<a href='http://['>Broken in a way that is not seen</a>"]
    )
    def test_nothing_to_find_gives_nothing(self, page: str) -> None:
        assert list(front_page_links(page, "https://example.org/")) == []


@pytest.fixture(name="server")
def fixture_server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.mark.usefixtures("clock")
class TestCommand:
    def test_an_index_of_sitemaps_gives_the_links_of_all(self, server: Server, run_here: Callable[..., Ran]) -> None:
        names = ("a.xml.gz", "missing.xml", "index.xml", "b.xml")
        entries = "".join(f"<sitemap><loc>{server.url}/{name}</loc></sitemap>" for name in names)
        server.pages["/index.xml"] = Reply(
            f"<sitemapindex>{entries}</sitemapindex>".encode(), headers={"content-type": "application/xml"}
        )
        server.pages["/a.xml.gz"] = Reply(
            gzip.compress(SITEMAP.encode()), headers={"content-type": "application/octet-stream"}
        )
        other = SITEMAP.replace("org/1", "org/2")
        server.pages["/b.xml"] = Reply(other.encode(), headers={"content-type": "text/xml"})
        ran = run_here("links", f"{server.url}/index.xml")
        assert (ran.code, ran.out) == (0, "https://example.org/1\nhttps://example.org/2\n")
        assert ("404" in ran.err, ran.err.count("\n")) == (True, 1)
        assert server.paths() == ["/index.xml", "/robots.txt", "/a.xml.gz", "/missing.xml", "/b.xml"]

    def test_json_tells_titles_and_dates(self, server: Server, run_here: Callable[..., Ran]) -> None:
        server.pages["/feed"] = Reply(RSS.encode(), headers={"content-type": "application/rss+xml"})
        ran = run_here("links", f"{server.url}/feed", "--format", "json", "--limit", "1")
        expected = {"url": "https://example.org/1", "title": "Rain & wind again", "date": "2024-05-06T07:08:09+00:00"}
        assert [json.loads(line) for line in ran.out.splitlines()] == [expected]

    def test_a_page_without_links_has_exit_code_1(self, server: Server, run_here: Callable[..., Ran]) -> None:
        server.pages["/empty"] = Reply(b"<p>Nothing</p>")
        ran = run_here("links", f"{server.url}/empty")
        assert (ran.code, ran.out, "no links" in ran.err) == (1, "", True)

    @pytest.mark.parametrize(
        ("words", "part"),
        [
            (["page.html"], "not a URL"),
            (["https:///"], "http:// or https://"),
            (["http://x/", "--limit", "0"], "--limit"),
        ],
    )
    def test_wrong_words_are_told_in_a_line(self, run_here: Callable[..., Ran], words: list[str], part: str) -> None:
        assert_one_line_error(run_here("links", *words), part)

    def test_a_bomb_is_not_unpacked(self, server: Server, run_here: Callable[..., Ran]) -> None:
        server.pages["/a.xml.gz"] = Reply(
            gzip.compress(bytes(60_000_000)), headers={"content-type": "application/gzip"}
        )
        assert_one_line_error(run_here("links", f"{server.url}/a.xml.gz"), "when decompressed")


ARTICLES = "".join(f'<h2><a href="/2024/05/0{day}/rain">Rain fell on day {day} of the month</a></h2>' for day in (1, 2))
FEED = "<rss><channel><item><link>/2024/05/03/wind</link><title>Wind</title></item></channel></rss>"
HEAD = """<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" hreflang="de" href="/de">
<link rel="alternate" type="application/json" href="/wp-json">"""


def xml(body: str) -> Reply:
    return Reply(body.encode(), headers={"content-type": "application/xml"})


def sitemap(server: Server, *paths: str) -> Reply:
    return xml(f"<urlset>{''.join(f'<url><loc>{server.url}{path}</loc></url>' for path in paths)}</urlset>")


@pytest.fixture(name="site")
def fixture_site(server: Server) -> Server:
    """A site whose home page names a feed, and whose robots.txt names a sitemap and one that is missing."""
    server.pages["/"] = Reply(f"<head>{HEAD}</head><body>{ARTICLES}</body>".encode())
    server.pages["/feed"] = xml(FEED)
    server.pages["/map.xml"] = sitemap(server, "/2024/05/01/rain", "/2024/05/04/sun")
    lines = f"User-agent: *\nDisallow: /private\nsitemap: {server.url}/map.xml\nSitemap: /missing.xml"
    server.pages["/robots.txt"] = Reply(lines.encode(), headers={"content-type": "text/plain"})
    return server


@pytest.mark.usefixtures("clock")
class TestSite:
    def test_a_home_page_leads_to_its_feeds_and_sitemaps(self, site: Server, run_here: Callable[..., Ran]) -> None:
        ran = run_here("links", site.url)
        paths = ["/2024/05/01/rain", "/2024/05/02/rain", "/2024/05/03/wind", "/2024/05/04/sun"]
        assert (ran.code, ran.out.split()) == (0, [f"{site.url}{path}" for path in paths])
        assert ("missing.xml" in ran.err, ran.err.count("\n")) == (True, 1)

    def test_listings_can_be_printed_instead(self, site: Server, run_here: Callable[..., Ran]) -> None:
        assert run_here("links", site.url, "--listings").out.split() == [f"{site.url}/feed", f"{site.url}/map.xml"]
        ran = run_here("links", site.url, "--listings", "--format", "json")
        assert [json.loads(line)["kind"] for line in ran.out.splitlines()] == ["feed", "sitemap"]

    def test_the_usual_sitemap_is_tried_if_none_is_named(self, site: Server, run_here: Callable[..., Ran]) -> None:
        del site.pages["/robots.txt"]
        assert run_here("links", site.url).err == ""
        assert site.paths()[-1] == "/sitemap.xml"
        site.pages["/sitemap.xml"] = sitemap(site, "/a")
        assert run_here("links", site.url).out.split()[-1] == f"{site.url}/a"
        site.pages["/sitemap.xml"] = Reply(f"<p>Not found</p>{ARTICLES.replace('rain', 'snow')}".encode())
        assert "snow" not in run_here("links", site.url).out

    def test_other_pages_lead_nowhere_else(self, site: Server, run_here: Callable[..., Ran]) -> None:
        site.pages["/news"] = site.pages["/"]
        assert len(run_here("links", f"{site.url}/news").out.split()) == 2
        assert site.paths() == ["/news"]

    def test_the_library_yields_links_as_they_are_read(self, site: Server) -> None:
        links = maintext.find_links(site.url, maintext.FetchOptions(allow_private=True))
        assert next(links) == Link(f"{site.url}/2024/05/01/rain", "Rain fell on day 1 of the month")
        assert site.paths() == ["/", "/robots.txt"]
        with pytest.raises(maintext.FetchError):
            next(maintext.find_links(site.url))

    def test_listings_of_a_crawl_keep_to_the_host_and_read_sections(self, site: Server) -> None:
        nav = '<nav><a href="/sport">Sport</a> <a href="/private">x</a> <a href="http://else.invalid/">y</a></nav>'
        site.pages["/"] = Reply(f"{nav}{ARTICLES}".encode())
        site.pages["/sport"] = Reply(ARTICLES.replace("/2024/05", "/2024/06").encode())
        site.pages["/map.xml"] = xml("<urlset><url><loc>https://else.invalid/a</loc></url></urlset>")
        problems: list[str] = []
        found = list(crawl_links(site.url, maintext.FetchOptions(allow_private=True), problems.append))
        assert [link.url.removeprefix(site.url)[:8] for link in found] == [
            "/2024/05",
            "/2024/05",
            "/2024/06",
            "/2024/06",
        ]
        assert "/private" not in site.paths()
        assert ["missing.xml" in problem for problem in problems] == [True]
