"""``maintext judge PAGE``: whether a page has a main text."""

import json
from argparse import Namespace

from maintext.cli.arguments import Command, OneLineParser, add_option, add_page, judging_method, parser_of
from maintext.cli.page_input import is_address, read_page
from maintext.extraction import DEFAULT_METHOD, JUDGES, judge

DESCRIPTION = """Judge whether a page has a main text: one running text, like an article and unlike a list of products.

Prints yes or no and the probability, or with --method p-value the page's P value (Lv et al. 2017). The exit code is 0
for yes and 1 for no."""


def _parser() -> OneLineParser:
    parser = parser_of("judge", DESCRIPTION)
    add_page(parser)
    parser.add_argument("--method", "-m", metavar="M", choices=JUDGES, help=f"{' or '.join(JUDGES)} ({DEFAULT_METHOD})")
    add_option(parser)
    parser.add_argument("--options", metavar="FILE", help="a method with options, written by 'maintext tune'")
    parser.add_argument("--url", help="the address of a page that is a file; learned judges better with it")
    parser.add_argument("--threshold", type=float, default=0.5, help="the lowest probability for yes (%(default)s)")
    parser.add_argument("--format", "-f", choices=("text", "json"), default="text")
    return parser


def _run(arguments: Namespace) -> int:
    method = judging_method(arguments)
    page = read_page(arguments.page)
    url = arguments.url or (arguments.page if is_address(arguments.page) else None)
    judgement = judge(page, method, url=url, charset=arguments.charset, threshold=arguments.threshold)
    if arguments.format == "json":
        answer = {"has_main_text": judgement.has_main_text, "probability": judgement.probability}
        print(json.dumps({"page": arguments.page, **answer}))
    else:
        print(f"{'yes' if judgement.has_main_text else 'no'}\t{judgement.probability:.3f}")
    return 0 if judgement.has_main_text else 1


COMMAND = Command("judge whether a page has a main text", _parser, _run)
