"""The pages of the repository, and small helpers for texts."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DATA: Final = ROOT.parent / "shared" / "data"
"""The labelled pages; tests that need them are skipped where they are missing."""
EXAMPLES: Final = sorted((ROOT / "examples").glob("*.html"))
GOLDEN: Final = sorted((ROOT / "tests" / "golden" / "pages").glob("*/page.html"))
PAGES: Final = {**{path.stem: path for path in EXAMPLES}, **{path.parent.name: path for path in GOLDEN}}
"""All pages of the repository by a short name."""


def squeezed(text: str) -> str:
    """A text without its white space."""
    return "".join(text.split())


def in_order(words: list[str], text: str) -> bool:
    """Whether the words appear in a text in this order, with anything in between."""
    place = 0
    for word in words:
        found = text.find(word, place)
        if found < 0:
            return False
        place = found + len(word)
    return True
