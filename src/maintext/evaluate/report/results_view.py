"""Look up results by system, set and group; missing figures are None."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

HEADLINE: Final = "bow_f1"
"""The one figure that systems are ranked by."""
_HEADLINE_OF_SNIPPETS: Final = "snippet_f1"
"""Replaces it on a set that has only snippets."""
ALL: Final = "all"
CROSS_VALIDATED: Final = ", cross-validated"
"""Ends the name of a row with the cross-validated figures of the method named before it."""


def number(value: Any) -> float | None:
    """Return a figure, or None for anything that is not a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def records(value: Any) -> list[Mapping[str, Any]]:
    """Return the objects of a list that may be missing."""
    return [each for each in value or () if isinstance(each, Mapping)]


def text(value: Any) -> str:
    """Return a name or text; empty if it is missing."""
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class View:
    """Results with an index, which all tables and plots use."""

    results: Mapping[str, Any]
    systems: tuple[str, ...]
    ours: frozenset[str]
    sets: tuple[str, ...]
    figures: Mapping[tuple[str, str, str], Mapping[str, Any]]
    page_scores: Mapping[tuple[str, str], tuple[float, ...]]

    @classmethod
    def of(cls, results: Mapping[str, Any]) -> "View":
        """Index the results. Systems and sets that appear only in figures come after the listed ones."""
        figures = records(results.get("figures"))
        systems = records(results.get("systems"))
        scores: dict[tuple[str, str], list[float]] = {}
        for page in records(results.get("pages")):
            if (f1 := number(page.get("f1"))) is not None:
                scores.setdefault((text(page.get("system")), text(page.get("set"))), []).append(f1)
        return cls(
            results,
            _names([*(each.get("name") for each in systems), *(each.get("system") for each in figures)]),
            frozenset(text(each.get("name")) for each in systems if each.get("kind") == "method"),
            _names([each.get("name") for each in records(results.get("sets"))] + [each.get("set") for each in figures]),
            {(text(each.get("system")), text(each.get("set")), text(each.get("group"))): each for each in figures},
            {key: tuple(values) for key, values in scores.items()},
        )

    def part(self, name: str) -> list[Mapping[str, Any]]:
        """Return one of the lists of the results."""
        return records(self.results.get(name))

    def figure(self, system: str, name: str, key: str, group: str = ALL) -> float | None:
        """Return a figure other than a score, such as ``ms``, of a system on a group of a set."""
        return number(self.figures.get((system, name, group), {}).get(key))

    def metric(self, system: str, name: str, metric: str = HEADLINE, group: str = ALL) -> float | None:
        """Return a score of a system on a group of a set."""
        metrics = self.figures.get((system, name, group), {}).get("metrics") or {}
        value = number(metrics.get(metric))
        return number(metrics.get(_HEADLINE_OF_SNIPPETS)) if value is None and metric == HEADLINE else value

    def was_trained_on(self, system: str, name: str) -> bool:
        """Whether the system was trained on the pages of a set, so that its figures there are too high."""
        return name in (self.results.get("trained_on") or {}).get(system, ())

    def mean(self, system: str) -> float | None:
        """Return the mean over the sets; None for a system that did not run on all of them."""
        return _mean_of_all(self.metric(system, name) for name in self._scored_sets())

    def mean_ms(self, system: str) -> float | None:
        """Return the time per page over all sets."""
        times = [
            (ms, self.figure(system, name, "pages") or 1.0)
            for name in self.sets
            if (ms := self.figure(system, name, "ms")) is not None
        ]
        weight = sum(pages for _, pages in times)
        return sum(ms * pages for ms, pages in times) / weight if weight else None

    def ranked(self) -> list[str]:
        """Return the systems, best mean first; those that lack a set come last."""
        return sorted(self.systems, key=lambda system: self._rank(system, self.mean(self._fair(system))))

    def ranked_on(self, name: str, group: str = ALL, metric: str = HEADLINE) -> list[tuple[str, float]]:
        """Return the systems with a score on a group of a set, best first."""
        found = [(system, self.metric(system, name, metric, group)) for system in self.systems]
        present = [(system, value) for system, value in found if value is not None]
        fair = {system: self.metric(self._fair(system), name, metric, group) for system, _ in present}
        return sorted(
            present, key=lambda each: self._rank(each[0], each[1] if fair[each[0]] is None else fair[each[0]])
        )

    def groups(self, name: str, kind: str) -> list[tuple[str, int]]:
        """Return the types, languages or sites of a set with their numbers of pages, the largest first."""
        pages: dict[str, int] = {}
        for (_, where, group), figure in self.figures.items():
            if where == name and group.startswith(f"{kind}:"):
                pages[group] = max(pages.get(group, 0), int(number(figure.get("pages")) or 0))
        return sorted(pages.items(), key=lambda each: (-each[1], each[0]))

    def scores_on(self, system: str, names: Iterable[str]) -> list[float]:
        """Return the page scores of a system on some sets, sorted."""
        return sorted(score for name in names for score in self.page_scores.get((system, name), ()))

    def _fair(self, system: str) -> str:
        """The row whose figures a system is ranked by: the cross-validated one if there is one."""
        return system + CROSS_VALIDATED if system + CROSS_VALIDATED in self.systems else system

    def _rank(self, system: str, value: float | None) -> tuple[float, bool, str]:
        """What to sort by: high figures first, and a cross-validated row before the row of its method."""
        return -(-1.0 if value is None else value), self._fair(system) != system, system

    def _scored_sets(self) -> Iterator[str]:
        """Yield the sets with scores; those that only have verdicts would leave all means empty."""
        return (name for name in self.sets if self.ranked_on(name))


def _names(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text(value) for value in values if value is not None))


def _mean_of_all(values: Iterable[float | None]) -> float | None:
    found = list(values)
    present = [value for value in found if value is not None]
    return fmean(present) if present and len(present) == len(found) else None
