"""Buttons right next to other text: they look apart from it, but without a blank their words would be joined."""

from typing import Final

from maintext.document._plain_text import segments_joined_to
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
    joined = segments_joined_to(table.tag, table.row_columns, table.segment_columns, keep, _BUTTON)
    changed = []
    for segment in sorted(set(joined)):
        before, text = table.segment_text(segment - 1), table.segment_text(segment)
        last = before[-1:]
        if last and not last.isspace() and last not in _OPENING and text[:1].isalnum():
            changed.append((segment, text, f" {text}"))
    return passage._replace(table=with_texts(table, changed)) if changed else passage
