"""Which blocks to take, given how probable each is: those that promise the best F score, not those above a half.

If a block is taken when its probability is above half of the F1 that can be expected, the expected F1 is the highest:
where little is certain more is taken, and where the text is plain a doubtful block is left out.

Then the choice is made whole: a table row is taken or left as one, and a heading between two blocks that were taken is
taken too. Readers want no half rows and no sections without their headings. Comments are left out but in a forum,
where the posts are the text.
"""

from typing import Final

import numpy as np

from maintext.algorithms.learned.evidence import Evidence
from maintext.algorithms.learned.wording import Floats
from maintext.table import Mask

LEAST: Final = 0.2
"""Blocks less probable than this are never taken: a page of nothing else has no main text."""


_HEADINGS: Final = frozenset({"h2", "h3", "h4", "h5", "h6"})


def whole_choice(evidence: Evidence, probability: Floats, is_forum: bool, beta: float = 1.0) -> Mask:
    """The best choice, with whole table rows and with the headings inside it, without comments below an article."""
    table, blocks, words = evidence.table, evidence.blocks, evidence.words
    chosen = best_choice(probability, words, beta)
    if not is_forum:
        chosen &= ~_aside(evidence.in_comments, probability * words)
    if not chosen.any():
        return chosen
    _, row = np.unique(table.segment_line[blocks.first], return_inverse=True)
    taken = np.bincount(row, weights=np.where(chosen, words, 0.0))
    chosen = (taken > 0.5 * np.bincount(row, weights=words))[row]
    is_heading = table.inside(table.has_tag(_HEADINGS))[blocks.owner]
    between = np.zeros(len(chosen), dtype=bool)
    between[1:-1] = chosen[:-2] & chosen[2:]
    return chosen | (is_heading & between)


def _aside(in_comments: Mask, mass: Floats) -> Mask:
    """Comments, unless most of the likely main text is there: then the name means something else on this page."""
    are_few = bool(mass[in_comments].sum() < 0.5 * mass.sum())
    return in_comments if are_few else np.zeros(len(in_comments), dtype=bool)


def best_choice(probability: Floats, words: Floats, beta: float = 1.0, least: float = LEAST) -> Mask:
    """The blocks with the highest expected F score; ``beta`` above 1 favours recall, below 1 precision."""
    chosen = np.zeros(len(probability), dtype=bool)
    if not len(probability):
        return chosen
    order = np.argsort(-probability, kind="stable")
    found = np.cumsum((probability * words)[order])
    taken = np.cumsum(words[order])
    wanted = float((probability * words).sum())
    score = (1 + beta**2) * found / np.maximum(1e-9, taken + beta**2 * wanted)
    chosen[order[: int(np.argmax(score)) + 1]] = True
    return chosen & (probability >= least)


def expected_f1(probability: Floats, words: Floats, chosen: Mask) -> float:
    """The F1 that a choice can be expected to have."""
    wanted = float((probability * words).sum())
    return 2 * float((probability * words)[chosen].sum()) / max(1e-9, float(words[chosen].sum()) + wanted)
