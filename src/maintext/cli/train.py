"""``maintext train METHOD DATA... -o MODEL``: train a method on labelled pages."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from maintext.algorithms.naive_bayes import BLOCK_TAGS
from maintext.cli.arguments import Command, OneLineParser, UsageError, parser_of
from maintext.data import LabelledPage, read_pages
from maintext.errors import PageError
from maintext.support.text_table import aligned
from maintext.train.naive_bayes import cross_validate, train_naive_bayes
from maintext.train.token_counts import cross_validate_tokens, train_max_subsequence

DESCRIPTION = """Train a method on labelled pages and write its model, or cross-validate it.

DATA is a file with one page per line, as JSON (.jsonl, also .gz, .xz, .zst): id, url, html (or html_b64), text,
and for learned the type of the page. Folders in the public layouts work too, see 'maintext evaluate --help'. Use the
model with --model, for example: maintext page.html --method naive-bayes --model MODEL

--cross-validate K splits the pages into K parts, with all pages of a site in the same part. Each part is extracted with
a model that was trained on the other parts, and the mean F1 score of the words of a page is printed for each set.
Training learned needs the extra 'train': pip install 'maintext[train]'"""

_METHODS: Final = ("learned", "naive-bayes", "max-subsequence", "judge")
_OPTIONS_OF: Final = {"light": ("learned", "judge"), "addresses": ("judge",), "block_tags": ("naive-bayes",)}
"""Options that work with some methods only."""
_FEW: Final = 100
"""Pages. The public sets that models are trained on have hundreds to thousands."""


def _parser() -> OneLineParser:
    parser = parser_of("train", DESCRIPTION)
    parser.add_argument("method", metavar="METHOD", choices=_METHODS, help=", ".join(_METHODS))
    parser.add_argument("data", metavar="DATA", nargs="+", help="labelled pages")
    parser.add_argument("--output", "-o", metavar="MODEL", help="the file to write")
    parser.add_argument(
        "--block-tags",
        metavar="TAG,...",
        help=f"the elements that make blocks of naive-bayes ({','.join(BLOCK_TAGS)}); the model remembers them",
    )
    parser.add_argument("--cross-validate", metavar="K", type=int, help="cross-validate with K parts instead")
    parser.add_argument(
        "--light",
        metavar="DATA",
        nargs="+",
        default=[],
        help="more pages to train learned on that count a quarter: many pages of one kind, such as long texts",
    )
    parser.add_argument(
        "--addresses",
        metavar="DATA",
        nargs="+",
        default=[],
        help="pages without labels for judge, such as a crawl: those whose address tells what they are",
    )
    parser.add_argument(
        "--unseen", metavar="DATA", nargs="+", default=[], help="more pages to cross-validate on, but not to train on"
    )
    parser.add_argument(
        "--markdown",
        metavar="FILE",
        help="also write what learned answers on sites it has not seen into this page, and a plot next to it",
    )
    return parser


def _check(arguments: Namespace) -> None:
    """Raise ``UsageError`` for arguments that do not go together."""
    method = arguments.method
    if (arguments.output is None) == (arguments.cross_validate is None):
        raise UsageError("train needs either --output MODEL or --cross-validate K")
    if arguments.cross_validate is not None and (arguments.cross_validate < 2 or method == "judge"):
        raise UsageError("--cross-validate must be 2 or more, and judge cannot be cross-validated")
    if arguments.unseen and not (method == "learned" and (arguments.cross_validate or arguments.markdown)):
        raise UsageError("--unseen works with the method learned and --cross-validate or --markdown")
    for option, methods in _OPTIONS_OF.items():
        if getattr(arguments, option) and method not in methods:
            raise UsageError(f"--{option.replace('_', '-')} works with {' and '.join(methods)}")


def _run(arguments: Namespace) -> int:
    _check(arguments)
    for output in filter(None, (arguments.output, arguments.markdown)):
        _check_place(Path(output))
    block_tags = BLOCK_TAGS if arguments.block_tags is None else tuple(filter(None, arguments.block_tags.split(",")))

    bad_rows: list[str] = []
    pages = _pages([*arguments.data, *arguments.light, *arguments.unseen], bad_rows)
    try:
        if arguments.method == "learned":
            _learned(arguments, pages)
        elif arguments.method == "judge":
            _judge(arguments, pages, bad_rows)
        elif arguments.method == "max-subsequence":
            _max_subsequence(pages, arguments.output, arguments.cross_validate)
        elif arguments.cross_validate:
            _print_scores(cross_validate(pages, arguments.cross_validate, block_tags))
        else:
            _naive_bayes(pages, block_tags, arguments.output)
    finally:
        _end_progress()
        for complaint in bad_rows:
            print(f"maintext: left out: {complaint}", file=sys.stderr)
        if bad_rows:
            rows = "1 bad row" if len(bad_rows) == 1 else f"{len(bad_rows)} bad rows"
            print(f"maintext: {rows}", file=sys.stderr)
    return 0


def _learned(arguments: Namespace, pages: Iterator[tuple[str, LabelledPage]]) -> None:
    from maintext.train.learned import FOLDS, cross_validate_learned, fit_learned  # noqa: PLC0415 (needs extras)
    from maintext.train.reliability import reliability_plot  # noqa: PLC0415 (needs extras)
    from maintext.train.report import (  # noqa: PLC0415 (needs extras)
        IN_ONE_FIT,
        IN_PARTS,
        PLOT,
        Report,
        with_section,
    )

    light = {_name(file) for file in arguments.light}
    trained = light | {_name(file) for file in arguments.data}
    if arguments.output is None:
        folds = arguments.cross_validate
        tested = cross_validate_learned(pages, folds, _progress, trained.__contains__, light)
        report, how = Report.of(list(tested), trained), IN_PARTS.format(folds)
    else:
        fitted = fit_learned(pages, _progress, trained.__contains__, light)
        content = fitted.model.to_bytes()
        _write(arguments.output, lambda path: path.write_bytes(content))
        note = f"{sum(fitted.model.trained_on.values())} pages, {len(content) / 1000:.0f} kB"
        print(f"maintext: {arguments.output}: {note}", file=sys.stderr)
        _warn_of_few(sum(fitted.model.trained_on.values()))
        report, how = Report.of(fitted.answers, trained), IN_ONE_FIT.format(FOLDS)
    _end_progress()
    if arguments.output is None or arguments.markdown is not None:
        print(report.as_text())
    if arguments.markdown is not None:
        section = report.as_markdown(how)
        _write(arguments.markdown, lambda path: path.write_text(with_section(path, section), encoding="utf-8"))
        plot = str(Path(arguments.markdown).with_name(PLOT))
        _write(plot, lambda path: path.write_text(reliability_plot(report.bins), encoding="utf-8"))


def _judge(arguments: Namespace, pages: Iterator[tuple[str, LabelledPage]], bad_rows: list[str]) -> None:
    from maintext.train.judge_training import train_judge  # noqa: PLC0415 (needs extras)

    light = frozenset(_name(file) for file in arguments.light)
    model = train_judge(pages, _pages(arguments.addresses, bad_rows), light)
    content = model.to_bytes()
    _write(arguments.output, lambda path: path.write_bytes(content))
    note = f"{sum(model.trained_on.values())} pages, {len(content) / 1000:.0f} kB"
    print(f"maintext: {arguments.output}: {note}", file=sys.stderr)


def _naive_bayes(pages: Iterator[tuple[str, LabelledPage]], block_tags: tuple[str, ...], output: str) -> None:
    model = train_naive_bayes(pages, block_tags)
    content = json.dumps(model.to_json(), indent=2) + "\n"
    _write(output, lambda path: path.write_text(content, encoding="utf-8"))
    blocks = model.theme_blocks + model.other_blocks
    note = f"{blocks} blocks of {sum(model.trained_on.values())} pages, {model.theme_blocks} of them main text"
    print(f"maintext: {output}: {note}", file=sys.stderr)
    _warn_of_few(sum(model.trained_on.values()))


def _max_subsequence(pages: Iterator[tuple[str, LabelledPage]], output: str | None, folds: int | None) -> None:
    if output is None:
        _print_scores(cross_validate_tokens(pages, folds or 0))
        return
    model = train_max_subsequence(pages)
    content = model.to_bytes()
    _write(output, lambda path: path.write_bytes(content))
    trigrams = int((model.odds != 0).sum())
    note = f"{trigrams} trigrams of {sum(model.trained_on.values())} pages, {len(content) / 1000:.0f} kB"
    print(f"maintext: {output}: {note}", file=sys.stderr)
    _warn_of_few(sum(model.trained_on.values()))


def _check_place(path: Path) -> None:
    """Raise ``UsageError`` if a file cannot be written: better now than after hours of training."""
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"cannot write {path}: permission denied")


def _warn_of_few(pages: int) -> None:
    """Say that a model is hardly worth using."""
    if pages < _FEW:
        count = f"{pages} page{'' if pages == 1 else 's'}"
        print(f"maintext: trained on only {count}; a useful model needs {_FEW} or more", file=sys.stderr)


def _write(output: str, write: Callable[[Path], object]) -> None:
    try:
        write(Path(output))
    except OSError as error:
        raise PageError(f"cannot write {output}: {error.strerror}") from None


def _print_scores(scores: dict[str, list[float]]) -> None:
    every = [score for values in scores.values() for score in values]
    lines = [["set", "pages", "F1"]]
    lines += [[name, str(len(values)), f"{sum(values) / len(values):.3f}"] for name, values in scores.items()]
    lines.append(["all", str(len(every)), f"{sum(every) / len(every):.3f}"])
    print(aligned(lines, numbers={1, 2}))


def _pages(files: Sequence[str], bad_rows: list[str]) -> Iterator[tuple[str, LabelledPage]]:
    for file in files:
        for count, page in enumerate(read_pages(file, bad_rows.append), start=1):
            _progress(f"{_name(file)}: page {count}")
            yield _name(file), page


def _name(file: str) -> str:
    return Path(file).name.split(".")[0]


def _progress(stage: str) -> None:
    """Show the current stage on one line, if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{stage}", end="", file=sys.stderr, flush=True)


def _end_progress() -> None:
    _progress("")


COMMAND = Command("train a method on labelled pages", _parser, _run)
