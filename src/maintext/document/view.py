"""A page and what was selected of it."""

from datetime import datetime
from typing import NamedTuple

from maintext.decode import GivenBytes
from maintext.document.passage import Passage
from maintext.selection import Selection
from maintext.table import PageTable


class View(NamedTuple):
    """A page and the selected part of it: everything that a Document is made from."""

    table: PageTable
    selection: Selection
    passage: Passage
    fetched: datetime | None = None
    """When the page was fetched, if known."""
    given: GivenBytes | None = None
    """The bytes of the page, if they are not those of the table."""
