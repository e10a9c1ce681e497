"""The reader: a page's characters to a page table.

There are two, and they give the same table. The compiled one (``maintext.scanner``) goes through the bytes once. Where
the package was installed without a compiler, a parser reads the page and ``maintext.dom`` its tree.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Final, Literal

import numpy as np

from maintext.compiled import compiled
from maintext.errors import PageError
from maintext.table import PageTable, tags

MAX_BYTES: Final = 2**29
"""A table counts in numbers of four bytes, and a bad byte of a page makes three of its text."""
_NOSCRIPT: Final = tags.code_of("noscript")
_BOX: Final = b"div".ljust(len("noscript"))
"""Named so, such an element shows what is in it, and all byte ranges stay as they are."""
_NOSCRIPT_NAME: Final = re.compile(rb"(?:(?<=<)|(?<=</))noscript(?=[\s/>])", re.IGNORECASE)
_NOTICE: Final = 400
"""Characters; what asks the reader to turn scripts on is shorter."""
_TAG: Final = re.compile(rb"<[a-zA-Z/!?][^>]*>?")
"""No byte of these is text. Tags and comments may have more bytes."""
_COMPILED: Final = "maintext.scanner.columns"


def reader() -> Literal["compiled", "dom"]:
    """Which reader is in use: the compiled one, or the one by way of a parser's tree."""
    return "dom" if _compiled() is None else "compiled"


def read(html: str | bytes) -> PageTable:
    """Read a page, given as characters or in UTF-8.

    A page that has more text for readers without scripts than for others (many forums are made by scripts, with the
    whole thread in a ``noscript``) is read as they see it; elsewhere that text is a notice or a twin.
    """
    page = html.encode("utf-8", "replace") if isinstance(html, str) else bytes(html)
    table = read_once(page)
    if table.noscript_bytes <= _NOTICE:
        return table
    enough = max(_NOTICE, table.visible_characters)
    if table.noscript_bytes <= enough or not _shows_more_without_scripts(table, enough):
        return table
    instead = read_once(_without_scripts(table))
    source = page if table.source is page else instead.source
    return replace(instead, source=source, text_source="noscript")


def _shows_more_without_scripts(table: PageTable, enough: int) -> bool:
    """Whether a page has more than so many characters for readers without scripts alone. Most have images there."""
    rows = np.flatnonzero(table.tag == _NOSCRIPT)
    spans = zip(table.open_end[rows].tolist(), table.close_start[rows].tolist(), strict=True)
    texts = b"".join(table.source[start:stop] for start, stop in spans)
    return len(_TAG.sub(b"", texts)) > enough and read_once(b"<body>" + texts).visible_characters > enough


def _without_scripts(table: PageTable) -> bytes:
    """The page with a box for each ``noscript``, as readers without scripts see it."""
    page = bytearray(table.source)
    for row in np.flatnonzero(table.tag == _NOSCRIPT).tolist():
        span = slice(int(table.open_start[row]), int(table.close_end[row]))
        page[span] = _NOSCRIPT_NAME.sub(_BOX, page[span])
    return bytes(page)


def read_once(page: bytes) -> PageTable:
    """Read a page in UTF-8 as a browser shows it that runs scripts, but before they ran."""
    if len(page) > MAX_BYTES:
        raise PageError(f"the page has {len(page):,} bytes; no more than {MAX_BYTES:,} can be read: cut it")
    read_page = _compiled()
    if read_page is None:
        table: PageTable = import_module("maintext.dom").read(page)
        return table
    return read_page(page)


def _compiled() -> Callable[[bytes], PageTable] | None:
    """The compiled reader, if all of it is there."""
    return compiled(_COMPILED, "read_page")
