"""The pipeline of one page: decode, read, select, and make a Document of it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from maintext.algorithms import Learned, method_named
from maintext.algorithms.learned.page_judge import shipped_judge
from maintext.algorithms.recurrence import PagesOfSite, selection_of
from maintext.algorithms.whole_page import WholePage
from maintext.decode import GivenBytes
from maintext.document import Document, View
from maintext.document.buttons import with_buttons_apart
from maintext.document.parts import with_limits_hit
from maintext.document.passage import passage_of
from maintext.document.placeholder import is_placeholder
from maintext.document.plain_text import has_text
from maintext.document.selectors import restricted
from maintext.errors import OptionError, check_optional, check_type, shown_value
from maintext.options import EVERYTHING, Options
from maintext.read import page_table
from maintext.read.binary import refusal
from maintext.read.given_page import GivenPage, encodable, page_content
from maintext.read.served_markdown import MARKDOWN
from maintext.selection import Method, Selection, nothing
from maintext.support.budget import LimitReached, is_over, limited
from maintext.table import PageTable

DEFAULT_METHOD: Final = "learned"
"""The best of the methods on the development sets, see docs/choosing.md."""
JUDGES: Final = ("learned", "p-value")
"""Methods that judge whether a page has a main text."""
_RENDER: Final = " (try --render, which runs its scripts in a browser)"
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
    kind: str | None = None,
    charset: str | None = None,
    fetched: datetime | None = None,
    options: Options = EVERYTHING,
    site: PagesOfSite | None = None,
) -> Document:
    """Extract the main text of a page.

    Args:
        page: the page as characters, as the bytes that the server sent, or the ``Path`` of a file. A string is never
            taken for a path or an address.
        url: the address of the page. Nothing is fetched from there.
        method: a name from ``maintext.methods()``, or a method with options, such as ``LinkDensity(ltd=0.3)``.
        favor: ``precision``, ``balanced`` or ``recall``: which to favor for doubtful blocks. Only with ``learned``.
        comments: also find readers' comments, see ``Document.comments``. Only with ``learned``.
        kind: the kind of page, if you know it: ``article``, ``forum``, ``product``, ``collection``, ``listing``,
            ``documentation`` or ``service``. Only with ``learned``.
        charset: the encoding that the server declared, if the page is bytes.
        fetched: when the page was fetched. Dates such as "2 hours ago" are relative to it, and no date is later.
        options: which parts of the main text to keep, and where the headline is written.
        site: what is known of other pages of the same site, from ``maintext.learn_site``.

    Raises:
        OptionError: an argument has a value that it cannot have.
        PageError: the file cannot be read, or the page is too large.
    """
    check_optional("url", url, str)
    check_optional("fetched", fetched, datetime)
    check_type("options", options, Options)
    chosen = chosen_method(method, favor=favor, comments=comments, kind=kind)
    pages = checked_site(site)
    url = url and encodable(str(url))
    hits: set[str] = set()
    with limited(options.limits.seconds, options.limits.output, hits):
        content = page_content(page, options.limits.bytes)
        table = page_table(content, charset, options.limits)
        if table.text_source == MARKDOWN:  # the server has left everything else out
            chosen = WholePage()
        selection = _selected(table, chosen, options, pages)
        passage = with_buttons_apart(passage_of(table, selection, options))
        reason = "" if has_text(passage.table, passage.keep) else _reason(content, table, selection)
    view = View(table, selection, passage, fetched, _given_bytes(content, table, charset))
    document = Document(url, chosen.name, selection.score, reason, view)
    return with_limits_hit(document, hits) if hits else document


def checked_site(site: PagesOfSite | None) -> PagesOfSite | None:
    """The site, after a check that it is one."""
    if site is not None and not hasattr(site, "recurrence"):
        raise OptionError(f"site must be a Site, from maintext.learn_site or Site.load, not {shown_value(site)}")
    return site


def judge(
    page: GivenPage,
    method: str | Method = DEFAULT_METHOD,
    *,
    url: str | None = None,
    charset: str | None = None,
    threshold: float = 0.5,
) -> Judgement:
    """Judge whether a page has a main text: one running text, like an article and unlike a list of products.

    Args:
        page: the page, as for ``extract``.
        method: ``learned``, or ``p-value`` as in its paper. The other methods cannot judge.
        url: the address of the page, from which ``learned`` learns much. Nothing is fetched from there.
        charset: the encoding that the server declared, if the page is bytes.
        threshold: the lowest probability, or P value, for which the answer is yes.
    """
    check_type("threshold", threshold, float)
    check_optional("url", url, str)
    chosen = method_named(method)
    table = page_table(page, charset)
    selection = chosen.select(table)
    if selection.has_main_text is None and not selection.reason:
        raise OptionError(f"{chosen.name} cannot judge whether a page has a main text; use learned or p-value")
    probability = selection.has_main_text or 0.0
    if probability and isinstance(chosen, Learned):
        probability = shipped_judge().probability(table, url)
    if is_placeholder(table, selection.keep):
        probability = 0.0
    return Judgement(probability >= threshold, probability)


def chosen_method(method: str | Method, **learned: object) -> Method:
    """The method that arguments describe: ``learned`` has options of the learned method, None for those not given."""
    chosen = method_named(method)
    given = {name: value for name, value in learned.items() if value is not None}
    if not given:
        return chosen
    if not isinstance(chosen, Learned):
        raise OptionError(f"{next(iter(given))} works with the method learned, not with {chosen.name}")
    changed: Method = replace(chosen, **given)  # type: ignore[arg-type]
    return changed


def _given_bytes(content: str | bytes, table: PageTable, charset: str | None) -> GivenBytes | None:
    """The bytes of a page that were decoded: None if the table has the same bytes, or the page is characters."""
    if isinstance(content, str) or content is table.source or content == table.source:
        return None
    return GivenBytes(content, charset)


def _selected(table: PageTable, method: Method, options: Options, site: PagesOfSite | None) -> Selection:
    """What the method selects, restricted by the options; nothing if the time is over."""
    if is_over():
        return nothing(table, "")
    try:
        selection, _ = selection_of(method, table, site)
        if options.include or options.exclude:
            selection = restricted(table, selection, options.include, options.exclude)
    except LimitReached:
        return nothing(table, "")
    return selection


def _reason(content: str | bytes, table: PageTable, selection: Selection) -> str:
    """Why there is no text, the most specific reason first."""
    if len(table) <= _ROWS_OF_AN_EMPTY_PAGE and not table.visible_characters:
        return refusal(content) or "the page is empty"
    if not table.visible_characters:
        return f"the page has no visible text; it may need JavaScript{_RENDER}"
    if is_placeholder(table, selection.keep):
        return f"the page shows only that it is loading or needs JavaScript{_RENDER}"
    if has_text(table, selection.keep):
        return "the page hides the selected text; see hidden, and Options(hidden='keep')"
    return selection.reason or "the selected elements have no text"
