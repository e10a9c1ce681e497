"""The learned method: which blocks of a page are main text, by a model trained on labelled pages of many sites.

``blocks`` parts the page, ``evidence`` gathers what can be told of the blocks (``features``, ``wording``, ``kind``),
``reading`` takes that through the model's forests in two stages (``context`` is what the second adds), ``choice``
decides which blocks to take, ``method`` makes a selection of it.
"""

from maintext.algorithms.learned.method import Learned
from maintext.algorithms.learned.model import LearnedModel

__all__ = ["Learned", "LearnedModel"]
