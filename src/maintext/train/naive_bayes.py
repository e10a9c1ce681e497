"""Count how the blocks of labelled pages fall into bins: the whole training of ``naive-bayes``."""

from collections.abc import Iterable

import numpy as np

from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.extract import page_table
from maintext.methods.naive_bayes import BINS, Blocks, NaiveBayesModel, binned, blocks_of
from maintext.table import PageTable
from maintext.train.labels import MarkedText


def train_naive_bayes(pages: Iterable[tuple[str, LabelledPage]]) -> NaiveBayesModel:
    """Fit a model; each page comes with the name of the data it is from. Pages without a text teach nothing."""
    counts = {
        is_theme: {name: np.zeros(len(bounds) + 1, dtype=np.int64) for name, bounds in BINS.items()}
        for is_theme in (True, False)
    }
    seen = {True: 0, False: 0}
    trained_on: dict[str, int] = {}
    for source, page in pages:
        if not page.text.strip():
            continue
        table = page_table(page.html)
        blocks = blocks_of(table)
        is_theme = label_blocks(table, blocks, page.text)
        for name, column in binned(blocks).items():
            for kind, counted in counts.items():
                counted[name] += np.bincount(column[is_theme == kind], minlength=len(counted[name]))
        seen[True] += int(is_theme.sum())
        seen[False] += int((~is_theme).sum())
        trained_on[source] = trained_on.get(source, 0) + 1
    if not seen[True] or not seen[False]:
        raise DataError("nothing to learn from: the pages have no block that is main text, or none that is not")
    return NaiveBayesModel(
        theme={name: column.tolist() for name, column in counts[True].items()},
        other={name: column.tolist() for name, column in counts[False].items()},
        theme_blocks=seen[True],
        other_blocks=seen[False],
        trained_on=trained_on,
    )


def label_blocks(table: PageTable, blocks: Blocks, text: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which blocks are part of the text that a person marked."""
    marked = MarkedText(text)
    parts: list[list[str]] = [[] for _ in range(len(blocks))]
    offset = table.segment_offset.tolist()
    for segment, block in enumerate(blocks.of_row[table.segment_owner].tolist()):
        if block >= 0:
            parts[block].append(table.text[offset[segment] : offset[segment + 1]])
    return np.array([marked.contains(" ".join(part)) for part in parts], dtype=bool)
