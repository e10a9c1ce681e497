"""All commands as one parser, for everything that is made from it: completion scripts and the manual page."""

import argparse
from collections.abc import Mapping
from typing import Any, Final

from maintext.cli.arguments import Command, OneLineParser
from maintext.cli.extract import extract_parser

_FILES: Final = frozenset({"DATA", "DIR", "FILE", "INPUT", "MODEL", "OUT", "PAGE"})
"""What arguments are called whose values are files."""


def parsers(commands: Mapping[str, Command]) -> dict[str, tuple[str, OneLineParser]]:
    """The summary and the arguments of each command; that of the command without a name comes first, as ""."""
    own = {name: (command.summary, command.parser()) for name, command in commands.items()}
    return {"": ("print the main text of web pages", extract_parser()), **own}


def whole_parser(commands: Mapping[str, Command], file: Any) -> argparse.ArgumentParser:
    """A parser with the options of ``maintext PAGE`` and with each command as a subcommand.

    Args:
        commands: the commands by name.
        file: what shtab puts into an argument whose values are files.
    """
    first, *others = parsers(commands).items()
    whole = argparse.ArgumentParser(prog="maintext", add_help=False)
    _copy(first[1][1], whole, file, with_positional=False)
    subcommands = whole.add_subparsers()
    for name, (summary, parser) in others:
        _copy(parser, subcommands.add_parser(name, help=summary, add_help=False), file)
    return whole


def _copy(
    source: argparse.ArgumentParser, target: argparse.ArgumentParser, file: Any, with_positional: bool = True
) -> None:
    for action in source._actions:  # argparse has no other way to list arguments
        if action.option_strings or with_positional:
            if action.choices is None and action.metavar in _FILES:
                action.complete = file  # type: ignore[attr-defined]
            target._add_action(action)
