"""Everything visible on a page, where its main text alone is not wanted or nothing else is there."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.selection import Ready, Selection, nothing
from maintext.table import PageTable


@dataclass(frozen=True, slots=True)
class WholePage:
    """All visible text of the page."""

    name: ClassVar[str] = "whole-page"

    def select(self, table: PageTable) -> Selection:
        """The body with everything in it."""
        shown = table.in_body & table.rendered
        if not table.visible_characters:
            return nothing(table, "the page has no visible text")
        body = np.flatnonzero(table.in_body)[:1]
        return Selection(shown[table.segment_owner], 1.0, "", Ready(body, shown, {"score": shown.astype(float)}))
