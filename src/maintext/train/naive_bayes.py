"""Count how the blocks of labelled pages fall into bins: the whole training of ``naive-bayes``."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from maintext.algorithms.naive_bayes import (
    BINS,
    BLOCK_TAGS,
    NaiveBayes,
    NaiveBayesModel,
    ThemeBlocks,
    binned,
    blocks_of,
    check_block_tags,
)
from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.read import page_table
from maintext.table import Ints, Mask, PageTable
from maintext.train.counted_pages import counted, cross_validated
from maintext.train.marked_text import MarkedText


@dataclass(frozen=True, slots=True)
class _Counts:
    """How many blocks of a page fall into each bin, theme blocks in the first row, others in the second."""

    bins: dict[str, Ints]
    blocks: Ints


def train_naive_bayes(
    pages: Iterable[tuple[str, LabelledPage]], block_tags: tuple[str, ...] = BLOCK_TAGS
) -> NaiveBayesModel:
    """Fit a model; each page comes with the name of its data set. Pages without a text are skipped."""
    check_block_tags(block_tags)
    return _model(*counted(pages, lambda page: _counted(page, block_tags)), block_tags)


def cross_validate(
    pages: Iterable[tuple[str, LabelledPage]], folds: int, block_tags: tuple[str, ...] = BLOCK_TAGS
) -> dict[str, list[float]]:
    """The F1 of each page by a model that was trained without any page of its site, by data set."""
    check_block_tags(block_tags)
    return cross_validated(
        pages,
        folds,
        lambda page: _counted(page, block_tags),
        lambda counts, trained_on: NaiveBayes(model=_model(counts, trained_on, block_tags)),
    )


def label_blocks(table: PageTable, blocks: ThemeBlocks, text: str) -> Mask:
    """Which blocks are part of the text that a person marked."""
    marked = MarkedText(text)
    parts: list[list[str]] = [[] for _ in range(len(blocks))]
    offset = table.segment_offset.tolist()
    for segment, block in enumerate(blocks.of_row[table.segment_owner].tolist()):
        if block >= 0:
            parts[block].append(table.text[offset[segment] : offset[segment + 1]])
    return np.array([marked.contains(" ".join(part)) for part in parts], dtype=bool)


def _counted(page: LabelledPage, block_tags: tuple[str, ...]) -> _Counts:
    table = page_table(page.html)
    blocks = blocks_of(table, block_tags)
    is_theme = label_blocks(table, blocks, page.text)
    bins = {
        name: np.array([np.bincount(column[kind], minlength=len(BINS[name]) + 1) for kind in (is_theme, ~is_theme)])
        for name, column in binned(blocks).items()
    }
    return _Counts(bins, np.array([is_theme.sum(), (~is_theme).sum()], dtype=np.int64))


def _model(counts: list[_Counts], trained_on: dict[str, int], block_tags: tuple[str, ...]) -> NaiveBayesModel:
    theme_blocks, other_blocks = sum((each.blocks for each in counts), np.zeros(2, dtype=np.int64)).tolist()
    if not theme_blocks or not other_blocks:
        raise DataError("nothing to learn from: the pages have no block that is main text, or none that is not")
    total = {name: np.sum([each.bins[name] for each in counts], axis=0) for name in BINS}
    return NaiveBayesModel(
        theme={name: column[0].tolist() for name, column in total.items()},
        other={name: column[1].tolist() for name, column in total.items()},
        theme_blocks=theme_blocks,
        other_blocks=other_blocks,
        trained_on=trained_on,
        block_tags=block_tags,
    )
