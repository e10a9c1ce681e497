"""Buttons right next to other text: they look apart from it, but without a blank their words would be joined."""

from typing import Final

import numpy as np

from maintext.document.invisible_characters import with_texts
from maintext.document.passage import Passage
from maintext.table import tags

_BUTTON: Final = tags.code_of("button")
_OPENING: Final = frozenset("([{<\"'«„“‘‚‹/-–—@#")
"""Characters that belong to what follows them."""


def with_buttons_apart(passage: Passage) -> Passage:
    """The passage with a blank between the text of a selected button and a word next to it, as in ``€ 12Buy``."""
    table, keep = passage.table, passage.keep
    if not table.present_tags[_BUTTON]:
        return passage
    buttons = np.flatnonzero(table.tag == _BUTTON)
    first, stop = table.segment_start[buttons], table.segment_stop[buttons]
    starts = np.unique(np.concatenate([first[first < stop], stop[first < stop]]))
    starts = starts[(starts > 0) & (starts < len(keep))]
    is_joined = keep[starts - 1] & keep[starts]
    for column in (table.segment_line, table.segment_cell):
        is_joined &= column[starts - 1] == column[starts]
    changed = []
    for segment in starts[is_joined].tolist():
        before, text = table.segment_text(segment - 1), table.segment_text(segment)
        last = before[-1:]
        if last and not last.isspace() and last not in _OPENING and text[:1].isalnum():
            changed.append((segment, text, f" {text}"))
    return passage._replace(table=with_texts(table, changed)) if changed else passage
