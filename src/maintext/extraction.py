"""A page through the whole line: decode, read, select, and the Document on top."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from maintext.algorithms import method_named
from maintext.document import Document, View
from maintext.document.passage import Passage, passage_of
from maintext.document.plain_text import has_text
from maintext.errors import OptionError
from maintext.options import EVERYTHING, Options
from maintext.read import page_table
from maintext.read.binary import binary_kind
from maintext.selection import Method, Selection
from maintext.table import PageTable

DEFAULT_METHOD: Final = "learned"
"""The best of the methods on the development sets, see docs/choosing.md."""
JUDGES: Final = ("learned", "p-value")
"""Methods that tell whether a page has a main text."""
_ROWS_OF_AN_EMPTY_PAGE: Final = 3
"""The html, head and body that every page has."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a page has a main text."""

    has_main_text: bool
    probability: float
    """By the learned method the probability that it has, by ``p-value`` the page's P value (Lv et al. 2017)."""


def extract(  # noqa: PLR0913 (all but the page have defaults)
    html: str | bytes,
    url: str | None = None,
    method: str | Method = DEFAULT_METHOD,
    *,
    charset: str | None = None,
    fetched: datetime | None = None,
    options: Options = EVERYTHING,
) -> Document:
    """The main text of a page.

    Args:
        html: the page, as characters or as the bytes that came from the server. It is never taken for an address.
        url: where the page is from; nothing is fetched from there.
        method: a name from ``maintext.methods()`` or a method with options of your own, ``LinkDensity(ltd=0.3)``.
        charset: what the server said the encoding is, if the page came as bytes.
        fetched: when the page was fetched. Dates such as "2 hours ago" are read with it, and none lies behind it.
        options: what of the main text is wanted: links, images, tables, formatting.
    """
    chosen = method_named(method)
    table = page_table(html, charset)
    selection = chosen.select(table)
    passage = passage_of(table, selection, options)
    reason = _reason(html, table, selection, passage)
    return Document(url, chosen.name, selection.score, reason, View(table, selection, passage, fetched))


def judge(
    html: str | bytes, method: str | Method = DEFAULT_METHOD, *, charset: str | None = None, threshold: float = 0.5
) -> Judgement:
    """Whether the page has a main text: one running text, as an article has and a list of products has not.

    Args:
        html: the page.
        method: ``learned``, or ``p-value`` as in its paper; other methods do not tell.
        charset: what the server said the encoding is, if the page came as bytes.
        threshold: the probability, or P value, from which the answer is yes.
    """
    chosen = method_named(method)
    selection = chosen.select(page_table(html, charset))
    if selection.has_main_text is None and not selection.reason:
        raise OptionError(f"{chosen.name} does not tell whether a page has a main text; use learned or p-value")
    probability = selection.has_main_text or 0.0
    return Judgement(probability >= threshold, probability)


def _reason(html: str | bytes, table: PageTable, selection: Selection, passage: Passage) -> str:
    """Why there is no text, from the most to the least telling; empty if there is text."""
    if has_text(passage.table, passage.keep):
        return ""
    if len(table) <= _ROWS_OF_AN_EMPTY_PAGE and not table.visible_characters:
        kind = binary_kind(html)
        return f"this is {kind}, not an HTML page" if kind else "the page is empty"
    if not table.visible_characters:
        return "the page shows no text: it may be made by scripts"
    return selection.reason or "what was selected has no text"
