"""``maintext completion SHELL``: a script that completes commands, options and files."""

from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from typing import Final

from maintext.cli.all_parsers import whole_parser
from maintext.cli.arguments import Command, OneLineParser, UsageError, parser_of
from maintext.support.extras import needed

DESCRIPTION = """Print a script for a shell, which then completes commands, options and their values with the Tab key.

bash: maintext completion bash > ~/.local/share/bash-completion/completions/maintext
zsh:  maintext completion zsh > a folder of $fpath, as _maintext

Needs the extra: pip install 'maintext[completion]'. The script itself needs nothing: it runs no Python."""

_SHELLS: Final = ("bash", "zsh", "tcsh")


def _parser() -> OneLineParser:
    parser = parser_of("completion", DESCRIPTION)
    parser.add_argument("shell", metavar="SHELL", choices=_SHELLS, help=", ".join(_SHELLS))
    return parser


def _run(commands: Mapping[str, Command], arguments: Namespace) -> int:
    shtab = needed("shtab", extra="completion", user="maintext completion", error=UsageError)
    print(shtab.complete(whole_parser(commands, shtab.FILE), arguments.shell))
    return 0


def command_for(commands: Mapping[str, Command]) -> Command:
    """The command, which completes the given ones."""
    return Command("print a script for the completion of your shell", _parser, partial(_run, commands))
