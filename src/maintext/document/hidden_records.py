"""What a page hides: the records of ``Document.hidden``, and the table without it that facts are chosen from."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from maintext.document.hidden import find_hidden, hidden_segments, may_have_hidden, without_hidden
from maintext.document.hidden_elements import Finding
from maintext.document.invisible_characters import with_texts, without_invisible
from maintext.metadata._collect import texts_of_facts
from maintext.support.budget import is_over
from maintext.table import Mask, PageTable

MAX_RECORDS: Final = 1_000
_LONG: Final = 80
"""Visible characters. Hidden names and dates are for machines and shorter."""


@dataclass(frozen=True, slots=True)
class HiddenText:
    """A text that was left out because the page does not show it."""

    text: str
    sign: str
    """How it is hidden: ``display``, ``opacity``, ``class name``, ``tag characters`` and so on."""
    tag: str
    """The name of the element that is hidden, or that has the invisible characters."""
    start: int
    """Where the element begins: its offset in the page in UTF-8, in bytes."""
    stop: int
    """Where it ends."""
    rule: str = ""
    """The selector of the page's own rule that hides it, empty if the element's own tag does."""
    selected: bool = True
    """Whether the method had chosen it. If not, it is only next to chosen text."""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return asdict(self)


def hidden_texts(table: PageTable, keep: Mask) -> tuple[HiddenText, ...]:
    """The hidden text in and between the selected text, in page order, at most ``MAX_RECORDS`` of them."""
    shown = without_hidden(table, keep)
    between = _around(table, keep) & ~keep
    others = [each for each in find_hidden(table, between) if not _has_shown_text(table, each, shown.keep)]
    records: list[HiddenText] = []
    stop = 0
    for finding in sorted({*shown.findings, *others}):
        if finding.row < stop:
            continue
        if is_over():
            break
        segments = hidden_segments(table, [finding]) & (keep | between)
        if table.segment_characters[segments].any():
            records.append(_record(table, finding, segments, bool(keep[segments].any())))
            stop = int(table.end[finding.row]) if not _has_shown_text(table, finding, shown.keep) else stop
        if len(records) == MAX_RECORDS:
            break
    removed = [
        _record_of_characters(table, int(table.segment_owner[segment]), each.sign, each.text)
        for segment, each in without_invisible(table, shown.keep).removed
    ]
    return tuple(sorted([*records, *removed], key=lambda each: each.start)[:MAX_RECORDS])


def _around(table: PageTable, keep: Mask) -> Mask:
    """The segments of the smallest element around all selected text."""
    selected = np.flatnonzero(keep & (table.segment_characters > 0))
    region = np.zeros(len(keep), dtype=bool)
    if len(selected):
        around = (table.segment_start <= selected[0]) & (table.segment_stop > selected[-1])
        row = int(np.flatnonzero(around)[-1])
        region[int(table.segment_start[row]) : int(table.segment_stop[row])] = True
    return region


def _has_shown_text(table: PageTable, finding: Finding, shown: Mask) -> bool:
    first, last = int(table.segment_start[finding.row]), int(table.segment_stop[finding.row])
    return bool(shown[first:last].any())


def _record(table: PageTable, finding: Finding, segments: Mask, selected: bool) -> HiddenText:
    place = table.segment_place
    texts = [table.encoded[place[number] : place[number + 1]].decode() for number in np.flatnonzero(segments).tolist()]
    row = finding.row
    span = int(table.open_start[row]), int(table.close_end[row])
    return HiddenText(" ".join(" ".join(texts).split()), finding.sign, table.name(row), *span, finding.rule, selected)


def _record_of_characters(table: PageTable, row: int, sign: str, text: str) -> HiddenText:
    return HiddenText(text, sign, table.name(row), int(table.open_start[row]), int(table.close_end[row]))


def table_of_facts(table: PageTable, has_dropped: bool) -> PageTable:
    """The table without hidden headings and without longer hidden texts: neither is a title or a description.

    Hidden names and dates stay: pages have them for machines. Style sheets are looked at only if the main text had
    something hidden too: on most pages they hide nothing that matters here.

    Args:
        table: the page.
        has_dropped: whether hidden text was left out of the main text.
    """
    looked_at = texts_of_facts(table, has_dropped, _LONG)
    if looked_at is None or (not has_dropped and not may_have_hidden(table, looked_at)):
        return table
    shown = without_hidden(table, looked_at, with_sheets=has_dropped)
    hidden = np.flatnonzero(looked_at & ~shown.keep).tolist()
    if not hidden:
        return table
    place = table.segment_place
    texts = [(number, table.encoded[place[number] : place[number + 1]].decode(), "") for number in hidden]
    return with_texts(table, texts)
