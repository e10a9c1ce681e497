"""Where else the text of a page may be: in its linked data, or in containers that scripts put in place.

Pages that are made by scripts show little or nothing before these ran. Many of them still carry their article for
search engines, as ``articleBody``. That is taken where all that the page shows is far less. A page that shows a teaser
among much else has reasons to show no more.
"""

import re
from html import escape, unescape
from typing import Final

import numpy as np

from maintext.metadata.linked_data import linked_data_rows, things_of
from maintext.read import read_once
from maintext.table import Mask, PageTable

_SHORTEST: Final = 300
"""Characters; what is shorter is a teaser."""
_TIMES: Final = 2.0
"""How many times longer than all text that the page shows the one in the linked data has to be."""
_MARKUP: Final = re.compile(r"<(?:p|br|div|h[1-6]|ul|li)\b", re.IGNORECASE)
_STREAMED: Final = re.compile(rb'<div hidden(?:="")? id="S:[0-9a-f]+"')


def linked_article(table: PageTable) -> PageTable | None:
    """The table of the article in the linked data, if it says far more than the page shows."""
    if b"articleBody" not in table.source:
        return None
    least = max(_SHORTEST, _TIMES * int(table.characters.sum()))
    rows = linked_data_rows(table)
    if (table.close_start[rows] - table.open_end[rows]).sum() < least:
        return None
    bodies = [thing.values.get("articleBody") for thing in things_of(table) if thing.is_main]
    longest = max((body for body in bodies if isinstance(body, str)), key=len, default="")
    article = read_once(_as_page(longest).encode("utf-8", "replace"))
    return article if article.characters.sum() >= least else None


def _as_page(body: str) -> str:
    """A text as a page: with the markup that it has, or with a paragraph a line."""
    body = unescape(body)
    if _MARKUP.search(body):
        return f"<body>{body}</body>"
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in body.splitlines())


def is_streamed(table: PageTable, keep: Mask) -> bool:
    """Whether most of the selected text waits in hidden containers for a script to put it in place."""
    if b'id="S:' not in table.source:
        return False
    places = [found.start() for found in _STREAMED.finditer(table.source)]
    hidden = np.isin(table.open_start, places)
    inside = table.inside(hidden)[table.segment_owner]
    characters = np.where(keep, table.segment_characters, 0)
    return bool(2 * characters[inside].sum() > characters.sum())
