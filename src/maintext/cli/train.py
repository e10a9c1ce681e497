"""``maintext train METHOD DATA... -o MODEL``: fit a trained method to labelled pages."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from maintext.algorithms.naive_bayes import NaiveBayesModel
from maintext.cli.arguments import UsageError, parser_of
from maintext.cli.tables import aligned
from maintext.data import LabelledPage, read_pages
from maintext.errors import PageError
from maintext.train.naive_bayes import cross_validate, train_naive_bayes

DESCRIPTION = """Fit a trained method to labelled pages and write its model, or cross-validate it.

DATA is a file with a page a line of JSON (.jsonl, also .gz, .xz, .zst): id, html (or html_b64), text; folders in the
public layouts are read too, see 'maintext evaluate --help'. The model is used with --model, as in:
maintext page.html --method naive-bayes --model MODEL

With --cross-validate K the pages fall into K parts, all pages of a site into the same one; each part is extracted by a
model that was trained on the others, and the mean F1 of the words of a page is printed for each set."""


def run(argv: Sequence[str]) -> int:
    """Train and write the model file, or print the figures of a cross-validation."""
    parser = parser_of("train", DESCRIPTION)
    parser.add_argument("method", metavar="METHOD", choices=("naive-bayes",), help="naive-bayes")
    parser.add_argument("data", metavar="DATA", nargs="+", help="labelled pages")
    parser.add_argument("--output", "-o", metavar="MODEL", help="the file to write")
    parser.add_argument("--cross-validate", metavar="K", type=int, help="measure with K parts by site instead")
    arguments = parser.parse_args(argv)
    if (arguments.output is None) == (arguments.cross_validate is None):
        raise UsageError("train needs --output MODEL, or --cross-validate K instead")
    if arguments.cross_validate is not None and arguments.cross_validate < 2:
        raise UsageError("--cross-validate takes a number from 2 on")

    bad_rows: list[str] = []
    pages = _pages(arguments.data, bad_rows)
    try:
        if arguments.cross_validate:
            _print_scores(cross_validate(pages, arguments.cross_validate))
        else:
            _write(train_naive_bayes(pages), arguments.output)
    finally:
        for complaint in bad_rows:
            print(f"maintext: left out: {complaint}", file=sys.stderr)
        if bad_rows:
            print(f"maintext: {len(bad_rows)} bad rows", file=sys.stderr)
    return 0


def _write(model: NaiveBayesModel, output: str) -> None:
    try:
        Path(output).write_text(json.dumps(model.to_json(), indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise PageError(f"cannot write {output}: {error.strerror}") from None
    pages = sum(model.trained_on.values())
    blocks = model.theme_blocks + model.other_blocks
    note = f"{blocks} blocks of {pages} pages, {model.theme_blocks} of them main text"
    print(f"maintext: {output}: {note}", file=sys.stderr)


def _print_scores(scores: dict[str, list[float]]) -> None:
    every = [score for values in scores.values() for score in values]
    lines = [["set", "pages", "F1"]]
    lines += [[name, str(len(values)), f"{sum(values) / len(values):.3f}"] for name, values in scores.items()]
    lines.append(["all", str(len(every)), f"{sum(every) / len(every):.3f}"])
    print(aligned(lines, numbers={1, 2}))


def _pages(files: Sequence[str], bad_rows: list[str]) -> Iterator[tuple[str, LabelledPage]]:
    for file in files:
        name = Path(file).name.split(".")[0]
        for count, page in enumerate(read_pages(file, bad_rows.append), start=1):
            if sys.stderr.isatty():
                print(f"\r{name}: page {count}", end="", file=sys.stderr)
            yield name, page
        if sys.stderr.isatty():
            print(file=sys.stderr)
