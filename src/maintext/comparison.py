"""Several methods on one page, and how far they agree."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from maintext.algorithms import method_named, methods
from maintext.document.plain_text import as_text
from maintext.errors import OptionError, shown_value
from maintext.read import page_table
from maintext.read.given_page import GivenPage
from maintext.selection import Method
from maintext.words import overlap


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of one method."""

    method: str
    score: float
    characters: int
    paths: tuple[str, ...]
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of all methods. ``agreement[a][b]`` is the F1 score of the words of the texts of a and b."""

    results: tuple[Compared, ...]
    agreement: Mapping[str, Mapping[str, float]]

    def to_dict(self) -> dict[str, Any]:
        """All results, ready for JSON."""
        return {
            "results": [
                {name: getattr(result, name) for name in ("method", "score", "characters", "paths", "text", "reason")}
                for result in self.results
            ],
            "agreement": {name: dict(row) for name, row in self.agreement.items()},
        }


def compare(page: GivenPage, chosen: Iterable[str | Method] | None = None, *, charset: str | None = None) -> Comparison:
    """Run several methods on one page, which is read once.

    Args:
        page: the page, as for ``extract``.
        chosen: names of methods or methods with options; all methods by default.
        charset: the encoding that the server declared, if the page is bytes.
    """
    if chosen is not None and (isinstance(chosen, str) or not isinstance(chosen, Iterable)):
        raise OptionError(f"chosen must be several methods, such as ('learned', 'p-value'), not {shown_value(chosen)}")
    table = page_table(page, charset)
    results = []
    for method in map(method_named, chosen or methods()):
        selection = method.select(table)
        characters = int(table.segment_characters[selection.keep].sum())
        paths = tuple(table.path(row) for row in np.sort(selection.rows).tolist())
        text = as_text(table, selection)
        results.append(Compared(method.name, selection.score, characters, paths, text, selection.reason))
    agreement = {one.method: {other.method: overlap(one.text, other.text)[2] for other in results} for one in results}
    return Comparison(tuple(results), agreement)
