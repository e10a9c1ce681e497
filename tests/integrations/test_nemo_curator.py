"""NeMo Curator's interface. The package brings PyTorch, so its base class is written down here if it is missing."""

import sys
from abc import ABC, abstractmethod
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import pytest
from helpers.commands import ARTICLE, PAGE

NAMES = ("nemo_curator", "stages", "text", "download", "html_extractors")


class HTMLExtractorAlgorithm(ABC):
    """The interface of NeMo Curator 1.4."""

    NON_SPACED_LANGUAGES = frozenset(["THAI", "CHINESE", "JAPANESE", "KOREAN"])

    @abstractmethod
    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None: ...


@pytest.fixture(name="algorithm")
def fixture_algorithm(monkeypatch: pytest.MonkeyPatch) -> Any:
    if find_spec("nemo_curator") is None:
        for depth in range(1, len(NAMES) + 1):
            module: Any = ModuleType(".".join(NAMES[:depth]))
            module.__path__ = []
            module.HTMLExtractorAlgorithm = HTMLExtractorAlgorithm
            monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.delitem(sys.modules, "maintext.integrations.nemo_curator", raising=False)
    from maintext.integrations.nemo_curator import MaintextAlgorithm  # noqa: PLC0415

    return MaintextAlgorithm


def test_a_page_gives_its_paragraphs(algorithm: Any) -> None:
    assert algorithm().extract_text(PAGE, frozenset({"the"}), "ENGLISH") == [ARTICLE]
    chinese = "<body><div><p>本报青岚9月2日电，历时三年。</p><p>他们很高兴，大家都来了。</p></div></body>"
    assert algorithm("p-value").extract_text(chinese, frozenset(), "CHINESE") == chinese[14:-17].split("</p><p>")


def test_a_page_without_text_gives_none(algorithm: Any) -> None:
    assert algorithm().extract_text("<p></p>", frozenset(), "ENGLISH") is None
