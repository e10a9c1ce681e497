"""Pages in an engine, and numbers, for the tests of the learned method."""

import numpy as np

from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.engine import Floats
from maintext.algorithms.learned.features import FIRST, KINDS
from maintext.algorithms.learned.vocabulary import Vocabulary
from maintext.read import page_table


def loaded(html: str | bytes, names: Vocabulary | None = None, words: Vocabulary | None = None) -> Engine:
    """An engine with a page."""
    engine = Engine()
    engine.load(page_table(html), names, words)
    return engine


def column(engine: Engine, name: str) -> list[float]:
    """A feature of the first stage, of all blocks."""
    values: list[float] = engine.first_features()[FIRST.index(name)].tolist()
    return values


def floats(*values: float) -> Floats:
    return np.array(values, dtype=np.float32)


def kinds(**probabilities: float) -> Floats:
    """Probabilities of kinds of page, 0 for those that are not named."""
    return floats(*(probabilities.get(kind, 0.0) for kind in KINDS))
