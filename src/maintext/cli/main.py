"""The first word of the command line decides what is done; anything that is no command is a page."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

import maintext
from maintext.cli import batch, compare, data, evaluate, explain, extract, judge, links, train
from maintext.cli.arguments import UsageError
from maintext.errors import MaintextError

HELP: Final = f"""\
maintext - the main text of a web page, without the menus, adverts and footers around it

Usage:
  maintext PAGE [--method M] [--format text|markdown|html|json|xml] [--url U]
                                print the main text of a page
  maintext judge PAGE           tell whether the page has a main text at all
  maintext compare PAGE         all methods side by side, and how far they agree
  maintext explain PAGE [--method M] [--format table|json]
                                how a method scored the page, element by element
  maintext batch INPUT... -o OUT [--workers N] [--fields F,...] [--resume]
                                whole crawls: WARC, Parquet, JSON lines, folders; a row a page
  maintext links URL            the articles that a front page, sitemap or feed leads to
  maintext train naive-bayes DATA... -o MODEL
                                fit the trained method to labelled pages of your own
  maintext evaluate DATA... [--methods M,...] [--peers P,...] [--report DIR]
                                how accurate methods and other extractors are on labelled pages
  maintext data info DATA...    what is in a set of labelled pages

PAGE is a file, an address, or - for standard input. With --format json several pages may be named: a line of JSON each.
'maintext COMMAND --help' tells more about a command.

Options:
  --method, -m M        {", ".join(maintext.methods())}
                        (default: {maintext.DEFAULT_METHOD})
  --format, -f F        text: a line a paragraph, heading, list item or table row (default)
                        markdown: headings, lists, tables, code, links and images kept
                        html: the same as clean markup, safe to embed
                        json: url, title, date, text, blocks, source_html, method, score, reason and more
                        xml: TEI
  --no-links, --no-images, --no-tables, --no-formatting
                        leave these out
  --url U               where the page is from; it goes into the output, nothing is fetched from there
  --render              let a browser run the scripts of a page of the web first
  --charset NAME        the encoding of the page, if you know better than the page itself
  --option, -O NAME=VALUE
                        set an option of the method, as in -m link-density -O ltd=0.3
  --model FILE          a model of your own for naive-bayes
  --help, -h            this page
  --version             the version

The text goes to standard output, everything else to standard error.
Exit code: 0 the text was found; 1 there is none, and the reason is on standard error; 2 an error.

Examples:
  maintext article.html
  maintext article.html --format json | jq -r .title
  maintext https://example.org/news/1
  curl -sL https://example.org/news/1 | maintext -
  maintext compare article.html
  maintext explain article.html --method symbol-density
"""

_INTERRUPTED: Final = 130
_COMMANDS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "batch": batch.run,
    "judge": judge.run,
    "compare": compare.run,
    "explain": explain.run,
    "links": links.run,
    "train": train.run,
    "evaluate": evaluate.run,
    "data": data.run,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and give its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        if sys.stdout is None:
            raise UsageError("there is no standard output to write to")
        code = _run(words)
        sys.stdout.flush()
    except MaintextError as error:
        print(f"maintext: {error}", file=sys.stderr)
        code = extract.ERROR
    except BrokenPipeError:
        _forget_output()
        code = 0
    except OSError as error:
        _forget_output()
        print(f"maintext: cannot write the output: {error.strerror}", file=sys.stderr)
        code = extract.ERROR
    except KeyboardInterrupt:
        print("maintext: interrupted", file=sys.stderr)
        code = _INTERRUPTED
    return code


def _forget_output() -> None:
    """Let what is still to be written go nowhere, or Python would complain about it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    if not words:
        raise UsageError("name a page, or try 'maintext --help'")
    if words[0] in ("--help", "-h"):
        print(HELP, end="")
        return 0
    if words[0] == "--version":
        print(f"maintext {maintext.__version__}")
        return 0
    command = _COMMANDS.get(words[0])
    return command(words[1:]) if command else extract.run(words)
