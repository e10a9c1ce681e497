"""The parts of a command, the arguments that several commands share, and a parser whose errors are one line."""

import argparse
import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from maintext.algorithms import METHODS, Learned, NaiveBayes, method_named
from maintext.algorithms.learned import LearnedModel
from maintext.algorithms.learned.method import BETAS
from maintext.algorithms.naive_bayes import NaiveBayesModel
from maintext.errors import MaintextError
from maintext.extraction import DEFAULT_METHOD
from maintext.fetch.options import FetchOptions
from maintext.options import Options
from maintext.selection import Method


class UsageError(MaintextError):
    """The command line is wrong."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser that raises ``UsageError`` instead of printing its usage and exiting."""

    def error(self, message: str) -> NoReturn:
        """Raise ``UsageError``."""
        raise UsageError(f"{message}; see '{self.prog} --help'")


class Command(NamedTuple):
    """A command: its line in ``maintext --help``, its arguments, and what it does with them."""

    summary: str
    parser: Callable[[], OneLineParser]
    run: Callable[[argparse.Namespace], int]
    """Returns the exit code."""

    def run_words(self, words: Sequence[str]) -> int:
        """Parse the words after the name of the command, run it, and return the exit code."""
        return self.run(self.parser().parse_args(words, argparse.Namespace(words=words)))


def parser_of(command: str, description: str, **settings: Any) -> OneLineParser:
    """The parser of one command."""
    return OneLineParser(
        prog=f"maintext {command}".strip(),
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        **settings,
    )


def add_page(parser: argparse.ArgumentParser, several: bool = False) -> None:
    """Add the page or pages."""
    parser.add_argument(
        "page", metavar="PAGE", nargs="+" if several else None, help="a file, a URL, or - for standard input"
    )
    parser.add_argument("--charset", metavar="NAME", help="the encoding of the page, if it declares a wrong one")


def add_method(parser: argparse.ArgumentParser) -> None:
    """Add the method and its options."""
    names = ", ".join(METHODS)
    parser.add_argument("--method", "-m", metavar="M", default=DEFAULT_METHOD, help=f"{names} (%(default)s)")
    parser.add_argument(
        "--option",
        "-O",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set an option of the method, for example -m link-density -O ltd=0.3; may be repeated",
    )
    parser.add_argument("--favor", choices=tuple(BETAS), help="which to favor for doubtful blocks (learned)")
    parser.add_argument("--comments", action="store_true", help="also print readers' comments (learned)")
    parser.add_argument("--model", metavar="FILE", help="your own model, for learned or naive-bayes")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add one flag for each field of ``Options``."""
    for field in dataclasses.fields(Options):
        parser.add_argument(f"--no-{field.name}", action="store_true", help=f"leave out {field.name}")


def chosen_options(arguments: argparse.Namespace) -> Options:
    """The options that the arguments describe."""
    return Options(**{field.name: not getattr(arguments, f"no_{field.name}") for field in dataclasses.fields(Options)})


def add_fetching(parser: argparse.ArgumentParser) -> None:
    """Add the options for fetching pages from the web."""
    defaults = FetchOptions()
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=float,
        default=defaults.seconds,
        help="give up after S seconds (%(default)g)",
    )
    parser.add_argument(
        "--cache", metavar="DIR", type=Path, help="keep pages here, and fetch only those that have changed"
    )
    parser.add_argument(
        "--user-agent", metavar="NAME", default=defaults.user_agent, help="sent to servers (%(default)s)"
    )


def fetch_options(arguments: argparse.Namespace) -> FetchOptions:
    """The options for fetching. Addresses in the local network are allowed: the user is on this machine."""
    return FetchOptions(
        seconds=arguments.timeout, cache=arguments.cache, user_agent=arguments.user_agent, allow_private=True
    )


def chosen_method(arguments: argparse.Namespace) -> Method:
    """The method that the arguments describe."""
    plain = method_named(arguments.method)
    options = _options(plain, arguments.option)
    for name, value in (("favor", arguments.favor), ("comments", arguments.comments or None)):
        if value is not None:
            if not isinstance(plain, Learned):
                raise UsageError(f"--{name} works with the method learned, not with {plain.name}")
            options[name] = value
    if arguments.model is not None:
        if not isinstance(plain, NaiveBayes | Learned):
            raise UsageError(f"--model works with the methods learned and naive-bayes, not with {plain.name}")
        options["model"] = (LearnedModel if isinstance(plain, Learned) else NaiveBayesModel).load(arguments.model)
    changed: Method = dataclasses.replace(plain, **options)  # type: ignore[type-var]
    return changed


def _options(method: Method, settings: Sequence[str]) -> dict[str, Any]:
    defaults = {
        field.name: getattr(method, field.name)
        for field in dataclasses.fields(method)  # type: ignore[arg-type]
        if field.name != "model"
    }
    options: dict[str, Any] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in defaults:
            known = ", ".join(defaults) or "none"
            raise UsageError(f"--option: the method {method.name} has no option {name!r}; its options: {known}")
        options[name] = _as_kind_of(defaults[name], value, setting)
    return options


def _as_kind_of(default: object, value: str, setting: str) -> object:
    try:
        if isinstance(default, bool):
            return {"true": True, "false": False}[value.lower()]
        if isinstance(default, str):
            return value
        return int(value) if default is None or isinstance(default, int) else float(value)
    except (KeyError, ValueError):
        expected = "true or false" if isinstance(default, bool) else "a number"
        raise UsageError(f"--option: {setting!r}: the value must be {expected}") from None
