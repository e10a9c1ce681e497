"""What the page shows to compare methods: their texts line by line, and who else took each line."""

from collections import Counter
from typing import Any, Final

from maintext.algorithms.recurrence import PagesOfSite
from maintext.comparison import compare
from maintext.selection import Method

MAX_LINES: Final = 2_000
"""Lines shown per method."""


def compare_view(
    page: str | bytes,
    methods: list[str | Method] | None = None,
    charset: str | None = None,
    site: PagesOfSite | None = None,
) -> dict[str, Any]:
    """The results of the methods, each line with the number of methods that have it, and their agreement."""
    comparison = compare(page, methods, charset=charset, site=site)
    lines = {result.method: [line for line in result.text.split("\n") if line.strip()] for result in comparison.results}
    takers = Counter(line for each in lines.values() for line in set(each))
    return {
        "results": [
            {
                "method": result.method,
                "score": result.score,
                "characters": result.characters,
                "reason": result.reason,
                "paths": list(result.paths[:20]),
                "lines": [[line, takers[line]] for line in lines[result.method][:MAX_LINES]],
                "more": max(0, len(lines[result.method]) - MAX_LINES),
            }
            for result in comparison.results
        ],
        "agreement": {name: dict(row) for name, row in comparison.agreement.items()},
    }
