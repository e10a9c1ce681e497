"""``maintext judge PAGE``: whether a page has a main text."""

import json
from argparse import Namespace

from maintext.cli.arguments import Command, OneLineParser, add_page, parser_of
from maintext.cli.page_input import read_page
from maintext.extraction import DEFAULT_METHOD, JUDGES, judge

DESCRIPTION = """Judge whether a page has a main text: one running text, like an article and unlike a list of products.

Prints yes or no and the probability, or with --method p-value the page's P value (Lv et al. 2017). The exit code is 0
for yes and 1 for no."""


def _parser() -> OneLineParser:
    parser = parser_of("judge", DESCRIPTION)
    add_page(parser)
    parser.add_argument("--method", "-m", metavar="M", default=DEFAULT_METHOD, choices=JUDGES, help=" or ".join(JUDGES))
    parser.add_argument("--threshold", type=float, default=0.5, help="the lowest probability for yes (%(default)s)")
    parser.add_argument("--format", "-f", choices=("text", "json"), default="text")
    return parser


def _run(arguments: Namespace) -> int:
    page = read_page(arguments.page)
    judgement = judge(page, arguments.method, charset=arguments.charset, threshold=arguments.threshold)
    if arguments.format == "json":
        answer = {"has_main_text": judgement.has_main_text, "probability": judgement.probability}
        print(json.dumps({"page": arguments.page, **answer}))
    else:
        print(f"{'yes' if judgement.has_main_text else 'no'}\t{judgement.probability:.3f}")
    return 0 if judgement.has_main_text else 1


COMMAND = Command("judge whether a page has a main text", _parser, _run)
