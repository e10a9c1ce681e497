"""Labelled pages: web pages with the text that people say is their main text, in the layouts they are published in.

``read_pages`` finds out itself which layout a path has: a page a line of JSON (``maintext.data.jsonl``), or one of the
folders that ``maintext.data.layouts`` knows.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from maintext.data.labelled_page import LabelledPage
from maintext.data.layouts import layout_of
from maintext.data.page_language import language_of

__all__ = ["LabelledPage", "language_of", "read_pages"]


def read_pages(path: str | Path, on_bad_row: Callable[[str], None]) -> Iterator[LabelledPage]:
    """The labelled pages of a file or folder, always in the same order; what cannot be used is told, and left.

    Args:
        path: a ``.jsonl`` file, also ``.gz``, ``.xz`` or ``.zst``, or a folder (see ``maintext.data.layouts``).
        on_bad_row: is called with one line that names the row or file and says what is wrong with it.

    Raises:
        DataError: there is nothing to read there, or not in a layout that is known.
    """
    yield from layout_of(Path(path)).read(Path(path), on_bad_row)
