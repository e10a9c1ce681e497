"""``maintext train METHOD DATA... -o MODEL``: train a method on labelled pages."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from maintext.cli.arguments import Command, OneLineParser, UsageError, parser_of
from maintext.data import LabelledPage, read_pages
from maintext.errors import PageError
from maintext.support.text_table import aligned
from maintext.train.naive_bayes import cross_validate, train_naive_bayes

DESCRIPTION = """Train a method on labelled pages and write its model, or cross-validate it.

DATA is a file with one page per line, as JSON (.jsonl, also .gz, .xz, .zst): id, url, html (or html_b64), text,
and for learned the type of the page. Folders in the public layouts work too, see 'maintext evaluate --help'. Use the
model with --model, for example: maintext page.html --method naive-bayes --model MODEL

--cross-validate K splits the pages into K parts, with all pages of a site in the same part. Each part is extracted with
a model that was trained on the other parts, and the mean F1 score of the words of a page is printed for each set.
Training learned needs the extra 'train': pip install 'maintext[train]'"""


def _parser() -> OneLineParser:
    parser = parser_of("train", DESCRIPTION)
    parser.add_argument("method", metavar="METHOD", choices=("learned", "naive-bayes"), help="learned or naive-bayes")
    parser.add_argument("data", metavar="DATA", nargs="+", help="labelled pages")
    parser.add_argument("--output", "-o", metavar="MODEL", help="the file to write")
    parser.add_argument("--cross-validate", metavar="K", type=int, help="cross-validate with K parts instead")
    parser.add_argument(
        "--unseen", metavar="DATA", nargs="+", default=[], help="more pages to cross-validate on, but not to train on"
    )
    parser.add_argument(
        "--markdown",
        metavar="FILE",
        help="also write the cross-validation of learned into this page, and a plot next to it",
    )
    return parser


def _run(arguments: Namespace) -> int:
    if (arguments.output is None) == (arguments.cross_validate is None):
        raise UsageError("train needs either --output MODEL or --cross-validate K")
    if arguments.cross_validate is not None and arguments.cross_validate < 2:
        raise UsageError("--cross-validate must be 2 or more")
    if arguments.unseen and not (arguments.cross_validate and arguments.method == "learned"):
        raise UsageError("--unseen works with the method learned and --cross-validate")

    bad_rows: list[str] = []
    pages = _pages([*arguments.data, *arguments.unseen], bad_rows)
    try:
        if arguments.method == "learned":
            _learned(arguments.data, pages, arguments.output, arguments.cross_validate, arguments.markdown)
        elif arguments.cross_validate:
            _print_scores(cross_validate(pages, arguments.cross_validate))
        else:
            _naive_bayes(pages, arguments.output)
    finally:
        _end_progress()
        for complaint in bad_rows:
            print(f"maintext: left out: {complaint}", file=sys.stderr)
        if bad_rows:
            print(f"maintext: {len(bad_rows)} bad rows", file=sys.stderr)
    return 0


def _learned(
    data: Sequence[str],
    pages: Iterator[tuple[str, LabelledPage]],
    output: str | None,
    folds: int | None,
    markdown: str | None,
) -> None:
    from maintext.train.learned import cross_validate_learned, train_learned  # noqa: PLC0415 (needs extras)
    from maintext.train.reliability import reliability_plot  # noqa: PLC0415 (needs extras)
    from maintext.train.report import PLOT, Report, with_section  # noqa: PLC0415 (needs extras)

    if output is not None:
        model = train_learned(pages, _progress)
        content = model.to_bytes()
        _write(output, lambda path: path.write_bytes(content))
        note = f"{sum(model.trained_on.values())} pages, {len(content) / 1000:.0f} kB"
        print(f"maintext: {output}: {note}", file=sys.stderr)
        return
    trained = {_name(file) for file in data}
    tested = cross_validate_learned(pages, folds or 0, _progress, trained.__contains__)
    report = Report.of(list(tested), trained)
    _end_progress()
    print(report.as_text())
    if markdown is not None:
        section = report.as_markdown(folds or 0)
        _write(markdown, lambda path: path.write_text(with_section(path, section), encoding="utf-8"))
        plot = str(Path(markdown).with_name(PLOT))
        _write(plot, lambda path: path.write_text(reliability_plot(report.bins), encoding="utf-8"))


def _naive_bayes(pages: Iterator[tuple[str, LabelledPage]], output: str) -> None:
    model = train_naive_bayes(pages)
    content = json.dumps(model.to_json(), indent=2) + "\n"
    _write(output, lambda path: path.write_text(content, encoding="utf-8"))
    blocks = model.theme_blocks + model.other_blocks
    note = f"{blocks} blocks of {sum(model.trained_on.values())} pages, {model.theme_blocks} of them main text"
    print(f"maintext: {output}: {note}", file=sys.stderr)


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
