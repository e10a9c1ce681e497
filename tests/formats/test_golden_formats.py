"""The example pages in all formats are what they were; see ``helpers/write_golden_formats.py``."""

from pathlib import Path

import pytest
from helpers.write_golden_formats import PAGES, SUFFIXES, file_of, written

from maintext.document import FORMATS


def test_every_format_has_its_files() -> None:
    assert set(SUFFIXES) == set(FORMATS)
    assert len(PAGES) >= 8


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", FORMATS)
def test_an_example_is_written_as_before(path: Path, form: str) -> None:
    assert written(path, form) == file_of(path, form).read_text(encoding="utf-8")
