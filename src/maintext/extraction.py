"""The pipeline of one page: decode, read, select, and make a Document of it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from maintext.algorithms import Learned, method_named
from maintext.document import Document, View
from maintext.document.passage import Passage, passage_of
from maintext.document.plain_text import has_text
from maintext.errors import OptionError, check_optional, check_type
from maintext.options import EVERYTHING, Options
from maintext.read import page_table
from maintext.read.binary import binary_kind
from maintext.read.given_page import GivenPage, page_content
from maintext.selection import Method, Selection
from maintext.table import PageTable

DEFAULT_METHOD: Final = "learned"
"""The best of the methods on the development sets, see docs/choosing.md."""
JUDGES: Final = ("learned", "p-value")
"""Methods that judge whether a page has a main text."""
_ROWS_OF_AN_EMPTY_PAGE: Final = 3
"""The html, head and body elements that every page has."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a page has a main text."""

    has_main_text: bool
    probability: float
    """The probability that it has, by the method ``learned``; the page's P value (Lv et al. 2017) by ``p-value``."""


def extract(  # noqa: PLR0913 (all parameters except the page have defaults)
    page: GivenPage,
    url: str | None = None,
    method: str | Method = DEFAULT_METHOD,
    *,
    favor: Literal["precision", "balanced", "recall"] | None = None,
    comments: bool | None = None,
    charset: str | None = None,
    fetched: datetime | None = None,
    options: Options = EVERYTHING,
) -> Document:
    """Extract the main text of a page.

    Args:
        page: the page as characters, as the bytes that the server sent, or the ``Path`` of a file. A string is never
            taken for a path or an address.
        url: the address of the page. Nothing is fetched from there.
        method: a name from ``maintext.methods()``, or a method with options, such as ``LinkDensity(ltd=0.3)``.
        favor: ``precision``, ``balanced`` or ``recall``: which to favor for doubtful blocks. Only with ``learned``.
        comments: also find readers' comments, see ``Document.comments``. Only with ``learned``.
        charset: the encoding that the server declared, if the page is bytes.
        fetched: when the page was fetched. Dates such as "2 hours ago" are relative to it, and no date is later.
        options: which parts of the main text to keep: links, images, tables, formatting.

    Raises:
        OptionError: an argument has a value that it cannot have.
        PageError: the file cannot be read, or the page is too large.
    """
    check_optional("url", url, str)
    check_optional("fetched", fetched, datetime)
    check_type("options", options, Options)
    chosen = chosen_method(method, favor, comments)
    content = page_content(page)
    table = page_table(content, charset)
    selection = chosen.select(table)
    passage = passage_of(table, selection, options)
    reason = _reason(content, table, selection, passage)
    return Document(url, chosen.name, selection.score, reason, View(table, selection, passage, fetched))


def judge(
    page: GivenPage, method: str | Method = DEFAULT_METHOD, *, charset: str | None = None, threshold: float = 0.5
) -> Judgement:
    """Judge whether a page has a main text: one running text, like an article and unlike a list of products.

    Args:
        page: the page, as for ``extract``.
        method: ``learned``, or ``p-value`` as in its paper. The other methods cannot judge.
        charset: the encoding that the server declared, if the page is bytes.
        threshold: the lowest probability, or P value, for which the answer is yes.
    """
    check_type("threshold", threshold, float)
    chosen = method_named(method)
    selection = chosen.select(page_table(page, charset))
    if selection.has_main_text is None and not selection.reason:
        raise OptionError(f"{chosen.name} cannot judge whether a page has a main text; use learned or p-value")
    probability = selection.has_main_text or 0.0
    return Judgement(probability >= threshold, probability)


def chosen_method(method: str | Method, favor: str | None = None, comments: bool | None = None) -> Method:
    """The method that arguments describe; ``favor`` and ``comments`` are options of the learned method."""
    chosen = method_named(method)
    given = {name: value for name, value in (("favor", favor), ("comments", comments)) if value is not None}
    if not given:
        return chosen
    if not isinstance(chosen, Learned):
        raise OptionError(f"{next(iter(given))} works with the method learned, not with {chosen.name}")
    changed: Method = replace(chosen, **given)  # type: ignore[arg-type]
    return changed


def _reason(content: str | bytes, table: PageTable, selection: Selection, passage: Passage) -> str:
    """Why there is no text, the most specific reason first; empty if there is text."""
    if has_text(passage.table, passage.keep):
        return ""
    if len(table) <= _ROWS_OF_AN_EMPTY_PAGE and not table.visible_characters:
        kind = binary_kind(content)
        return f"this is {kind}, not an HTML page" if kind else "the page is empty"
    if not table.visible_characters:
        return "the page has no visible text; it may need JavaScript"
    return selection.reason or "the selected elements have no text"
