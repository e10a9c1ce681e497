"""Which sets a trained method has seen, and its cross-validated figures for them.

A model does better on pages that it was trained on than on new ones. The report marks such figures, and shows the
cross-validated ones next to them where they are known.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from maintext.algorithms import Learned, NaiveBayes, TableBlocks
from maintext.algorithms.learned.model import shipped_model as learned_model
from maintext.algorithms.naive_bayes import shipped_model as bayes_model
from maintext.evaluate.report.results_view import ALL, CROSS_VALIDATED, HEADLINE
from maintext.train.report import Score

_NAME: Final = Learned.name + CROSS_VALIDATED


def trained_on(systems: Sequence[str], sets: Sequence[str]) -> dict[str, list[str]]:
    """The sets that each trained method among the systems, with or without options, was trained on."""
    models = {
        Learned.name: learned_model().trained_on,
        **{method.name: bayes_model(method.model_name).trained_on for method in (NaiveBayes, TableBlocks)},
    }
    seen = {system: [name for name in sets if name in models.get(system.partition(":")[0], {})] for system in systems}
    return {system: names for system, names in seen.items() if names}


def with_cross_validation(results: Mapping[str, Any], scores: Mapping[tuple[str, str], Score]) -> dict[str, Any]:
    """The results with a row for the cross-validated learned method.

    The row has the cross-validated F1 of each set and type of page that the method was trained on, and the method's own
    figures on all other sets.

    Args:
        results: what ``evaluate`` returned.
        scores: the cross-validated scores by set and type of page; the type is empty for a whole set.

    Returns:
        The results unchanged if a set that the method was trained on has no score over the same number of pages.
    """
    seen = results["trained_on"].get(Learned.name, [])
    own = [figure for figure in results["figures"] if figure["system"] == Learned.name]
    sizes = {figure["set"]: figure["pages"] for figure in own if figure["group"] == ALL}
    if not seen or any((name, "") not in scores or scores[name, ""].pages != sizes[name] for name in seen):
        return dict(results)
    figures: list[dict[str, Any]] = []
    for figure in own:
        kind, _, value = figure["group"].partition(":")
        score = scores.get((figure["set"], value if kind == "type" else ""))
        if figure["set"] not in seen:
            figures.append({**figure, "system": _NAME, "ms": None, "failures": None})
        elif kind in (ALL, "type") and score:
            place = {name: figure[name] for name in ("set", "group", "pages")}
            figures.append({**place, "system": _NAME, "metrics": {HEADLINE: score.f1}})
    return {
        **results,
        "systems": [{"name": _NAME, "kind": "method"}, *results["systems"]],
        "figures": [*figures, *results["figures"]],
    }
