"""A page through the whole line: decode, read, select, and the Document on top."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from maintext.algorithms import PValue, method_named
from maintext.algorithms.p_value import HAS_MAIN_TEXT
from maintext.decode import as_utf8, repair
from maintext.document import Document, View
from maintext.read import read
from maintext.selection import Method, Selection
from maintext.signature import kind_of_binary
from maintext.table import PageTable

DEFAULT_METHOD: Final = "p-value"
"""The best of the methods on the development sets, see docs/choosing.md."""
_ROWS_OF_AN_EMPTY_PAGE: Final = 3
"""The html, head and body that every page has."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a page has a main text."""

    has_main_text: bool
    probability: float
    """The page's P value (Lv et al. 2017)."""


def extract(
    html: str | bytes,
    url: str | None = None,
    method: str | Method = DEFAULT_METHOD,
    *,
    charset: str | None = None,
    fetched: datetime | None = None,
) -> Document:
    """The main text of a page.

    Args:
        html: the page, as characters or as the bytes that came from the server. It is never taken for an address.
        url: where the page is from; nothing is fetched from there.
        method: a name from ``maintext.methods()`` or a method with options of your own, ``LinkDensity(ltd=0.3)``.
        charset: what the server said the encoding is, if the page came as bytes.
        fetched: when the page was fetched. Dates such as "2 hours ago" are read with it, and none lies behind it.
    """
    chosen = method_named(method)
    table = page_table(html, charset)
    selection = chosen.select(table)
    binary = kind_of_binary(html)
    reason = f"this is {binary}, not an HTML page" if binary else _reason(table, selection)
    return Document(url, chosen.name, selection.score, reason, View(table, selection, fetched))


def judge(html: str | bytes, *, charset: str | None = None, threshold: float = HAS_MAIN_TEXT) -> Judgement:
    """Whether the page has a main text: its P value is not below the threshold, 0.5 as in the paper."""
    score = PValue().select(page_table(html, charset)).score
    return Judgement(score >= threshold, score)


def page_table(html: str | bytes, charset: str | None = None) -> PageTable:
    """The table of a page; what is no page at all, such as an image, has an empty one."""
    if not isinstance(html, str | bytes):
        raise TypeError(f"a page is str or bytes, not {type(html).__name__}")
    if isinstance(html, str):
        return read(repair(html))
    return read(b"" if kind_of_binary(html) else as_utf8(html, charset))


def _reason(table: PageTable, selection: Selection) -> str:
    """Why there is no text, from the most to the least telling; empty if there is text."""
    if table.characters[selection.keep].any():
        return ""
    if len(table) <= _ROWS_OF_AN_EMPTY_PAGE and not table.characters.any():
        return "the page is empty"
    if not table.characters.any():
        return "the page shows no text: it may be made by scripts"
    return selection.reason or "what was selected has no text"
