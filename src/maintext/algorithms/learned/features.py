"""What the first stage looks at: a column a feature, a value a block.

All of it comes from the page table by sums and look-ups. Lengths count visible characters, shares lie between 0 and 1,
and none depends on the language of the page. Columns with a number at the end are about an element around the block,
the first that holds more than the block having number 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from maintext import tags
from maintext.algorithms.learned.blocks import LEVELS, Blocks
from maintext.algorithms.learned.characters import CharacterCounts, character_counts
from maintext.algorithms.learned.wording import Features, Floats, down
from maintext.table import Ints, PageTable

AROUND: Final = (
    "nav header footer aside article main section form table td li ul ol dl blockquote pre figure figcaption button "
    "label h1 h2 h3 p strong"
).split()
"""Elements of which it matters whether, and how often, a block stands in one."""
INNERMOST: Final = ("p", "div", "li", "td", "span", "a", "h1", "h2", "h3", "h4", "section", "article", "body")
CONTENTS: Final = ("img", "input", "a", "p", "button", "time")
"""Elements that are counted in what is around a block."""
NEIGHBOURS: Final = (-2, -1, 1, 2)
PROSE: Final = (60, 25)
"""Characters of the shortest sentence that counts as prose, in an alphabet and in Chinese, Japanese or Korean."""
FAR: Final = 100.0

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_PATH_STEPS: Final = np.random.default_rng(0).integers(1, 1 << 40, 1 << 14).astype(np.float64)
"""A number for each element name on each level: a path is the sum of its steps, exact in a float."""
_HEAD_OF_TAG: Final = 40
"""Bytes of a start tag by which siblings are told to be of a kind."""


@dataclass(frozen=True, eq=False)
class Page:
    """Columns that several features are made of."""

    table: PageTable
    blocks: Blocks
    counts: CharacterCounts
    characters: Floats
    """Of each block."""
    linked: Floats
    """Characters of each block in links."""
    in_row: dict[str, Ints]
    """Sums over the subtree of each row."""

    @classmethod
    def of(cls, table: PageTable, blocks: Blocks, texts: Sequence[str]) -> "Page":
        """Count once what many features need."""
        counts = character_counts(table, blocks, texts)
        characters = blocks.characters.astype(np.float64)
        linked = blocks.sums(np.where(table.in_link[table.segment_owner], table.segment_characters, 0))
        shortest = np.where(counts.wide > 0.3 * characters, PROSE[1], PROSE[0])
        is_prose = (counts.terminals > 0) & (characters > shortest)
        columns = {
            "characters": characters,
            "linked": linked,
            "terminals": counts.terminals,
            "blocks": np.ones(len(blocks)),
            "prose": np.where(is_prose, characters - linked, 0),
        }
        in_row = {
            name: table.subtree(np.bincount(blocks.owner, weights=column, minlength=len(table)))
            for name, column in columns.items()
        }
        return cls(table, blocks, counts, characters, linked, in_row)

    @property
    def total(self) -> float:
        """Visible characters of the page, at least 1."""
        return max(1.0, float(self.characters.sum()))

    @property
    def total_prose(self) -> float:
        """Characters of whole sentences outside links."""
        return float(self.in_row["prose"][0]) if len(self.table) else 0.0


def block_features(page: Page) -> Features:
    """All that can be told of a block without a vocabulary."""
    return {
        **_text(page),
        **_place(page),
        **_elements(page),
        **_surroundings(page),
        **_neighbours(page),
        **_repetition(page),
    }


def _text(page: Page) -> Features:
    n, counts = page.characters, page.counts
    return {
        "characters": n,
        "link share": page.linked / n,
        "terminals": counts.terminals.astype(np.float64),
        "commas": counts.commas.astype(np.float64),
        "comma share": counts.commas / n,
        "digit share": counts.digits / n,
        "upper share": counts.upper / n,
        "ends a sentence": counts.ends.astype(np.float64),
        "words": counts.words.astype(np.float64),
        "word length": n / np.maximum(1, counts.words),
    }


def _place(page: Page) -> Features:
    table, blocks = page.table, page.blocks
    count = len(blocks)
    number = np.arange(count, dtype=np.float64)
    before = np.cumsum(page.characters) - page.characters
    in_h1 = np.flatnonzero(table.inside(table.has_tag(frozenset({"h1"})))[blocks.owner])
    heading = table.inside(table.has_tag(_HEADINGS))[blocks.owner]
    last_heading = np.maximum.accumulate(np.where(heading, number, -FAR))
    if len(in_h1):
        after_h1, text_after_h1 = number - in_h1[0], (before - before[in_h1[0]]) / page.total
    else:
        after_h1 = text_after_h1 = np.full(count, np.nan)
    return {
        "place": number / max(1, count),
        "place in text": before / page.total,
        "number": number,
        "number from end": count - number,
        "after h1": after_h1,
        "text after h1": text_after_h1,
        "after heading": np.minimum(FAR, number - last_heading),
        "depth": table.level[blocks.row].astype(np.float64),
    }


def _elements(page: Page) -> Features:
    table, blocks = page.table, page.blocks
    features = {f"in {name}": _around(page, name) for name in AROUND}
    codes = [tags.code_of(name) for name in INNERMOST]
    place = np.full(len(tags.NAMES), float(len(codes)))
    place[codes] = np.arange(len(codes))
    features["element"] = place[table.tag[blocks.row]]
    features["parent element"] = place[table.tag[np.maximum(0, table.parent[blocks.row])]]
    for name in CONTENTS:
        below = table.subtree(table.has_tag(frozenset({name})))
        for level in (0, 1, 2):
            features[f"{name} in level {level}"] = below[blocks.around[level]].astype(np.float64)
    return features


def _around(page: Page, name: str) -> Floats:
    """How many elements of a name each block stands in."""
    return page.table.coverage(page.table.has_tag(frozenset({name})))[page.blocks.owner].astype(np.float64)


def _surroundings(page: Page) -> Features:
    table, blocks, sums = page.table, page.blocks, page.in_row
    elements = table.end - np.arange(len(table))
    number = np.arange(len(blocks))
    features: Features = {}
    for level in range(LEVELS):
        at = blocks.around[level]
        n = np.maximum(1, sums["characters"][at])
        count = np.maximum(1, sums["blocks"][at])
        features |= {
            f"characters {level}": sums["characters"][at].astype(np.float64),
            f"share of page {level}": n / page.total,
            f"link share {level}": sums["linked"][at] / n,
            f"terminal share {level}": sums["terminals"][at] / n,
            f"blocks {level}": count.astype(np.float64),
            f"mean block {level}": n / count,
            f"prose {level}": sums["prose"][at] / n,
            f"share of prose {level}": sums["prose"][at] / max(1.0, page.total_prose),
            f"density {level}": (sums["characters"][at] - sums["linked"][at]) / elements[at],
            f"element {level}": table.tag[at].astype(np.float64),
        }
        if level:
            features[f"part of level {level}"] = sums["characters"][blocks.around[level - 1]] / n
            features[f"place in level {level}"] = (number - np.searchsorted(blocks.owner, at)) / count
    return features


def _neighbours(page: Page) -> Features:
    columns = {
        "characters": page.characters,
        "link share": page.linked / page.characters,
        "terminals": page.counts.terminals.astype(np.float64),
        "element": page.table.tag[page.blocks.row].astype(np.float64),
    }
    return {f"{name} {step:+d}": shifted(column, step) for step in NEIGHBOURS for name, column in columns.items()}


def shifted(column: Floats, step: int, outside: float = np.nan) -> Floats:
    """The value of the block so many places further on."""
    moved = np.full(len(column), outside)
    if step > 0:
        moved[:-step] = column[step:]
    else:
        moved[-step:] = column[:step]
    return moved


def _repetition(page: Page) -> Features:
    group = path_groups(page.table, page.blocks)
    size = np.bincount(group)
    length = np.bincount(group, weights=page.characters)
    linked = np.bincount(group, weights=page.linked)
    sentences = np.bincount(group, weights=page.counts.terminals > 0)
    features = {
        "alike": size[group].astype(np.float64),
        "mean of alike": (length / size)[group],
        "link share of alike": (linked / length)[group],
        "sentences of alike": (sentences / size)[group],
        "share of alike": (length / page.total)[group],
        "twins": page.counts.twins.astype(np.float64),
    }
    _, group, size = np.unique(_kinds_of_siblings(page.table), return_inverse=True, return_counts=True)
    length = np.bincount(group, weights=page.in_row["characters"])
    for level in (0, 1, 2, 3):
        at = page.blocks.around[level]
        features[f"siblings {level}"] = size[group][at].astype(np.float64)
        features[f"mean sibling {level}"] = (length / size)[group][at]
    return features


def path_groups(table: PageTable, blocks: Blocks) -> Ints:
    """A number a block; blocks under the same path of element names have the same."""
    steps = _PATH_STEPS[(table.level * len(tags.NAMES) + table.tag) % len(_PATH_STEPS)]
    _, group = np.unique(down(table, steps)[blocks.owner], return_inverse=True)
    return group.astype(np.int64)


def _kinds_of_siblings(table: PageTable) -> Ints:
    """A number a row; siblings whose start tags begin alike have the same: cards, posts, items."""
    source = table.source
    spans = zip(table.open_start.tolist(), table.open_end.tolist(), strict=True)
    numbers: dict[bytes, int] = {}
    heads = [numbers.setdefault(source[start : min(start + _HEAD_OF_TAG, stop)], len(numbers)) for start, stop in spans]
    return (table.parent + 1) * (len(numbers) + 1) + np.array(heads, dtype=np.int64)
