"""LangChain gets the same texts as everybody else, from the real package."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.commands import ARTICLE, PAGE
from helpers.leftovers import leaves_nothing
from helpers.pages import EXAMPLES
from helpers.servers import Reply, Server

import maintext

pytest.importorskip("langchain_core")

from langchain_core.document_loaders import BaseBlobParser, BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.documents.base import Blob

from maintext.integrations.langchain import MaintextLoader, MaintextParser, MaintextTransformer

pytestmark = pytest.mark.slow

HERE = maintext.FetchOptions(allow_private=True, host_seconds=0)


@pytest.fixture(name="server", scope="module")
def fixture_server() -> Iterator[Server]:
    with Server() as server:
        server.pages["/page"] = Reply(PAGE.encode())
        yield server


class TestLoader:
    def test_files_give_the_text_and_facts_of_extract(self) -> None:
        found = MaintextLoader(EXAMPLES).load()
        expected = [maintext.extract(path) for path in EXAMPLES]
        assert [each.page_content for each in found] == [each.markdown for each in expected]
        assert [each.metadata.get("title") for each in found] == [each.title for each in expected]
        assert all("page_type" in each.metadata for each in found)

    def test_addresses_are_fetched(self, server: Server) -> None:
        loader = MaintextLoader(f"{server.url}/page", format="text", fetch=HERE)
        assert isinstance(loader, BaseLoader)
        [found] = loader.load()
        assert (found.page_content, found.metadata["source"]) == (ARTICLE, f"{server.url}/page")

    def test_without_blocking(self, server: Server) -> None:
        [found] = asyncio.run(MaintextLoader([f"{server.url}/page"], fetch=HERE).aload())
        assert found.page_content == ARTICLE

    def test_inside_of_an_event_loop_as_in_a_notebook(self) -> None:
        async def cell() -> int:
            return len(MaintextLoader([PAGE, PAGE]).load())

        assert asyncio.run(cell()) == 2

    def test_failures_raise_or_are_skipped(self, server: Server) -> None:
        addresses = [f"{server.url}/none", f"{server.url}/page"]
        with pytest.raises(maintext.PageError, match="404"):
            MaintextLoader(addresses, fetch=HERE).load()
        assert len(MaintextLoader(addresses, fetch=HERE, continue_on_failure=True).load()) == 1

    def test_a_load_that_is_left_early_leaves_nothing(self) -> None:
        with leaves_nothing():
            documents = MaintextLoader([PAGE] * 50).lazy_load()
            assert next(documents).page_content == ARTICLE
            documents.close()  # type: ignore[attr-defined]


def test_the_transformer_keeps_metadata_and_identity() -> None:
    page = Document(PAGE, metadata={"source": "https://example.org/1", "title": "Mine"}, id="7")
    transformer = MaintextTransformer(format="text", method="p-value")
    assert isinstance(transformer, BaseDocumentTransformer)
    [found] = transformer.transform_documents([page])
    assert (found.page_content, found.id, found.metadata["title"]) == (ARTICLE, "7", "Mine")
    assert page.page_content == PAGE
    [again] = asyncio.run(transformer.atransform_documents([page]))
    assert again == found


def test_the_parser_reads_blobs_of_bytes_and_files(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE.encode())
    parser = MaintextParser(format="text", options=maintext.Options(hidden="drop"))
    assert isinstance(parser, BaseBlobParser)
    for blob in (Blob.from_path(path, metadata={"shelf": 4}), Blob.from_data(PAGE, metadata={"shelf": 4})):
        [found] = parser.parse(blob)
        assert (found.page_content, found.metadata["shelf"]) == (ARTICLE, 4)
