"""``maintext batch INPUT... -o OUT``: whole crawls."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from maintext.batch.fields import DEFAULT_FIELDS, checked_fields, field_kinds
from maintext.cli.arguments import (
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

DESCRIPTION = """Extract from all pages of files and folders, and write a row for each.

INPUT is a folder of HTML files, or a file: .warc, .warc.gz, .warc.zst, .parquet, .jsonl (also .gz, .xz, .zst), or .txt
with an address to fetch on each line. OUT is a file (.parquet, .jsonl, .jsonl.gz, .jsonl.zst) or a folder, which gets
parts in Parquet. Rows have the order of the input: id, url, the fields, and error for a page that could not be worked
on. A run that was interrupted or killed goes on with --resume: no row is lost or there twice. Needs the extra: pip
install 'maintext[batch]'."""

NEEDED = ("pyarrow", "fastwarc", "zstandard", "tqdm")


def run(argv: Sequence[str]) -> int:
    """Make the output, with a progress bar, and tell what happened."""
    parser = parser_of("batch", DESCRIPTION)
    parser.add_argument("input", metavar="INPUT", nargs="+", type=Path, help="what has the pages")
    parser.add_argument("--output", "-o", metavar="OUT", type=Path, required=True, help="where the rows go")
    parser.add_argument("--workers", metavar="N", type=int, help="processes (all cores)")
    parser.add_argument(
        "--fields",
        metavar="F,...",
        default=",".join(DEFAULT_FIELDS),
        help=f"of {', '.join(field_kinds())} (%(default)s)",
    )
    parser.add_argument("--resume", action="store_true", help="go on with a run that was interrupted")
    parser.add_argument(
        "--page-seconds", metavar="S", type=float, default=PAGE_SECONDS, help="give a page up after (%(default)g)"
    )
    parser.add_argument("--part-rows", metavar="N", type=int, default=10_000, help="rows of a part (%(default)s)")
    for column in ("html", "url", "id"):
        parser.add_argument(
            f"--{column}-column", metavar="NAME", default=column, help=f"in .parquet and .jsonl ({column})"
        )
    add_fetching(parser)
    add_method(parser)
    add_options(parser)
    arguments = parser.parse_args(argv)
    if arguments.part_rows < 1 or arguments.page_seconds <= 0:
        raise UsageError("--part-rows and --page-seconds are numbers above 0")
    if arguments.workers is not None and arguments.workers < 1:
        raise UsageError("--workers is a number from 1 on")
    _check_extra()
    return _run(_settings(arguments))


def _settings(arguments: Any) -> Any:
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
        told=tuple((name, getattr(arguments, name)) for name in ("option", "favor", "comments", "model")),
    )


def _run(settings: Any) -> int:
    from maintext.batch.run import run_batch  # noqa: PLC0415

    with import_module("tqdm").tqdm(total=0, unit="B", unit_scale=True, disable=None, bar_format=_BAR) as bar:
        try:
            tally = run_batch(settings, _teller(bar))
        except KeyboardInterrupt:
            bar.close()
            print("maintext: interrupted; the same command with --resume goes on", file=sys.stderr)
            raise
    rates = f"{tally.pages / tally.seconds:.1f} pages/s, {tally.bytes / 1e6 / tally.seconds:.2f} MB/s"
    before = f" ({tally.skipped} more were there already)" if tally.skipped else ""
    print(f"maintext: {tally.pages} pages{before} in {tally.seconds:.1f} s, {rates}", file=sys.stderr)
    print(f"maintext: {tally.failed} failed; wrote {settings.output}", file=sys.stderr)
    return 0


_BAR = "{percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"


def _teller(bar: Any) -> Callable[[Any], None]:
    """Show a tally in a progress bar, whose time left goes by the bytes of the input."""

    def tell(tally: Any) -> None:
        if not bar.total:
            bar.reset(total=tally.size)
        rates = f"{tally.pages / tally.seconds:.0f} pages/s, {tally.bytes / 1e6 / tally.seconds:.1f} MB/s"
        bar.set_postfix_str(f"{rates}, {tally.failed} failed", refresh=False)
        bar.update(tally.place - bar.n)

    return tell


def _check_extra() -> None:
    for name in NEEDED:
        if find_spec(name) is None:
            raise UsageError(f"batch needs {name}: pip install 'maintext[batch]'")
