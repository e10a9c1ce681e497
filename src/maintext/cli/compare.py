"""``maintext compare PAGE``: the results of all methods, side by side."""

import json
from argparse import Namespace
from pathlib import Path

from maintext.algorithms import methods
from maintext.algorithms.method_file import load_method
from maintext.cli.arguments import Command, OneLineParser, add_page, add_site, chosen_site, parser_of
from maintext.cli.page_input import read_page
from maintext.cli.page_output import write_page
from maintext.comparison import Comparison, compare
from maintext.selection import Method
from maintext.serve.compare_view import compare_view
from maintext.serve.standalone import compare_file
from maintext.support.text_table import aligned, display_width, terminal_width

DESCRIPTION = """Run all methods on a page and show what each finds and how far they agree.

Agreement is the F1 score of the words of two texts, in percent: 100 for the same text, 0 for nothing in common."""

_WORDS_SHOWN = 48
_NUMBER_WIDTH = 4
"""Of a percentage without its sign, and the space before it."""


def _parser() -> OneLineParser:
    parser = parser_of("compare", DESCRIPTION)
    add_page(parser)
    add_site(parser)
    parser.add_argument(
        "--options",
        metavar="FILE",
        action="append",
        default=[],
        help="a method with options, written by 'maintext tune', in place of the same method; may be repeated",
    )
    parser.add_argument("--format", "-f", choices=("table", "json"), default="table")
    parser.add_argument("--output", "-o", metavar="FILE", type=Path, help="write a web page with all texts")
    return parser


def _run(arguments: Namespace) -> int:
    tuned = {method.name: method for method in map(load_method, arguments.options)}
    chosen: list[str | Method] = [tuned.get(name, name) for name in methods()]
    site = chosen_site(arguments)
    if arguments.output:
        view = compare_view(read_page(arguments.page), chosen, charset=arguments.charset, site=site)
        return write_page(arguments.output, compare_file(view, arguments.page))
    comparison = compare(read_page(arguments.page), chosen, charset=arguments.charset, site=site)
    if arguments.format == "json":
        print(json.dumps({"page": arguments.page, **comparison.to_dict()}, ensure_ascii=False))
    else:
        print(_shown(comparison))
    return 0


def _shown(comparison: Comparison) -> str:
    has_site = any(result.recurring is not None for result in comparison.results)
    found = [["method", "score", "characters", *(["recurring"] if has_site else []), "selected", "first words"]]
    for result in comparison.results:
        more = f" and {len(result.paths) - 1} more" if len(result.paths) > 1 else ""
        words = f"({result.reason})" if not result.characters else " ".join(result.text.split())[:_WORDS_SHOWN]
        path = result.paths[0] + more if result.paths else "-"
        shared = [f"{result.recurring or 0:.0%}"] if has_site else []
        found.append([result.method, f"{result.score:.4g}", str(result.characters), *shared, path, words])
    width, path_column = terminal_width(), 4 if has_site else 3
    numbers, flexible = set(range(1, path_column)), {path_column: True, path_column + 1: False}
    return f"{aligned(found, numbers, width, flexible)}\n\n{_agreement(comparison, width)}"


def _agreement(comparison: Comparison, width: int) -> str:
    """How far each two methods agree, in percent.

    Columns have numbers if their names do not fit. In a narrow terminal the columns are in several tables.
    """
    names = [result.method for result in comparison.results]
    values = [[f"{comparison.agreement[one][other]:.0%}" for other in names] for one in names]
    named = aligned(
        [["agreement", *names], *([one, *row] for one, row in zip(names, values, strict=True))], _all(names)
    )
    if not width or max(map(len, named.split("\n"))) <= width:
        return named
    lines = [["agreement", *(str(number) for number in range(1, len(names) + 1))]]
    for number, (one, row) in enumerate(zip(names, values, strict=True), start=1):
        lines.append([f"{number:2} {one}", *(value.rstrip("%") for value in row)])
    shown = max(1, (width - max(display_width(line[0]) for line in lines)) // _NUMBER_WIDTH)
    parts = range(1, len(names) + 1, shown)
    return "\n\n".join(
        aligned([[line[0], *line[part : part + shown]] for line in lines], _all(names), gap=1) for part in parts
    )


def _all(names: list[str]) -> set[int]:
    return set(range(1, len(names) + 1))


COMMAND = Command("run all methods on a page and show how far they agree", _parser, _run)
