"""datatrove runs the extractor in its sandbox, with the real package."""

import pytest
from helpers.commands import ARTICLE, PAGE

pytest.importorskip("datatrove")

from datatrove.data import Document
from datatrove.pipeline.extractors.base import BaseExtractor

from maintext.integrations.datatrove import MaintextExtractor

pytestmark = pytest.mark.slow


def test_documents_get_their_main_text_and_empty_ones_are_dropped() -> None:
    extractor = MaintextExtractor(timeout=60)
    assert isinstance(extractor, BaseExtractor)
    pages = [Document(text=PAGE, id="1"), Document(text="<p></p>", id="2"), Document(text=PAGE, id="3")]
    assert [(each.id, each.text) for each in extractor.run(pages)] == [("1", ARTICLE), ("3", ARTICLE)]


def test_the_format_and_method_can_be_chosen() -> None:
    extractor = MaintextExtractor("markdown", "p-value")
    assert extractor.extract("<body><h2>Rain</h2><p>It rained <b>all day</b>.</p></body>").endswith(
        "It rained **all day**."
    )
