"""Write the example pages in all formats, as files to compare with: ``python tests/helpers/write_golden_formats.py``.

Read the difference before you commit it: users will see each change.
"""

import json
from pathlib import Path
from typing import Final

import maintext

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [
    *sorted((ROOT / "examples").glob("*.html")),
    *sorted((ROOT / "tests" / "golden" / "inline").glob("*.html")),
]
"""The example pages, and pages with all kinds of inline elements in several languages."""
FOLDER: Final = ROOT / "tests" / "golden" / "formats"
SUFFIXES: Final = {"text": "txt", "markdown": "md", "html": "html", "json": "json", "xml": "xml"}


def written(page: Path, form: str) -> str:
    """An example in a format, with a method that has no model; JSON with one line per value."""
    document = maintext.extract(page.read_bytes(), f"https://example.org/{page.name}", "p-value")
    if form == "json":
        return json.dumps(document.to_dict(), ensure_ascii=False, indent=1) + "\n"
    return document.formatted(form) + "\n"


def file_of(page: Path, form: str) -> Path:
    """The file with the expected output."""
    return FOLDER / f"{page.stem}.{SUFFIXES[form]}"


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for page in PAGES:
        for form in SUFFIXES:
            file_of(page, form).write_text(written(page, form), encoding="utf-8")


if __name__ == "__main__":
    main()
