"""``maintext batch INPUT... -o OUT``: all pages of a crawl."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from maintext.sites.site_names import GROUPINGS
from maintext.support.extras import needed

DESCRIPTION = """Extract from all pages in files and folders, and write one row per page.

INPUT is a folder of HTML files, or a file: .warc, .warc.gz, .warc.zst, .parquet, .jsonl (also .gz, .xz, .zst), or .txt
with one URL per line, which are fetched. OUT is a file (.parquet, .jsonl, .jsonl.gz, .jsonl.zst) or a folder for parts
in Parquet. Rows are in the order of the input: id, url, the fields, and error for a page that failed. Continue a run
that was interrupted or killed with --resume: no row is lost or repeated. The exit code is 1 if every page failed.
Parquet, WARC and .zst files and the progress bar need the extra: pip install 'maintext[batch]'.

With --by-site, text that recurs on other pages of the same site counts as template. The sites are learnt in a first
pass over the input. --site-memory does it in one pass, with the pages so far. --sites uses what was learnt before."""

_SAME_ON_RESUME = ("option", "favor", "comments", "kind", "model")
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
    parser.add_argument(
        "--kind-column", metavar="NAME", help="the column with the kind of each page, if it is known, as for --kind"
    )
    _add_sites(parser)
    _add_duplicates(parser)
    add_fetching(parser)
    add_method(parser)
    add_options(parser)
    return parser


def _add_sites(parser: OneLineParser) -> None:
    """Add the options for pages of one site together."""
    parser.add_argument(
        "--by-site", action="store_true", help="judge each page by all others of its site; reads the input twice"
    )
    parser.add_argument(
        "--site-memory", action="store_true", help="judge each page by those before it; reads the input once"
    )
    parser.add_argument("--sites", metavar="FILE", type=Path, help="use the sites that 'maintext site learn' wrote")
    parser.add_argument(
        "--group-by", choices=GROUPINGS, default="host", help="what makes a site (%(default)s); domain needs tldextract"
    )


def _add_duplicates(parser: OneLineParser) -> None:
    parser.add_argument(
        "--duplicates",
        choices=("keep", "mark", "drop"),
        default="keep",
        help="rows with nearly the text of an earlier row: keep them, mark them with its id in duplicate_of, "
        "or drop them (%(default)s)",
    )


def _by_site(arguments: Namespace) -> Any:
    if arguments.by_site and arguments.site_memory:
        raise UsageError("--by-site and --site-memory cannot be used together")
    if arguments.by_site and arguments.cache is None and any(path.suffix == ".txt" for path in arguments.input):
        raise UsageError("--by-site reads its input twice; use --cache with a list of URLs, or --site-memory")
    return "two passes" if arguments.by_site else "look back" if arguments.site_memory else "no"


def _run(arguments: Namespace) -> int:
    if arguments.part_rows < 1 or arguments.page_seconds <= 0:
        raise UsageError("--part-rows and --page-seconds must be above 0")
    if arguments.workers is not None and arguments.workers < 1:
        raise UsageError("--workers must be 1 or more")
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
        columns=Columns(arguments.html_column, arguments.url_column, arguments.id_column, arguments.kind_column),
        fetching=fetch_options(arguments),
        options=chosen_options(arguments),
        duplicates=arguments.duplicates,
        by_site=_by_site(arguments),
        sites=arguments.sites,
        grouping=arguments.group_by,
        same_on_resume=tuple((name, getattr(arguments, name)) for name in _SAME_ON_RESUME),
    )


def _write_rows(settings: Any) -> int:
    from maintext.batch.run import run_batch  # noqa: PLC0415

    try:
        with _progress_bar() as update:
            progress = run_batch(settings, update)
    except KeyboardInterrupt as stop:
        raise type(stop)("run the same command with --resume to continue") from stop
    if progress.was_complete:
        print(f"maintext: {settings.output} is complete already; nothing was done", file=sys.stderr)
        return 0
    rates = f"{progress.pages / progress.seconds:.1f} pages/s, {progress.bytes / 1e6 / progress.seconds:.2f} MB/s"
    before = f" ({progress.skipped} more were done before)" if progress.skipped else ""
    pages = f"{progress.pages} page{'' if progress.pages == 1 else 's'}"
    print(f"maintext: {pages}{before} in {progress.seconds:.1f} s, {rates}", file=sys.stderr)
    doubles = f", {progress.duplicates} near duplicates" if settings.duplicates != "keep" else ""
    print(f"maintext: {progress.failed} failed{doubles}; wrote {settings.output}", file=sys.stderr)
    return 1 if progress.pages and progress.failed == progress.pages and not progress.skipped else 0


_BAR = "{percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"


@contextmanager
def _progress_bar() -> Iterator[Callable[[Any], None]]:
    """A function that shows the progress, in a bar on a terminal if tqdm is installed."""
    try:
        tqdm = import_module("tqdm").tqdm
    except ImportError:
        yield lambda _: None
        return
    with tqdm(total=0, unit="B", unit_scale=True, disable=None, bar_format=_BAR) as bar:
        yield _bar_updater(bar)


def _bar_updater(bar: Any) -> Callable[[Any], None]:
    """A function that shows the progress in a bar. The remaining time is estimated from the bytes of the input."""

    def update(progress: Any) -> None:
        if not bar.total:
            bar.reset(total=progress.size)
        rates = f"{progress.pages / progress.seconds:.0f} pages/s, {progress.bytes / 1e6 / progress.seconds:.1f} MB/s"
        bar.set_postfix_str(f"{rates}, {progress.failed} failed", refresh=False)
        bar.update(progress.offset - bar.n)

    return update


def check_extra(command: str) -> None:
    """Raise ``UsageError`` if a package of the extra is missing."""
    for name in NEEDED:
        needed(name, extra="batch", user=command, error=UsageError)


COMMAND = Command("extract from whole crawls: WARC, Parquet, JSON lines, folders, lists of URLs", _parser, _run)
