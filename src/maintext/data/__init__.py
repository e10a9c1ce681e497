"""Read labelled pages: web pages with the text that people marked as their main text.

``read_pages`` recognises the layout of a path: one page per line of JSON (``maintext.data.jsonl``), or one of the
folders of ``maintext.data.layouts``.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from maintext.data.labelled_page import LabelledPage
from maintext.data.layouts import layout_of
from maintext.data.page_language import language_of

__all__ = ["LabelledPage", "language_of", "read_pages"]


def read_pages(path: str | Path, on_bad_row: Callable[[str], None]) -> Iterator[LabelledPage]:
    """Yield the labelled pages of a file or folder, always in the same order; bad rows are reported and skipped.

    Args:
        path: a ``.jsonl`` file, also ``.gz``, ``.xz`` or ``.zst``, or a folder (see ``maintext.data.layouts``).
        on_bad_row: called with one line that names the bad row or file and says what is wrong with it.

    Raises:
        DataError: the path cannot be read, or its layout is unknown.
    """
    yield from layout_of(Path(path)).read(Path(path), on_bad_row)
