"""The example pages of the web page are copies of those in the repository, which the package does not contain."""

from importlib.resources import files
from pathlib import Path

import pytest

from maintext.serve.demo_pages import EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_copies_are_equal(name: str) -> None:
    original = Path(__file__).parents[2] / "examples" / f"{name}.html"
    copy = files("maintext.serve") / "static" / "examples" / f"{name}.html"
    assert copy.read_bytes() == original.read_bytes()
