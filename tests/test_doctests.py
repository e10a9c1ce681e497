"""The examples in the docstrings of the package."""

import doctest
import importlib
from typing import Final

import pytest
from helpers.pages import ROOT

SOURCES: Final = ROOT / "src"
WITH_EXAMPLES: Final = sorted(path for path in SOURCES.rglob("*.py") if ">>>" in path.read_text(encoding="utf-8"))


def module_name(parts: tuple[str, ...]) -> str:
    return ".".join(part for part in parts if part != "__init__")


NAMES: Final = [module_name(path.relative_to(SOURCES).with_suffix("").parts) for path in WITH_EXAMPLES]


@pytest.mark.parametrize("name", NAMES)
def test_examples_show_what_the_code_does(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 0) == (0, True)


def test_examples_are_found() -> None:
    assert "maintext" in NAMES
