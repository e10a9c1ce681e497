"""Documents that were pickled by an earlier version can be read."""

import pickle
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

import maintext

PICKLES: Final = sorted((Path(__file__).parent / "golden" / "pickles").glob("*.pickle"))


@pytest.mark.parametrize("path", PICKLES, ids=lambda path: path.stem)
def test_documents_of_earlier_versions_can_be_read(path: Path) -> None:
    """Texts, blocks and facts are all there, and every format can be written from them."""
    english, chinese, manual, forum, front_page = pickle.loads(path.read_bytes())
    assert isinstance(english, maintext.Document)
    assert english.title == "Harwick council votes to reopen flooded rail tunnel after eleven-year closure"
    assert chinese.date == "2018-09-02T10:40:22"
    assert chinese.text.startswith("本报青岚9月2日电")
    assert "## Installation" in manual.markdown.split("\n\n")
    assert {block.kind for block in forum.blocks} >= {"post"}
    assert front_page.metadata["title"].value == "The Landric Times"
    assert english.site == "Harwick Courier"
    assert english.published == datetime(2023, 3, 14, 6, 5, tzinfo=UTC)
    assert chinese.published == datetime(2018, 9, 2, 10, 40, 22)
    assert english.excerpt.startswith("Councillors approved")
    assert (english.image or "").endswith(".jpg")
    assert (chinese.modified, manual.image) == (None, None)
    for document in (english, chinese, manual, forum, front_page):
        assert document and document.excerpt and document.to_dict()["error"] == ""
        assert document.markdown and document.html and document.xml and document.json


def test_there_is_a_pickle_to_read() -> None:
    assert PICKLES
