"""``maintext explain PAGE``: how a method scored each element of a page."""

import json
from argparse import Namespace
from pathlib import Path
from typing import Final

from maintext.cli.arguments import (
    Command,
    OneLineParser,
    add_method,
    add_page,
    add_site,
    chosen_method,
    chosen_site,
    parser_of,
)
from maintext.cli.page_input import read_page
from maintext.cli.page_output import write_page
from maintext.cli.reason_words import reasons_of
from maintext.explanation import ExplainedRow, Explanation, explain
from maintext.serve.standalone import why_file
from maintext.serve.why_view import why_view
from maintext.support.text_table import aligned, terminal_width

_CUT: Final = 60
"""Characters of a text after which it was cut."""

DESCRIPTION = """Show how a method scored the elements of a page: its quantities for each element, named by the symbols
of the paper, and a CSS path to the element. A * marks the selected elements.

The table has the selected elements and those with the highest scores, in document order. JSON has all elements. For the
method learned, the lines below an element have its first words and the strongest reasons for its probability, each with
its effect in log-odds: above 0 for main text, below 0 against it. --features names the features behind them. The table
fits the width of the terminal. With --output the page itself is shown, tinted by score, in one file for the browser.

--plot FILE.svg also draws a picture: the scores in document order, the selected part shaded, the largest named."""


def _parser() -> OneLineParser:
    parser = parser_of("explain", DESCRIPTION)
    add_page(parser)
    add_method(parser)
    add_site(parser)
    parser.add_argument("--format", "-f", choices=("table", "json"), default="table")
    parser.add_argument(
        "--rows", metavar="N", type=int, default=20, help="show the N elements with the highest scores (%(default)s)"
    )
    parser.add_argument(
        "--output", "-o", metavar="FILE", type=Path, help="write a web page with the tinted page and its scores"
    )
    parser.add_argument("--features", action="store_true", help="show features and values instead of reasons (learned)")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="also write a picture of the scores there, as SVG")
    return parser


def _run(arguments: Namespace) -> int:
    page, method = read_page(arguments.page), chosen_method(arguments)
    site = chosen_site(arguments)
    explanation = explain(page, method, charset=arguments.charset, site=site)
    if arguments.plot:
        write_page(arguments.plot, explanation.to_svg(Path(arguments.page).name))
    if arguments.output:
        view = why_view(page, method, arguments.charset, site)
        return write_page(arguments.output, why_file(view, f"{arguments.page} · {method.name}"))
    if arguments.format == "json":
        print(json.dumps({"page": arguments.page, **explanation.to_dict()}, ensure_ascii=False))
    else:
        print(_shown(explanation, max(0, arguments.rows), arguments.features))
    return 0


def _shown(explanation: Explanation, rows: int, has_features: bool) -> str:
    columns = list(explanation.columns)
    lines = [["", *columns, "element"]]
    listed = {row.row: row for row in (*explanation.selected(), *explanation.best(rows))}
    for _, row in sorted(listed.items()):
        lines.append(["*" if row.selected else "", *(_number(row, name) for name in columns), row.path])
        reasons = [row.because] if has_features else reasons_of(row.because)
        first = row.beginning
        words = f"“{first}…”" if len(first) >= _CUT else f"“{first}”" if first else ""
        for below in filter(None, (words, *reasons)):
            lines.append(["", *("" for _ in columns), f"    {below}"])
    head = f"{explanation.method}: score {explanation.score:.4g}, {len(explanation)} elements considered"
    if explanation.reason:
        head += f"; nothing selected: {explanation.reason}"
    last = len(columns) + 1
    return f"{head}\n\n{aligned(lines, set(range(1, last)), terminal_width(), flexible={last: False})}"


def _number(row: ExplainedRow, column: str) -> str:
    value = row.values[column]
    return str(value) if isinstance(value, int) else f"{value:.4g}"


COMMAND = Command("show how a method scored each element of a page", _parser, _run)
