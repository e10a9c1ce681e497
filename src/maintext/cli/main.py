"""Runs the command that the first word of the command line names; any other first word is a page."""

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import FrameType
from typing import Final

from maintext.cli import (
    batch,
    compare,
    completion,
    crawl,
    data,
    evaluate,
    explain,
    extract,
    judge,
    links,
    man,
    mcp,
    serve,
    site,
    train,
    tune,
)
from maintext.cli.arguments import Command, UsageError
from maintext.errors import MaintextError

COMMANDS: Final[dict[str, Command]] = {
    "judge": judge.COMMAND,
    "compare": compare.COMMAND,
    "explain": explain.COMMAND,
    "batch": batch.COMMAND,
    "site": site.COMMAND,
    "links": links.COMMAND,
    "crawl": crawl.COMMAND,
    "train": train.COMMAND,
    "tune": tune.COMMAND,
    "evaluate": evaluate.COMMAND,
    "data": data.COMMAND,
    "serve": serve.COMMAND,
    "mcp": mcp.COMMAND,
}
"""All commands by name, in the order of ``maintext --help``."""
COMMANDS.update(completion=completion.command_for(COMMANDS), man=man.command_for(COMMANDS))
EXAMPLES: Final = """\
examples:
  maintext article.html
  maintext article.html --format json | jq -r .title
  maintext https://example.org/news/1
  maintext *.html --format markdown --output texts/
  maintext article.html --chunks 512 --format jsonl
  curl -sL https://example.org/news/1 | maintext -
  maintext compare article.html
  maintext explain article.html --method symbol-density
"""
_INTERRUPTED: Final = 130
_TERMINATED: Final = 143
"""What shells report for a process that a signal ended: 128 and the number of the signal."""
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
        with _termination():
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
    except KeyboardInterrupt as stop:
        what = "terminated" if isinstance(stop, TerminatedError) else "interrupted"
        print("; ".join([f"maintext: {what}", *map(str, stop.args)]), file=sys.stderr)
        code = _TERMINATED if isinstance(stop, TerminatedError) else _INTERRUPTED
    except Exception as error:
        code = _failed(f"internal error, please report it: {type(error).__name__}: {' '.join(str(error).split())}")
    return code


class TerminatedError(KeyboardInterrupt):
    """The process was asked to end. Handled like Ctrl-C, so that output is left in order."""


@contextmanager
def _termination() -> Iterator[None]:
    """Let a request to end the process raise ``TerminatedError``, unless the program around it does otherwise."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise TerminatedError

    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


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
