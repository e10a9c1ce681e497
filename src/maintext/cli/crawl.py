"""``maintext crawl SITE``: the articles of a site, found by ``links`` and extracted by ``batch``."""

import sys
from argparse import Namespace
from itertools import islice
from pathlib import Path
from typing import Final

from maintext.batch.fields import DEFAULT_FIELDS
from maintext.cli import batch
from maintext.cli.arguments import (
    Command,
    OneLineParser,
    UsageError,
    add_fetching,
    add_method,
    add_options,
    fetch_options,
    parser_of,
)
from maintext.cli.extract import NOTHING_FOUND
from maintext.cli.page_input import is_address
from maintext.fetch.options import FetchOptions
from maintext.links import crawl_links

DESCRIPTION = """Find the articles of a site as 'maintext links' does, and write them as 'maintext batch' does.

The addresses come from the home page, its feeds, the sitemaps that robots.txt names and, if these are not enough, the
other pages that the home page links to. Only pages of the same host are fetched, as far as robots.txt allows, with a
pause between requests. The list of addresses is written to OUT.addresses.txt; --resume continues with it."""
PAGES: Final = 100
PART_ROWS: Final = 25
"""Rows of a part file: what an interrupted crawl fetches again at most."""


def _parser() -> OneLineParser:
    parser = parser_of("crawl", DESCRIPTION)
    parser.add_argument("site", metavar="SITE", help="the home page of the site, or another page to start with")
    parser.add_argument("--output", "-o", metavar="OUT", type=Path, required=True, help="the file or folder to write")
    parser.add_argument("--pages", metavar="N", type=int, default=PAGES, help="extract at most N pages (%(default)s)")
    parser.add_argument("--resume", action="store_true", help="continue a crawl that was interrupted")
    parser.add_argument(
        "--pause",
        metavar="S",
        type=float,
        default=FetchOptions().host_seconds,
        help="seconds between two requests; robots.txt may ask for more (%(default)g)",
    )
    parser.add_argument("--workers", metavar="N", type=int, default=1, help="number of processes (%(default)s)")
    parser.add_argument(
        "--site-memory", action="store_true", help="judge each page by the pages before it; saves rows 500 at a time"
    )
    parser.add_argument("--fields", metavar="F,...", default=",".join(DEFAULT_FIELDS), help="as for batch")
    add_fetching(parser)
    add_method(parser)
    add_options(parser)
    return parser


def _run(arguments: Namespace) -> int:
    if not is_address(arguments.site):
        raise UsageError(f"{arguments.site} is not a URL; it must start with http:// or https://")
    if arguments.pages < 1:
        raise UsageError("--pages must be 1 or more")
    arguments.same_host = True
    addresses = arguments.output.with_name(f"{arguments.output.name}.addresses.txt")
    written = batch.COMMAND.parser().parse_args([str(addresses), "--output", str(arguments.output)])
    vars(written).update({name: value for name, value in vars(arguments).items() if name != "words"})
    written.part_rows = PART_ROWS
    if not addresses.exists():
        if arguments.output.exists():
            raise UsageError(f"{arguments.output} exists already; remove it or choose another name")
        if not _write_addresses(arguments, addresses):
            return NOTHING_FOUND
    elif not arguments.resume:
        raise UsageError(f"{addresses} is from an earlier crawl; continue it with --resume, or remove it")
    return batch.COMMAND.run(written)


def _write_addresses(arguments: Namespace, path: Path) -> int:
    """Write the list of addresses once it is complete, and return its length."""
    links = islice(crawl_links(arguments.site, fetch_options(arguments), _report), arguments.pages)
    found = [link.url for link in links]
    _report(f"found {len(found)} {'page' if len(found) == 1 else 'pages'}" if found else "no links to articles")
    if found:
        temporary = path.with_name(f".unfinished-{path.name}")
        try:
            temporary.write_text("".join(f"{url}\n" for url in found), encoding="utf-8")
            temporary.replace(path)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
    return len(found)


def _report(message: str) -> None:
    print(f"maintext: {message}", file=sys.stderr)


COMMAND = Command("extract the articles of a site, politely and bounded", _parser, _run)
