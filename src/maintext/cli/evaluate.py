"""``maintext evaluate DATA...``: the accuracy of methods and other extractors on labelled pages."""

import json
import os
import shlex
import sys
from argparse import Namespace
from collections.abc import Callable
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

from maintext.algorithms import methods
from maintext.algorithms.method_file import load_method
from maintext.cli.arguments import Command, OneLineParser, UsageError, method_with, parser_of
from maintext.data import read_pages
from maintext.errors import DataError
from maintext.support.extras import needed
from maintext.support.text_table import aligned

DESCRIPTION = """Measure the accuracy of methods, and of other extractors that are installed, on labelled pages.

DATA is a file with one page per line, as JSON (.jsonl, also .gz, .xz, .zst), our own or WebMainBench's, or a folder:
ID.html with ID.txt or expected/ID.txt, ID/page.html with ID/expected.txt, or in the layout of Scrapinghub's article
extraction benchmark, WCXB or CleanEval. Prints the mean F1 score of the words of a page, with one row per system and
one column per set; on WebMainBench also ROUGE-5; then, where title, author or date are known, how often they are right.
--report writes all results to a folder: as a web page (index.html), as Markdown and as JSON. Ctrl-C stops and reports
the systems that are finished. Needs the extra: pip install 'maintext[evaluate]', for WebMainBench
'maintext[webmainbench]'."""

NEEDED: Final = ("rapidfuzz", "tqdm")
BELOW_FLOOR: Final = 1


def _parser() -> OneLineParser:
    parser = parser_of("evaluate", DESCRIPTION)
    parser.add_argument("data", metavar="DATA", nargs="+", help="labelled pages")
    parser.add_argument(
        "--methods",
        metavar="M,...",
        default="all",
        help="our methods: all, none or a list (all); with options as in p-value:empty=keep",
    )
    parser.add_argument(
        "--options",
        metavar="FILE",
        action="append",
        default=[],
        help="also measure a method with options, written by 'maintext tune'; may be repeated",
    )
    parser.add_argument("--peers", metavar="P,...", default="none", help="other extractors: all, none or a list (none)")
    parser.add_argument(
        "--report", metavar="DIR", type=Path, help="write index.html, results.md and results.json there"
    )
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="also write the figures as Markdown to this file")
    parser.add_argument(
        "--papers",
        metavar="FILE",
        type=Path,
        help="also write the tables of the papers with these figures to this file",
    )
    parser.add_argument(
        "--floors", metavar="FILE", type=Path, help="exit with 1 if a figure is below its floor in this file"
    )
    parser.add_argument("--every", metavar="N", type=int, default=1, help="use every Nth page of each set (1)")
    parser.add_argument(
        "--keep",
        metavar="DIR",
        type=Path,
        help="keep the scores and times of other extractors there, and do not measure them on the same pages again",
    )
    parser.add_argument(
        "--workers", metavar="N", type=int, default=os.cpu_count() or 1, help="number of processes (one per core)"
    )
    return parser


def _run(arguments: Namespace) -> int:
    if arguments.every < 1 or arguments.workers < 1:
        raise UsageError("--every and --workers must be 1 or more")
    _check_extra()
    floors = _floors(arguments.floors) if arguments.floors else {}

    from maintext.evaluate.kept_scores import KeptScores  # noqa: PLC0415
    from maintext.evaluate.paper_claims import results_page  # noqa: PLC0415
    from maintext.evaluate.papers_page import papers_page  # noqa: PLC0415
    from maintext.evaluate.report import write_report  # noqa: PLC0415
    from maintext.evaluate.rouge_n import load_jieba  # noqa: PLC0415
    from maintext.evaluate.run import Setting, evaluate  # noqa: PLC0415
    from maintext.evaluate.trained_pages import with_cross_validation  # noqa: PLC0415
    from maintext.train.report import scores_in, sections_of  # noqa: PLC0415

    systems = _systems(arguments.methods, arguments.options, arguments.peers)
    sets = [_data_set(Path(path), arguments.every) for path in arguments.data]
    if any(page.is_markdown for data in sets for page in data.pages):
        load_jieba()
    command = "maintext evaluate " + shlex.join(arguments.words)
    kept = KeptScores(arguments.keep) if arguments.keep else None
    results = evaluate(sets, systems, Setting(arguments.workers, command, _progress(), kept))
    print(_leaderboard(results))
    if board := _rouge_board(results):
        print(f"\n{board}")
    if results["metadata"]:
        print(f"\n{_metadata_board(results)}")
    for path in write_report(results, arguments.report) if arguments.report else []:
        print(f"maintext: wrote {path}", file=sys.stderr)
    if arguments.markdown:
        validated = with_cross_validation(results, scores_in(arguments.markdown))
        page = "\n".join(filter(None, (results_page(validated), sections_of(arguments.markdown))))
        arguments.markdown.write_text(page, encoding="utf-8")
        print(f"maintext: wrote {arguments.markdown}", file=sys.stderr)
    if arguments.papers:
        arguments.papers.write_text(papers_page(results), encoding="utf-8")
        print(f"maintext: wrote {arguments.papers}", file=sys.stderr)
    return BELOW_FLOOR if _report_below(results, floors) else 0


def _check_extra() -> None:
    for name in NEEDED:
        needed(name, extra="evaluate", user="maintext evaluate", error=UsageError)


def _systems(method_list: str, option_files: list[str], peer_list: str) -> list[Any]:
    from maintext.evaluate.peers import peers  # noqa: PLC0415
    from maintext.evaluate.systems import installed_peers, methods_of_ours, system_with  # noqa: PLC0415

    chosen = _names(method_list, methods())
    ours = [
        system_with(words, method_with(words.partition(":")[0], words.split(":")[1:]))
        if ":" in words
        else methods_of_ours((words,))[0]
        for words in chosen
    ]
    for path in option_files:
        method = load_method(path)
        ours.append(system_with(f"{method.name}:{Path(path).stem}", method))
    others = installed_peers(
        _names(peer_list, peers()), lambda name: print(f"maintext: {name} is not installed, left out", file=sys.stderr)
    )
    if not ours and not others:
        raise UsageError("nothing to measure: name methods or peers that are installed")
    return [*ours, *others]


def _names(words: str, everything: tuple[str, ...]) -> tuple[str, ...]:
    if words == "all":
        return everything
    return () if words == "none" else tuple(name for name in words.split(",") if name)


def _data_set(path: Path, every: int) -> Any:
    from maintext.evaluate.run import DataSet  # noqa: PLC0415

    bad_rows: list[str] = []
    pages = tuple(islice(read_pages(path, bad_rows.append), 0, None, every))
    for complaint in bad_rows:
        print(f"maintext: left out: {complaint}", file=sys.stderr)
    if not pages:
        raise DataError(f"{path} has no page that could be used")
    return DataSet(path.name.split(".")[0], pages, len(bad_rows))


def _progress() -> Callable[[str, int, int], None]:
    """A function that updates one progress bar per system, if standard error is a terminal."""
    tqdm = import_module("tqdm").tqdm
    bars: dict[str, Any] = {}

    def update(system: str, done: int, total: int) -> None:
        if system not in bars:
            bars[system] = tqdm(total=total, desc=system.ljust(18), unit="page", disable=None)
        bars[system].update(1)
        if done == total:
            bars[system].close()

    return update


def _leaderboard(results: dict[str, Any]) -> str:
    figures = {(f["system"], f["set"]): f for f in results["figures"] if f["group"] == "all"}
    names = [data["name"] for data in results["sets"]]
    lines = [["system", *names, "ms per page", "failures"]]
    for system in (each["name"] for each in results["systems"]):
        row = [figures[system, name] for name in names]
        pages = sum(figure["pages"] for figure in row)
        milliseconds = sum(figure["ms"] * figure["pages"] for figure in row) / pages
        failures = sum(figure["failures"] for figure in row)
        lines.append([system, *(_shown(figure["metrics"]) for figure in row), f"{milliseconds:.1f}", str(failures)])
    return aligned(lines, numbers=set(range(1, len(lines[0]))))


def _rouge_board(results: dict[str, Any]) -> str:
    """ROUGE-5 on the sets whose labels are Markdown, one row per system; empty if there are none."""
    found = {
        (each["system"], each["set"]): each["metrics"]["rouge_5"]
        for each in results["figures"]
        if each["group"] == "all" and "rouge_5" in each["metrics"]
    }
    names = list(dict.fromkeys(name for _, name in found))
    lines = [["ROUGE-5 F1", *names]]
    for system in dict.fromkeys(system for system, _ in found):
        lines.append([system, *(f"{found[system, name]:.3f}" for name in names)])
    return aligned(lines, numbers=set(range(1, len(lines[0])))) if found else ""


def _metadata_board(results: dict[str, Any]) -> str:
    """How often title, authors and date are right, one row per system."""
    found = {
        (each["system"], each["set"], field): right
        for each in results["metadata"]
        for field, right in each["right"].items()
    }
    columns = list(dict.fromkeys((name, field) for _, name, field in found))
    lines = [["metadata", *(f"{name} {field}" for name, field in columns)]]
    for system in dict.fromkeys(system for system, _, _ in found):
        values = (found.get((system, name, field)) for name, field in columns)
        lines.append([system, *("-" if value is None else f"{value:.3f}" for value in values)])
    return aligned(lines, numbers=set(range(1, len(lines[0]))))


def _shown(values: dict[str, float]) -> str:
    """The F1 score of words, or of snippets for a set that only has snippets."""
    value = values.get("bow_f1", values.get("snippet_f1"))
    return "-" if value is None else f"{value:.3f}"


def _floors(path: Path) -> dict[str, dict[str, float]]:
    try:
        floors: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"cannot read the floors {path}: {error}") from None
    return floors


def _report_below(results: dict[str, Any], floors: dict[str, dict[str, float]]) -> int:
    below = 0
    for figure in results["figures"]:
        floor = floors.get(figure["set"], {}).get(figure["system"])
        value = figure["metrics"].get("bow_f1", figure["metrics"].get("snippet_f1"))
        if figure["group"] == "all" and floor is not None and value < floor:
            print(f"maintext: {figure['system']} on {figure['set']}: {value:.4f} is below {floor}", file=sys.stderr)
            below += 1
    for figure in results["metadata"]:
        for field, value in figure["right"].items():
            floor = floors.get(figure["set"], {}).get(f"{figure['system']} {field}")
            if floor is not None and value < floor:
                what = f"{figure['system']} {field} on {figure['set']}"
                print(f"maintext: {what}: {value:.4f} is below {floor}", file=sys.stderr)
                below += 1
    return below


COMMAND = Command("measure the accuracy of methods and other extractors on labelled pages", _parser, _run)
