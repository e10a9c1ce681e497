"""What the second stage looks at: the first stage's probabilities of what is around a block, and the kind of page."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.blocks import LEVELS, Blocks
from maintext.algorithms.learned.choice import best_choice, expected_f1
from maintext.algorithms.learned.evidence import Evidence
from maintext.algorithms.learned.features import shifted
from maintext.algorithms.learned.kind import KINDS
from maintext.algorithms.learned.wording import Features, Floats
from maintext.table import Ints, PageTable

STEPS: Final = (1, 2, 3, 4)
RADII: Final = (3, 8, 20)
FAR: Final = 50.0
_PLACES: Final = ("after first", "before last", "after likely", "before likely")


def context_features(evidence: Evidence, probability: Floats, kinds: Floats) -> Features:
    """A column a feature, a value a block."""
    blocks = evidence.blocks
    n = blocks.characters.astype(np.float64)
    mass = probability * n
    return {
        "p": probability,
        **{f"p {step:+d}": shifted(probability, step, 0.0) for near in STEPS for step in (near, -near)},
        **_around(evidence.table, blocks, probability, n),
        **_alike(evidence.group, probability, n),
        **_order(probability, mass, n),
        **_whole(evidence.words, probability, mass, n),
        **{f"p of {kind}": np.full(len(blocks), value) for kind, value in zip(KINDS, kinds, strict=True)},
    }


def _around(table: PageTable, blocks: Blocks, probability: Floats, n: Floats) -> Features:
    rows = len(table)

    def below(column: NDArray[np.generic]) -> Floats:
        sums = np.zeros(rows + 1)
        np.cumsum(np.bincount(blocks.owner, weights=column, minlength=rows), out=sums[1:])
        return sums[table.end] - sums[:-1]

    size, mass, count = below(n), below(probability * n), below(np.ones(len(blocks)))
    likely, total = below(probability > 0.5), below(probability)
    main = max(1e-9, float(mass[0]) if rows else 0.0)
    features: Features = {}
    for level in range(LEVELS):
        at = blocks.around[level]
        features |= {
            f"p in level {level}": mass[at] / np.maximum(1, size[at]),
            f"part of main {level}": mass[at] / main,
            f"mean p {level}": total[at] / np.maximum(1, count[at]),
            f"likely {level}": likely[at],
        }
        if level:
            inner = blocks.around[level - 1]
            features[f"p beside {level}"] = (mass[at] - mass[inner]) / np.maximum(1, size[at] - size[inner])
    worth = 2 * mass / np.maximum(1e-9, size + main)
    best = int(np.argmax(worth)) if rows else 0
    inside = (blocks.owner >= best) & (blocks.owner < (table.end[best] if rows else 0))
    features |= {
        "in best element": inside.astype(np.float64),
        "worth of best element": np.full(len(blocks), worth[best] if rows else 0.0),
        "share of best element": np.full(len(blocks), size[best] / max(1.0, n.sum()) if rows else 0.0),
    }
    return features


def _alike(group: Ints, probability: Floats, n: Floats) -> Features:
    count = np.bincount(group)
    total = np.bincount(group, weights=probability)
    weighted = np.bincount(group, weights=probability * n) / np.bincount(group, weights=n)
    return {
        "p of alike": weighted[group],
        "mean p of alike": (total / count)[group],
        "p of others alike": (total[group] - probability) / np.maximum(1, count[group] - 1),
    }


def _order(probability: Floats, mass: Floats, n: Floats) -> Features:
    count = len(probability)
    number = np.arange(count)
    until = np.cumsum(mass)
    main = max(1e-9, float(mass.sum()))
    features = {"main before": (until - mass) / main, "main after": (main - until) / main}
    masses, sizes = np.append(0.0, until), np.append(0.0, np.cumsum(n))
    for radius in RADII:
        low, high = np.maximum(0, number - radius), np.minimum(count, number + radius + 1)
        features[f"p within {radius}"] = (masses[high] - masses[low]) / np.maximum(1, sizes[high] - sizes[low])
    likely = np.flatnonzero(probability > 0.5)
    if not len(likely):
        return features | dict.fromkeys(_PLACES, np.full(count, -FAR))
    following = np.searchsorted(likely, number)
    previous = likely[np.maximum(0, following - 1)]
    coming = likely[np.minimum(len(likely) - 1, following)]
    places = (
        np.clip(number - likely[0], -FAR, FAR),
        np.clip(likely[-1] - number, -FAR, FAR),
        np.clip(np.where(following > 0, number - previous, FAR), 0, FAR),
        np.clip(np.where(following < len(likely), coming - number, FAR), 0, FAR),
    )
    return features | dict(zip(_PLACES, places, strict=True))


def _whole(words: Floats, probability: Floats, mass: Floats, n: Floats) -> Features:
    chosen = best_choice(probability, words)
    values = {
        "main of page": float(mass.sum()) / max(1.0, float(n.sum())),
        "main characters": float(np.log1p(mass.sum())),
        "highest p": float(probability.max()) if len(probability) else 0.0,
        "lowest chosen p": float(probability[chosen].min()) if chosen.any() else 1.0,
        "expected F1": expected_f1(probability, words, chosen),
    }
    return {name: np.full(len(n), value) for name, value in values.items()}
