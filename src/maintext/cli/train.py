"""``maintext train METHOD DATA... -o MODEL``: fit a trained method to labelled pages."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from maintext.cli.arguments import parser_of
from maintext.data import LabelledPage, read_pages
from maintext.errors import PageError
from maintext.train.naive_bayes import train_naive_bayes

DESCRIPTION = """Fit a trained method to labelled pages and write its model.

DATA is a file with a page a line of JSON (.jsonl, also .gz, .xz, .zst): id, html (or html_b64), text. The model is
used with --model, as in: maintext page.html --method naive-bayes --model MODEL"""


def run(argv: Sequence[str]) -> int:
    """Train and write the model file."""
    parser = parser_of("train", DESCRIPTION)
    parser.add_argument("method", metavar="METHOD", choices=("naive-bayes",), help="naive-bayes")
    parser.add_argument("data", metavar="DATA", nargs="+", help="labelled pages")
    parser.add_argument("--output", "-o", metavar="MODEL", required=True, help="the file to write")
    arguments = parser.parse_args(argv)

    bad_rows: list[str] = []
    try:
        model = train_naive_bayes(_pages(arguments.data, bad_rows))
    finally:
        for complaint in bad_rows:
            print(f"maintext: left out: {complaint}", file=sys.stderr)
    try:
        Path(arguments.output).write_text(json.dumps(model.to_json(), indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise PageError(f"cannot write {arguments.output}: {error.strerror}") from None
    pages = sum(model.trained_on.values())
    blocks = model.theme_blocks + model.other_blocks
    print(
        f"maintext: {arguments.output}: {blocks} blocks of {pages} pages, {model.theme_blocks} of them main text; "
        f"{len(bad_rows)} bad rows",
        file=sys.stderr,
    )
    return 0


def _pages(files: Sequence[str], bad_rows: list[str]) -> Iterator[tuple[str, LabelledPage]]:
    for file in files:
        name = Path(file).name.split(".")[0]
        for count, page in enumerate(read_pages(file, bad_rows.append), start=1):
            if sys.stderr.isatty():
                print(f"\r{name}: page {count}", end="", file=sys.stderr)
            yield name, page
        if sys.stderr.isatty():
            print(file=sys.stderr)
