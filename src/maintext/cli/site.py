"""``maintext site learn INPUT... -o FILE``: what pages of a site have in common."""

import sys
from argparse import Namespace
from pathlib import Path

from maintext.cli.arguments import Command, OneLineParser, UsageError, add_fetching, fetch_options, parser_of
from maintext.cli.batch import check_extra
from maintext.parallel.pages import PAGE_SECONDS, checked_workers
from maintext.sites.site_names import GROUPINGS

DESCRIPTION = """Learn what pages of a site have in common, so that other pages of the site are extracted better.

INPUT is as for 'maintext batch'. If FILE ends in .npz, all pages are taken for pages of one site; use it with
'maintext PAGE --site FILE'. Otherwise pages are grouped by the host of their URL, and FILE gets one site per host; use
it with 'maintext batch INPUT --sites FILE'. Pages are added to the sites that FILE already has. Needs the extra: pip
install 'maintext[batch]'."""


def _parser() -> OneLineParser:
    parser = parser_of("site", DESCRIPTION)
    parser.add_argument("action", choices=("learn",), help="learn")
    parser.add_argument("input", metavar="INPUT", nargs="+", type=Path, help="files and folders with pages")
    parser.add_argument("--output", "-o", metavar="FILE", type=Path, required=True, help="the file to write or add to")
    parser.add_argument("--workers", metavar="N", type=int, help="number of processes (one per core)")
    parser.add_argument(
        "--group-by", choices=GROUPINGS, default="host", help="what makes a site (%(default)s); domain needs tldextract"
    )
    add_fetching(parser)
    return parser


def _run(arguments: Namespace) -> int:
    check_extra("maintext site")
    if arguments.workers is not None and arguments.workers < 1:
        raise UsageError("--workers must be 1 or more")
    learnt = _learn_one(arguments) if arguments.output.suffix == ".npz" else _learn_many(arguments)
    print(f"maintext: {learnt}; wrote {arguments.output}", file=sys.stderr)
    return 0


def _learn_one(arguments: Namespace) -> str:
    """Learn one site from all pages."""
    from maintext.batch.learning import learn_one_site  # noqa: PLC0415
    from maintext.sites import Site  # noqa: PLC0415

    site = learn_one_site(arguments.input, fetch_options(arguments))
    if arguments.output.exists():
        site |= Site.load(arguments.output)
    site.save(arguments.output)
    return f"{len(site)} pages of one site"


def _learn_many(arguments: Namespace) -> str:
    """Learn one site per host."""
    from maintext.batch.learning import learn_more, marks_pool  # noqa: PLC0415
    from maintext.sites.store import SiteStore  # noqa: PLC0415

    pool = marks_pool(arguments.group_by, checked_workers(arguments.workers), PAGE_SECONDS)
    with SiteStore.create(arguments.output, arguments.group_by) as store:
        return f"{learn_more(arguments.input, store, pool, fetch_options(arguments))} sites"


COMMAND = Command("learn what pages of a site have in common", _parser, _run)
