"""``maintext links SITE``: the articles that a crawl can start with, or the feeds and sitemaps that list them."""

import dataclasses
import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import islice

from maintext.cli.arguments import Command, OneLineParser, UsageError, add_fetching, fetch_options, parser_of
from maintext.cli.extract import FOUND, NOTHING_FOUND
from maintext.cli.page_input import is_address
from maintext.links import links_at, listings_at
from maintext.links.listing import FRONT_PAGE

DESCRIPTION = """List the articles that a site, a front page, a sitemap or a feed links to.

For a site (an address without a path, such as https://example.org) these are the articles of its home page, then those
of its feeds and sitemaps, which the home page and robots.txt name. --listings prints the feeds and sitemaps instead.
Sitemaps may be indexes of other sitemaps and may be compressed (.gz). Feeds may be RSS, Atom or JSON. Prints one URL
per line, ready for 'maintext batch LIST.txt -o OUT'; --format json adds the title and the date. Of a front page, only
links to the same site that look like links to articles are listed."""


def _parser() -> OneLineParser:
    parser = parser_of("links", DESCRIPTION)
    parser.add_argument("url", metavar="URL", help="the site, front page, sitemap or feed")
    parser.add_argument("--listings", action="store_true", help="print the feeds and sitemaps, not their articles")
    parser.add_argument("--limit", metavar="N", type=int, default=None, help="print at most N links")
    parser.add_argument("--format", "-f", metavar="F", choices=("text", "json"), default="text")
    add_fetching(parser)
    return parser


def _run(arguments: Namespace) -> int:
    if not is_address(arguments.url):
        raise UsageError(f"{arguments.url} is not a URL; it must start with http:// or https://")
    if arguments.limit is not None and arguments.limit < 1:
        raise UsageError("--limit must be 1 or more")
    found = False
    for line in islice(_lines(arguments), arguments.limit):
        print(line)
        found = True
    if not found:
        _report(f"{arguments.url}: no {'feeds or sitemaps' if arguments.listings else 'links to articles'}")
    return FOUND if found else NOTHING_FOUND


def _lines(arguments: Namespace) -> Iterator[str]:
    """The lines of the output: one address each, or one JSON object."""
    options = fetch_options(arguments)
    if arguments.listings:
        listings = (
            (url, each) for url, each in listings_at(arguments.url, options, _report) if each.kind != FRONT_PAGE
        )
        records = ({"url": url, "kind": each.kind, "links": len(each.links)} for url, each in listings)
    else:
        records = (dataclasses.asdict(link) for link in links_at(arguments.url, options, _report))
    for record in records:
        yield json.dumps(record, ensure_ascii=False) if arguments.format == "json" else str(record["url"])


def _report(problem: str) -> None:
    print(f"maintext: {problem}", file=sys.stderr)


COMMAND = Command("list the articles that a site, front page, sitemap or feed links to", _parser, _run)
