"""``maintext explain PAGE``: how a method scored each element of a page."""

import json
from argparse import Namespace

from maintext.cli.arguments import Command, OneLineParser, add_method, add_page, chosen_method, parser_of
from maintext.cli.page_input import read_page
from maintext.explanation import ExplainedRow, Explanation, explain
from maintext.support.text_table import aligned

DESCRIPTION = """Show how a method scored the elements of a page: its quantities for each element, named by the symbols
of the paper, and a CSS path to the element. A * marks the selected elements.

The table has the selected elements and those with the highest scores, in document order. JSON has all elements. For the
method learned, the line below an element lists the features that changed its probability most, with their values and
their effect in log-odds."""


def _parser() -> OneLineParser:
    parser = parser_of("explain", DESCRIPTION)
    add_page(parser)
    add_method(parser)
    parser.add_argument("--format", "-f", choices=("table", "json"), default="table")
    parser.add_argument(
        "--rows", metavar="N", type=int, default=20, help="show the N elements with the highest scores (%(default)s)"
    )
    return parser


def _run(arguments: Namespace) -> int:
    explanation = explain(read_page(arguments.page), chosen_method(arguments), charset=arguments.charset)
    if arguments.format == "json":
        print(json.dumps({"page": arguments.page, **explanation.to_dict()}, ensure_ascii=False))
    else:
        print(_shown(explanation, max(0, arguments.rows)))
    return 0


def _shown(explanation: Explanation, rows: int) -> str:
    columns = list(explanation.columns)
    lines = [["", *columns, "element"]]
    listed = {row.row: row for row in (*explanation.selected(), *explanation.best(rows))}
    for _, row in sorted(listed.items()):
        lines.append(["*" if row.selected else "", *(_number(row, name) for name in columns), row.path])
        if row.because:
            lines.append(["", *("" for _ in columns), f"    {row.because}"])
    head = f"{explanation.method}: score {explanation.score:.4g}, {len(explanation)} elements considered"
    if explanation.reason:
        head += f"; nothing selected: {explanation.reason}"
    return head + "\n\n" + aligned(lines, numbers=set(range(1, len(columns) + 1)))


def _number(row: ExplainedRow, column: str) -> str:
    value = row.values[column]
    return str(value) if isinstance(value, int) else f"{value:.4g}"


COMMAND = Command("show how a method scored each element of a page", _parser, _run)
