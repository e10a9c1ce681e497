"""Which of the steps that clean a selected text have something to do: for most pages none."""

from maintext.document._plain_text import FirstLook
from maintext.document.repeats import LONG_LINE
from maintext.document.style_sheets import MAX_COLOURED
from maintext.document.subscription_wall import TAIL
from maintext.table import Mask, PageTable


def first_look(table: PageTable, keep: Mask, with_hidden: bool, with_wall: bool) -> FirstLook:
    """What the selected segments may need; ``with_hidden`` and ``with_wall`` say whether to look for these."""
    return FirstLook(table, keep, with_hidden, MAX_COLOURED, TAIL if with_wall else (), LONG_LINE)
