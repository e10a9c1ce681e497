"""Characters that nobody sees: they can carry a hidden message, or show a text in another order than it has.

Removed are tag characters, runs of zero-width characters or variation selectors, and overrides of the direction. Kept
is what scripts and emoji need: single joiners and non-joiners, direction marks and isolates, soft hyphens, single
variation selectors, the tags of flags such as Scotland's, and spaces of zero width in scripts without other spaces.
"""

import re
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from maintext.characters import WHITE_SPACE
from maintext.document._plain_text import segments_with_invisible
from maintext.table import Mask, PageTable
from maintext.table._table import RowColumn, SegmentColumn

TAGS: Final = "tag characters"
ZERO_WIDTH: Final = "zero-width characters"
VARIATIONS: Final = "variation selectors"
OVERRIDE: Final = "direction override"

_ZERO: Final = "\u200b-\u200d\u2060-\u2064\ufeff"
_SELECTORS: Final = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_RUN: Final = re.compile(f"[{_ZERO}{_SELECTORS}\u202a-\u202e\U0001f3f4\U000e0000-\U000e007f]+")
"""All that pieces consist of: found quicker than they are."""
_PIECE: Final = re.compile(
    "(?P<flag>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f)"
    "|(?P<tags>[\U000e0000-\U000e007f]+)"
    f"|(?P<selectors>[{_SELECTORS}]{{2,}})"
    f"|(?P<run>[{_ZERO}]{{2,}})"
    "|(?P<single>[\u200b\u2060\ufeff])"
    "|(?P<override>[\u202d\u202e])"
    "|(?P<embedding>[\u202a\u202b])"
    "|(?P<end>\u202c)"
)
_SUSPICIOUS: Final = re.compile(
    f"[\U000e0000-\U000e007f\u200b\u2060\ufeff\u202d\u202e]|[{_ZERO}]{{2}}|[{_SELECTORS}]{{2}}"
)
"""What only a text with characters to remove contains."""
_WITHOUT_SPACES: Final = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua980-\ua9df\uaa60-\uaa7f]"
)
"""Letters of Thai, Lao, Tibetan, Burmese, Khmer and others, whose words a space of zero width separates."""
_JOINING: Final = re.compile("[\u0600-\u08ff\u0900-\u0dff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefe]")
"""Letters of scripts in which joiners change the form of a letter."""
_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_TAGS_IN_MARKUP: Final = re.compile(
    rb"(\xf0\x9f\x8f\xb4(?:\xf3\xa0[\x80\x81][\xa1-\xbf]){1,6}\xf3\xa0\x81\xbf)|(?:\xf3\xa0[\x80\x81][\x80-\xbf])+"
)
_NOT_COUNTED: Final = re.compile(f"[{re.escape(''.join(sorted(WHITE_SPACE)))}]")
_SHOWN: Final = 200
"""Characters of a message that are reported."""


class Removed(NamedTuple):
    """A removed piece of a text."""

    sign: str
    text: str
    """What it says, as far as it can be read: the letters of tags, the text in another order, or the code points."""


class CleanTable(NamedTuple):
    """A table without invisible characters."""

    table: PageTable
    removed: tuple[tuple[int, Removed], ...] = ()
    """The number of the segment and what was removed from it."""


def without_invisible(table: PageTable, keep: Mask) -> CleanTable:
    """The table of a page whose kept texts have no invisible characters that could hide or reorder text."""
    listed = segments_with_invisible(table.encoded, keep, table.segment_columns)
    if not listed:
        return CleanTable(table)
    place = table.segment_columns[SegmentColumn.SEGMENT_PLACE]
    texts = [table.encoded[place[number] : place[number + 1]].decode() for number in listed]
    cleaned = [clean_text(text) for text in texts]
    removed = tuple((number, each) for number, (_, found) in zip(listed, cleaned, strict=True) for each in found)
    changed = [
        (number, text, new)
        for number, text, (new, _) in zip(listed, texts, cleaned, strict=True)
        if len(new) != len(text)
    ]
    return CleanTable(with_texts(table, changed) if changed else table, removed)


def without_tags(table: PageTable) -> PageTable:
    """The table with spaces in place of tag characters in the markup, so that no attribute has them."""
    if b"\xf3" not in table.source:
        return table
    source = _TAGS_IN_MARKUP.sub(lambda found: found[1] or b" " * len(found[0]), table.source)
    return replace(table, source=source) if source != table.source else table


def with_texts(table: PageTable, changed: list[tuple[int, str, str]]) -> PageTable:
    """The table with other texts in some segments: each is given by its number, its text so far, and the new one."""
    columns, rows = table.segment_columns.copy(), table.row_columns.copy()
    place = columns[SegmentColumn.SEGMENT_PLACE].tolist()
    fewer_bytes, fewer_characters = np.zeros(columns.shape[1], dtype=np.intc), np.zeros(columns.shape[1], dtype=np.intc)
    pieces: list[bytes] = []
    at = 0
    for number, text, new in changed:
        pieces += table.encoded[at : place[number]], new.encode()
        at = place[number + 1]
        fewer_bytes[number + 1] = at - place[number] - len(pieces[-1])
        fewer_characters[number + 1] = len(text) - len(new)
        visible = _visible(text) - _visible(new)
        columns[SegmentColumn.SEGMENT_CHARACTERS, number] -= visible
        rows[RowColumn.CHARACTERS, columns[SegmentColumn.SEGMENT_OWNER, number]] -= visible
    pieces.append(table.encoded[at:])
    columns[SegmentColumn.SEGMENT_PLACE] -= np.cumsum(fewer_bytes, dtype=np.intc)
    columns[SegmentColumn.SEGMENT_OFFSET] -= np.cumsum(fewer_characters, dtype=np.intc)
    return replace(table, encoded=b"".join(pieces), segment_columns=columns, row_columns=rows)


def _visible(text: str) -> int:
    """The number of characters that the table counts as visible."""
    return len(text) - (len(_NOT_COUNTED.findall(text)) if text else 0)


def clean_value(value: str) -> str:
    """A text without invisible characters; quick for most."""
    return clean_text(value)[0] if is_suspicious(value) else value


def is_suspicious(text: str) -> bool:
    """Whether a text may have characters to remove. Most texts have nothing that these consist of."""
    return not text.isascii() and _RUN.search(text) is not None and _SUSPICIOUS.search(text) is not None


def clean_text(text: str) -> tuple[str, list[Removed]]:
    """A text without invisible characters that could hide or reorder text, and what was removed."""
    kept: list[str] = []
    removed: list[Removed] = []
    at = 0
    are_overrides: list[bool] = []
    pieces = (piece for run in _RUN.finditer(text) for piece in _PIECE.finditer(text, *run.span()))
    for found in pieces:
        kept.append(text[at : found.start()])
        at = found.end()
        kind, piece = str(found.lastgroup), found[0]
        if kind in ("embedding", "override"):
            are_overrides.append(kind == "override")
        if kind in ("flag", "embedding"):
            kept.append(piece)
        elif kind == "end":
            kept.append("" if are_overrides and are_overrides.pop() else piece)
        elif kind == "override":
            removed += _reordered(piece, text[at : at + _SHOWN])
        elif kind == "tags":
            removed.append(Removed(TAGS, "".join(chr(ord(tag) & 0x7F) for tag in piece if ord(tag) & 0x7F >= 0x20)))
        elif kind == "selectors":
            kept.append(piece[0] if len(set(piece)) == 1 and len(piece) == 2 else "")
            removed += [] if kept[-1] else [Removed(VARIATIONS, _selected(piece))]
        else:
            _decide(text, found.start(), at, kept, removed)
    kept.append(text[at:])
    return "".join(kept), removed


def _decide(text: str, start: int, stop: int, kept: list[str], removed: list[Removed]) -> None:
    """Keep one of some zero-width characters if the script needs it; report the others if they are several."""
    piece = text[start:stop]
    around = text[max(start - 1, 0) : start] + text[stop : stop + 1]
    is_plain = len(set(piece)) == 1
    is_space = is_plain and piece[0] == "\u200b" and _WITHOUT_SPACES.search(around)
    is_joiner = len(piece) <= 3 and set(piece) <= {"\u200c", "\u200d"} and _JOINING.search(around)
    if is_space or is_joiner:
        kept.append(piece[0])
    elif len(piece) > 1:
        removed.append(Removed(ZERO_WIDTH, " ".join(f"U+{ord(character):04X}" for character in piece[:_SHOWN])))


def _reordered(override: str, after: str) -> list[Removed]:
    """What an override shows in another order, if it does: phone numbers have overrides that change nothing."""
    covered = after.partition("\u202c")[0]
    if override == "\u202e":
        is_changed = any(character.isalnum() and not _TO_LEFT.match(character) for character in covered)
    else:
        is_changed = _TO_LEFT.search(covered) is not None
    return [Removed(OVERRIDE, covered)] if is_changed else []


def _selected(selectors: str) -> str:
    """The bytes that variation selectors stand for, as text."""
    points = [ord(selector) for selector in selectors[:_SHOWN]]
    return bytes(point - 0xFE00 if point < 0xFFFF else point - 0xE0100 + 16 for point in points).decode(
        "utf-8", "replace"
    )
