"""``maintext PAGE``: the main text of a page; the command without a name."""

import json
import sys
from argparse import Namespace
from typing import Final

from maintext.cli.arguments import (
    OneLineParser,
    UsageError,
    add_fetching,
    add_method,
    add_options,
    add_page,
    chosen_method,
    chosen_options,
    fetch_options,
    parser_of,
)
from maintext.cli.page_input import page_source
from maintext.document import FORMATS, Document
from maintext.errors import PageError
from maintext.extraction import extract
from maintext.version import __version__

FOUND, NOTHING_FOUND, ERROR = 0, 1, 2
"""Exit codes."""

WITHOUT_TEXT: Final = ("collection", "listing")
"""Kinds of page that list other pages and may have no main text."""

DESCRIPTION = """Print the main text of a web page, without the menus, adverts and footers around it.

The text goes to standard output, everything else to standard error. Several pages need --format json, which prints one
line of JSON per page. The exit code is 0 if text was found, 1 if there is none (the reason is on standard error), and 2
for an error."""
_FORMATS_HELP: Final = """\
text: one paragraph, heading, list item or table row per line (default);
markdown, html: with headings, lists, tables, code, links and images;
json: all parts, including the metadata; xml: TEI"""


def extract_parser(epilog: str = "") -> OneLineParser:
    """The arguments of the command; the epilog is printed after them by --help."""
    parser = parser_of("", DESCRIPTION, usage="maintext PAGE [options]\n       maintext COMMAND ...", epilog=epilog)
    add_page(parser, several=True)
    add_method(parser)
    parser.add_argument("--format", "-f", metavar="F", choices=FORMATS, default="text", help=_FORMATS_HELP)
    add_options(parser)
    parser.add_argument("--url", metavar="U", help="the URL of the page, for the output; nothing is fetched from it")
    parser.add_argument("--render", action="store_true", help="let a browser run the scripts of a fetched page first")
    add_fetching(parser)
    parser.add_argument("--version", action="version", version=f"maintext {__version__}")
    return parser


def extract_pages(arguments: Namespace) -> int:
    """Extract from each page and print the result; a page that cannot be read does not stop the others."""
    if len(arguments.page) > 1 and arguments.format != "json":
        raise UsageError("several pages need --format json, which prints one line per page")
    if len(arguments.page) > 1 and arguments.url:
        raise UsageError("--url works with one page, but there are several")
    method, options = chosen_method(arguments), chosen_options(arguments)
    page_of = page_source(arguments.page, fetch_options(arguments), render=arguments.render)

    exit_code = FOUND
    for name in arguments.page:
        try:
            page = page_of(name)
        except PageError as error:
            print(f"maintext: {error}", file=sys.stderr)
            exit_code = ERROR
            continue
        url, charset = arguments.url or page.url, arguments.charset or page.charset
        document = extract(page.html, url, method, charset=charset, fetched=page.fetched, options=options)
        if document.reason:
            print(f"maintext: {name}: no main text: {document.reason}", file=sys.stderr)
            exit_code = max(exit_code, NOTHING_FOUND)
        elif document.page_type in WITHOUT_TEXT:
            note = f"this page may have no main text; it looks like a {document.page_type} page"
            print(f"maintext: {name}: {note}", file=sys.stderr)
        _print(document, name, arguments.format)
    return exit_code


def _print(document: Document, name: str, form: str) -> None:
    if form == "json":
        print(json.dumps({"page": name, **document.to_dict()}, ensure_ascii=False))
    elif not document.reason:
        print(document.formatted(form))
        if form == "text" and document.comments:
            print(f"\n{document.comments}")
