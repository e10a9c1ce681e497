"""All methods on one page, and how far they agree."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from maintext.algorithms import method_named, methods
from maintext.document.plain_text import as_text
from maintext.read import page_table
from maintext.selection import Method
from maintext.words import overlap


@dataclass(frozen=True, slots=True)
class Compared:
    """What one method found."""

    method: str
    score: float
    characters: int
    paths: tuple[str, ...]
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What all methods found; ``agreement[a][b]`` is the F1 of the words of a's text and b's."""

    results: tuple[Compared, ...]
    agreement: Mapping[str, Mapping[str, float]]

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {
            "results": [
                {name: getattr(result, name) for name in ("method", "score", "characters", "paths", "text", "reason")}
                for result in self.results
            ],
            "agreement": {name: dict(row) for name, row in self.agreement.items()},
        }


def compare(
    html: str | bytes, chosen: tuple[str | Method, ...] | None = None, *, charset: str | None = None
) -> Comparison:
    """Run several methods, all of them by default, on one page that is read once."""
    table = page_table(html, charset)
    results = []
    for method in map(method_named, chosen or methods()):
        selection = method.select(table)
        characters = int(table.segment_characters[selection.keep].sum())
        paths = tuple(table.path(row) for row in np.sort(selection.rows).tolist())
        text = as_text(table, selection)
        results.append(Compared(method.name, selection.score, characters, paths, text, selection.reason))
    agreement = {one.method: {other.method: overlap(one.text, other.text)[2] for other in results} for one in results}
    return Comparison(tuple(results), agreement)
