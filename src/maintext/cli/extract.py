"""``maintext PAGE``: the main text of a page."""

import json
import sys
from collections.abc import Sequence
from typing import Final

from maintext.cli.arguments import (
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

FOUND, NOTHING_FOUND, ERROR = 0, 1, 2
"""Exit codes."""

WITHOUT_TEXT: Final = ("collection", "listing")
"""Kinds of page that list other pages."""

DESCRIPTION = "Print the main text of web pages."


def run(argv: Sequence[str]) -> int:
    """Extract from each page and print; a page that cannot be read does not stop the others."""
    parser = parser_of("", DESCRIPTION)
    add_page(parser, several=True)
    add_method(parser)
    parser.add_argument("--format", "-f", metavar="F", choices=FORMATS, default="text")
    add_options(parser)
    parser.add_argument("--url", metavar="U", help="where the page is from")
    parser.add_argument("--render", action="store_true", help="let a browser run the scripts of pages of the web first")
    add_fetching(parser)
    arguments = parser.parse_args(argv)
    if len(arguments.page) > 1 and arguments.format != "json":
        raise UsageError("several pages need --format json, which prints a line for each")
    if len(arguments.page) > 1 and arguments.url:
        raise UsageError("--url says where one page is from, but there are several")
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
            note = f"this page may have no main text: it seems to be a {document.page_type} page"
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
