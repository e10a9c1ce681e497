"""The kind of a page: what it counts, what it says of itself, and where its likely main text stands."""

from typing import Final

import numpy as np

from maintext.algorithms.learned.evidence import Evidence
from maintext.algorithms.learned.wording import Features, Floats, Vocabulary

KINDS: Final = ("article", "forum", "product", "collection", "listing", "documentation", "service")
"""``collection`` shows many products, ``listing`` many of anything else, ``service`` presents a firm or an offer."""
HAS_MAIN_TEXT: Final = ("article", "documentation", "forum")
"""Kinds of page that have a text to read from beginning to end: an article, a manual, a thread of posts."""

_OF_AN_AGE: Final = frozenset({"page table"})
"""What tells when a page was made rather than what it is: articles of 2005 stand in tables, as forums still do."""
_SCALE: Final = 10.0


def kind_features(
    evidence: Evidence, of_blocks: Features, vocabularies: tuple[Vocabulary, Vocabulary], probability: Floats
) -> dict[str, float]:
    """What tells the kind of a page, with the first stage's probabilities as weights: where its main text stands."""
    size = of_blocks["words"]
    mass = probability * size
    total = float(mass.sum()) + 1e-9
    features = {
        "main words": total,
        "main share": total / (float(size.sum()) + 1),
        "main blocks": float(np.count_nonzero(probability > 0.5)),
        "likely blocks": float(probability[probability > 0.1].sum()),
        "main shapes": float(len(np.unique(evidence.group[probability > 0.3]))),
    }
    for name, column in (
        ("in li", of_blocks["in li"]),
        ("in p", of_blocks["in p"] > 0),
        ("link share", of_blocks["link share"]),
        ("alike", np.log1p(of_blocks["alike"])),
        ("characters", np.log1p(of_blocks["characters"])),
        ("digit share", of_blocks["digit share"]),
        ("sentences", of_blocks["terminals"] > 0),
        ("img in level 1", of_blocks["img in level 1"]),
        ("mean word", of_blocks["mean word"]),
    ):
        features[f"main {name}"] = float((mass * column).sum()) / total
    names, words = vocabularies
    for label, vocabulary, found in (
        ("names", names, evidence.wording.names),
        ("words", words, evidence.wording.words),
    ):
        said = vocabulary.kinds[:, np.unique(vocabulary.places(found.known))].sum(axis=1) / _SCALE
        features |= {f"{label} say {kind}": float(value) for kind, value in zip(KINDS, said, strict=True)}
    return {name: value for name, value in evidence.of_page.items() if name not in _OF_AN_AGE} | features
