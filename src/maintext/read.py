"""The reader: a page's characters to a page table.

There are two, and they give the same table. The compiled one (``maintext.scanner``) goes through the bytes once. Where
the package was installed without a compiler, a parser reads the page and ``maintext.dom`` its tree.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Final, Literal

from maintext.table import PageTable

MAX_BYTES: Final = 2**29
"""The compiled reader counts in numbers of four bytes, and a bad byte of a page makes three of its text. Pages larger
than this are read by way of the parser."""
_COMPILED: Final = "maintext.scanner.columns"


def reader() -> Literal["compiled", "dom"]:
    """Which reader is in use: the compiled one, or the one by way of a parser's tree."""
    return "dom" if _compiled() is None else "compiled"


def read(html: str | bytes) -> PageTable:
    """Read a page, given as characters or in UTF-8."""
    page = html.encode("utf-8", "replace") if isinstance(html, str) else bytes(html)
    read_page = _compiled()
    if read_page is None or len(page) > MAX_BYTES:
        table: PageTable = import_module("maintext.dom").read(page)
        return table
    return read_page(page)


@cache
def _compiled() -> Callable[[bytes], PageTable] | None:
    """The compiled reader, if all of it is there."""
    spec = find_spec(_COMPILED)
    if spec is None or not (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES)):
        return None
    try:
        found: Callable[[bytes], PageTable] = import_module(_COMPILED).read_page
    except ImportError:
        return None
    return found
