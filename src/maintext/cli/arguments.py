"""Arguments that several commands share, and an argument parser whose errors are one line."""

import argparse
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

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
    """The command line says something that cannot be meant."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser that leaves the answer to a wrong command line to its caller."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage."""
        raise UsageError(f"{message}; see '{self.prog} --help'")


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
    """The page to work on."""
    parser.add_argument(
        "page", metavar="PAGE", nargs="+" if several else None, help="a file, an address, or - for standard input"
    )
    parser.add_argument("--charset", metavar="NAME", help="the encoding, if you know better than the page")


def add_method(parser: argparse.ArgumentParser) -> None:
    """The method and its options."""
    parser.add_argument("--method", "-m", metavar="M", default=DEFAULT_METHOD, help=f"one of {', '.join(METHODS)}")
    parser.add_argument(
        "--option",
        "-O",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set an option of the method, as in -m link-density -O ltd=0.3 (may be repeated)",
    )
    parser.add_argument("--favor", choices=tuple(BETAS), help="what the learned method takes of doubtful blocks")
    parser.add_argument("--comments", action="store_true", help="also give readers' comments (learned)")
    parser.add_argument("--model", metavar="FILE", help="a model of your own for learned or naive-bayes")


def add_options(parser: argparse.ArgumentParser) -> None:
    """What of the main text is wanted, a flag for each field of ``Options``."""
    for field in dataclasses.fields(Options):
        parser.add_argument(f"--no-{field.name}", action="store_true", help=f"leave out {field.name}")


def chosen_options(arguments: argparse.Namespace) -> Options:
    """The options that the arguments describe."""
    return Options(**{field.name: not getattr(arguments, f"no_{field.name}") for field in dataclasses.fields(Options)})


def add_fetching(parser: argparse.ArgumentParser) -> None:
    """How pages of the web are fetched."""
    defaults = FetchOptions()
    parser.add_argument(
        "--timeout", metavar="S", type=float, default=defaults.seconds, help="give up after (%(default)g)"
    )
    parser.add_argument(
        "--cache", metavar="DIR", type=Path, help="keep pages here, and ask only for those that changed"
    )
    parser.add_argument("--user-agent", metavar="NAME", default=defaults.user_agent, help="who asks (%(default)s)")


def fetch_options(arguments: argparse.Namespace) -> FetchOptions:
    """The options for fetching. Who sits at the machine may ask addresses of its network."""
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
                raise UsageError(f"--{name}: {plain.name} has no such option, learned has")
            options[name] = value
    if arguments.model is not None:
        if not isinstance(plain, NaiveBayes | Learned):
            raise UsageError(f"--model: {plain.name} is not trained and has no model")
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
            raise UsageError(f"--option: {method.name} has no option {name!r}; it has {known}")
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
        raise UsageError(f"--option: {setting!r} does not give {expected}") from None
