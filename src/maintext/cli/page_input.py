"""A page from where the command line says it is."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from maintext.errors import PageError
from maintext.fetch import fetched_page, manners_for
from maintext.fetch.options import FetchOptions
from maintext.parallel.pages import RawPage


def page_source(names: Sequence[str], options: FetchOptions, *, render: bool = False) -> Callable[[str], RawPage]:
    """What gives the page of a name: a file, - for standard input, or an address.

    Several addresses are asked as a guest would: as robots.txt allows, and each host after a pause.
    """
    several = sum(map(is_address, names)) > 1

    def page(name: str) -> RawPage:
        if is_address(name):
            found = fetched_page(name, options, render=render, manners=manners)
            return RawPage(found.body, found.url, found.charset, found.fetched)
        if render:
            raise PageError(f"--render: {name} is no address; a browser renders pages of the web")
        return RawPage(_read(name))

    manners = manners_for(options) if several else None
    return page


def read_page(name: str) -> bytes:
    """The bytes of a page, for commands that need no more."""
    page = page_source([name], FetchOptions(allow_private=True))(name).html
    return page if isinstance(page, bytes) else page.encode("utf-8", "replace")


def is_address(name: str) -> bool:
    """Whether a name is that of a page of the web."""
    return re.match(r"https?://", name, re.IGNORECASE) is not None


def _read(name: str) -> bytes:
    if name == "-":
        if sys.stdin is None:
            raise PageError("there is no standard input to read")
        return sys.stdin.buffer.read()
    path = Path(name)
    if path.is_dir():
        raise PageError(f"{name} is a folder; name the pages in it, for example {name.rstrip('/')}/*.html")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise PageError(f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        raise PageError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from None
