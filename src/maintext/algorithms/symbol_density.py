"""Text and symbol density: the second method of H. Hong et al. 2019 (see ``text_density``), eq. 4 and 5.

Our choices where the paper says nothing:

- Sb counts the punctuation marks of ``maintext.characters``, Western and Chinese, in all text below the node.
- ln(SbD) is negative for more than one mark per character and undefined without text outside links. Such a node is not
  the main text: its score is 0.
"""

from dataclasses import dataclass
from typing import ClassVar

from maintext.algorithms.text_density import TextDensity, densities
from maintext.selection import Selection, best_row
from maintext.table import PageTable


@dataclass(frozen=True, slots=True)
class SymbolDensity(TextDensity):
    """Score = ln(SD) * TD * log10(PNum + 2) * ln(SbD)   (eq. 5): the score of text density with one more factor."""

    name: ClassVar[str] = "symbol-density"

    def select(self, table: PageTable) -> Selection:
        """The element with the highest text and symbol density score."""
        candidates, text, symbols = densities(table, self)
        return best_row(table, candidates, {**text, **symbols})
