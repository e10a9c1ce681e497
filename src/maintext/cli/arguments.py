"""The parts of a command, the arguments that several commands share, and a parser whose errors are one line."""

import argparse
import dataclasses
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, NoReturn, get_args, get_origin, get_type_hints

from maintext.algorithms import METHODS, Learned, MaxSubsequence, NaiveBayes, TableBlocks, method_named
from maintext.algorithms.learned import LearnedModel
from maintext.algorithms.learned.features import KINDS
from maintext.algorithms.learned.method import BETAS
from maintext.algorithms.method_file import load_method, option_types
from maintext.algorithms.naive_bayes import NaiveBayesModel
from maintext.algorithms.token_model import TokenModel
from maintext.errors import MaintextError, field_types
from maintext.extraction import DEFAULT_METHOD, JUDGES
from maintext.fetch.options import FetchOptions
from maintext.options import Limits, Options
from maintext.selection import Method
from maintext.sites import Site

_MODELS: Final[Mapping[str, type[LearnedModel | NaiveBayesModel | TokenModel]]] = {
    Learned.name: LearnedModel,
    NaiveBayes.name: NaiveBayesModel,
    TableBlocks.name: NaiveBayesModel,
    MaxSubsequence.name: TokenModel,
}
"""The model that each trained method can be given."""
_CHOICES_HELP: Final = {
    "headline": "where to write the headline",
    "hidden": "text that the page does not show, such as instructions for language models",
    "repeats": "copies of a text for other screens",
}
_FLAGS_HELP: Final = {"whole": "everything visible as Markdown, with comments around the main text"}


class UsageError(MaintextError):
    """The command line is wrong."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser that raises ``UsageError`` instead of printing its usage and exiting."""

    def error(self, message: str) -> NoReturn:
        """Raise ``UsageError``."""
        raise UsageError(f"{message}; see '{self.prog} --help'")


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of descriptions, and breaks no line at the hyphen in the name of a method."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


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
        formatter_class=_HelpFormatter,
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
    parser.add_argument("--method", "-m", metavar="M", help=f"{names} ({DEFAULT_METHOD})")
    add_option(parser)
    parser.add_argument("--options", metavar="FILE", help="a method with options, written by 'maintext tune'")
    parser.add_argument("--favor", choices=tuple(BETAS), help="which to favor for doubtful blocks (learned)")
    parser.add_argument("--comments", action="store_true", help="also print readers' comments (learned)")
    parser.add_argument("--kind", choices=KINDS, help="the kind of page, if you know it (learned)")
    parser.add_argument("--model", metavar="FILE", help=f"your own model, for {', '.join(_MODELS)}")


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add the options of a method, one by one."""
    parser.add_argument(
        "--option",
        "-O",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set an option of the method, for example -m link-density -O ltd=0.3; may be repeated",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add one flag for each field of ``Options``: to leave a part out, to add one, or to choose from several values."""
    for field in dataclasses.fields(Options):
        if field.default is True:
            parser.add_argument(
                f"--no-{field.name}", action="store_false", dest=field.name, help=f"leave out {field.name}"
            )
        elif field.default is False:
            help_text = _FLAGS_HELP.get(field.name, f"also write {field.name}")
            parser.add_argument(f"--{field.name}", action="store_true", help=help_text)
        elif choices := get_args(get_type_hints(Options)[field.name]):
            help_text = f"{_CHOICES_HELP[field.name]} (%(default)s)"
            parser.add_argument(f"--{field.name}", choices=choices, default=field.default, help=help_text)
    parser.add_argument("--include", metavar="CSS", default="", help="print these elements instead of what is selected")
    parser.add_argument("--exclude", metavar="CSS", default="", help="leave out these elements, such as 'aside, .ads'")
    parser.add_argument(
        "--limit",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=f"a limit of {', '.join(field_types(Limits))}, for example --limit seconds=2; may be repeated",
    )


def chosen_options(arguments: argparse.Namespace) -> Options:
    """The options that the arguments describe."""
    names = (field.name for field in dataclasses.fields(Options) if field.name != "limits")
    return Options(limits=_limits(arguments.limit), **{name: getattr(arguments, name) for name in names})


def _limits(settings: Sequence[str]) -> Limits:
    """The limits, each given as ``NAME=VALUE``."""
    kinds, values = field_types(Limits), {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in kinds:
            raise UsageError(f"--limit: there is no limit {name!r}; the limits are {', '.join(kinds)}")
        values[name] = _of_kind("--limit", kinds[name], value, setting)
    return Limits(**values)  # type: ignore[arg-type]


def add_site(parser: argparse.ArgumentParser, many: bool = False) -> None:
    """Add the file of a site, and with ``many`` the file of many sites."""
    parser.add_argument("--site", metavar="FILE", help="what other pages of the site say, by 'maintext site learn'")
    if many:
        parser.add_argument("--sites", metavar="FILE", type=Path, help="the same for many sites, found by the URL")


def chosen_site(arguments: argparse.Namespace) -> Site | None:
    """The site of --site."""
    return Site.load(arguments.site) if arguments.site is not None else None


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
    parser.add_argument(
        "--no-markdown-from-server",
        action="store_const",
        const="never",
        default=defaults.markdown,
        dest="markdown_from_server",
        help="take only HTML, even if the server offers the page as Markdown",
    )
    parser.add_argument(
        "--linked-markdown",
        action="store_const",
        const="linked",
        dest="markdown_from_server",
        help="prefer the Markdown that a page links to",
    )


def fetch_options(arguments: argparse.Namespace) -> FetchOptions:
    """The options for fetching. Addresses in the local network are allowed: the user is on this machine."""
    return FetchOptions(
        seconds=arguments.timeout,
        cache=arguments.cache,
        user_agent=arguments.user_agent,
        markdown=arguments.markdown_from_server,
        host_seconds=getattr(arguments, "pause", FetchOptions().host_seconds),
        same_host=getattr(arguments, "same_host", False),
        allow_private=True,
    )


def chosen_method(arguments: argparse.Namespace) -> Method:
    """The method that the arguments describe."""
    plain = _given_method(arguments)
    options = _options(plain, arguments.option)
    for name, value in (("favor", arguments.favor), ("comments", arguments.comments or None), ("kind", arguments.kind)):
        if value is not None:
            if not isinstance(plain, Learned):
                raise UsageError(f"--{name} works with the method learned, not with {plain.name}")
            options[name] = value
    if arguments.model is not None:
        if plain.name not in _MODELS:
            *others, last = _MODELS
            raise UsageError(f"--model works with the methods {', '.join(others)} and {last}, not with {plain.name}")
        options["model"] = _MODELS[plain.name].load(arguments.model)
    changed: Method = dataclasses.replace(plain, **options)  # type: ignore[type-var]
    return changed


def _given_method(arguments: argparse.Namespace) -> Method:
    """The method of --options or --method, without further options."""
    if arguments.options is None:
        return method_named(arguments.method or DEFAULT_METHOD)
    given = load_method(arguments.options)
    if arguments.method not in (None, given.name):
        raise UsageError(f"--options: {arguments.options} has options of {given.name}, not of {arguments.method}")
    return given


def judging_method(arguments: argparse.Namespace) -> Method:
    """The method that the arguments of a judge describe."""
    plain = _given_method(arguments)
    if plain.name not in JUDGES:
        raise UsageError(f"{plain.name} cannot judge whether a page has a main text; use {' or '.join(JUDGES)}")
    return method_with(plain, arguments.option)


def option_values(method: Method, setting: str) -> tuple[str, tuple[Any, ...]]:
    """The name of an option and the values in ``NAME=VALUE,...``; of an option that is a list, the one list."""
    name, _, words = setting.partition("=")
    kind = option_types(method).get(name)
    is_list = any(get_origin(each) is tuple for each in (get_args(kind) or (kind,)))
    values = [words] if is_list else [word.strip() for word in words.split(",")]
    return name, tuple(_options(method, [f"{name}={value}"])[name] for value in values)


def method_with(method: str | Method, settings: Sequence[str]) -> Method:
    """The method with options, each given as ``NAME=VALUE``."""
    plain = method_named(method)
    changed: Method = dataclasses.replace(plain, **_options(plain, settings))  # type: ignore[type-var]
    return changed


def _options(method: Method, settings: Sequence[str]) -> dict[str, Any]:
    kinds = option_types(method)
    options: dict[str, Any] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in kinds:
            known = ", ".join(kinds) or "none"
            raise UsageError(f"--option: the method {method.name} has no option {name!r}; its options: {known}")
        options[name] = _of_kind("--option", kinds[name], value, setting)
    return options


def _of_kind(flag: str, kind: Any, value: str, setting: str) -> object:
    """The value of an option as its type; several values are separated by commas."""
    kinds = set(get_args(kind)) if get_origin(kind) is UnionType else {kind}
    if NoneType in kinds and value.lower() == "none":
        return None
    try:
        if bool in kinds:
            return {"true": True, "false": False}[value.lower()]
        if any(get_origin(each) is tuple for each in kinds):
            return tuple(name.strip() for name in value.split(",") if name.strip())
        if int in kinds:
            return int(value)
        return float(value) if float in kinds else value
    except (KeyError, ValueError):
        expected = "true or false" if bool in kinds else "a whole number" if int in kinds else "a number"
        raise UsageError(f"{flag}: {setting!r}: the value must be {expected}") from None
