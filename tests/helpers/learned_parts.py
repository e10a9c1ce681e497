"""What the tests of the learned method make their pages and numbers with."""

import numpy as np

from maintext.algorithms.learned.evidence import Evidence, evidence_of
from maintext.algorithms.learned.vocabulary import Floats
from maintext.read import page_table


def evidence(html: str) -> Evidence:
    return evidence_of(page_table(html))


def floats(*values: float) -> Floats:
    return np.array(values, dtype=np.float32)
