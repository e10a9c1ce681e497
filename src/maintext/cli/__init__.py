"""The command line: a module a command, ``main`` to begin with."""

from maintext.cli.main import main

__all__ = ["main"]
