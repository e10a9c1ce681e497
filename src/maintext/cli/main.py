"""Runs the command that the first word of the command line names; any other first word is a page."""

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from maintext.cli import batch, compare, data, evaluate, explain, extract, judge, links, train
from maintext.cli.arguments import Command, UsageError
from maintext.errors import MaintextError

COMMANDS: Final[dict[str, Command]] = {
    "judge": judge.COMMAND,
    "compare": compare.COMMAND,
    "explain": explain.COMMAND,
    "batch": batch.COMMAND,
    "links": links.COMMAND,
    "train": train.COMMAND,
    "evaluate": evaluate.COMMAND,
    "data": data.COMMAND,
}
"""All commands by name, in the order of ``maintext --help``."""
EXAMPLES: Final = """\
examples:
  maintext article.html
  maintext article.html --format json | jq -r .title
  maintext https://example.org/news/1
  curl -sL https://example.org/news/1 | maintext -
  maintext compare article.html
  maintext explain article.html --method symbol-density
"""
_INTERRUPTED: Final = 130
_SPELLING_CUTOFF: Final = 0.75
"""High enough that data.html is not taken for the command data."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. Every error is printed as one line."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        if sys.stdout is None:
            raise UsageError("there is no standard output to write to")
        code = _run(words)
        sys.stdout.flush()
    except MaintextError as error:
        code = _failed(str(error))
    except BrokenPipeError:
        _discard_output()
        code = 0
    except OSError as error:
        _discard_output()
        code = _failed(f"cannot write the output: {error.strerror or error}")
    except KeyboardInterrupt:
        print("maintext: interrupted", file=sys.stderr)
        code = _INTERRUPTED
    except Exception as error:
        code = _failed(f"internal error, please report it: {type(error).__name__}: {' '.join(str(error).split())}")
    return code


def _failed(message: str) -> int:
    print(f"maintext: {message}", file=sys.stderr)
    return extract.ERROR


def _discard_output() -> None:
    """Send buffered output to nowhere; otherwise Python complains about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    if not words:
        raise UsageError("name a page, or see 'maintext --help'")
    command = COMMANDS.get(words[0])
    if command:
        return command.run_words(words[1:])
    _check_spelling(words[0])
    return extract.extract_pages(extract.extract_parser(_epilog()).parse_args(words))


def _check_spelling(word: str) -> None:
    """Raise ``UsageError`` if a word is almost a command and no file has that name."""
    near = get_close_matches(word, COMMANDS, n=1, cutoff=_SPELLING_CUTOFF)
    if near and not Path(word).exists():
        raise UsageError(f"{word}: no such file; did you mean the command {near[0]}?")


def _epilog() -> str:
    """The end of ``maintext --help``: all commands with their summaries, and examples."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name.ljust(width)}  {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(["commands (see 'maintext COMMAND --help'):", *lines, "", EXAMPLES])
