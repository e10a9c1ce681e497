"""``maintext judge PAGE``: does it have a main text?"""

import json
from collections.abc import Sequence

from maintext.cli.arguments import add_page, parser_of
from maintext.cli.page_input import read_page
from maintext.extraction import DEFAULT_METHOD, JUDGES, judge

DESCRIPTION = """Tell whether a page has a main text: one running text, as an article has and a list of products
has not.

Prints yes or no and the probability; with --method p-value the page's P value (Lv et al. 2017). The exit code is 0 for
yes and 1 for no."""


def run(argv: Sequence[str]) -> int:
    """Judge one page."""
    parser = parser_of("judge", DESCRIPTION)
    add_page(parser)
    parser.add_argument("--method", "-m", metavar="M", default=DEFAULT_METHOD, choices=JUDGES, help=" or ".join(JUDGES))
    parser.add_argument("--threshold", type=float, default=0.5, help="the probability from which it is yes (0.5)")
    parser.add_argument("--format", "-f", choices=("text", "json"), default="text")
    arguments = parser.parse_args(argv)
    page = read_page(arguments.page)
    judgement = judge(page, arguments.method, charset=arguments.charset, threshold=arguments.threshold)
    if arguments.format == "json":
        answer = {"has_main_text": judgement.has_main_text, "probability": judgement.probability}
        print(json.dumps({"page": arguments.page, **answer}))
    else:
        print(f"{'yes' if judgement.has_main_text else 'no'}\t{judgement.probability:.3f}")
    return 0 if judgement.has_main_text else 1
