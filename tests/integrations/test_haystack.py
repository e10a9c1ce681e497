"""Haystack runs the component in a pipeline and stores it, with the real package."""

import os
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import ARTICLE, PAGE

import maintext

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
pytest.importorskip("haystack")

from haystack import Pipeline
from haystack.dataclasses import ByteStream

from maintext.integrations.haystack import MaintextToDocument

pytestmark = pytest.mark.slow


@pytest.fixture(name="file")
def fixture_file(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE.encode())
    return path


def run(component: Any, sources: list[Any], **others: Any) -> list[Any]:
    found: list[Any] = component.run(sources=sources, **others)["documents"]
    return found


def test_files_and_streams_become_documents(file: Path) -> None:
    stream = ByteStream(PAGE.encode(), meta={"url": "https://example.org/1"})
    found = run(MaintextToDocument(format="text"), [file, str(file), stream], meta={"shelf": 4})
    assert [each.content for each in found] == [ARTICLE] * 3
    assert [each.meta["shelf"] for each in found] == [4, 4, 4]
    assert [each.meta.get("file_path") or each.meta["url"] for each in found] == [
        file.name,
        file.name,
        stream.meta["url"],
    ]
    [whole] = run(MaintextToDocument(store_full_path=True), [file])
    assert whole.meta["file_path"] == str(file)


def test_what_cannot_be_read_or_has_no_text_is_skipped(file: Path) -> None:
    found = run(MaintextToDocument(), [file, Path("/nowhere.html"), ByteStream(b""), 5])
    assert len(found) == 1


def test_it_survives_a_dictionary_and_a_pipeline(file: Path) -> None:
    component = MaintextToDocument("text", "p-value", {"images": False}, store_full_path=True)
    data = component.to_dict()
    assert data["type"] == "maintext.integrations.haystack.MaintextToDocument"
    again = MaintextToDocument.from_dict(data)
    assert again.to_dict() == data
    pipeline = Pipeline()
    pipeline.add_component("pages", component)
    loaded = Pipeline.loads(pipeline.dumps(), allowed_modules=["maintext.integrations.haystack"])
    assert loaded.run({"pages": {"sources": [file]}})["pages"]["documents"][0].content == ARTICLE


def test_wrong_options_are_refused() -> None:
    with pytest.raises(TypeError):
        MaintextToDocument(options={"pictures": False})
    with pytest.raises(maintext.OptionError):
        MaintextToDocument(options={"images": "no"})
