"""``maintext explain PAGE``: a method's quantities, a row an element."""

import json
from collections.abc import Sequence

from maintext.cli.arguments import add_method, add_page, chosen_method, parser_of
from maintext.cli.page_input import read_page
from maintext.explanation import ExplainedRow, Explanation, explain
from maintext.support.text_table import aligned

DESCRIPTION = """Show how a method sees a page: its quantities for the elements that competed, by the paper's symbols,
with a CSS path to each. A * marks what was selected. The table has the selected elements and those with the highest
scores, in document order; JSON has all. Below an element the learned method names the features that moved its
probability most, with their values and how far (in log-odds)."""


def run(argv: Sequence[str]) -> int:
    """Explain one page."""
    parser = parser_of("explain", DESCRIPTION)
    add_page(parser)
    add_method(parser)
    parser.add_argument("--format", "-f", choices=("table", "json"), default="table")
    parser.add_argument("--rows", type=int, default=20, help="how many of the best rows the table shows (20)")
    arguments = parser.parse_args(argv)
    explanation = explain(read_page(arguments.page), chosen_method(arguments), charset=arguments.charset)
    if arguments.format == "json":
        print(json.dumps({"page": arguments.page, **explanation.to_dict()}, ensure_ascii=False))
    else:
        print(_shown(explanation, max(0, arguments.rows)))
    return 0


def _shown(explanation: Explanation, rows: int) -> str:
    columns = list(explanation.columns)
    lines = [["", *columns, "element"]]
    for row in explanation.best(rows):
        lines.append(["*" if row.selected else "", *(_number(row, name) for name in columns), row.path])
        if row.because:
            lines.append(["", *("" for _ in columns), f"    {row.because}"])
    head = f"{explanation.method}: score {explanation.score:.4g}, {len(explanation)} elements competed"
    if explanation.reason:
        head += f"; nothing selected: {explanation.reason}"
    return head + "\n\n" + aligned(lines, numbers=set(range(1, len(columns) + 1)))


def _number(row: ExplainedRow, column: str) -> str:
    value = row.values[column]
    return str(value) if isinstance(value, int) else f"{value:.4g}"
