"""``maintext judge PAGE``: does it have a main text?"""

import json
from collections.abc import Sequence

from maintext.algorithms.p_value import HAS_MAIN_TEXT
from maintext.cli.arguments import add_page, parser_of
from maintext.cli.pages import read_page
from maintext.extraction import judge

DESCRIPTION = """Tell whether a page has a main text, by its P value (Lv et al. 2017).

Prints yes or no and the P value. The exit code is 0 for yes and 1 for no."""


def run(argv: Sequence[str]) -> int:
    """Judge one page."""
    parser = parser_of("judge", DESCRIPTION)
    add_page(parser)
    parser.add_argument(
        "--threshold", type=float, default=HAS_MAIN_TEXT, help=f"the P value from which it is yes ({HAS_MAIN_TEXT})"
    )
    parser.add_argument("--format", "-f", choices=("text", "json"), default="text")
    arguments = parser.parse_args(argv)
    judgement = judge(read_page(arguments.page), charset=arguments.charset, threshold=arguments.threshold)
    if arguments.format == "json":
        answer = {"has_main_text": judgement.has_main_text, "probability": judgement.probability}
        print(json.dumps({"page": arguments.page, **answer}))
    else:
        print(f"{'yes' if judgement.has_main_text else 'no'}\t{judgement.probability:.3f}")
    return 0 if judgement.has_main_text else 1
