"""Leave out the tests of frameworks from fast runs: importing the frameworks takes longer than all their tests."""

from pathlib import Path
from typing import Final

import pytest

FRAMEWORKS: Final = ("datatrove", "haystack", "langchain", "llama_index", "scrapy")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    is_framework = collection_path.name in {f"test_{name}.py" for name in FRAMEWORKS}
    return True if is_framework and config.option.markexpr == "not slow" else None
