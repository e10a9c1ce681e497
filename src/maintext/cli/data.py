"""``maintext data info DATA...``: summaries of labelled pages."""

import json
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence

from maintext.cli.arguments import Command, OneLineParser, parser_of
from maintext.data.summary import Summary, summarize
from maintext.support.text_table import aligned

DESCRIPTION = """Summarize sets of labelled pages: how many pages, their languages, types, encodings and sizes.

DATA is a file with one page per line, as JSON (.jsonl, also .gz, .xz, .zst), or a folder: ID.html with ID.txt or
expected/ID.txt, ID/page.html with ID/expected.txt, or in the layout of Scrapinghub's article extraction benchmark, WCXB
or CleanEval. Rows that cannot be used are listed on standard error. --format json prints one line of JSON per set, with
sizes in bytes; the table has kB (1000 bytes)."""

_BYTES_A_KB = 1000


def _parser() -> OneLineParser:
    parser = parser_of("data", DESCRIPTION)
    parser.add_argument("action", metavar="info", choices=("info",), help="summarize the sets")
    parser.add_argument("data", metavar="DATA", nargs="+", help="labelled pages")
    parser.add_argument("--format", "-f", choices=("table", "json"), default="table")
    return parser


def _run(arguments: Namespace) -> int:
    summaries = [(name, summarize(name, _report)) for name in arguments.data]
    if arguments.format == "json":
        for name, summary in summaries:
            print(json.dumps({"data": name, **summary.to_dict()}, ensure_ascii=False))
    else:
        print(_shown(summaries))
    return 0


def _report(complaint: str) -> None:
    print(f"maintext: left out: {complaint}", file=sys.stderr)


def _shown(summaries: Sequence[tuple[str, Summary]]) -> str:
    sizes = [["data", "pages", "with text", "bad rows", "sites", "mean kB", "largest kB", "mean text"]]
    labels = [["data", "title", "author", "date", "snippets"]]
    kinds = [["data", "", "pages"]]
    for name, summary in summaries:
        sizes.append([name, *_sizes(summary)])
        counts = (summary.with_title, summary.with_author, summary.with_date, summary.with_snippets)
        labels.append([name, *map(str, counts)])
        kinds.append([name, "languages", _listed(summary.languages)])
        kinds.append([name, "types", _listed(summary.types)])
        kinds.append([name, "encodings", _listed(summary.encodings)])
    tables = (aligned(sizes, set(range(1, 8))), aligned(labels, set(range(1, 5))), aligned(kinds, set()))
    return "\n\n".join(tables)


def _sizes(summary: Summary) -> list[str]:
    return [
        *map(str, (summary.pages, summary.with_text, summary.bad_rows, summary.sites)),
        f"{summary.mean_page_bytes / _BYTES_A_KB:.1f}",
        f"{summary.largest_page_bytes / _BYTES_A_KB:.1f}",
        f"{summary.mean_text_characters:.0f}",
    ]


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "-"


COMMAND = Command("summarize sets of labelled pages", _parser, _run)
