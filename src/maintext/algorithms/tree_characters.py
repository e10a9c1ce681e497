"""Characters along the tree.

C. Sun, Y. Guan, "A statistical approach for content extraction from Web page", Journal of Chinese Information
Processing, 2004.

The search starts at the body and goes down: to the child with the most characters, as long as that child has at least
``share`` of the characters of its parent. Where no child has, the text is spread over the children, and the element
that was reached is the main text.

Our choices where the paper says nothing:

- Characters are those that are not white space, in any script; the paper counts Chinese ones. Those in links do not
  count: menus are full of them. ``links=True`` counts them.
- The share is 0.6. Between 0.5 and 0.7 it makes little difference.
- Of equal children the first one is taken.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from maintext.algorithms._methods import TagKind, shown_segments, tree_characters
from maintext.algorithms.quantities import kinds_of_tags, shown_rows
from maintext.errors import OptionError, check_fields
from maintext.selection import Column, Ready, Selection, nothing
from maintext.table import PageTable

_KINDS: Final = kinds_of_tags({TagKind.LINK: frozenset({"a"})})


@dataclass(frozen=True, slots=True)
class TreeCharacters:
    """Go down while N(child) / N(parent) >= share, N being the characters in an element."""

    name: ClassVar[str] = "tree-characters"
    share: float = 0.6
    links: bool = False
    """Whether characters in links count."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type, or a share that is not between 0 and 1."""
        check_fields(self)
        if not 0 < self.share <= 1:
            raise OptionError(f"share must be above 0 and at most 1, not {self.share!r}")

    def select(self, table: PageTable) -> Selection:
        """The element in which the text spreads over the children."""
        n, share, candidates, body, reached = tree_characters(table, _KINDS, self.share, self.links)
        if body < 0:
            has_rows = bool(shown_rows(table).any())
            return nothing(table, "the page has no text outside links" if has_rows else "the page has no text")
        quantities: dict[str, Column] = {"N": n, "share": share, "score": n / int(n[body])}
        details = Ready(np.array([reached]), candidates, quantities)
        return Selection(shown_segments(table, reached), float(n[reached] / n[body]), "", details)
