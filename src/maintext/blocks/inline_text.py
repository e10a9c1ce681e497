"""Text that reads differently once its markup is gone.

A browser shows raised and lowered characters, quotation marks and readings that are not in the page's text. And links
next to headings, numbers of lines and buttons of code are text that nobody wants to read. Both are changed in the text
of the page table, before plain text and blocks are made from it, so these always agree.
"""

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from maintext.blocks._build import reworded_places
from maintext.blocks.abbreviations import expansions
from maintext.blocks.code_furniture import code_furniture
from maintext.blocks.formulas import typeset_segments
from maintext.blocks.heading_furniture import edit_links, place_marks
from maintext.blocks.notes import NO_NOTES, Notes, find_notes
from maintext.blocks.quotation_marks import marks_of, marks_of_language
from maintext.blocks.scripts import raised_or_lowered
from maintext.options import Options
from maintext.table import SEGMENT_COLUMNS, Mask, PageTable, tags

_SUB, _SUP, _Q, _RUBY, _PRE, _ABBR, _ACRONYM, _MATH = map(tags.code_of, "sub sup q ruby pre abbr acronym math".split())
_RT, _RP = map(tags.code_of, ("rt", "rp"))
_PREFORMATTED: Final = tags.lookup(tags.PREFORMATTED)
_MAX_LEVELS: Final = 12
"""Elements around a text that are checked."""
_CHARACTERS, _OFFSET, _PLACE = (
    SEGMENT_COLUMNS.index(name) for name in ("segment_characters", "segment_offset", "segment_place")
)


class Reworded(NamedTuple):
    """A page whose text is what a reader should get, and its footnotes."""

    table: PageTable
    notes: Notes = NO_NOTES


def reworded(table: PageTable, keep: Mask, options: Options) -> Reworded:
    """The page with the text of its inline elements as it should be read; the same table if nothing changes."""
    places = reworded_places(table, keep)
    if places is None:
        return Reworded(table)
    present, (links, boxes) = table.present_tags, places
    changes: dict[int, str] = {}
    if links:
        changes.update(dict.fromkeys(place_marks(table, links), ""))
    if boxes:
        changes.update(dict.fromkeys(edit_links(table, boxes), ""))
    notes = find_notes(table, keep, links) if links or present[_SUP] else NO_NOTES
    if present[_MATH]:
        changes.update(dict.fromkeys(typeset_segments(table, keep), ""))
    if present[_SUB] or present[_SUP]:
        _write_scripts(table, keep, notes, changes)
    if present[_RUBY]:
        _write_readings(table, keep, changes)
    if present[_Q]:
        _write_quotations(table, keep, changes)
    if present[_ABBR] or present[_ACRONYM]:
        _write_expansions(table, keep, changes)
    if present[_PRE]:
        changes.update(dict.fromkeys(code_furniture(table, keep), ""))
    if notes is not NO_NOTES:
        changes.update(dict.fromkeys(_left_out(table, notes, options), ""))
    return Reworded(_with_changes(table, changes) if changes else table, notes)


def _left_out(table: PageTable, notes: Notes, options: Options) -> set[int]:
    """The segments of marks of footnotes and citations that are not text."""
    if not options.citations:
        return notes.blank | notes.citations
    return notes.blank - {each for row in notes.references for each in table.segments_of(row)}


def _with_changes(table: PageTable, changes: dict[int, str]) -> PageTable:
    """The table with other texts for some segments."""
    columns = table.segment_columns.copy()
    pieces: list[bytes] = []
    copied = 0
    longer = np.zeros((2, columns.shape[1]), dtype=np.intc)
    for segment in sorted(changes):
        text = changes[segment]
        encoded = text.encode("utf-8", "replace")
        place, end = int(columns[_PLACE, segment]), int(columns[_PLACE, segment + 1])
        pieces += [table.encoded[copied:place], encoded]
        copied = end
        longer[0, segment + 1] = len(encoded) - (end - place)
        longer[1, segment + 1] = len(text) - int(columns[_OFFSET, segment + 1] - columns[_OFFSET, segment])
        columns[_CHARACTERS, segment] = len("".join(text.split()))
    pieces.append(table.encoded[copied:])
    columns[_PLACE] += np.cumsum(longer[0], dtype=np.intc)
    columns[_OFFSET] += np.cumsum(longer[1], dtype=np.intc)
    return replace(table, encoded=b"".join(pieces), segment_columns=columns)


def _filled(table: PageTable, keep: Mask, row: int) -> list[int]:
    """The selected segments of an element that have text."""
    return [each for each in table.segments_of(row) if _is_filled(table, keep, each)]


def _rows(table: PageTable, tag: int) -> list[int]:
    """The rows with a tag that are not in another one with it."""
    found: list[int] = []
    end = 0
    for row in table.rows_of(tag):
        if row >= end:
            found.append(row)
            end = table.end_of(row)
    return found


def _is_in(table: PageTable, row: int, wanted: Mask) -> bool:
    """Whether an element, or one of those close around it, has a wanted tag."""
    for _ in range(_MAX_LEVELS):
        if row < 0 or wanted[table.tag.item(row)]:
            return row >= 0
        row = table.parent_of(row)
    return False


def _write_scripts(table: PageTable, keep: Mask, notes: Notes, changes: dict[int, str]) -> None:
    """Write raised and lowered numbers with the characters that Unicode has for them."""
    for tag in (_SUB, _SUP):
        for row in _rows(table, tag):
            own = _filled(table, keep, row)
            if not own or any(each in notes.blank for each in own):
                continue
            texts = [raised_or_lowered(table.segment_text(each), is_raised=tag == _SUP) for each in own]
            if all(texts) and not _is_in(table, row, _PREFORMATTED):
                changes.update(zip(own, texts, strict=True))


def _write_readings(table: PageTable, keep: Mask, changes: dict[int, str]) -> None:
    """Write the reading of each ruby text once, in parentheses after all of its characters."""
    for row in _rows(table, _RUBY):
        parts = _annotations(table, row)
        for each in parts:
            changes.update(dict.fromkeys(table.segments_of(each), ""))
        readings = [each for each in parts if table.tag[each] == _RT and _filled(table, keep, each)]
        texts = [table.text_of(each) for each in readings]
        if readings:
            between = " " if any(not _is_wide(text) for text in texts) else ""
            changes[_filled(table, keep, readings[-1])[0]] = f"({between.join(texts)})"


def _annotations(table: PageTable, ruby: int) -> list[int]:
    """The rows of the readings of a ruby text and of the parentheses around them, without those in others."""
    found: list[int] = []
    end = 0
    for row in range(ruby + 1, int(table.end[ruby])):
        if row >= end and table.tag[row] in (_RT, _RP):
            found.append(row)
            end = int(table.end[row])
    return found


def _is_wide(text: str) -> bool:
    """Whether a text is in the characters of East Asia, which need no blanks between words."""
    return any(character >= "\u2e80" for character in text)


def _write_quotations(table: PageTable, keep: Mask, changes: dict[int, str]) -> None:
    """Write the quotation marks that a browser puts around ``q``."""
    page_marks = marks_of(table)
    for row, depth in reversed(_quotations(table)):
        first = next((each for each in table.segments_of(row) if _is_filled(table, keep, each)), -1)
        if first < 0 or _is_in(table, row, _PREFORMATTED):
            continue
        last = next(each for each in reversed(table.segments_of(row)) if _is_filled(table, keep, each))
        marks = marks_of_language(table.attribute(row, "lang")) or page_marks
        opened, closed = marks[2 * (depth % 2)], marks[2 * (depth % 2) + 1]
        if table.segment_text(first).lstrip().startswith(_OPENING) and table.segment_text(last).rstrip().endswith(
            _CLOSING
        ):
            continue
        changes[first] = _before_words(changes.get(first, table.segment_text(first)), opened)
        changes[last] = _after_words(changes.get(last, table.segment_text(last)), closed)


def _quotations(table: PageTable) -> list[tuple[int, int]]:
    """The rows of the quotations and the number of others that each is in; deeper ones are not marked."""
    found: list[tuple[int, int]] = []
    ends: list[int] = []
    for row in table.rows_of(_Q):
        while ends and ends[-1] <= row:
            ends.pop()
        if len(ends) < _MAX_LEVELS:
            found.append((row, len(ends)))
        ends.append(table.end_of(row))
    return found


def _is_filled(table: PageTable, keep: Mask, segment: int) -> bool:
    return keep.item(segment) and table.has_characters(segment)


_OPENING: Final = tuple("\"'“„‟«‹「『《〈‘‚")
_CLOSING: Final = tuple("\"'”“»›」』》〉’")


def _before_words(text: str, mark: str) -> str:
    words = text.lstrip()
    return text[: len(text) - len(words)] + mark + words


def _after_words(text: str, mark: str) -> str:
    words = text.rstrip()
    return words + mark + text[len(words) :]


def _write_expansions(table: PageTable, keep: Mask, changes: dict[int, str]) -> None:
    """Write the long form of each abbreviation in parentheses after its first occurrence."""
    for row, expansion in expansions(table, [*_rows(table, _ABBR), *_rows(table, _ACRONYM)]):
        own = _filled(table, keep, row)
        if own:
            changes[own[-1]] = _after_words(changes.get(own[-1], table.segment_text(own[-1])), f" ({expansion})")
