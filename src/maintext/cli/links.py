"""``maintext links URL``: the articles that a crawl can start with."""

import dataclasses
import json
import sys
from argparse import Namespace
from itertools import islice

from maintext.cli.arguments import Command, OneLineParser, UsageError, add_fetching, fetch_options, parser_of
from maintext.cli.extract import FOUND, NOTHING_FOUND
from maintext.cli.page_input import is_address
from maintext.links import links_at

DESCRIPTION = """List the articles that a front page, a sitemap or a feed links to.

Sitemaps may be indexes of other sitemaps and may be compressed (.gz). Feeds may be RSS, Atom or JSON. Prints one URL
per line, ready for 'maintext batch LIST.txt -o OUT'; --format json adds the title and the date. Of a front page, only
links to the same site that look like links to articles are listed."""


def _parser() -> OneLineParser:
    parser = parser_of("links", DESCRIPTION)
    parser.add_argument("url", metavar="URL", help="the front page, sitemap or feed")
    parser.add_argument("--limit", metavar="N", type=int, default=None, help="print at most N links")
    parser.add_argument("--format", "-f", metavar="F", choices=("text", "json"), default="text")
    add_fetching(parser)
    return parser


def _run(arguments: Namespace) -> int:
    if not is_address(arguments.url):
        raise UsageError(f"{arguments.url} is not a URL; it must start with http:// or https://")
    if arguments.limit is not None and arguments.limit < 1:
        raise UsageError("--limit must be 1 or more")
    links = links_at(arguments.url, fetch_options(arguments), _report)
    found = False
    for link in islice(links, arguments.limit):
        print(json.dumps(dataclasses.asdict(link), ensure_ascii=False) if arguments.format == "json" else link.url)
        found = True
    if not found:
        _report(f"{arguments.url}: no links to articles")
    return FOUND if found else NOTHING_FOUND


def _report(problem: str) -> None:
    print(f"maintext: {problem}", file=sys.stderr)


COMMAND = Command("list the articles that a front page, sitemap or feed links to", _parser, _run)
