"""``maintext tune METHOD DATA... -o FILE``: the best options of a method on labelled pages."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from maintext.algorithms import METHODS
from maintext.algorithms.method_file import file_content
from maintext.cli.arguments import Command, OneLineParser, UsageError, add_option, method_with, option_values, parser_of
from maintext.data import LabelledPage, read_pages
from maintext.errors import PageError
from maintext.selection import Method
from maintext.support.text_table import aligned

DESCRIPTION = """Choose the options of a method on labelled pages, for example the thresholds of link-density.

DATA is labelled pages, as for 'maintext evaluate'. Every combination of values is tried on every page, and the one with
the highest mean F1 score of the words is written to FILE. Use it with --options, for example:
maintext page.html --options FILE. Without --grid all options are tried: choices and truth values with all their values,
numbers as they are, halved and doubled.

The figures are those of the options so far, of the best ones on the same pages, and cross-validated: each part of the
pages is measured with options that were chosen on the other parts. All pages of a site are in one part if there are
enough sites."""


def _parser() -> OneLineParser:
    parser = parser_of("tune", DESCRIPTION)
    parser.add_argument("method", metavar="METHOD", choices=tuple(METHODS), help=", ".join(METHODS))
    parser.add_argument("data", metavar="DATA", nargs="+", help="labelled pages")
    parser.add_argument("--output", "-o", metavar="FILE", required=True, help="the file to write")
    parser.add_argument(
        "--grid",
        metavar="NAME=VALUE,...",
        action="append",
        default=[],
        help="values of an option to try, for example ltd=0.3,0.4,0.5; may be repeated, and then only these are tried",
    )
    add_option(parser)
    parser.add_argument("--folds", metavar="K", type=int, default=5, help="parts for cross-validation (%(default)s)")
    parser.add_argument("--every", metavar="N", type=int, default=1, help="use every Nth page of each set (1)")
    parser.add_argument(
        "--workers", metavar="N", type=int, default=os.cpu_count() or 1, help="number of processes (one per core)"
    )
    return parser


def _run(arguments: Namespace) -> int:
    from maintext.train.grid_search import changed_options, combinations, default_grid, tune  # noqa: PLC0415 (slow)

    if min(arguments.every, arguments.workers) < 1 or arguments.folds < 2:
        raise UsageError("--every and --workers must be 1 or more, --folds 2 or more")
    method = method_with(arguments.method, arguments.option)
    grid = _grid(method, arguments.grid) or default_grid(method)
    if not grid:
        raise UsageError(f"the method {method.name} has no options to try; name some with --grid")
    tried = combinations(method, grid)
    pages = list(_pages(arguments.data, arguments.every))
    tuned = tune(tried, pages, arguments.folds, arguments.workers, lambda count: _progress(count, len(pages)))

    changes = {name: _shown(value) for name, value in changed_options(tuned.method, method).items()}
    about = {
        "tuned_on": [Path(path).name for path in arguments.data],
        "pages": tuned.pages,
        "f1": {
            "default": round(tuned.default_f1, 4),
            "tuned": round(tuned.tuned_f1, 4),
            "cross-validated": round(tuned.validated_f1, 4),
        },
    }
    try:
        Path(arguments.output).write_text(file_content(tuned.method, about), encoding="utf-8")
    except OSError as error:
        raise PageError(f"cannot write {arguments.output}: {error.strerror}") from None
    lines = [["options", "F1"], ["as given", f"{tuned.default_f1:.3f}"], ["best", f"{tuned.tuned_f1:.3f}"]]
    lines.append([f"cross-validated over {tuned.folds_of}", f"{tuned.validated_f1:.3f}"])
    print(aligned(lines, numbers={1}))
    print("best: " + (" ".join(f"{name}={value}" for name, value in changes.items()) or "the options as given"))
    failed = f", {tuned.failed} pages failed and were left out" if tuned.failed else ""
    note = f"{tuned.combinations} combinations on {tuned.pages} pages{failed}"
    print(f"maintext: wrote {arguments.output}: {note}", file=sys.stderr)
    if tuned.validated_f1 <= tuned.default_f1:
        print("maintext: on pages that they were not chosen on, these options are not better", file=sys.stderr)
    return 0


def _grid(method: Method, settings: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """The values to try by option. Those of an option that is a list of names are lists, one per --grid."""
    grid: dict[str, tuple[Any, ...]] = {}
    for setting in settings:
        name, values = option_values(method, setting)
        grid[name] = tuple(dict.fromkeys((*grid.get(name, ()), *values)))
    return grid


def _pages(files: Sequence[str], every: int) -> Iterator[LabelledPage]:
    for file in files:
        bad_rows: list[str] = []
        yield from islice(read_pages(file, bad_rows.append), 0, None, every)
        for complaint in bad_rows:
            print(f"maintext: left out: {complaint}", file=sys.stderr)


def _shown(value: Any) -> str:
    return ",".join(value) if isinstance(value, tuple) else f"{value:g}" if isinstance(value, float) else str(value)


def _progress(count: int, pages: int) -> None:
    """Show the number of finished pages on one line, if standard error is a terminal."""
    if sys.stderr.isatty():
        end = "\r\033[K" if count == pages else ""
        print(f"\r\033[Kpage {count} of {pages}{end}", end="", file=sys.stderr, flush=True)


COMMAND = Command("choose the options of a method on labelled pages", _parser, _run)
