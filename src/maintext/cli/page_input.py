"""The pages that a command line names: files, standard input and URLs."""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from maintext.errors import PageError
from maintext.fetch import fetched_page, politeness_for
from maintext.fetch.options import FetchOptions
from maintext.parallel.pages import RawPage
from maintext.read.binary import refusal
from maintext.read.given_page import file_content, first_bytes, page_content

_HOST: Final = re.compile(r"[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?(/|$)", re.IGNORECASE)
_FILE_SUFFIXES: Final = frozenset({".asp", ".htm", ".html", ".json", ".mht", ".php", ".txt", ".xhtml", ".xml"})
"""A name that ends in one of these is more likely a file than a host."""
MAX_BYTES: Final = 2**30
"""Bytes of a file that may be a page. A device or a pipe may have no end."""


def page_source(names: Sequence[str], options: FetchOptions, *, render: bool = False) -> Callable[[str], RawPage]:
    """A function that returns the page of a name: a file, - for standard input, or a URL.

    If there are several URLs, robots.txt is respected and there is a pause between requests to one host.
    """
    several = sum(map(is_address, names)) > 1

    def page(name: str) -> RawPage:
        if is_address(name):
            found = fetched_page(name, options, render=render, politeness=politeness)
            return RawPage(found.body, found.url, found.charset, found.fetched)
        if render:
            raise PageError(f"--render works with URLs, and {name} is not a URL")
        return RawPage(_read(name))

    politeness = politeness_for(options) if several else None
    return page


def read_page(name: str) -> bytes:
    """The bytes of a page, for commands that need nothing else.

    Raises:
        PageError: the page cannot be read, or the file is not a web page.
    """
    content = page_content(page_source([name], FetchOptions(allow_private=True))(name).html)
    if refused := refusal(content):
        raise PageError(f"{name}: {refused}")
    return content if isinstance(content, bytes) else content.encode("utf-8", "replace")


def is_address(name: str) -> bool:
    """Whether a name is a URL."""
    return re.match(r"https?://", name, re.IGNORECASE) is not None


def _read(name: str) -> bytes:
    if name == "-":
        if sys.stdin is None:
            raise PageError("there is no standard input to read")
        return _whole(first_bytes(sys.stdin.buffer, MAX_BYTES + 1), "standard input")
    path = Path(name)
    if path.is_dir():
        raise PageError(f"{name} is a folder; name the pages in it, for example {name.rstrip('/')}/*.html")
    if _HOST.match(name) and path.suffix.lower() not in _FILE_SUFFIXES and not path.exists():
        raise PageError(f"{name}: no such file; a URL needs http:// or https://, as in https://{name}")
    return _whole(file_content(path, MAX_BYTES + 1), name)


def _whole(content: bytes, name: str) -> bytes:
    """The content, unless more was read than a page may have."""
    if len(content) > MAX_BYTES:
        raise PageError(f"{name}: more than {MAX_BYTES >> 20} MB; this is not a web page")
    return content
