"""The learned method: which blocks of a page are main text, by a model trained on labelled pages of many sites.

``evidence`` parts the page into ``blocks`` and gathers what can be told of them, ``reading`` takes that through the
model's forests in two stages and tells the ``kind`` of page, ``choice`` decides which blocks to take. ``answer`` takes
these steps, or lets ``loops.judge`` take them in one go as machine code; ``method`` makes a selection of it.
"""

from maintext.algorithms.learned.method import Learned
from maintext.algorithms.learned.model import LearnedModel

__all__ = ["Learned", "LearnedModel"]
