"""Write the report of an evaluation: an HTML page, Markdown tables and the figures as JSON."""

import json
import math
from pathlib import Path
from typing import Any

from maintext.evaluate.report.html_page import as_page
from maintext.evaluate.report.markdown_page import as_markdown
from maintext.evaluate.report.results_view import View

__all__ = ["write_report"]


def write_report(results: dict[str, Any], folder: Path) -> list[Path]:
    """Write ``index.html``, ``results.json`` and ``results.md``; the same results give the same bytes."""
    view = View.of(results)
    folder.mkdir(parents=True, exist_ok=True)
    contents = {
        "index.html": as_page(view).encode("utf-8", "replace"),
        "results.json": _as_json(results),
        "results.md": as_markdown(view).encode("utf-8", "replace"),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in contents]


def _as_json(results: dict[str, Any]) -> bytes:
    r"""Return sorted JSON, so that two runs can be compared line by line.

    A lone surrogate, which pages may contain, has no UTF-8 form; JSON writes it as ``\udc80``.
    """
    text = json.dumps(_finite(results), ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False)
    return (text + "\n").encode("utf-8", "backslashreplace")


def _finite(value: Any) -> Any:
    """Replace infinite and undefined figures, which JSON cannot express, by null."""
    if isinstance(value, dict):
        return {str(key): _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
