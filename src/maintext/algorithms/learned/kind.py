"""The kind of a page: what it counts, what it says of itself, and where its likely main text stands."""

from typing import Final

import numpy as np

from maintext.algorithms.learned.columns import FIRST, KINDS, LOGARITHMS, MEANS, PAGE, SHARES
from maintext.algorithms.learned.evidence import Evidence, Matrix
from maintext.algorithms.learned.loops import choose
from maintext.algorithms.learned.vocabulary import Floats

_OF_AN_AGE: Final = frozenset({"page table"})
"""What tells when a page was made rather than what it is: articles of 2005 stand in tables, as forums still do."""
FAINT: Final = 0.04
"""Most blocks are less probable in the first stage, and hardly any of them is main text: they are looked at no more."""
SCALE: Final = 10.0
_WHOLE: Final = [name for name in PAGE if name not in _OF_AN_AGE]
LOGARITHMS_AT: Final = slice(len(MEANS), len(MEANS) + len(LOGARITHMS))
WHOLE_AT: Final = np.array([FIRST.index(name) for name in _WHOLE], dtype=np.intc)
_COUNTS: Final = (
    *("main words", "main share", "main blocks", "likely blocks", "main shapes", "product blocks", "sure words"),
    *("sure share", "largest element", "largest sure element", "main headings"),
)
OF_BLOCKS: Final = len(_COUNTS) + len(MEANS) + len(LOGARITHMS) + len(SHARES)
KIND_FEATURES: Final = (
    *_WHOLE,
    *_COUNTS,
    *(f"main {name}" for name in (*MEANS, *LOGARITHMS, *SHARES)),
    *(f"names say {kind}" for kind in KINDS),
    *(f"words say {kind}" for kind in KINDS),
)
"""What tells the kind of a page, in the order of ``kind_features``."""


def kind_features(evidence: Evidence, said: tuple[Floats, Floats], probability: Floats) -> Matrix:
    """One column, with the first stage's probabilities as weights: where its likely main text stands."""
    kept = evidence.kept
    kept[:, LOGARITHMS_AT] = np.log1p(kept[:, LOGARITHMS_AT])
    of_blocks = np.empty(OF_BLOCKS, dtype=np.float32)
    choose.fill_kind(
        evidence.rows,
        evidence.survey,
        kept,
        probability,
        FAINT,
        np.empty(len(probability), dtype=np.uint8),
        np.empty((len(evidence.table), 2), dtype=np.float32),
        of_blocks,
    )
    parts = (evidence.features[WHOLE_AT, 0], of_blocks, said[0] / SCALE, said[1] / SCALE)
    return np.concatenate(parts)[:, None]
