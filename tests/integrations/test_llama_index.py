"""LlamaIndex gets the same texts as everybody else, from the real package."""

import asyncio
import shutil
from pathlib import Path

import pytest
from helpers.commands import ARTICLE, PAGE
from helpers.pages import EXAMPLES

import maintext

pytest.importorskip("llama_index.core")

from llama_index.core import SimpleDirectoryReader
from llama_index.core.readers.base import BaseReader

from maintext.integrations.llama_index import MaintextReader

pytestmark = pytest.mark.slow


def test_pages_become_documents() -> None:
    reader = MaintextReader(format="text")
    assert isinstance(reader, BaseReader)
    page = maintext.RawPage(PAGE, "https://example.org/1")
    [found] = reader.load_data(page, extra_info={"shelf": 4})
    assert (found.text, found.metadata["url"], found.metadata["shelf"]) == (ARTICLE, "https://example.org/1", 4)
    assert [each.text for each in asyncio.run(reader.aload_data([page, page]))] == [ARTICLE, ARTICLE]


def test_a_folder_is_read_with_it(tmp_path: Path) -> None:
    for path in EXAMPLES:
        shutil.copy(path, tmp_path)
    reader = SimpleDirectoryReader(str(tmp_path), file_extractor={".html": MaintextReader()})
    found = {each.metadata["file_name"]: each.text for each in reader.load_data()}
    assert found == {path.name: maintext.extract(path).markdown for path in EXAMPLES}


def test_failures_raise_or_are_skipped() -> None:
    wrong = [Path("/nowhere/page.html"), PAGE]
    with pytest.raises(maintext.PageError, match="no such file"):
        MaintextReader().load_data(wrong)
    assert len(MaintextReader(continue_on_failure=True).load_data(wrong)) == 1
