"""``maintext man``: the manual page, made from the same parsers as ``--help``."""

import argparse
import re
from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from typing import Final

from maintext.cli.all_parsers import parsers
from maintext.cli.arguments import Command, OneLineParser, parser_of
from maintext.version import __version__

DESCRIPTION = """Print the manual page, for man: maintext man > ~/.local/share/man/man1/maintext.1"""
_EXIT: Final = (
    ("0", "text was found"),
    ("1", "there is no text, or no page could be read by batch"),
    ("2", "an error"),
)


def _parser() -> OneLineParser:
    return parser_of("man", DESCRIPTION)


def _run(commands: Mapping[str, Command], _arguments: Namespace) -> int:
    print(manual(parsers(commands)))
    return 0


def manual(all_of_them: dict[str, tuple[str, OneLineParser]]) -> str:
    """The manual page in the language of man."""
    lines = [
        f'.TH MAINTEXT 1 "" "maintext {__version__}" "User Commands"',
        ".SH NAME",
        f"maintext \\- {_escaped(all_of_them[''][0])}",
        ".SH SYNOPSIS",
        *(".B maintext", ".I PAGE", "[options]", ".br", ".B maintext", ".I COMMAND", r"\&..."),
    ]
    for name, (summary, parser) in all_of_them.items():
        lines += (
            [".SH DESCRIPTION"]
            if not name
            else [f".SH COMMAND: {name.upper()}", f"{_escaped(summary.capitalize())}.", ".PP"]
        )
        lines += _paragraphs(parser.description or "")
        lines += [".SH OPTIONS"] if not name else []
        for action in parser._actions:
            lines += _option(parser, action)
    lines.append(".SH EXIT STATUS")
    for code, meaning in _EXIT:
        lines += [".TP", f".B {code}", meaning]
    return "\n".join(lines)


def _option(parser: argparse.ArgumentParser, action: argparse.Action) -> list[str]:
    if action.help == argparse.SUPPRESS or "--help" in action.option_strings:
        return []
    value = "" if action.nargs == 0 else str(action.metavar or "|".join(map(str, action.choices or ())) or action.dest)
    names = ", ".join(rf"\fB{_escaped(name)}\fR" for name in action.option_strings)
    words = (action.help or "") % {**vars(action), "prog": parser.prog} if action.help else ""
    return [
        ".TP",
        " ".join(filter(None, (names, rf"\fI{_escaped(value)}\fR" if value else ""))),
        _escaped(" ".join(words.split())),
    ]


def _paragraphs(text: str) -> list[str]:
    lines: list[str] = []
    for number, paragraph in enumerate(text.strip().split("\n\n")):
        lines += [".PP"] if number else []
        lines.append(_escaped(" ".join(paragraph.split())))
    return lines


def _escaped(text: str) -> str:
    """Text in which nothing is a request or an escape of man."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def command_for(commands: Mapping[str, Command]) -> Command:
    """The command, which describes the given ones."""
    return Command("print the manual page", _parser, partial(_run, commands))
