"""``maintext links URL``: where a crawl can start."""

import dataclasses
import json
import sys
from collections.abc import Sequence
from itertools import islice

from maintext.cli.arguments import UsageError, add_fetching, fetch_options, parser_of
from maintext.cli.extract import FOUND, NOTHING_FOUND
from maintext.cli.page_input import is_address
from maintext.fetch import links_at

DESCRIPTION = """List the articles that a front page, a sitemap or a feed leads to.

A sitemap may be an index of others, or packed (.gz); feeds are RSS, Atom or JSON. Prints an
address a line, which 'maintext batch LIST.txt -o OUT' takes; with --format json the title and the date too. Of a front
page only links to the same site are listed that look like those to articles."""


def run(argv: Sequence[str]) -> int:
    """Print the links."""
    parser = parser_of("links", DESCRIPTION)
    parser.add_argument("url", metavar="URL", help="the front page, sitemap or feed")
    parser.add_argument("--limit", metavar="N", type=int, default=None, help="not more than so many")
    parser.add_argument("--format", "-f", metavar="F", choices=("text", "json"), default="text")
    add_fetching(parser)
    arguments = parser.parse_args(argv)
    if not is_address(arguments.url):
        raise UsageError(f"{arguments.url} is no address; it begins with http:// or https://")
    if arguments.limit is not None and arguments.limit < 1:
        raise UsageError("--limit is a number from 1 on")
    links = links_at(arguments.url, fetch_options(arguments), _tell)
    found = False
    for link in islice(links, arguments.limit):
        print(json.dumps(dataclasses.asdict(link), ensure_ascii=False) if arguments.format == "json" else link.url)
        found = True
    if not found:
        _tell(f"{arguments.url}: no links to articles")
    return FOUND if found else NOTHING_FOUND


def _tell(problem: str) -> None:
    print(f"maintext: {problem}", file=sys.stderr)
