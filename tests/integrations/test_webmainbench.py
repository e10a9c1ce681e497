"""WebMainBench's interface, and its own evaluators where the package is installed.

The package cannot be a dependency of the tests: it needs NumPy 1, and importing it needs PyTorch, trafilatura,
resiliparse and magic-html, which only its other extractors use. Where the package is missing, the interface that it
expects is written down here. Where it is installed, PyTorch and magic-html may be empty modules.
"""

import importlib
import json
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from helpers.commands import BLOG, CHINESE

import maintext
from maintext.decode import decode

IS_INSTALLED = find_spec("webmainbench") is not None
PAGE = """<html><head><title>Rain in May</title></head><body><nav><a href="/">Home</a></nav><article>
<h1>Rain in May</h1><p>It rained all day in <a href="/harwick">Harwick</a>, and nobody minded.</p>
<img src="rain.png" alt="Rain"><pre><code>print("rain")</code></pre></article></body></html>"""


@dataclass
class ExtractionResult:
    """The fields that webmainbench 0.1.0 reads."""

    content: str = ""
    content_list: list[Any] | None = None
    main_html: str = ""
    version: str | None = None
    success: bool = True
    title: str | None = None
    author: str | None = None
    publish_date: str | None = None
    language: str | None = None
    confidence_score: float | None = None


class BaseExtractor(ABC):
    """The constructor and the two methods that webmainbench 0.1.0 asks of an extractor."""

    def __init__(self, name: str, config: dict[str, Any] | None = None) -> None:
        self.name = name
        self.config = config or {}
        self._setup()

    @abstractmethod
    def _setup(self) -> None: ...

    @abstractmethod
    def _extract_content(self, html: str, url: str | None = None) -> ExtractionResult: ...

    def extract(self, html: str, url: str | None = None) -> ExtractionResult:
        return self._extract_content(html, url)


class ExtractorFactory:
    registered: dict[str, type[BaseExtractor]] = {}  # noqa: RUF012 (as in the package)

    @classmethod
    def register(cls, name: str, extractor_class: type[BaseExtractor]) -> None:
        cls.registered[name] = extractor_class

    @classmethod
    def create(cls, name: str, config: dict[str, Any] | None = None) -> BaseExtractor:
        return cls.registered[name](name, config)


@pytest.fixture(name="extractors")
def fixture_extractors(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module ``webmainbench.extractors``, in which our extractor is registered."""
    if IS_INSTALLED:
        for name, attributes in {"torch": ("Tensor",), "magic_html": ("GeneralExtractor",)}.items():
            if find_spec(name) is None:
                module = ModuleType(name)
                for attribute in attributes:
                    setattr(module, attribute, object)
                monkeypatch.setitem(sys.modules, name, module)
    else:
        for name in ("webmainbench", "webmainbench.extractors"):
            fake: Any = ModuleType(name)
            fake.__path__ = []
            fake.BaseExtractor, fake.ExtractionResult = BaseExtractor, ExtractionResult
            fake.ExtractorFactory = ExtractorFactory
            monkeypatch.setitem(sys.modules, name, fake)
    monkeypatch.delitem(sys.modules, "maintext.integrations.webmainbench", raising=False)
    importlib.import_module("maintext.integrations.webmainbench")
    return importlib.import_module("webmainbench.extractors")


def test_the_extractor_is_found_by_name_and_returns_markdown(extractors: Any) -> None:
    result = extractors.ExtractorFactory.create("maintext").extract(PAGE, "https://example.org/1")
    assert result.success
    assert result.content.startswith("# Rain in May\n\nIt rained all day in Harwick, and nobody minded.")
    assert "<h1>Rain in May</h1>" in result.main_html
    assert (result.title, result.version) == ("Rain in May", maintext.__version__)
    assert 0 < result.confidence_score < 1


def test_links_images_and_the_method_are_settings(extractors: Any) -> None:
    config = {"links": True, "images": True, "method": "text-density"}
    content = extractors.ExtractorFactory.create("maintext", config).extract(PAGE, "https://example.org/1").content
    assert "[Harwick](https://example.org/harwick)" in content


@pytest.fixture(name="data")
def fixture_data(tmp_path: Path) -> Path:
    """Pages of ours in the layout of the benchmark, each labelled with its own Markdown; the last with half of it."""
    rows = []
    for number, path in enumerate((BLOG, CHINESE)):
        page = decode(Path(path).read_bytes()).text
        options = maintext.Options(links=False, images=False)
        label = maintext.extract(page, options=options).markdown
        rows.append(
            {
                "track_id": f"page-{number}",
                "html": page.replace("<body", '<body cc-select="true"', 1),
                "groundtruth_content": label if number == 0 else label[: len(label) // 2],
                "url": "https://example.org/",
                "meta": {"language": "en" if number == 0 else "zh"},
            }
        )
    file = tmp_path / "pages.jsonl"
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.mark.skipif(not IS_INSTALLED, reason="webmainbench is not installed; see docs/evaluate.md")
class TestItsEvaluators:
    def test_our_rouge_is_the_one_that_its_evaluator_counts(self, extractors: Any, data: Path) -> None:
        from webmainbench import DataLoader, MainHTMLEvaluator  # noqa: PLC0415

        from maintext.cli.evaluate import _data_set  # noqa: PLC0415
        from maintext.evaluate.page_score import scorer  # noqa: PLC0415
        from maintext.evaluate.systems import methods_of_ours  # noqa: PLC0415

        extractor = extractors.ExtractorFactory.create("maintext")
        theirs = MainHTMLEvaluator().evaluate(DataLoader.load_jsonl(data), extractor)
        scores = [each["metrics"]["human_rouge_n"]["score"] for each in theirs.sample_results]
        score = scorer(methods_of_ours(("learned",))[0])
        ours = [score(page).values["rouge_5"] for page in _data_set(data, 1).pages]
        assert ours == pytest.approx(scores)
        assert scores[0] == 1.0
        assert 0.5 < scores[1] < 1

    def test_its_scores_of_code_tables_and_formulas_run(
        self, extractors: Any, data: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import webmainbench.config  # noqa: PLC0415
        from webmainbench import DataLoader, Evaluator  # noqa: PLC0415

        monkeypatch.setitem(webmainbench.config.LLM_CONFIG, "use_llm", False)
        monkeypatch.setattr("time.sleep", lambda seconds: None)
        result = Evaluator().evaluate(DataLoader.load_jsonl(data), extractors.ExtractorFactory.create("maintext"))
        assert result.error_analysis["failed_count"] == 0
        assert {"overall", "text_edit", "code_edit", "table_TEDS", "formula_edit"} <= set(result.overall_metrics)
        assert result.sample_results[0]["metrics"]["text_edit"]["score"] == 1.0
