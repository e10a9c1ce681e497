"""Naive Bayes on blocks.

Wang J., Wang L., Gao W., Yu J., Cui Y., "Chinese web content extraction based on naive Bayes model", 2013.

The page is split into blocks; four binned features of a block decide whether it is a theme block (c1) or not (c2), by
frequencies that were counted on labelled pages (``maintext train naive-bayes``). The theme blocks in document order
are the main text.

Decisions where the paper is silent:

- A text belongs to the nearest ``table``, ``tr``, ``td`` or ``div`` around it, to the body if there is none. Texts are
  the leaves of the tree, and the rules of section 3, step 4, go from leaf to leaf: an element that has no block yet
  joins the block of the leaf before it if the two elements are siblings, and otherwise begins a block. An element keeps
  its block when the leaves return to it after a nested one. So in ``<div>t<div>a</div>t<div>b</div></div>`` the leaf
  before ``b`` belongs to the outer element, and ``a`` and ``b`` are two blocks; the paper does not say.
- Other tags than these four: ``block_tags``, which the paper leaves for later work. A model remembers the tags that it
  was trained with, and the method uses them unless ``block_tags`` is given.
- Characters are those that are not white space; the ``<p>`` of a block are those directly inside it.
- A block without link characters has no ratio of punctuation to link characters: it gets the top bin if it has
  punctuation, else the lowest. A bin includes its lower bound.
- ``form="textbook"`` is naive Bayes as it is taught: the frequency of the block's own bin, with the prior, Laplace
  smoothing (add one). ``form="printed"`` is the paper's: eq. 4, 5, 8 and 9 add up the frequencies of all bins up to
  the block's own, eq. 14 and 15 leave the prior out, and nothing is smoothed.
- A block with p(c1) >= p(c2) is a theme block. The score of a row is p(c1) / (p(c1) + p(c2)), that of the page the
  mean over the chosen blocks, weighted by their characters.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms._methods import BlockSplit, TagKind, fill_bins, keep_blocks, multiply_frequencies
from maintext.algorithms.quantities import Floats, kinds_of_tags
from maintext.errors import ModelError, OptionError, check_fields, shown_value
from maintext.selection import Column, Ready, Selection, nothing
from maintext.support.bounded_file import content_within
from maintext.table import Ints, PageTable, tags

FORMAT: Final = "maintext naive-bayes model, version 1"
_MOST_BYTES: Final = 1 << 20
"""The largest model file that is read."""
_MOST_BLOCKS: Final = 10**12
"""The largest count that a model may have, so that all arithmetic is exact enough and finite."""
BINS: Final = {
    "unlinktextsum": (20, 40, 60, 80, 100),
    "link": (0.1, 0.5, 0.8),
    "punc": (0.02, 0.1),
    "psum": (1, 4),
}
"""The lower bounds of all bins except the first, by feature."""
_MOST_BINS: Final = 1 + max(map(len, BINS.values()))
_BOUNDS: Final = np.full((len(BINS), _MOST_BINS - 1), np.nan)
"""The lower bounds, one row per feature, with NaN after them: nothing is above that."""
for _row, _bounds in zip(_BOUNDS, BINS.values(), strict=True):
    _row[: len(_bounds)] = _bounds
_ACCUMULATED: Final = frozenset({"unlinktextsum", "punc"})
BLOCK_TAGS: Final = ("table", "td", "tr", "div")
"""The elements that make blocks in the paper."""
_TINY: Final = np.finfo(float).tiny


@dataclass(frozen=True, eq=False, slots=True)
class ThemeBlocks:
    """The blocks of a page."""

    of_row: NDArray[np.intc]
    """The block that a row's own text belongs to, -1 where it has none. Blocks are numbered by their first text."""
    node: NDArray[np.intc]
    """The elements that make up blocks, in the order of their first text."""
    of_node: NDArray[np.intc]
    """The block of each of these elements."""
    characters: Floats
    """How many characters each block has."""
    feature_rows: Floats
    """The features of each block, one row per feature of ``BINS``."""

    @property
    def features(self) -> dict[str, Floats]:
        """The features of each block by name."""
        return dict(zip(BINS, self.feature_rows, strict=True))

    def __len__(self) -> int:
        """The number of blocks."""
        return len(self.characters)


@dataclass(frozen=True, eq=False, slots=True)
class NaiveBayesModel:
    """How often each bin of each feature was seen in theme blocks and in other blocks."""

    theme: dict[str, list[int]]
    other: dict[str, list[int]]
    theme_blocks: int
    other_blocks: int
    trained_on: dict[str, int]
    """Pages used, by the name of the data file."""
    block_tags: tuple[str, ...] = BLOCK_TAGS
    """The elements that made the blocks."""

    @classmethod
    def load(cls, path: str | Path) -> "NaiveBayesModel":
        """Read a model file written by ``maintext train naive-bayes``."""
        try:
            content = json.loads(content_within(path, _MOST_BYTES).decode())
        except OSError as error:
            raise ModelError(f"cannot read the model {path}: {error.strerror or error}") from error
        except (ValueError, RecursionError) as error:
            raise ModelError(f"{path} is not a naive-bayes model: it is not JSON") from error
        return cls.from_json(content, str(path))

    @classmethod
    def from_json(cls, content: Any, where: str) -> "NaiveBayesModel":
        """Check the content of a model file and make a model of it."""
        try:
            if content["format"] != FORMAT:
                raise ModelError(f"{where} is not a naive-bayes model of this version ({FORMAT!r} expected)")
            counts = {
                kind: {name: list(content["features"][name][kind]) for name in BINS} for kind in ("theme", "other")
            }
            blocks = content["blocks"]
            model = cls(
                **counts,
                theme_blocks=blocks["theme"],
                other_blocks=blocks["other"],
                trained_on=dict(content["trained_on"]),
                block_tags=tuple(content.get("block_tags", BLOCK_TAGS)),
            )
            check_block_tags(model.block_tags)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelError(f"{where} is not a complete naive-bayes model: {shown_value(error)}") from error
        columns = [*model.theme.items(), *model.other.items()]
        if any(len(column) != len(BINS[name]) + 1 for name, column in columns):
            raise ModelError(f"{where} does not have the bins that this version uses")
        model._check_counts(where)
        return model

    def _check_counts(self, where: str) -> None:
        """Raise ``ModelError`` unless all counts are whole numbers that can be."""
        for least, counts in (
            (1, [self.theme_blocks, self.other_blocks]),
            (0, self.trained_on.values()),
            (0, chain(*self.theme.values(), *self.other.values())),
        ):
            if not all(type(count) is int and least <= count <= _MOST_BLOCKS for count in counts):
                raise ModelError(
                    f"{where} has counts that cannot be: no blocks of a kind, less than none, or no number"
                )

    def to_json(self) -> dict[str, Any]:
        """The content of a model file, readable by people."""
        return {
            "format": FORMAT,
            "trained_on": self.trained_on,
            "block_tags": list(self.block_tags),
            "blocks": {"theme": self.theme_blocks, "other": self.other_blocks},
            "features": {
                name: {"bins": _bin_names(bounds), "theme": self.theme[name], "other": self.other[name]}
                for name, bounds in BINS.items()
            },
        }


def check_block_tags(block_tags: tuple[str, ...]) -> None:
    """Raise ``OptionError`` if there is no tag, or one that is not an element of HTML."""
    unknown = [name for name in block_tags if tags.code_of(name) == tags.OTHER]
    if unknown or not block_tags:
        given = shown_value(unknown[0]) if unknown else "none"
        raise OptionError(f"block_tags must be names of HTML elements, such as table and div, not {given}")


@cache
def shipped_model(name: str = "naive_bayes") -> NaiveBayesModel:
    """A model that comes with the package."""
    with as_file(files("maintext.algorithms") / "models" / f"{name}.json") as path:
        return NaiveBayesModel.load(path)


@dataclass(frozen=True, slots=True)
class NaiveBayes:
    """p(c|block) from four features, eq. 14 and 15 or their textbook form."""

    name: ClassVar[str] = "naive-bayes"
    model_name: ClassVar[str] = "naive_bayes"
    """The shipped model that is used if none is given."""
    form: Literal["textbook", "printed"] = "textbook"
    model: NaiveBayesModel | None = None
    block_tags: tuple[str, ...] | None = None
    """The elements that make blocks; by default those that the model was trained with."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a form or tags that do not exist, or something else than a model."""
        check_fields(self)
        if self.block_tags is not None:
            check_block_tags(self.block_tags)

    def select(self, table: PageTable) -> Selection:
        """The theme blocks."""
        model = self.model or shipped_model(self.model_name)
        blocks = blocks_of(table, self.block_tags or model.block_tags)
        if not len(blocks):
            return nothing(table, "the page has no text")
        theme, other = _probabilities(blocks, self.form, model)
        is_theme = theme >= other
        share = theme / np.maximum(theme + other, _TINY)

        candidates = np.zeros(len(table), dtype=bool)
        candidates[blocks.node] = True
        columns = {**blocks.features, "p(c1)": theme, "p(c2)": other, "score": share}
        quantities = _ByRow(columns, blocks, len(table))
        if not is_theme.any():
            return nothing(table, "no block of the page is a theme block", float(share.max()), candidates, quantities)

        keep = keep_blocks(table, blocks.of_row, is_theme.view(np.uint8))
        weight = np.where(is_theme, blocks.characters, 0)
        score = float((share * weight).sum() / weight.sum())
        rows = np.sort(blocks.node[is_theme[blocks.of_node]]).astype(np.int64)
        return Selection(keep, score, "", Ready(rows, candidates, quantities))


@dataclass(frozen=True, eq=False, slots=True)
class _ByRow(Mapping[str, Column]):
    """The figures of the blocks as columns by row, each computed on access: they are rarely needed."""

    columns: dict[str, NDArray[np.float64]]
    blocks: ThemeBlocks
    rows: int

    def __getitem__(self, name: str) -> Column:
        """A column with one number per row, 0 where a row is not a block."""
        column = np.zeros(self.rows)
        column[self.blocks.node] = self.columns[name][self.blocks.of_node]
        return column

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self.columns)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.columns)


def _probabilities(blocks: ThemeBlocks, form: str, model: NaiveBayesModel) -> Floats:
    """p(c1) and p(c2) of each block, one row each."""
    frequencies, priors = _frequencies(form, model)
    p = np.empty((2, len(blocks)))
    multiply_frequencies(_bins(blocks), frequencies, priors, p)
    return p


@lru_cache(maxsize=8)
def _frequencies(form: str, model: NaiveBayesModel) -> tuple[NDArray[np.float64], Floats]:
    """p(bin|class) and the prior of each class, theme first: 2 x features x bins, and 2 numbers."""
    frequencies, priors = np.zeros((2, len(BINS), _MOST_BINS)), np.ones(2)
    both = ((model.theme, model.theme_blocks), (model.other, model.other_blocks))
    for number, (counts, blocks) in enumerate(both):
        for row, name in zip(frequencies[number], BINS, strict=True):
            column = np.array(counts[name])
            if form == "textbook":
                row[: len(column)] = (column + 1) / (blocks + len(column))
            else:
                p = column / blocks
                row[: len(column)] = np.cumsum(p) if name in _ACCUMULATED else p
        if form == "textbook":
            priors[number] = blocks / (model.theme_blocks + model.other_blocks)
    return frequencies, priors


def blocks_of(table: PageTable, block_tags: tuple[str, ...] = BLOCK_TAGS) -> ThemeBlocks:
    """Split the page's text into blocks and compute their features."""
    of_row, node, of_node, features, characters = BlockSplit(table).blocks_of(_kinds_of_tags(block_tags))
    return ThemeBlocks(of_row, node, of_node, characters, features)


@lru_cache(maxsize=64)
def _kinds_of_tags(block_tags: tuple[str, ...]) -> NDArray[np.uint8]:
    """What each tag is to this method. The elements that make blocks are candidates."""
    return kinds_of_tags(
        {
            TagKind.CANDIDATE: frozenset({*block_tags, "body"}),
            TagKind.LINK: frozenset({"a"}),
            TagKind.PARAGRAPH: frozenset({"p"}),
        }
    )


def binned(blocks: ThemeBlocks) -> dict[str, Ints]:
    """The bin of each feature of each block."""
    return dict(zip(BINS, _bins(blocks), strict=True))


def _bins(blocks: ThemeBlocks) -> Ints:
    bins = np.empty((len(BINS), len(blocks)), dtype=np.int64)
    fill_bins(blocks.feature_rows, _BOUNDS, bins)
    return bins


def _bin_names(bounds: tuple[float, ...]) -> list[str]:
    names = [f"< {bounds[0]}"]
    names += [f"{low} to {high}" for low, high in pairwise(bounds)]
    return [*names, f">= {bounds[-1]}"]
