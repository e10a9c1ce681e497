"""Everything visible on a page as Markdown, with the main text marked."""

from itertools import groupby
from typing import Final

import numpy as np

from maintext.blocks import Block, Gathered, placed_blocks_of
from maintext.document.hidden import without_hidden
from maintext.document.page_places import has_place
from maintext.document.view import View
from maintext.formats import to_markdown
from maintext.table import Mask

BEGIN: Final = "<!-- main text -->"
END: Final = "<!-- end of main text -->"
"""Comments, which no program shows. Text of the page that looks like them is escaped."""


def marked_page(view: View, base: str) -> str:
    """All visible text of a page as Markdown, with a comment before and after each part of the main text.

    Args:
        view: the page and what was selected of it.
        base: the address that links and images are resolved against.
    """
    passage = view.passage
    table, main = (passage.table, passage.keep) if has_place(passage) else (view.table, view.selection.keep & False)
    shown: Mask = (table.in_body & table.rendered)[table.segment_owner]
    if passage.options.hidden == "drop":
        shown = without_hidden(table, shown).keep
    blocks, places = placed_blocks_of(Gathered(table, shown, passage.options, base))
    main_before = np.append(0, np.cumsum(np.where(main, table.segment_characters, 0)))
    all_before = np.append(0, np.cumsum(np.where(shown, table.segment_characters, 0)))
    marked: list[tuple[bool, Block]] = []
    is_main = False
    for block, (first, last, _) in zip(blocks, places, strict=True):
        if first >= 0:
            kept, whole = (int(before[last + 1] - before[first]) for before in (main_before, all_before))
            is_main = 2 * kept > whole
        marked.append((is_main, block))
    parts = []
    for is_main, group in groupby(marked, key=lambda pair: pair[0]):
        written = to_markdown([block for _, block in group])
        parts += [BEGIN, written, END] if is_main else [written]
    return "\n\n".join(filter(None, parts))
