"""The words that a page is filed under."""

import re
from collections.abc import Sequence
from typing import Final

from maintext.metadata._collect import linked_texts
from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact

_BETWEEN: Final = re.compile("[,;\uff0c\u3001]")


def choose_keywords(candidates: Candidates) -> Fact | None:
    """The tags of the first source that has any."""
    meta = candidates.meta
    sources: tuple[tuple[str, Sequence[str]], ...] = (
        ("meta", [content for _, content in meta.get("tags", ())]),
        ("json-ld", linked_texts(candidates.main, "keywords")),
        ("meta", [content for _, content in meta.get("news tags", ())]),
        ("link", candidates.tag_links),
        ("meta", [content for _, content in meta.get("keywords", ())]),
    )
    for source, texts in sources:
        if texts:
            parts = [part.strip() for text in texts for part in _BETWEEN.split(text)]
            found = tuple(dict.fromkeys([part for part in parts if part]))
            if found:
                return Fact(", ".join(found), source, found)
    return None
