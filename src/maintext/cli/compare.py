"""``maintext compare PAGE``: the results of all methods, side by side."""

import json
from argparse import Namespace

from maintext.cli.arguments import Command, OneLineParser, add_page, parser_of
from maintext.cli.page_input import read_page
from maintext.comparison import Comparison, compare
from maintext.support.text_table import aligned

DESCRIPTION = """Run all methods on a page and show what each finds and how far they agree.

Agreement is the F1 score of the words of two texts, in percent: 100 for the same text, 0 for nothing in common."""

_WORDS_SHOWN = 48


def _parser() -> OneLineParser:
    parser = parser_of("compare", DESCRIPTION)
    add_page(parser)
    parser.add_argument("--format", "-f", choices=("table", "json"), default="table")
    return parser


def _run(arguments: Namespace) -> int:
    comparison = compare(read_page(arguments.page), charset=arguments.charset)
    if arguments.format == "json":
        print(json.dumps({"page": arguments.page, **comparison.to_dict()}, ensure_ascii=False))
    else:
        print(_shown(comparison))
    return 0


def _shown(comparison: Comparison) -> str:
    found = [["method", "score", "characters", "selected", "first words"]]
    for result in comparison.results:
        more = f" and {len(result.paths) - 1} more" if len(result.paths) > 1 else ""
        words = f"({result.reason})" if not result.characters else " ".join(result.text.split())[:_WORDS_SHOWN]
        path = result.paths[0] + more if result.paths else "-"
        found.append([result.method, f"{result.score:.4g}", str(result.characters), path, words])
    names = [result.method for result in comparison.results]
    agree = [["agreement", *names]]
    agree += [[one, *(f"{comparison.agreement[one][other]:.0%}" for other in names)] for one in names]
    return aligned(found, numbers={1, 2}) + "\n\n" + aligned(agree, numbers=set(range(1, len(names) + 1)))


COMMAND = Command("run all methods on a page and show how far they agree", _parser, _run)
