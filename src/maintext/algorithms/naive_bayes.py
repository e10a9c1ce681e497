"""Naive Bayes on blocks.

Wang J., Wang L., Gao W., Yu J., Cui Y., "Chinese web content extraction based on naive Bayes model", 2013.

The page is split into blocks; four binned features of a block decide whether it is a theme block (c1) or not (c2), by
frequencies that were counted on labelled pages (``maintext train naive-bayes``). The theme blocks in document order
are the main text.

Decisions where the paper is silent:

- A text belongs to the nearest ``table``, ``tr``, ``td`` or ``div`` around it, to the body if there is none. Blocks
  that come one after the other and whose elements are siblings are one block (section 3, step 4).
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
from functools import lru_cache, reduce
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms._naive_bayes import split_into_blocks
from maintext.errors import ModelError, check_fields
from maintext.selection import Column, Ready, Selection, nothing
from maintext.table import Ints, PageTable, tags

FORMAT: Final = "maintext naive-bayes model, version 1"
BINS: Final = {
    "unlinktextsum": (20, 40, 60, 80, 100),
    "link": (0.1, 0.5, 0.8),
    "punc": (0.02, 0.1),
    "psum": (1, 4),
}
"""The lower bounds of all bins except the first, by feature."""
_BOUNDS: Final = {name: np.array(bounds) for name, bounds in BINS.items()}
_ACCUMULATED: Final = frozenset({"unlinktextsum", "punc"})
_KINDS: Final = (
    1 * tags.lookup(frozenset({"table", "td", "tr", "div", "body"}))
    + 2 * tags.lookup(frozenset({"a"}))
    + 4 * tags.lookup(frozenset({"p"}))
).astype(np.uint8)
"""What each tag is to this method, in the bits of ``split_into_blocks``."""
_TINY: Final = np.finfo(float).tiny


@dataclass(frozen=True, eq=False, slots=True)
class ThemeBlocks:
    """The blocks of a page."""

    of_row: NDArray[np.intc]
    """The block that a row's own text belongs to, -1 where it has none."""
    node: NDArray[np.intc]
    """The elements that make up blocks, in the order of their first text."""
    of_node: NDArray[np.intc]
    """The block of each of these elements; blocks are numbered in document order."""
    characters: NDArray[np.float64]
    """How many characters each block has."""
    features: dict[str, NDArray[np.float64]]
    """The features of each block."""

    def __len__(self) -> int:
        """The number of blocks."""
        return int(self.of_node[-1]) + 1 if len(self.of_node) else 0


@dataclass(frozen=True, eq=False, slots=True)
class NaiveBayesModel:
    """How often each bin of each feature was seen in theme blocks and in other blocks."""

    theme: dict[str, list[int]]
    other: dict[str, list[int]]
    theme_blocks: int
    other_blocks: int
    trained_on: dict[str, int]
    """Pages used, by the name of the data file."""

    @classmethod
    def load(cls, path: str | Path) -> "NaiveBayesModel":
        """Read a model file written by ``maintext train naive-bayes``."""
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise ModelError(f"cannot read the model {path}: {error.strerror}") from error
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
                kind: {name: [int(count) for count in content["features"][name][kind]] for name in BINS}
                for kind in ("theme", "other")
            }
            blocks = content["blocks"]
            model = cls(
                **counts,
                theme_blocks=int(blocks["theme"]),
                other_blocks=int(blocks["other"]),
                trained_on=dict(content["trained_on"]),
            )
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ModelError(f"{where} is not a complete naive-bayes model: {error!r}") from error
        columns = [*model.theme.items(), *model.other.items()]
        if any(len(column) != len(BINS[name]) + 1 for name, column in columns):
            raise ModelError(f"{where} does not have the bins that this version uses")
        if min(model.theme_blocks, model.other_blocks) < 1 or min(min(column) for _, column in columns) < 0:
            raise ModelError(f"{where} has counts that cannot be: no blocks of a kind, or less than none")
        return model

    def to_json(self) -> dict[str, Any]:
        """The content of a model file, readable by people."""
        return {
            "format": FORMAT,
            "trained_on": self.trained_on,
            "blocks": {"theme": self.theme_blocks, "other": self.other_blocks},
            "features": {
                name: {"bins": _bin_names(bounds), "theme": self.theme[name], "other": self.other[name]}
                for name, bounds in BINS.items()
            },
        }


@lru_cache(maxsize=1)
def shipped_model() -> NaiveBayesModel:
    """The model that comes with the package."""
    with as_file(files("maintext.algorithms") / "models" / "naive_bayes.json") as path:
        return NaiveBayesModel.load(path)


@dataclass(frozen=True, slots=True)
class NaiveBayes:
    """p(c|block) from four features, eq. 14 and 15 or their textbook form."""

    name: ClassVar[str] = "naive-bayes"
    form: Literal["textbook", "printed"] = "textbook"
    model: NaiveBayesModel | None = None
    """The shipped model if none is given."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a form that does not exist, or something else than a model."""
        check_fields(self)

    def select(self, table: PageTable) -> Selection:
        """The theme blocks."""
        blocks = blocks_of(table)
        if not len(blocks):
            return nothing(table, "the page has no text")
        theme, other = self._probabilities(blocks)
        is_theme = theme >= other
        share = theme / np.maximum(theme + other, _TINY)

        candidates = np.zeros(len(table), dtype=bool)
        candidates[blocks.node] = True
        columns = {**blocks.features, "p(c1)": theme, "p(c2)": other, "score": share}
        quantities = _ByRow(columns, blocks, len(table))
        if not is_theme.any():
            return nothing(table, "no block of the page is a theme block", float(share.max()), candidates, quantities)

        keep = np.append(is_theme, False)[blocks.of_row[table.segment_owner]]
        weight = np.where(is_theme, blocks.characters, 0)
        score = float((share * weight).sum() / weight.sum())
        rows = np.sort(blocks.node[is_theme[blocks.of_node]]).astype(np.int64)
        return Selection(keep, score, "", Ready(rows, candidates, quantities))

    def _probabilities(self, blocks: ThemeBlocks) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        (theme, prior_theme), (other, prior_other) = _frequencies(self.form, self.model or shipped_model())
        bins = binned(blocks)
        theme_columns = [theme[name][column] for name, column in bins.items()]
        other_columns = [other[name][column] for name, column in bins.items()]
        return reduce(np.multiply, theme_columns) * prior_theme, reduce(np.multiply, other_columns) * prior_other


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


@lru_cache(maxsize=8)
def _frequencies(form: str, model: NaiveBayesModel) -> list[tuple[dict[str, NDArray[np.float64]], float]]:
    """For theme and other blocks: p(bin|class) of each feature, and the prior."""
    all_blocks = model.theme_blocks + model.other_blocks
    result = []
    for counts, blocks in ((model.theme, model.theme_blocks), (model.other, model.other_blocks)):
        if form == "textbook":
            smoothed = {name: (np.array(column) + 1) / (blocks + len(column)) for name, column in counts.items()}
            result.append((smoothed, blocks / all_blocks))
        else:
            plain = {name: np.array(column) / blocks for name, column in counts.items()}
            result.append(({name: np.cumsum(p) if name in _ACCUMULATED else p for name, p in plain.items()}, 1.0))
    return result


def blocks_of(table: PageTable) -> ThemeBlocks:
    """Split the page's text into blocks and compute their features."""
    found = np.empty((6, len(table)), dtype=np.intc)
    sums = np.zeros((4, len(table)))
    is_shown = (table.rendered & table.in_body).view(np.uint8)
    count = split_into_blocks(table.tag, table.row_columns, is_shown, _KINDS, found, sums)
    of_row, node, of_node = found[3], found[4, :count], found[5, :count]
    unlinked, linked, marks, paragraphs = sums[:, : int(of_node[-1]) + 1 if count else 0]
    features = {
        "unlinktextsum": unlinked,
        "link": linked / np.maximum(1, unlinked + linked),
        "punc": np.where(linked > 0, marks / np.maximum(1, linked), np.where(marks > 0, np.inf, 0.0)),
        "psum": paragraphs,
    }
    return ThemeBlocks(of_row, node, of_node, unlinked + linked, features)


def binned(blocks: ThemeBlocks) -> dict[str, Ints]:
    """The bin of each feature of each block."""
    return {name: bounds.searchsorted(blocks.features[name], side="right") for name, bounds in _BOUNDS.items()}


def _bin_names(bounds: tuple[float, ...]) -> list[str]:
    names = [f"< {bounds[0]}"]
    names += [f"{low} to {high}" for low, high in pairwise(bounds)]
    return [*names, f">= {bounds[-1]}"]
