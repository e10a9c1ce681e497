"""A method that crashes, hangs or raises."""

import os
import time
from dataclasses import dataclass
from typing import ClassVar

import maintext
from maintext.selection import Selection
from maintext.support.budget import check
from maintext.table import PageTable


@dataclass(frozen=True)
class Hostile:
    """A method that crashes, hangs or raises if the page says so."""

    name: ClassVar[str] = "hostile"

    def select(self, table: PageTable) -> Selection:
        if "abort" in table.text:
            os.abort()
        if "hang" in table.text:
            time.sleep(600)
        while "long" in table.text:
            check()
        if "raise" in table.text:
            raise ValueError("so it said")
        return maintext.PValue().select(table)
