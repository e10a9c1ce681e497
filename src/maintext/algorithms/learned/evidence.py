"""A page as the learned method first sees it: all that does not depend on a model."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from maintext.algorithms.learned.blocks import Blocks, blocks_of
from maintext.algorithms.learned.features import Page, block_features, path_groups
from maintext.algorithms.learned.whole import page_features
from maintext.algorithms.learned.wording import Features, Floats, Wording, wording_of
from maintext.table import Ints, Mask, PageTable

_COMMENTS: Final = frozenset({"comment", "comments"})


@dataclass(frozen=True, eq=False, slots=True)
class Evidence:
    """The blocks of a page with their features."""

    table: PageTable
    blocks: Blocks
    wording: Wording
    group: Ints
    """Blocks with the same number stand under the same path."""
    words: Floats
    """Words of each block, every character of Chinese, Japanese and Korean being one."""
    of_blocks: Features
    of_page: dict[str, float]

    @property
    def in_comments(self) -> Mask:
        """Blocks that stand where the page's author put readers' comments."""
        names = self.wording.names
        is_comment = np.array([name in _COMMENTS for name in names.known], dtype=bool)
        marked = np.zeros(len(self.table), dtype=bool)
        marked[names.at[is_comment[names.number]]] = True
        return self.table.inside(marked)[self.blocks.owner]


def evidence_of(table: PageTable, blocks: Blocks | None = None) -> Evidence:
    """All that can be told of the blocks of a page."""
    blocks = blocks_of(table) if blocks is None else blocks
    texts = blocks.texts(table)
    page = Page.of(table, blocks, texts)
    wording = wording_of(table, blocks, texts)
    of_page = page_features(page)
    of_blocks = {
        **block_features(page),
        **wording.agreement,
        **{name: np.full(len(blocks), value) for name, value in of_page.items()},
    }
    return Evidence(
        table, blocks, wording, path_groups(table, blocks), page.counts.words.astype(np.float64), of_blocks, of_page
    )
