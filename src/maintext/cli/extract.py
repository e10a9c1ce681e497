"""``maintext PAGE``: the main text of a page; the command without a name."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import Any, Final

from maintext.batch.fields import checked_fields, fields_of
from maintext.cli.arguments import (
    OneLineParser,
    UsageError,
    add_fetching,
    add_method,
    add_options,
    add_page,
    add_site,
    chosen_method,
    chosen_options,
    chosen_site,
    fetch_options,
    parser_of,
)
from maintext.cli.page_input import page_source
from maintext.cli.written_pages import Destination, destination
from maintext.cli.yaml_facts import front_matter
from maintext.document import FORMATS, Document
from maintext.errors import PageError
from maintext.extraction import extract
from maintext.sites import Site
from maintext.version import __version__

FOUND, NOTHING_FOUND, ERROR = 0, 1, 2
"""Exit codes."""

WITHOUT_TEXT: Final = ("collection", "listing")
"""Kinds of page that list other pages and may have no main text."""

DESCRIPTION = """Print the main text of a web page, without the menus, adverts and footers around it.

The text goes to standard output, everything else to standard error. Several pages are separated by a line with the name
of each, or written to a folder with --output FOLDER/, or as one line of JSON each. The exit code is 0 if text was
found, 1 if there is none (the reason is on standard error), and 2 for an error."""
_FORMATS_HELP: Final = """\
text: one paragraph, heading, list item or table row per line (default);
markdown, html: with headings, lists, tables, code, links and images;
json, jsonl: all parts, including the metadata, on one line; xml: TEI"""
_WITH_FRONT_MATTER: Final = ("text", "markdown")


def extract_parser(epilog: str = "") -> OneLineParser:
    """The arguments of the command; the epilog is printed after them by --help."""
    parser = parser_of("", DESCRIPTION, usage="maintext PAGE [options]\n       maintext COMMAND ...", epilog=epilog)
    add_page(parser, several=True)
    add_method(parser)
    parser.add_argument("--format", "-f", metavar="F", choices=(*FORMATS, "jsonl"), help=_FORMATS_HELP)
    add_options(parser)
    parser.add_argument("--output", "-o", metavar="OUT", help="write to this file or, with / at its end, folder")
    parser.add_argument("--force", action="store_true", help="overwrite files")
    parser.add_argument(
        "--front-matter", action="store_true", help="begin with title, author, date and other facts as YAML"
    )
    parser.add_argument("--property", metavar="NAME", help="print one part instead, such as title, author or date")
    parser.add_argument("--chunks", metavar="N", type=int, help="one line of JSON per chunk of at most N tokens")
    parser.add_argument("--overlap", metavar="N", type=int, default=0, help="tokens that chunks may repeat (0)")
    parser.add_argument(
        "--counter", metavar="C", default="words", help="words, characters, tiktoken:NAME or tokenizers:NAME (words)"
    )
    parser.add_argument("--url", metavar="U", help="the URL of the page, for the output; nothing is fetched from it")
    parser.add_argument("--render", action="store_true", help="let a browser run the scripts of a fetched page first")
    add_site(parser, many=True)
    add_fetching(parser)
    parser.add_argument("--version", action="version", version=f"maintext {__version__}")
    return parser


def extract_pages(arguments: Namespace) -> int:
    """Extract from each page and write the result; a page that cannot be read does not stop the others."""
    form = _checked_format(arguments)
    method, options = chosen_method(arguments), chosen_options(arguments)
    site_of = _site_finder(arguments)
    page_of = page_source(arguments.page, fetch_options(arguments), render=arguments.render)
    are_lines = arguments.property is not None
    where = destination(arguments.output, form, len(arguments.page), force=arguments.force, are_lines=are_lines)
    exit_code = FOUND
    for name in arguments.page:
        try:
            page = page_of(name)
            url, charset = arguments.url or page.url, arguments.charset or page.charset
            site = site_of(url)
            document = extract(
                page.html, url, method, charset=charset, fetched=page.fetched, options=options, site=site
            )
            exit_code = max(exit_code, _written(document, name, arguments, form, where))
            if document.limits_hit:
                print(f"maintext: {name}: cut at the limit of {' and '.join(document.limits_hit)}", file=sys.stderr)
        except PageError as error:
            print(f"maintext: {error}", file=sys.stderr)
            exit_code = ERROR
    where.close()
    return exit_code


def _site_finder(arguments: Namespace) -> Callable[[str | None], Site | None]:
    """A function that returns the site of a URL."""
    if arguments.sites is None:
        site = chosen_site(arguments)
        return lambda url: site
    if arguments.site is not None:
        raise UsageError("--site and --sites cannot be used together")
    from maintext.sites.store import SiteLookup  # noqa: PLC0415 (rarely needed)

    return SiteLookup((arguments.sites,)).site_of


def _checked_format(arguments: Namespace) -> str:
    """The format; ``UsageError`` if the arguments do not go together."""
    form: str = arguments.format or ("text" if arguments.chunks is None else "jsonl")
    if len(arguments.page) > 1 and arguments.url:
        raise UsageError("--url works with one page, but there are several")
    if arguments.chunks is not None and form not in ("json", "jsonl"):
        raise UsageError(f"--chunks prints lines of JSON; use --format jsonl, not {form}")
    if arguments.chunks is not None and not 0 <= arguments.overlap < arguments.chunks:
        raise UsageError("--chunks must be above 0 and above --overlap")
    if arguments.whole and arguments.format is None:
        form = "markdown"
    if arguments.whole and form not in ("markdown", "json", "jsonl"):
        raise UsageError(f"--whole works with --format markdown and json, not with {form}")
    if arguments.front_matter and form not in _WITH_FRONT_MATTER:
        raise UsageError(f"--front-matter works with --format text and markdown, not with {form}")
    if arguments.property not in (None, "url"):
        checked_fields([arguments.property])
    return form


def _written(document: Document, name: str, arguments: Namespace, form: str, where: Destination) -> int:
    """Write the result of a page, say what is unusual about it, and return the exit code."""
    if arguments.property is not None:
        value = (
            document.url
            if arguments.property == "url"
            else fields_of(document, [arguments.property])[arguments.property]
        )
        if value in (None, "", []):
            why = f": {document.reason}" if document.reason else ""
            print(f"maintext: {name}: no {arguments.property} found{why}", file=sys.stderr)
            return NOTHING_FOUND
        where.write(name, value if isinstance(value, str) else _as_json(value))
        return FOUND
    if document.reason:
        print(f"maintext: {name}: no main text: {document.reason}", file=sys.stderr)
    elif document.page_type in WITHOUT_TEXT:
        note = f"this page may have no main text; it looks like a {document.page_type} page"
        print(f"maintext: {name}: {note}", file=sys.stderr)
    if arguments.chunks is not None:
        chunks = document.chunks(arguments.chunks, arguments.overlap, arguments.counter)
        facts = {"page": name, "url": document.url, "title": document.title}
        lines = [_as_json({**facts, "number": number, **chunk.to_dict()}) for number, chunk in enumerate(chunks)]
        if lines:
            where.write(name, "\n".join(lines))
    elif form in ("json", "jsonl"):
        whole = {"whole": document.whole} if arguments.whole else {}
        where.write(name, _as_json({"page": name, **document.to_dict(), **whole}))
    elif not document.reason or (arguments.whole and document.whole):
        head = f"{front_matter(document)}\n" if arguments.front_matter else ""
        where.write(name, head + document.formatted(form))
    return NOTHING_FOUND if document.reason else FOUND


def _as_json(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False)
