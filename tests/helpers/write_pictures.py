"""Write the pictures in the documentation again: ``python tests/helpers/write_pictures.py``."""

from pathlib import Path
from typing import Final

import maintext

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "research" / "methods" / "pictures"
PICTURES: Final = (
    ("english-news", "symbol-density"),
    ("chinese-news", "text-density"),
    ("forum", "learned"),
    ("blog", "composite-density"),
    ("english-news", "max-subsequence"),
    ("japanese-news", "tag-ratio"),
)
"""The example page and the method of each."""


def picture(page: str, method: str) -> str:
    """What ``maintext explain examples/PAGE.html --method METHOD --plot FILE`` writes."""
    path = ROOT / "examples" / f"{page}.html"
    return maintext.explain(path, method).to_svg(path.name)


def file_of(page: str, method: str) -> Path:
    """The picture's file in the documentation."""
    return FOLDER / f"{page}-{method}.svg"


if __name__ == "__main__":
    for each in PICTURES:
        file_of(*each).write_text(picture(*each), encoding="utf-8")
