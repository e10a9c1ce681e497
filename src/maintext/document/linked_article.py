"""Text that a page does not show itself: in its linked data, or in containers that scripts put in place.

Pages that are made by scripts show little or nothing before the scripts run. Many of them still contain their article
for search engines, as ``articleBody``. It is used if all text that the page shows is far shorter. A page that shows a
teaser among much else does so on purpose, and keeps it.
"""

import re
from html import escape, unescape
from typing import Final

import numpy as np

from maintext.metadata._collect import collect_rows
from maintext.metadata.linked_data import collect_linked_data
from maintext.read import read_once
from maintext.table import ROW_COLUMNS, Mask, PageTable, tags

_MIN_CHARACTERS: Final = 300
"""Characters; a shorter text is a teaser."""
_TIMES_LONGER: Final = 2.0
"""The text in the linked data must be this many times as long as all text that the page shows."""
_MARKUP: Final = re.compile(r"<(?:p|br|div|h[1-6]|ul|li)\b", re.IGNORECASE)
_LONGEST_ID: Final = 8
"""Bytes of the ids that frameworks give to containers they send later: ``S:`` and a number."""
_NAME: Final = b"articleBody"
_BACKSLASH: Final = ord("\\")
_SCRIPT: Final = tags.code_of("script")
_SPAN: Final = tuple(ROW_COLUMNS.index(name) for name in ("open_start", "open_end", "close_start"))


def linked_article(table: PageTable) -> PageTable | None:
    """The table of the article in the linked data, if it is far longer than the text of the page."""
    min_characters = max(_MIN_CHARACTERS, _TIMES_LONGER * table.visible_characters)
    if table.linked_data_bytes < min_characters:
        return None
    scripts = np.flatnonzero(table.tag == _SCRIPT)
    spans = zip(*(table.row_columns[column][scripts].tolist() for column in _SPAN), strict=True)
    if not any(
        stop - inner >= min_characters
        and b"ld+json" in table.source[start:inner].lower()
        and _may_contain_article(table.source, inner, stop, min_characters)
        for start, inner, stop in spans
    ):
        return None
    bodies = [thing.value("articleBody") for thing in collect_linked_data(collect_rows(table)) if thing.is_main]
    longest = max((body for body in bodies if isinstance(body, str)), key=len, default="")
    article = read_once(as_page(longest).encode("utf-8", "replace"))
    return article if article.visible_characters >= min_characters else None


def _may_contain_article(source: bytes, start: int, stop: int, min_characters: float) -> bool:
    """Whether JSON between two offsets may contain an article of more than ``min_characters`` characters.

    A string has at most as many characters as bytes. Parsing the JSON takes as long as the rest of the work on a page,
    and most articles in linked data are not longer than the text of the page.
    """
    name = source.find(_NAME, start, stop)
    while name >= 0:
        quote = source.find(b'"', name, stop)
        begin = source.find(b'"', quote + 1, stop) if quote >= 0 else -1
        if begin < 0:
            return False
        if _string_end(source, begin + 1, stop) - begin > min_characters:
            return True
        name = source.find(_NAME, begin, stop)
    return False


def _string_end(source: bytes, start: int, stop: int) -> int:
    """The offset of the quotation mark that ends a string of JSON: the first after an even number of backslashes."""
    end = source.find(b'"', start, stop)
    while end >= 0:
        before = end
        while before > start and source[before - 1] == _BACKSLASH:
            before -= 1
        if (end - before) % 2 == 0:
            return end
        end = source.find(b'"', end + 1, stop)
    return stop


def as_page(body: str) -> str:
    """A text as a page: with its own markup, or with one paragraph per line."""
    body = unescape(body)
    if _MARKUP.search(body):
        return f"<body>{body}</body>"
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in body.splitlines())


def is_streamed(table: PageTable, keep: Mask) -> bool:
    """Whether most of the selected text is in hidden containers that a script would put in place."""
    length = table.id_stop - table.id_start
    named = np.flatnonzero((length > len("S:")) & (length <= _LONGEST_ID))
    source = np.frombuffer(table.source, dtype=np.uint8)
    begin = table.id_start[named]
    rows = named[(source[begin] == ord("S")) & (source[begin + 1] == ord(":"))].tolist()
    hidden = np.zeros(len(table), dtype=bool)
    hidden[[row for row in rows if "hidden" in table.attributes(row)]] = True
    if not hidden.any():
        return False
    inside = table.inside(hidden)[table.segment_owner]
    characters = np.where(keep, table.segment_characters, 0)
    return bool(2 * characters[inside].sum() > characters.sum())
