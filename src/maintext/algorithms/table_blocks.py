"""Blocks of tables: the method that Wang et al. 2013 compare their own with (Table 3 of the paper).

It is ``naive_bayes`` with ``<table>`` as the only element that makes blocks, and with a model trained on such blocks.
It was made for pages that are laid out with tables. Text outside all tables belongs to the body: on a page without
tables the whole page is one block.
"""

from dataclasses import dataclass
from typing import ClassVar

from maintext.algorithms.naive_bayes import NaiveBayes


@dataclass(frozen=True, slots=True)
class TableBlocks(NaiveBayes):
    """p(c|block) from the four features of ``naive-bayes``, on blocks of tables."""

    name: ClassVar[str] = "table-blocks"
    model_name: ClassVar[str] = "table_blocks"
