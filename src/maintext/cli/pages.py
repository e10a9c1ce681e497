"""A page from where the command line says it is."""

import re
import sys
from pathlib import Path

from maintext.errors import PageError


def read_page(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``."""
    if name == "-":
        if sys.stdin is None:
            raise PageError("there is no standard input to read")
        return sys.stdin.buffer.read()
    if re.match(r"https?://", name, re.IGNORECASE):
        raise PageError(f"{name} is a URL and this version does not fetch; try: curl -sL {name} | maintext -")
    path = Path(name)
    if path.is_dir():
        raise PageError(f"{name} is a folder; name the pages in it, for example {name.rstrip('/')}/*.html")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise PageError(f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        raise PageError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from None


def address_of(name: str) -> str | None:
    """What stands for the page in the output where no URL is given."""
    return None if name == "-" else Path(name).name
