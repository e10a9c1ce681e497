"""Compare the claims of the papers with the figures measured here, as Markdown."""

from typing import Any, Final

from maintext.evaluate.report.markdown_page import as_markdown
from maintext.evaluate.report.results_view import View

_NEWS: Final = "pages of a few large Chinese news sites of its time"
CLAIMS: Final = {
    "text-density": (
        f"0.976 to 0.997 precision and 0.967 to 0.981 recall by characters on {_NEWS}; 0.752 and 0.927 on CleanEval "
        "English",
    ),
    "symbol-density": (
        f"0.982 to 0.999 precision and 0.975 to 0.988 recall by characters on {_NEWS}; 0.774 and 0.939 on CleanEval "
        "English",
    ),
    "div-density": ("0.912 to 0.967 precision and 0.924 to 0.955 recall by characters on 100 Chinese news pages",),
    "link-density": (f"94.4 % of 500 pages correct, {_NEWS}",),
    "naive-bayes": (f"35.8 % of 500 pages excellent and 96.2 % at least good, {_NEWS}",),
    "p-value": (
        "95.4 % of 262 pages with precision, recall and F1 above 0.95",
        "94.0 % of 83 pages of one news site judged right",
    ),
}
"""By method: the claims, in the measures of its paper.

Two papers call the share of the extracted text that is labelled R and the share of the labelled text that was found P.
Here they have their usual names, precision and recall.
"""

_BY_CHARACTERS: Final = ("precision by characters", "recall by characters")
_MEASURES: Final = {
    "text-density": (("lcs_precision", _BY_CHARACTERS[0], 0.976), ("lcs_recall", _BY_CHARACTERS[1], 0.967)),
    "symbol-density": (("lcs_precision", _BY_CHARACTERS[0], 0.982), ("lcs_recall", _BY_CHARACTERS[1], 0.975)),
    "div-density": (("lcs_precision", _BY_CHARACTERS[0], 0.912), ("lcs_recall", _BY_CHARACTERS[1], 0.924)),
    "link-density": (("correct", "correct", 0.944),),
    "naive-bayes": (("excellent", "excellent", 0.358), ("good_rate", "excellent or good", 0.962)),
    "p-value": (("accurate_share", "all above 0.95", 0.954),),
}
"""By method: the measure, its name, and the lowest figure that the paper reports for it on its own pages."""


def results_page(results: dict[str, Any]) -> str:
    """All figures as a page of Markdown, with the claims of the papers."""
    return "\n\n".join(filter(None, (as_markdown(View.of(results)).rstrip(), claims_and_figures(results))))


def claims_and_figures(results: dict[str, Any]) -> str:
    """A section of Markdown: each paper's claim and the same measure on each set here."""
    figures = {(f["system"], f["set"]): f["metrics"] for f in results["figures"] if f["group"] == "all"}
    sets = [data["name"] for data in results["sets"]]
    present = [system["name"] for system in results["systems"] if system["name"] in CLAIMS]
    if not present:
        return ""
    lines = [
        "## What the papers claimed, and today's web",
        "",
        "Each paper measured its method on pages of its time, mostly news of a few sites. The same measures here:",
        "",
        "| method | the paper | measure | " + " | ".join(sets) + " |",
        "|---|---|---|" + "--:|" * len(sets),
    ]
    reached = []
    for name in present:
        for number, (key, measure, claimed) in enumerate(_MEASURES[name]):
            claim = "; ".join(CLAIMS[name]) if number == 0 else ""
            values = {data: figures[name, data].get(key) for data in sets}
            reached += [
                f"{name} in {measure} on {data}"
                for data, value in values.items()
                if value is not None and value >= claimed
            ]
            shown = " | ".join("" if value is None else f"{value:.3f}" for value in values.values())
            lines.append(f"| {name if number == 0 else ''} | {claim} | {measure} | {shown} |")
    return "\n".join([*lines, "", _conclusion(reached), ""])


def _conclusion(reached: list[str]) -> str:
    """Where a paper's figure is reached, and why it mostly is not."""
    verdict = (
        f"Reached or passed: {'; '.join(reached)}. Everywhere else the figure is below the paper's."
        if reached
        else "No method reaches on any of these sets what its paper reports."
    )
    return (
        f"{verdict}\nThe pages of the papers had the article in one element with little markup in it; today's pages "
        "wrap each\nparagraph, put adverts and teasers between them, and many have no article at all."
    )
