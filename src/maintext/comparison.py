"""Several methods on one page, and how far they agree."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from maintext.algorithms import method_named, methods
from maintext.algorithms.recurrence import PagesOfSite, selection_of
from maintext.document.buttons import with_buttons_apart
from maintext.document.passage import passage_of
from maintext.errors import OptionError, shown_value
from maintext.extraction import checked_site
from maintext.read import page_table
from maintext.read.given_page import GivenPage
from maintext.selection import Method
from maintext.words import overlap_of_words, words

_COLUMNS: Final = ("method", "score", "characters", "paths", "text", "reason", "recurring")


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of one method."""

    method: str
    score: float
    characters: int
    paths: tuple[str, ...]
    text: str
    reason: str
    recurring: float | None = None
    """The share of the selected text that other pages of the site have; None without a site."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of all methods. ``agreement[a][b]`` is the F1 score of the words of the texts of a and b."""

    results: tuple[Compared, ...]
    agreement: Mapping[str, Mapping[str, float]]

    def to_dict(self) -> dict[str, Any]:
        """All results, ready for JSON."""
        return {
            "results": [
                {name: value for name in _COLUMNS if (value := getattr(result, name)) is not None}
                for result in self.results
            ],
            "agreement": {name: dict(row) for name, row in self.agreement.items()},
        }


def compare(
    page: GivenPage,
    chosen: Iterable[str | Method] | None = None,
    *,
    charset: str | None = None,
    site: PagesOfSite | None = None,
) -> Comparison:
    """Run several methods on one page, which is read once.

    Args:
        page: the page, as for ``extract``.
        chosen: names of methods or methods with options; all methods by default.
        charset: the encoding that the server declared, if the page is bytes.
        site: what is known of other pages of the same site.
    """
    if chosen is not None and (isinstance(chosen, str) or not isinstance(chosen, Iterable)):
        raise OptionError(f"chosen must be several methods, such as ('learned', 'p-value'), not {shown_value(chosen)}")
    table = page_table(page, charset)
    results = []
    for method in map(method_named, chosen or methods()):
        selection, recurrence = selection_of(method, table, checked_site(site))
        characters = int(table.segment_characters[selection.keep].sum())
        paths = tuple(table.path(row) for row in np.sort(selection.rows).tolist())
        text = with_buttons_apart(passage_of(table, selection)).text(str)
        recurring = recurrence.recurring_share(table, selection.keep) if recurrence else None
        results.append(Compared(method.name, selection.score, characters, paths, text, selection.reason, recurring))
    bags = {result.method: Counter(words(result.text)) for result in results}
    agreement = {one: {other: overlap_of_words(bags[one], bags[other])[2] for other in bags} for one in bags}
    return Comparison(tuple(results), agreement)
