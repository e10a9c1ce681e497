"""``maintext batch INPUT... -o OUT``: all pages of a crawl."""

import sys
from argparse import Namespace
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from maintext.batch.fields import DEFAULT_FIELDS, checked_fields, field_kinds
from maintext.cli.arguments import (
    Command,
    OneLineParser,
    UsageError,
    add_fetching,
    add_method,
    add_options,
    chosen_method,
    chosen_options,
    fetch_options,
    parser_of,
)
from maintext.parallel.pages import PAGE_SECONDS, checked_workers
from maintext.support.extras import needed

DESCRIPTION = """Extract from all pages in files and folders, and write one row per page.

INPUT is a folder of HTML files, or a file: .warc, .warc.gz, .warc.zst, .parquet, .jsonl (also .gz, .xz, .zst), or .txt
with one URL per line, which are fetched. OUT is a file (.parquet, .jsonl, .jsonl.gz, .jsonl.zst) or a folder for parts
in Parquet. Rows are in the order of the input: id, url, the fields, and error for a page that failed. Continue a run
that was interrupted or killed with --resume: no row is lost or repeated. Needs the extra: pip install
'maintext[batch]'."""

NEEDED = ("pyarrow", "fastwarc", "zstandard", "tqdm")


def _parser() -> OneLineParser:
    parser = parser_of("batch", DESCRIPTION)
    parser.add_argument("input", metavar="INPUT", nargs="+", type=Path, help="files and folders with pages")
    parser.add_argument("--output", "-o", metavar="OUT", type=Path, required=True, help="the file or folder to write")
    parser.add_argument("--workers", metavar="N", type=int, help="number of processes (one per core)")
    parser.add_argument(
        "--fields",
        metavar="F,...",
        default=",".join(DEFAULT_FIELDS),
        help=f"some of {', '.join(field_kinds())} (%(default)s)",
    )
    parser.add_argument("--resume", action="store_true", help="continue a run that was interrupted")
    parser.add_argument(
        "--page-seconds",
        metavar="S",
        type=float,
        default=PAGE_SECONDS,
        help="give up a page after S seconds (%(default)g)",
    )
    parser.add_argument("--part-rows", metavar="N", type=int, default=10_000, help="rows per part (%(default)s)")
    for column in ("html", "url", "id"):
        parser.add_argument(
            f"--{column}-column", metavar="NAME", default=column, help=f"its column in .parquet and .jsonl ({column})"
        )
    add_fetching(parser)
    add_method(parser)
    add_options(parser)
    return parser


def _run(arguments: Namespace) -> int:
    if arguments.part_rows < 1 or arguments.page_seconds <= 0:
        raise UsageError("--part-rows and --page-seconds must be above 0")
    if arguments.workers is not None and arguments.workers < 1:
        raise UsageError("--workers must be 1 or more")
    _check_extra()
    return _write_rows(_settings(arguments))


def _settings(arguments: Namespace) -> Any:
    from maintext.batch.record import Columns  # noqa: PLC0415
    from maintext.batch.run import Settings  # noqa: PLC0415

    return Settings(
        inputs=tuple(arguments.input),
        output=arguments.output,
        method=chosen_method(arguments),
        workers=checked_workers(arguments.workers),
        fields=checked_fields(name for name in arguments.fields.split(",") if name),
        resume=arguments.resume,
        page_seconds=arguments.page_seconds,
        part_rows=arguments.part_rows,
        columns=Columns(arguments.html_column, arguments.url_column, arguments.id_column),
        fetching=fetch_options(arguments),
        options=chosen_options(arguments),
        same_on_resume=tuple((name, getattr(arguments, name)) for name in ("option", "favor", "comments", "model")),
    )


def _write_rows(settings: Any) -> int:
    from maintext.batch.run import run_batch  # noqa: PLC0415

    with import_module("tqdm").tqdm(total=0, unit="B", unit_scale=True, disable=None, bar_format=_BAR) as bar:
        try:
            progress = run_batch(settings, _bar_updater(bar))
        except KeyboardInterrupt:
            bar.close()
            print("maintext: interrupted; run the same command with --resume to continue", file=sys.stderr)
            raise
    rates = f"{progress.pages / progress.seconds:.1f} pages/s, {progress.bytes / 1e6 / progress.seconds:.2f} MB/s"
    before = f" ({progress.skipped} more were done before)" if progress.skipped else ""
    print(f"maintext: {progress.pages} pages{before} in {progress.seconds:.1f} s, {rates}", file=sys.stderr)
    print(f"maintext: {progress.failed} failed; wrote {settings.output}", file=sys.stderr)
    return 0


_BAR = "{percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"


def _bar_updater(bar: Any) -> Callable[[Any], None]:
    """A function that shows the progress in a bar. The remaining time is estimated from the bytes of the input."""

    def update(progress: Any) -> None:
        if not bar.total:
            bar.reset(total=progress.size)
        rates = f"{progress.pages / progress.seconds:.0f} pages/s, {progress.bytes / 1e6 / progress.seconds:.1f} MB/s"
        bar.set_postfix_str(f"{rates}, {progress.failed} failed", refresh=False)
        bar.update(progress.offset - bar.n)

    return update


def _check_extra() -> None:
    for name in NEEDED:
        needed(name, extra="batch", user="maintext batch", error=UsageError)


COMMAND = Command("extract from whole crawls: WARC, Parquet, JSON lines, folders, lists of URLs", _parser, _run)
