"""The reader: a page's bytes or characters to a page table."""

import re
from dataclasses import replace
from typing import Final

import numpy as np

from maintext.decode import as_utf8, repair
from maintext.errors import PageError, check_optional
from maintext.options import NO_LIMITS, Limits
from maintext.read._parser import read_page
from maintext.read.binary import binary_kind
from maintext.read.given_page import GivenPage, page_content
from maintext.read.served_markdown import MARKDOWN, MarkdownPage, as_html
from maintext.table import PageTable, tags

MAX_BYTES: Final = 2**29
"""A table counts in numbers of four bytes, and an invalid byte of a page becomes three bytes of its text."""
_NOSCRIPT: Final = tags.code_of("noscript")
_BOX: Final = b"div".ljust(len("noscript"))
"""With this name the element shows its content, and all byte ranges stay the same."""
_NOSCRIPT_NAME: Final = re.compile(rb"(?:(?<=<)|(?<=</))noscript(?=[\s/>])", re.IGNORECASE)
_NOTICE: Final = 400
"""Characters. A notice that asks the reader to turn scripts on is shorter."""
_TAG: Final = re.compile(rb"<[a-zA-Z/!?][^>]*>?")
"""No byte of a match is text. Tags and comments may be longer."""


def page_table(page: GivenPage, charset: str | None = None, limits: Limits = NO_LIMITS) -> PageTable:
    """The table of a page: decoded if it is bytes, repaired if it is characters.

    A file that is not a web page, such as an image, has the table of an empty page.

    Args:
        page: the page; a path is read from disk.
        charset: the encoding that the server declared, used only for bytes.
        limits: how many bytes and elements to read.
    """
    check_optional("charset", charset, str)
    content = page_content(page, limits.bytes)
    if isinstance(content, MarkdownPage):
        html = as_html(as_utf8(content, charset).decode("utf-8", "replace"))
        return replace(read(html, limits.elements), text_source=MARKDOWN)
    if binary_kind(content):
        return read(b"")
    return read(repair(content) if isinstance(content, str) else as_utf8(content, charset), limits.elements)


def read(html: str | bytes, max_elements: int = NO_LIMITS.elements) -> PageTable:
    """Read a page, given as characters or in UTF-8.

    A page that has more text for readers without scripts than for others (many forums build their pages with scripts
    and have the whole thread in a ``noscript``) is read as those readers see it. On other pages that text is a notice,
    or a copy of text that is already there.
    """
    page = html.encode("utf-8", "replace") if isinstance(html, str) else bytes(html)
    table = read_once(page, max_elements)
    if table.noscript_bytes <= _NOTICE:
        return table
    enough = max(_NOTICE, table.visible_characters)
    if table.noscript_bytes <= enough or not _shows_more_without_scripts(table, enough):
        return table
    instead = read_once(_without_scripts(table), max_elements)
    source = page if table.source is page else instead.source
    return replace(instead, source=source, text_source="noscript")


def _shows_more_without_scripts(table: PageTable, enough: int) -> bool:
    """Whether a page has more than ``enough`` characters that only readers without scripts see. Most have images."""
    rows = np.flatnonzero(table.tag == _NOSCRIPT)
    spans = zip(table.open_end[rows].tolist(), table.close_start[rows].tolist(), strict=True)
    texts = b"".join(table.source[start:stop] for start, stop in spans)
    return len(_TAG.sub(b"", texts)) > enough and read_once(b"<body>" + texts).visible_characters > enough


def _without_scripts(table: PageTable) -> bytes:
    """The page with a ``div`` in place of each ``noscript``, as readers without scripts see it."""
    page = bytearray(table.source)
    for row in np.flatnonzero(table.tag == _NOSCRIPT).tolist():
        span = slice(int(table.open_start[row]), int(table.close_end[row]))
        page[span] = _NOSCRIPT_NAME.sub(_BOX, page[span])
    return bytes(page)


def read_once(page: bytes, max_elements: int = NO_LIMITS.elements) -> PageTable:
    """Read a page in UTF-8 as a browser that runs scripts shows it before the scripts have run.

    Reading stops at the number of elements, and when the time of the call is over.
    """
    if len(page) > MAX_BYTES:
        raise PageError(f"the page has {len(page):,} bytes; no more than {MAX_BYTES:,} can be read: cut it")
    return read_page(page, min(max_elements, MAX_BYTES))
