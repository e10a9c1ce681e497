"""Changed copies of labelled pages to train on: short articles among teasers, and long texts."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from maintext.algorithms.learned.features import KINDS
from maintext.data import LabelledPage
from maintext.train.folds import fold_of
from maintext.train.long_copies import Donor, donor_of, long_copy
from maintext.train.page_trees import tree_of
from maintext.train.short_copies import Fragment, fragment_of, short_copy

_FOUND: Final = 0.6
"""Pages on which less of the label is found are not copied."""
_MADE_LONG: Final = 0.5
"""How many of the articles and manuals are copied with a longer text."""
_CAN_BE_LONG: Final = frozenset({"article", "documentation"})


@dataclass(frozen=True, slots=True)
class Weights:
    """How much a page counts in training, beside pages that count 1."""

    blocks: float = 1.0
    kind: float = 1.0
    is_counted: bool = True
    """Whether the page counts for the vocabularies and the sizes of the sets."""
    is_copy: bool = False


LIGHT: Final = Weights(0.25, 0.25, is_counted=False)
SHORT: Final = Weights(0.05, 0.025, is_counted=False, is_copy=True)
LONG: Final = Weights(0.1, 0.05, is_counted=False, is_copy=True)


@dataclass(eq=False, slots=True)
class _Parts:
    """What the pages of one fold can give to each other, with the number of the page that it is from."""

    fragments: list[tuple[int, Fragment]] = field(default_factory=list)
    donors: list[tuple[int, Donor]] = field(default_factory=list)


def copies_of(pages: Sequence[tuple[str, LabelledPage]], folds: int) -> Iterator[tuple[str, LabelledPage, Weights]]:
    """The copies of labelled pages; parts of other pages in a copy are from the same fold.

    So what is tested on one fold never saw a part of it, and the copies of a page do not depend on other folds.
    """
    parts: dict[int, _Parts] = defaultdict(_Parts)
    marks: dict[int, tuple[bool, ...]] = {}
    for number, (_, page) in enumerate(pages):
        tree = tree_of(page) if page.type in KINDS and page.text.strip() else None
        if tree is None or tree.found < _FOUND:
            continue
        marks[number] = tuple(run.is_main for run in tree.runs)
        sizes = tree.sizes()
        fragment = fragment_of(tree, page.type, sizes)
        if fragment is not None:
            parts[fold_of(page, folds)].fragments.append((number, fragment))
        donor = donor_of(tree, sizes) if page.type in _CAN_BE_LONG else None
        if donor is not None:
            parts[fold_of(page, folds)].donors.append((number, donor))
    for number, of_page in marks.items():
        dataset, page = pages[number]
        others = parts[fold_of(page, folds)]
        draw = random.Random(f"{dataset} {page.id}")
        tree = tree_of(page, of_page)
        if tree is not None:
            fragments = [fragment for donor, fragment in others.fragments if donor != number]
            yield dataset, replace(short_copy(page, tree, fragments, draw), id=f"{page.id} short"), SHORT
        donors = [donor for each, donor in others.donors if each != number]
        if page.type in _CAN_BE_LONG and donors and draw.random() < _MADE_LONG:
            tree = tree_of(page, of_page)
            if tree is not None:
                yield dataset, replace(long_copy(page, tree, donors, draw), id=f"{page.id} long"), LONG
