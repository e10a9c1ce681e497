"""The command line: one module per command, and ``main``, which runs them."""

from maintext.cli.main import main

__all__ = ["main"]
