"""Metadata of a page take few Python calls: calls are what they cost."""

import statistics
import sys
from pathlib import Path
from types import FrameType
from typing import Final

import maintext

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
PACKAGE: Final = str(Path(maintext.__file__).parent)
ADDRESS: Final = "https://example.org/news/1.html"
MAX_CALLS: Final = 120
"""Eight of them keep the limits of the call, two remove invisible characters, eleven look for a wall at its end."""


def calls_of_metadata(page: bytes) -> int:
    """Calls of functions of the package, without comprehensions and generator expressions."""
    document = maintext.extract(page, ADDRESS)
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE) and not code.co_name.startswith("<"):
            calls += 1

    sys.setprofile(count)
    try:
        assert document.metadata
    finally:
        sys.setprofile(None)
    return calls


def test_all_facts_of_a_page_take_few_calls() -> None:
    pages = [path.read_bytes() for path in sorted(EXAMPLES.glob("*.html"))]
    for page in pages:
        calls_of_metadata(page)
    assert statistics.median(map(calls_of_metadata, pages)) < MAX_CALLS
