"""The learned method: which blocks of a page are main text, by a model trained on labelled pages of many sites.

``_engine`` splits the page into blocks, makes their ``features``, runs them through the ``forest`` of each of two
stages and that of the kind of page, and chooses blocks; ``engine`` has its records and constants. ``_words`` reads the
page's bytes for it and looks words up in a ``vocabulary``. ``model`` is the file with all that was learned, and
``method`` makes a selection of the engine's answer.
"""

from maintext.algorithms.learned.method import Learned
from maintext.algorithms.learned.model import LearnedModel

__all__ = ["Learned", "LearnedModel"]
